/// What a file holds.
enum FileBytes: Hashable, Sendable {
    case missing
    case empty
    case value(Int)
    case broken(Int)

    /// The value that counts: what is there, or the default; nil where that cannot be read.
    func value(standard: Int) -> Int? {
        switch self {
        case .missing, .empty: standard
        case .value(let value): value
        case .broken: nil
        }
    }

    var hasNothing: Bool { self == .missing || self == .empty }
}

/// Which reference: that of a file in one of the contexts.
struct ReferenceID: Hashable, Sendable {
    let context: Int
    let file: Int
}

/// Files, references and properties as plain values: what a program leads to, each step at rest before the next one.
struct FilesModel: Hashable, Sendable {
    static let contexts = 2

    struct Reference: Hashable {
        var value: Int
        var standard: Int
        var isUnsaved = false
        /// Whether the value is the default, as the file has none.
        var isDefault = false
        /// Whether the file was given the value as it is now.
        var isGiven = false
        /// Whether the value was made without what the file holds, as that cannot be read.
        var isBlind = false
        var loadFailed = false
        var saveFailed = false
    }

    /// A value that is to be written.
    struct Pending: Hashable {
        let value: Int
        /// Nil where it has gone.
        var writer: ReferenceID?
        /// Whether the program has written it; else it may only make a file that is not there.
        let isWrite: Bool
        var isBlind: Bool
        var waiting: Set<ReferenceID>
    }

    struct File: Hashable {
        var bytes = FileBytes.missing
        /// Whether another process has put that there, and nobody has heard of it.
        var isUntold = false
        /// What was kept aside, in its order.
        var aside: [FileBytes] = []
        /// What was written last, by those who have it in use since.
        var written: Int?
        var pending: Pending?
        /// When its rest ends, while it rests, and for how many seconds it was begun.
        var restEnd: Int?
        var rest = 0
        /// When its sleepers wake: for that rest, and for longer ones that it was begun in the place of.
        var sleepers: [Int] = []
        var failures = 0
        /// Whether a value cannot be made into bytes.
        var isFailing = false
    }

    struct Property: Hashable {
        var reference: ReferenceID
        /// Whether it could not be turned to what it was to load.
        var loadFailed = false
        /// Whether nobody has it any more; it keeps its number until the step has ended.
        var isDropped = false
    }

    /// What a property is turned to when it is loaded.
    private struct Load: Hashable {
        let id: ReferenceID
        let index: Int
        let isLoaded: Bool
        /// Whether there was no reference of it.
        let isMade: Bool
    }

    let store: FilesPlace.Store
    var now = 0
    var files: [File]
    var references: [ReferenceID: Reference] = [:]
    var properties: [Property] = []
    private var loading: [Load] = []

    init(_ store: FilesPlace.Store) {
        self.store = store
        files = Array(repeating: File(), count: FilesProgram.files)
    }

    var sleepers: Int { files.reduce(0) { $0 + $1.sleepers.count } }
}

// MARK: - Properties

extension FilesModel {
    mutating func makeProperty(_ id: ReferenceID, standard: Int) {
        if references[id] == nil { references[id] = loaded(id, standard: standard) }
        properties.append(Property(reference: id))
    }

    private func loaded(_ id: ReferenceID, standard: Int) -> Reference {
        let file = files[id.file]
        if let pending = file.pending, pending.isWrite { return Reference(value: pending.value, standard: standard) }
        if let value = file.bytes.value(standard: standard) {
            return Reference(value: value, standard: standard, isDefault: file.bytes.hasNothing)
        }
        return Reference(value: standard, standard: standard, isBlind: true, loadFailed: true)
    }

    mutating func dropProperty(_ index: Int) {
        properties[index].isDropped = true
        forgetUnused()
    }

    mutating func removeDropped() { properties.removeAll(where: \.isDropped) }

    mutating func turn(_ index: Int, to other: Int) {
        properties[index] = Property(reference: properties[other].reference)
        forgetUnused()
    }

    /// Nothing is known any more of what nobody uses.
    private mutating func forgetUnused() {
        let used = Set(properties.filter { !$0.isDropped }.map(\.reference) + loading.map(\.id))
        for id in references.keys where !used.contains(id) && references[id]?.isUnsaved == false {
            references[id] = nil
            files[id.file].pending?.waiting.remove(id)
            if files[id.file].pending?.writer == id { files[id.file].pending?.writer = nil }
        }
        for number in files.indices where files[number].sleepers.isEmpty && !references.keys.contains(where: { $0.file == number }) {
            files[number].written = nil
            files[number].failures = 0
        }
    }

    /// Loads another key.
    mutating func beginLoad(_ index: Int, from id: ReferenceID) {
        var isLoaded = true
        let isMade = references[id] == nil
        if let live = references[id] {
            isLoaded = !live.loadFailed || reload(id)
        } else {
            let made = loaded(id, standard: standard(index))
            isLoaded = !made.loadFailed
            if isLoaded { references[id] = made }
        }
        loading.append(Load(id: id, index: index, isLoaded: isLoaded, isMade: isMade))
    }

    /// Where nothing is stored, what was loaded for a property has the value that the property has.
    mutating func setStandard(_ index: Int) {
        let standard = standard(index)
        for load in loading where load.index == index && load.isMade { references[load.id]?.standard = standard }
    }

    private func standard(_ index: Int) -> Int { references[properties[index].reference]?.value ?? 0 }

    /// Turns the property to what it has loaded; false if that failed.
    mutating func endLoad(_ index: Int) -> Bool {
        guard let number = loading.firstIndex(where: { $0.index == index }) else { return false }
        let load = loading.remove(at: number)
        if load.isLoaded { properties[index] = Property(reference: load.id) } else { properties[index].loadFailed = true }
        forgetUnused()
        return load.isLoaded
    }

    /// Loads the value again; false if that fails.
    mutating func load(_ index: Int) -> Bool {
        let isLoaded = reload(properties[index].reference)
        if isLoaded { properties[index].loadFailed = false }
        return isLoaded
    }

    private mutating func reload(_ id: ReferenceID) -> Bool {
        if let pending = files[id.file].pending, pending.isWrite {
            if references[id]?.isUnsaved == true { references[id]?.loadFailed = false } else { take(pending.value, id) }
            return true
        }
        return hear(files[id.file].bytes, id)
    }
}

// MARK: - Hearing

extension FilesModel {
    private mutating func take(_ value: Int, isDefault: Bool = false, _ id: ReferenceID) {
        references[id]?.value = value
        references[id]?.isDefault = isDefault
        references[id]?.isGiven = false
        references[id]?.loadFailed = false
        references[id]?.isBlind = false
    }

    /// A reference hears what the file holds; false if it cannot be read.
    @discardableResult
    private mutating func hear(_ bytes: FileBytes, _ id: ReferenceID) -> Bool {
        guard let reference = references[id] else { return true }
        guard let value = bytes.value(standard: reference.standard) else {
            references[id]?.loadFailed = true
            references[id]?.isBlind = true
            references[id]?.isDefault = false
            return false
        }
        // A write that is not saved yet is going to replace it.
        if reference.isUnsaved { references[id]?.loadFailed = false } else { take(value, isDefault: bytes.hasNothing, id) }
        return true
    }

    /// Another process puts bytes there.
    mutating func writeElsewhere(_ bytes: FileBytes, _ number: Int) {
        // User defaults have no empty file.
        let bytes = store == .userDefaults && bytes.hasNothing ? .missing : bytes
        guard files[number].bytes != bytes else { return }
        files[number].bytes = bytes
        files[number].isUntold = true
    }

    /// All who have the file hear what it holds, where another process has put that there.
    mutating func tellAll(_ number: Int) {
        guard files[number].isUntold else { return }
        files[number].isUntold = false
        for id in references.keys where id.file == number { hear(files[number].bytes, id) }
    }
}

// MARK: - Writing

extension FilesModel {
    mutating func write(_ value: Int, _ index: Int) {
        let id = properties[index].reference
        references[id]?.value = value
        references[id]?.isUnsaved = true
        references[id]?.isDefault = false
        references[id]?.isGiven = true
        let isBlind = references[id]?.isBlind ?? false
        let waiting = files[id.file].pending?.waiting ?? []
        files[id.file].pending = Pending(value: value, writer: id, isWrite: true, isBlind: isBlind, waiting: waiting.union([id]))
        if files[id.file].restEnd == nil { _ = attempt(id.file) } else { rest(id.file, seconds: 1) }
    }

    /// Saves, and waits for that; false if it fails.
    mutating func save(_ index: Int) -> Bool {
        let id = properties[index].reference
        guard let reference = references[id] else { return true }
        if var pending = files[id.file].pending {
            pending.waiting.insert(id)
            if pending.writer == id { pending.isBlind = reference.isBlind }
            files[id.file].pending = pending
        } else if reference.isGiven || !reference.isDefault {
            return true
        } else {
            references[id]?.isGiven = true
            files[id.file].pending = Pending(
                value: reference.value, writer: id, isWrite: false, isBlind: reference.isBlind, waiting: [id])
        }
        return attempt(id.file)
    }

    /// Tries to write what is pending; false if that fails.
    private mutating func attempt(_ number: Int) -> Bool {
        guard let pending = files[number].pending else { return true }
        if files[number].isFailing {
            for id in pending.waiting { references[id]?.saveFailed = true }
            files[number].failures = min(files[number].failures + 1, 7)
            rest(number, seconds: 1 << (files[number].failures - 1))
            return false
        }
        files[number].pending = nil
        files[number].failures = 0
        let before = files[number].bytes
        if pending.isWrite || before.hasNothing {
            let isKept = store == .files && !before.hasNothing && before != files[number].written.map { .value($0) }
            if isKept, pending.isBlind || before.value(standard: 0) == nil, !files[number].aside.contains(before) {
                files[number].aside.append(before)
            }
            (files[number].bytes, files[number].written, files[number].isUntold) = (.value(pending.value), pending.value, false)
            rest(number, seconds: 1)
            for id in references.keys where id.file == number && id != pending.writer {
                if references[id]?.isUnsaved == false || pending.waiting.contains(id) { take(pending.value, id) }
            }
        }
        for id in pending.waiting {
            references[id]?.saveFailed = false
            guard let reference = references[id], reference.isUnsaved else { continue }
            if reference.isBlind { references[id]?.loadFailed = false }
            references[id]?.isBlind = false
            references[id]?.isUnsaved = false
        }
        forgetUnused()
        return true
    }

    /// Rests, unless it does so for no longer already; user defaults never do.
    private mutating func rest(_ number: Int, seconds: Int) {
        if store == .userDefaults { return }
        if files[number].restEnd != nil, files[number].rest <= seconds { return }
        files[number].restEnd = now + seconds
        files[number].rest = seconds
        files[number].sleepers.append(now + seconds)
    }

    mutating func advance() {
        now += 1
        for number in files.indices where files[number].sleepers.contains(now) {
            files[number].sleepers.removeAll { $0 == now }
            if files[number].restEnd == now {
                files[number].restEnd = nil
                _ = attempt(number)
            }
            forgetUnused()
        }
    }
}
