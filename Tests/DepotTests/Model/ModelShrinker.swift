/// Leaves out of a program what its failure does not need.
enum ModelShrinker {
    static func difference(_ program: [ModelStep]) -> ModelDifference? {
        for making in ModelMaking.allCases {
            for isObserved in [false, true] {
                do throws(ModelDifference) {
                    try ModelRunner.run(program, making, isObserved: isObserved)
                } catch {
                    return ModelDifference(description: "with \(making)\(isObserved ? ", observed" : ""): \(error)")
                }
            }
        }
        return nil
    }

    static func shortened(_ program: [ModelStep]) -> [ModelStep] {
        var program = program
        var isShorter = true
        while isShorter {
            isShorter = false
            for candidate in shorter(program) where difference(candidate) != nil {
                program = candidate
                isShorter = true
                break
            }
        }
        return program
    }

    /// Every program with one step less, with a step's own steps in its place, or with a dependency less.
    static func shorter(_ steps: [ModelStep]) -> [[ModelStep]] {
        var programs: [[ModelStep]] = []
        for index in steps.indices {
            func with(_ replacement: [ModelStep]) -> [ModelStep] { Array(steps[..<index]) + replacement + Array(steps[(index + 1)...]) }
            let step = steps[index]
            programs.append(with([]))
            if !step.inner.isEmpty {
                programs.append(with(step.inner))
                programs += shorter(step.inner).map { with([step.with(inner: $0)]) }
            }
            programs += fewer(step.dependencies).map { with([step.with(dependencies: $0)]) }
            programs += fewer(step.given).map { with([step.with(given: $0)]) }
        }
        return programs
    }

    private static func fewer<Element>(_ elements: [Element]) -> [[Element]] {
        elements.indices.map { index in elements.enumerated().filter { $0.offset != index }.map(\.element) }
    }
}
