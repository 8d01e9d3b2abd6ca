import Testing
import Depot

protocol Net: Sendable { var name: String { get } }
final class RealNet: Net, Sendable { let name = "real" }
final class MockNet: Net, Sendable { let name = "mock" }
protocol Repo: Sendable { var net: any Net { get } }
final class RealRepo: Repo, Sendable { let net: any Net; init(net: any Net) { self.net = net } }
final class UseCase: Sendable { let repo: any Repo; let l: Lazy<any Net>; init(repo: any Repo, l: Lazy<any Net>) { self.repo = repo; self.l = l } }
@MainActor final class VM { let u: UseCase; init(u: UseCase) { self.u = u } }
struct UserID: Hashable, Sendable { var v: Int }
final class User { let id: UserID; let r: any Repo; init(_ id: UserID, _ r: any Repo) { self.id = id; self.r = r } }
final class DB: Sendable { init(net: any Net) async throws { await Task.yield() } }

func make() -> Container {
    let c = Container()
    c.register((any Net).self, .singleton, in: .repository, using: RealNet.init)
    c.register((any Repo).self, .singleton, in: .repository, using: RealRepo.init)
    c.register(UseCase.self, .singleton, in: .useCase) { r in try UseCase(repo: r.resolve(), l: r.resolve()) }
    c.register(Lazy<any Net>.self) { _ in fatalError() }
    c.register(UseCase.self, .singleton, in: .useCase, using: UseCase.init)
    c.register(VM.self, in: .viewModel, using: VM.init)
    c.register(User.self) { (r, id: UserID) in try User(id, r.resolve()) }
    c.registerAsync(DB.self, .singleton, using: DB.init)
    return c
}
@Suite struct Smoke {
    @Test func basics() async throws {
        let c = Container()
        c.register((any Net).self, .singleton, in: .repository, using: RealNet.init)
        c.register((any Repo).self, .singleton, in: .repository, using: RealRepo.init)
        c.register(UseCase.self, .singleton, in: .useCase, using: UseCase.init)
        c.register(VM.self, in: .viewModel, using: VM.init)
        c.register(User.self) { (r, id: UserID) in try User(id, r.resolve()) }
        c.registerAsync(DB.self, .singleton, using: DB.init)
        let u = c.resolve(UseCase.self)
        #expect(u === c.resolve(UseCase.self))
        #expect(u.repo.net.name == "real")
        let r = c.replace((any Net).self, with: MockNet())
        let m = c.resolve(UseCase.self)
        #expect(m !== u); #expect(m.repo.net.name == "mock"); #expect(m.l().name == "mock")
        r.restore()
        #expect(c.resolve(UseCase.self) === u)
        #expect(u.l().name == "real")
        #expect(c.resolve(User.self, arguments: UserID(v: 7)).id.v == 7)
        c.withOverrides { $0.replace((any Net).self, with: MockNet()) } operation: {
            #expect(c.resolve(UseCase.self) !== u)
            #expect(c.resolve(UseCase.self).repo.net.name == "mock")
            #expect(c.resolve(UseCase.self) === Container.shared.resolve(UseCase.self))
        }
        #expect(c.resolve(UseCase.self) === u)
        let db = try await c.resolveAsync(DB.self)
        #expect(db === c.resolve(DB.self))
        await MainActor.run { _ = c.resolve(VM.self) }
        _ = try await c.resolveAsync(VM.self)
        #expect(throws: ResolutionError.self) { try c.tryResolve(Int.self) }
        do { _ = try c.tryResolve(RealNet.self) } catch { print(error) }
        do { _ = try c.tryResolve(User.self, arguments: 3) } catch { print(error) }
    }
}
