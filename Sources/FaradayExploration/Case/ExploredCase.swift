import FaradaySimulation

/// Everything that makes one explored run what it is: seed, faults, schedule and parameters.
///
/// Its description is one line of ASCII, which `FARADAY_REPLAY` takes. The same case and the same body give the same
/// run, byte for byte, on every machine with the same toolchain.
///
/// ```swift
/// let found = try ExploredCase(parsing: #"{"seed":7}"#)
/// let world = found.makeWorld()
/// ```
public struct ExploredCase: Hashable, Sendable {
    /// The seed of the world.
    public var seed: UInt64
    /// What goes wrong.
    public var faults: FaultPlan
    /// In which order things happen for which real systems promise none.
    public var schedule: Schedule
    /// The values of `World.parameter`, by name; parameters without a value here are drawn from the seed.
    public var parameters: [String: Int]

    /// Creates a case; without arguments, the one in which nothing goes wrong.
    public init(
        seed: UInt64 = 0, faults: FaultPlan = [], schedule: Schedule = .plain, parameters: [String: Int] = [:]
    ) {
        self.seed = seed
        self.faults = faults
        self.schedule = schedule
        self.parameters = parameters
    }

    /// A world for this case, with the case's seed, schedule, faults and parameters.
    public func makeWorld(configuration: World.Configuration = World.Configuration()) -> World {
        var configuration = configuration
        configuration.schedule = schedule
        let world = World(seed: seed, configuration: configuration)
        prepare(world)
        return world
    }

    /// Gives a world, which has the case's seed and schedule, the faults and parameters.
    @discardableResult
    package func prepare(_ world: World) -> RunNotes {
        let notes = RunNotes(self)
        world.keep(notes)
        if !faults.isEmpty { world.inject(faults) }
        return notes
    }
}
