import Depot
import DepotSharing
import DepotValues
import Foundation

/// The one place where the app is put together.
///
/// Nothing is built here. Each service is made when it is first asked for, and what the others are made from is decided by
/// these lines alone: with `--server` the very same app talks HTTP, because one assembly is another.
enum Bootstrap {
    static func assemble(_ container: Container, for configuration: Configuration) {
        container.assemble {
            PlatformAssembly(password: configuration.password)
            DeviceAssembly()
            KeychainAssembly(file: configuration.keychainFile)
            switch configuration.backend {
            case .embedded(let directory): EmbeddedNetworkAssembly(directory: directory)
            case .server(let url): ServerNetworkAssembly(server: url)
            }
            TokenAssembly()
            SessionAssembly()
            LoginAssembly()
            SocialLoginAssembly()
            SignUpAssembly()
            CoordinatorAssembly()
        }
    }

    /// Says where what the processes share is kept: in the home directory, like everything else.
    static func prepare(_ values: inout DependencyValues, for configuration: Configuration) {
        values.knownAccountsFile = configuration.knownAccountsFile
        values.settingsFile = configuration.settingsFile
    }
}
