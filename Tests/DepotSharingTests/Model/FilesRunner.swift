import Depot
import DepotTesting
import DepotValues
import Foundation

@testable import DepotSharing

/// Runs a program on properties in two contexts, with a storage in memory and a clock of its own, beside the model.
final class FilesRunner {
    /// How long a program waits for what the model says.
    static let limit = Locked(patience)

    /// What the model says; several things after a race.
    private var models: [FilesModel]
    private var properties: [FilesProperty] = []
    private let place: FilesPlace

    private init(_ store: FilesPlace.Store) {
        models = [FilesModel(store)]
        place = FilesPlace(store: store)
    }

    /// The first difference, if there is one.
    static func difference(_ program: FilesProgram, in store: FilesPlace.Store) async -> String? {
        let runner = FilesRunner(store)
        for (number, step) in program.steps.enumerated() where step.isPossible(in: store) {
            if let step = step.among(runner.properties.count), let text = await runner.run(step) {
                return "step \(number + 1), \(step): \(text)"
            }
        }
        return nil
    }

    /// The same program with as few steps as still show a difference.
    static func shortened(_ program: FilesProgram, in store: FilesPlace.Store) async -> FilesProgram {
        var program = program
        var index = 0
        while index < program.steps.count {
            var shorter = program
            shorter.steps.remove(at: index)
            if await isFailing(shorter, in: store) { (program, index) = (shorter, 0) } else { index += 1 }
        }
        return program
    }

    /// Whether a program shows a difference; one with races in one of several attempts.
    private static func isFailing(_ program: FilesProgram, in store: FilesPlace.Store) async -> Bool {
        for _ in 0..<(program.hasRaces ? 100 : 1) where await difference(program, in: store) != nil { return true }
        return false
    }
}

extension FilesRunner {
    /// - Returns: The difference, if there is one.
    private func run(_ step: FilesStep) async -> String? {
        let before = models
        if case .race(let one, let other) = step {
            let (properties, place) = (properties, place)
            async let first = place.perform(one, properties)
            async let second = place.perform(other, properties)
            let (done, alsoDone) = await (first, second)
            self.properties += [done.made, alsoDone.made].compactMap { $0.map(FilesProperty.init) }
            let (moments, others) = (one.moments(done.isDone), other.moments(alsoDone.isDone))
            let orders = Self.orders(moments[...], others[...])
            models = before.flatMap { model in
                var all = orders.compactMap { model.after($0) }
                // Nobody can tell what another process puts there between a look at the file and the write that replaces it.
                if one.isElsewhere != other.isElsewhere { all += [model.after(one.isElsewhere ? others : moments)].compactMap { $0 } }
                guard model.areOfOneValue(one, other) else { return all }
                // The second alone may be handed over, and so before it is known that the first has kept aside what was there.
                return (all + [moments, others].compactMap { model.after($0) }).flatMap { [$0, $0.unaware(of: model)] }
            }
            if done.made != nil, alsoDone.made != nil {
                // The second order has made them the other way round.
                for index in models.indices where index % 2 == 1 { models[index].properties.swapAt(properties.count, properties.count + 1) }
            }
            if models.isEmpty { return "gives \(done.isDone) and \(alsoDone.isDone)" }
        } else {
            let done = await place.perform(step, properties)
            if let made = done.made { properties.append(FilesProperty(made)) }
            models = before.compactMap { $0.after(step.moments(done.isDone)) }
            if models.isEmpty { return "gives \(done.isDone)" }
        }
        properties.removeAll { $0.shared == nil }
        for index in models.indices { models[index].removeDropped() }
        for file in 0..<FilesProgram.files { await place.jobsAreDone(file) }
        let difference = await whatDiffers()
        if difference == nil { await place.clock.sleepers(models.map(\.sleepers).min() ?? 0) }
        return difference
    }

    /// Keeps what is as it was seen, each once, so that there are not more of them with each race; says what differs where nothing is.
    private func whatDiffers() async -> String? {
        let end = ContinuousClock().now.advanced(by: Self.limit.withLock { $0 })
        while true {
            models = Array(Set(models))
            let found = models.map { differences(to: $0) }
            let right = zip(models, found).filter { $0.1.isEmpty }.map(\.0)
            if !right.isEmpty {
                models = right
                return nil
            }
            if ContinuousClock().now > end { return found.map { $0.joined(separator: "; ") }.joined(separator: "\n  or ") }
            try? await ContinuousClock().sleep(for: .milliseconds(1))
        }
    }

    private func differences(to model: FilesModel) -> [String] {
        var found: [String] = []
        func compare<Value: Equatable>(_ name: String, _ seen: Value, _ expected: Value) {
            if seen != expected { found.append("\(name) is \(seen), and the model says \(expected)") }
        }
        for (number, file) in model.files.enumerated() {
            compare("file \(number)", place.bytes(number), file.bytes)
            compare("that file \(number) rests", place.isResting(number), file.restEnd != nil)
            compare("what is kept of file \(number)", place.bytesKept(number), file.aside)
        }
        for (number, property) in properties.enumerated() {
            let expected = model.properties[number]
            guard let property = property.shared, let reference = model.references[expected.reference] else { continue }
            let name = "property \(number) (\(expected.reference.context), file \(expected.reference.file))"
            compare(name, property.wrappedValue, reference.value)
            compare("loadError of \(name)", property.loadError != nil, reference.loadFailed || expected.loadFailed)
            compare("saveError of \(name)", property.saveError != nil, reference.saveFailed)
            compare("isLoading of \(name)", property.isLoading, false)
        }
        return found
    }
}

/// What a step does at once, the how many-th, and whether it went well; nil where that is not known yet.
private typealias Moment = (step: FilesStep, number: Int, isDone: Bool?)

extension FilesStep {
    fileprivate var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }

    /// To load another key is to load it, to make a reference of it, and to turn the property to that; what another process has done is heard of later.
    fileprivate func moments(_ isDone: Bool) -> [Moment] {
        switch self {
        case .loadKey: [(self, 0, nil), (self, 1, nil), (self, 2, isDone)]
        case .elsewhere: [(self, 0, nil), (self, 1, isDone)]
        default: [(self, 0, isDone)]
        }
    }
}

extension FilesRunner {
    /// All orders in which the moments of two steps can follow each other.
    private static func orders(_ one: ArraySlice<Moment>, _ other: ArraySlice<Moment>) -> [[Moment]] {
        guard let first = one.first, let second = other.first else { return [Array(one) + other] }
        return orders(one.dropFirst(), other).map { [first] + $0 } + orders(one, other.dropFirst()).map { [second] + $0 }
    }
}

extension FilesModel {
    /// Whether two steps write one value.
    fileprivate func areOfOneValue(_ one: FilesStep, _ other: FilesStep) -> Bool {
        guard case .write(let first, _) = one, case .write(let second, _) = other else { return false }
        return properties[first].reference == properties[second].reference
    }

    /// The same where what is to be written is as little aware of what the file holds as its writer was before.
    fileprivate func unaware(of before: FilesModel) -> FilesModel {
        var model = self
        for number in files.indices {
            if let writer = files[number].pending?.writer, before.references[writer]?.isBlind == true {
                model.files[number].pending?.isBlind = true
            }
        }
        return model
    }

    /// What moments lead to; nil if the model says that they go otherwise.
    fileprivate func after(_ moments: [Moment]) -> FilesModel? {
        var model = self
        for moment in moments {
            let isDone = model.take(moment)
            if let known = moment.isDone, known != isDone { return nil }
        }
        return model
    }

    /// - Returns: Whether it goes well.
    private mutating func take(_ moment: Moment) -> Bool {
        switch moment.step {
        case .make(let id, let standard): makeProperty(id, standard: standard)
        case .drop(let number): dropProperty(number)
        case .turn(let number, let other): turn(number, to: other)
        case .load(let number): return load(number)
        case .loadKey(let number, let id):
            switch moment.number {
            case 0: beginLoad(number, from: id)
            case 1: setStandard(number)
            default: return endLoad(number)
            }
        case .write(let number, let value): write(value, number)
        case .save(let number): return save(number)
        case .elsewhere(let bytes, let file): if moment.number == 0 { writeElsewhere(bytes, file) } else { tellAll(file) }
        case .fail(let file, let fails): files[file].isFailing = fails
        case .advance: advance()
        case .race: return false
        }
        return true
    }
}
