extension Group {
    /// All that is measured here, in this order: ten thousand types make every look-up of a type slower, so many registrations come last.
    static let all: [Group] = [
        Group(
            title: "Resolving",
            note: """
                One resolve by one thread. The login view model is a graph of seven services, two of them singletons that are there and five \
                made for each; its floor makes the five by hand.
                """
        ) { outcomes(of: resolvingCases(), $0) },
        Group(
            title: "Starting",
            note: """
                *Register* is one of an app's 201 services, in ten assemblies and by `using:`, with its share of the container's end. *Cold graph* is the first \
                resolve of a singleton that needs, in ten levels, a hundred others. *Start-up* is that app's, from an empty container to a root that needs half of \
                the services.
                """
        ) { outcomes(of: startingCases(), $0) },
        Group(
            title: "Overriding",
            note: """
                An override is opened, what it replaces is resolved from the container in effect, and it ends. The last row is one read in an override that is \
                open, of a singleton that no replacement touches.
                """
        ) { outcomes(of: overrideCases(), $0) },
        Group(
            title: "Scopes",
            note: """
                A request: its scope is opened, one object is resolved, registered by its initializer where nothing else is said, and the scope is closed. \
                Of many services in one scope it is what each of them costs.
                """
        ) { outcomes(of: scopeCases(), $0) },
        Group(title: "Properties and ambient values", note: "One access, or for `withDependencies` one operation.") {
            outcomes(of: valueCases(), $0)
        },
        Group(title: "Shared state in memory", note: "One read, one write, and one more property of a key that others have.") {
            outcomes(of: sharingCases(), $0)
        },
        Group(
            title: "Shared state in a file",
            note: """
                A write and the `save()` that waits until it is in the file, in processor time of the whole process, as a multiple of what the same takes by \
                hand: write a new file, `fsync` it, rename it to the old one's name.
                """,
            about: ["@Shared in a file", "floor: write, fsync, rename"]
        ) { await fileOutcomes($0) },
        Group(
            title: "Memory",
            note: """
                Objects, boxes and closure contexts that the runtime makes for one resolve; and the bytes of the heap, the allocator's own included, that 1,000 \
                registrations of singletons by closure take, and more when each has been made.
                """,
            about: ["allocations:", "bytes"]
        ) { allocationOutcomes($0) + byteOutcomes($0) },
        Group(
            title: "Reads beside the work of another thread",
            note: """
                A thread reads a settled singleton while another one works in the same container: its processor time for one read, as a multiple \
                of the same without the other one.
                """,
            about: ["settled singleton while another thread"]
        ) { readingOutcomes($0) },
        Group(
            title: "Two threads",
            note: """
                How much more two threads get done at once than one alone, by the wall; and that as a share of what the machine does with the same by hand: \
                retaining objects, or making login graphs.
                """,
            about: ["two threads, "]
        ) { threadOutcomes($0) },
        Group(
            title: "A long async chain",
            note: """
                10,000 async singletons, each of which awaits the one before it, in a process of its own: the processor time of all its threads, and by how \
                much the process grew at most.
                """,
            about: ["async chain of 10,000"]
        ) { asyncChainOutcomes($0) },
        Group(
            title: "Many registrations",
            note: """
                Resolves of random singletons among many, as a multiple of c among as many; and of one that is read all the time, as a multiple of \
                the same in a small container.
                """,
            about: ["random keys of ", "one hot singleton of ", "replace and restore among "]
        ) { outcomes(of: sizeCases(), $0) },
        Group(
            title: "Validating", note: "A chain of 10,000 registrations by `using:`, checked as a whole.", about: ["validate() of 10,000"]
        ) { validatingOutcomes($0) },
    ]

    /// What needs builds, as a script measured it.
    static func programs(_ file: String) -> Group {
        Group(
            title: "A user's program",
            note: """
                A hello-world that registers a service and resolves it, and one with a `@Shared` value too: how much larger the stripped executable of \
                the release build is than that of one that uses no library, and what a clean release build takes of the processor, Depot included.
                """
        ) { programOutcomes(file, $0) }
    }
}
