#!/bin/sh
# Two packages outside of this one. One is written by the README alone: its examples as they are, and the app's own types around them. In three
# modes, Swift 6, Swift 5 and the main actor as default isolation, it compiles without a warning and passes its tests. The other is that of the article
# Getting started, word for word.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
swift=${SWIFT:-swift}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
# A package that is used by its path has the name of the folder.
ln -s "$root" "$work/depot"

# block NUMBER [LANGUAGE]: an example of the README.
block() {
    awk -v number="$1" -v fence="\`\`\`${2:-swift}" '
        $0 == "```" { inside = 0 }
        inside && count == number { print }
        $0 == fence { inside = 1; count++ }' README.md
}
# Of an example, what stands before its statements, and these.
declarations() { block "$1" | awk '/^Container\.shared/ { exit } { print }'; }
statements() { block "$1" | awk '/^Container\.shared/ { found = 1 } found { print "    " $0 }'; }

# What the README speaks of and does not show: the types of a small app.
types() {
    cat <<'SWIFT'
import Depot

protocol NetworkManager: AnyObject, Sendable {
    func post(_ path: String) async throws -> String
}

protocol LoginUseCase: AnyObject, Sendable {
    func logIn(name: String, password: String) async throws -> String
}

struct Refusal: Error {}

final class URLSessionNetwork: NetworkManager {
    func post(_ path: String) async throws -> String { "Welcome." }
}

final class MockNetwork: NetworkManager {
    func post(_ path: String) async throws -> String { throw Refusal() }
}

final class DefaultLoginUseCase: LoginUseCase {
    private let network: any NetworkManager

    init(_ network: any NetworkManager) {
        self.network = network
    }

    func logIn(name: String, password: String) async throws -> String { try await network.post("/login \(name)") }
}

@MainActor
final class LoginViewModel {
    private let login: any LoginUseCase
    private(set) var message = ""

    init(_ login: any LoginUseCase) {
        self.login = login
    }

    func logIn(name: String, password: String) async {
        do {
            message = try await login.logIn(name: name, password: password)
        } catch {
            message = "The password is wrong."
        }
    }
}

struct UserID: Hashable, Sendable {
    let value: Int
    init(_ value: Int) { self.value = value }
}

@MainActor
final class UserViewModel {
    let id: UserID
    private let login: any LoginUseCase

    init(_ id: UserID, _ login: any LoginUseCase) {
        self.id = id
        self.login = login
    }
}

struct NetworkAssembly: Assembly {
    func assemble(_ container: Container) {
        container.register((any NetworkManager).self, .singleton, in: .repository, using: URLSessionNetwork.init)
    }
}

SWIFT
}

tests() {
    cat <<SWIFT
import Depot
import DepotTesting
import Testing
import XCTest

@testable import $1

$(block 3)

@MainActor
@Suite(.container(copying: Container()))
struct ReadmeTests {
    @Test func theFiveLinesWork() async throws {
        await #expect(throws: Refusal.self) { try await fiveLines().logIn(name: "ada", password: "wrong") }
    }

    @Test func theAssemblyWorks() throws {
        #expect(bootstrap().id == UserID(7))
        try Container.shared.validate()
    }
}

@MainActor
final class LoginXCTests: XCTestCase {
    func testAWrongPasswordIsTold() async {
        let container = Container { LoginAssembly() }
        container.replace((any NetworkManager).self, with: MockNetwork())
        let screen = container.resolve(LoginViewModel.self)
        await screen.logIn(name: "ada", password: "wrong")
        XCTAssertEqual(screen.message, "The password is wrong.")
    }
}
SWIFT
}

# module NAME SETTINGS [SETTINGS OF ITS TESTS]: the app's module and its tests. In one whose default isolation is the main actor nothing
# has to say so, and an assembly, which is used from anywhere, says that it is not.
module() {
    mkdir -p "$work/app/Sources/$1" "$work/app/Tests/$1Tests"
    {
        types
        declarations 2
        printf '\n@MainActor func fiveLines() -> any LoginUseCase {\n'
        block 1 | sed 's/^/    /'
        # Asked for again, after the mock came.
        printf '    _ = login\n    return container.resolve()\n}\n\n@MainActor func bootstrap() -> UserViewModel {\n'
        statements 2
        printf '    return user\n}\n'
    } >"$work/app/Sources/$1/App.swift"
    tests "$1" >"$work/app/Tests/$1Tests/AppTests.swift"
    if [ "$1" = MainActorApp ]; then
        sed -i.bak '/^@MainActor$/d; s/^@MainActor func/func/; s/^struct .*: Assembly/nonisolated &/' "$work/app/Sources/$1/App.swift"
        rm "$work/app/Sources/$1/App.swift.bak"
    fi
    # The README's two lines, with the module's name and its mode.
    block 1 'swift manifest' | sed "s/\"App/\"$1/g
        /^\.target/s/]),\$/], swiftSettings: [$2]),/
        /^\.testTarget/s/]),\$/], swiftSettings: [$3]),/" >>"$work/app/Package.swift"
}

mkdir "$work/app"
cat >"$work/app/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../depot")],
    targets: [
SWIFT
swift5='.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures")'
module Swift6App '' ''
module Swift5App "$swift5" "$swift5"
module MainActorApp '.defaultIsolation(MainActor.self)' ''
printf '    ])\n' >>"$work/app/Package.swift"

# expect_green FOLDER WHAT: the package compiles without a warning, and its tests pass. Both are built in one folder, so that Depot is compiled once.
expect_green() {
    status=0
    "$swift" test --scratch-path "$work/build" --package-path "$1" >"$work/output" 2>&1 || status=$?
    if [ "$status" -ne 0 ] || grep -q 'warning:' "$work/output"; then
        cat "$work/output"
        echo "FAILED: what $2 says does not compile without warnings, or its tests fail."
        exit 1
    fi
    grep -E 'Test run with|Executed' "$work/output" | tail -2
}
expect_green "$work/app" "the README"

# The package of the article Getting started, word for word: each of its files is the example below a line with the file's path.
mkdir "$work/notes"
awk -v folder="$work/notes" '
    /^`[A-Za-z\/.]*`$/ { path = folder "/" substr($0, 2, length($0) - 2) }
    $0 == "```" { inside = 0 }
    inside { print > path }
    $0 == "```swift" && path != "" {
        directory = path
        sub("/[^/]*$", "", directory)
        system("mkdir -p " directory)
        inside = 1
    }
    inside == 0 && $0 == "```" { path = "" }' Docs/Depot.docc/GettingStarted.md
expect_green "$work/notes" "Getting started"
said=$(TMPDIR=$work "$swift" run --scratch-path "$work/build" --package-path "$work/notes" Notes Buy milk 2>/dev/null)
if [ "$said" != "Saved. Notes: 1." ]; then
    echo "FAILED: the app of Getting started says: $said"
    exit 1
fi
echo "$said"
