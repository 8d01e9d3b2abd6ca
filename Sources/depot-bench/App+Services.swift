import Depot

// The services of the app of 201 and of the cold graph: each is a type of its own for each feature, or each area of one.

enum First {}
enum Second {}
enum Third {}
enum Fourth {}
enum Fifth {}
enum Sixth {}
enum Seventh {}
enum Eighth {}
enum Ninth {}
enum Tenth {}

/// A part of a feature.
enum Area<Feature, Part> {}

final class Client<Area>: Sendable {
    init() {}
}

final class Cache<Area>: Sendable {
    let client: Client<Area>
    init(_ client: Client<Area>) { self.client = client }
}

final class Repository<Area>: Sendable {
    let client: Client<Area>
    let cache: Cache<Area>

    init(_ client: Client<Area>, _ cache: Cache<Area>) {
        self.client = client
        self.cache = cache
    }
}

final class UseCase<Area>: Sendable {
    let repository: Repository<Area>
    let cache: Cache<Area>

    init(_ repository: Repository<Area>, _ cache: Cache<Area>) {
        self.repository = repository
        self.cache = cache
    }
}

final class Summary<Feature>: Sendable {
    let first: UseCase<Area<Feature, First>>
    let second: UseCase<Area<Feature, Second>>

    init(_ first: UseCase<Area<Feature, First>>, _ second: UseCase<Area<Feature, Second>>) {
        self.first = first
        self.second = second
    }
}

final class Detail<Feature>: Sendable {
    let third: UseCase<Area<Feature, Third>>
    let fourth: UseCase<Area<Feature, Fourth>>

    init(_ third: UseCase<Area<Feature, Third>>, _ fourth: UseCase<Area<Feature, Fourth>>) {
        self.third = third
        self.fourth = fourth
    }
}

final class Editor<Feature>: Sendable {
    let first: UseCase<Area<Feature, First>>
    let second: UseCase<Area<Feature, Second>>
    let third: UseCase<Area<Feature, Third>>

    init(_ first: UseCase<Area<Feature, First>>, _ second: UseCase<Area<Feature, Second>>, _ third: UseCase<Area<Feature, Third>>) {
        self.first = first
        self.second = second
        self.third = third
    }
}

/// Shows the summary first; the others are made when they are opened.
final class Coordinator<Feature>: Sendable {
    let summary: Summary<Feature>
    let detail: Provider<Detail<Feature>>
    let editor: Provider<Editor<Feature>>

    init(_ summary: Summary<Feature>, _ detail: Provider<Detail<Feature>>, _ editor: Provider<Editor<Feature>>) {
        self.summary = summary
        self.detail = detail
        self.editor = editor
    }
}

/// What an app begins with.
final class Root: Sendable {
    let features: [any Sendable]

    init(
        _ first: Coordinator<First>,
        _ second: Coordinator<Second>,
        _ third: Coordinator<Third>,
        _ fourth: Coordinator<Fourth>,
        _ fifth: Coordinator<Fifth>,
        _ sixth: Coordinator<Sixth>,
        _ seventh: Coordinator<Seventh>,
        _ eighth: Coordinator<Eighth>,
        _ ninth: Coordinator<Ninth>,
        _ tenth: Coordinator<Tenth>
    ) {
        features = [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth]
    }
}
