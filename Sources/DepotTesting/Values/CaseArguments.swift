#if canImport(Testing)
    internal import DepotValues
    internal import Synchronization
    internal import Testing

    /// What tells the running cases of parameterised tests apart: the array of its arguments, which each case has for itself.
    ///
    /// It is made for the case and freed when the case has ended, so its address is the case's identity and its life the case's. It is not
    /// public in the testing library, but can be seen by reflection, which is done once for a case: from then on the address is read
    /// where it was found. Should it go away, a description of the case takes its place, at each read and for good.
    enum CaseArguments {
        /// A case by its array of arguments.
        private struct Address: Hashable, Sendable {
            let word: UInt
        }

        /// A case by what it looks like.
        private struct Description: Hashable, Sendable {
            let test: Test.ID?
            let text: String
        }

        /// Where in a `Test.Case` the array is; negative while that is unknown.
        private static let offset = Atomic(-1)

        static func identity(of testCase: Test.Case) -> TestIdentity {
            let offset = offset.load(ordering: .relaxed)
            if offset >= 0 { return TestIdentity(Address(word: word(at: offset, in: testCase))) { array(in: testCase) } }
            guard let array = array(in: testCase) else {
                return TestIdentity(Description(test: Test.current?.id, text: "\(testCase)"))
            }
            let address = UInt(bitPattern: Unmanaged.passUnretained(array).toOpaque())
            let offsets = stride(from: 0, through: MemoryLayout<Test.Case>.size - MemoryLayout<UInt>.size, by: MemoryLayout<UInt>.size)
            if let found = offsets.first(where: { word(at: $0, in: testCase) == address }) { Self.offset.store(found, ordering: .relaxed) }
            return TestIdentity(Address(word: address)) { array }
        }

        private static func word(at offset: Int, in testCase: Test.Case) -> UInt {
            withUnsafeBytes(of: testCase) { $0.loadUnaligned(fromByteOffset: offset, as: UInt.self) }
        }

        /// The array's storage.
        private static func array(in value: Any) -> AnyObject? {
            for child in Mirror(reflecting: value).children {
                switch child.label {
                case "arguments": return (child.value as? any ArrayWithStorage)?.storage
                case "body": continue
                default: if let found = array(in: child.value) { return found }
                }
            }
            return nil
        }
    }

    private protocol ArrayWithStorage {
        var storage: AnyObject? { get }
    }

    extension Array: ArrayWithStorage {
        fileprivate var storage: AnyObject? { _owner }
    }
#endif
