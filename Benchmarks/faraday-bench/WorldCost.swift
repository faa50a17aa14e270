import FaradaySimulation

/// What a world costs in which nothing happens: it is made and ends.
enum WorldCost {
    static func measure(_ options: Options, hasNodes: Bool) throws -> Fields {
        let count = options.operations(5_000, quick: 500)
        func make(_ number: Int) -> Bool {
            let world = World(seed: UInt64(number))
            guard hasNodes else { return true }
            world.add(BenchDevice.definition())
            return world.addPhone(.iOS(18)).id.rawValue == 1
        }
        for number in 0..<count / 10 { _ = make(number) }
        let samples = try (0..<options.repetitions(usual: 5)).map { _ in
            try Sample.timing {
                guard (0..<count).allSatisfy(make) else {
                    throw BenchmarkError("the phone has another number")
                }
                return count
            }
        }
        return Sample.summary(samples)
    }
}
