import Bookshelf
import Depot
import SwiftUI

/// Makes the model of the login when the screen appears, and keeps it.
struct LoginScreen: View {
    @Environment(\.container) private var container
    @State private var model: LoginModel?

    var body: some View {
        ZStack {
            if let model { LoginView(model: model) } else { Color.clear }
        }
        .onAppear {
            if model == nil { model = container.resolve(LoginModel.self) }
        }
    }
}

/// The form of the login.
struct LoginView: View {
    @Bindable var model: LoginModel

    var body: some View {
        Form {
            TextField("Name", text: $model.name)
                .accessibilityIdentifier("name")
            SecureField("Password", text: $model.password)
                .accessibilityIdentifier("password")
            Button("Log in") {
                Task { await model.logIn() }
            }
            .disabled(!model.isComplete)
            if let message = model.message { Text(message) }
        }
    }
}

struct LoginView_Previews: PreviewProvider {
    static var previews: some View {
        LoginView(model: LoginModel(account: Account(library: SampleLibrary())))
    }
}
