import BluetoothTypes
import FaradaySimulation
import Foundation

/// Runs a body in many worlds: each with a seed of its own, with faults drawn from a vocabulary, and with a schedule that
/// a real phone may have. A failure is cut down to the simplest case that fails the same way.
///
/// The same settings and the same body find the same failures, whatever the number of cores. Tests have it as the trait
/// `.explored` and the function `explore` of FaradayTesting; here it is for any program.
///
/// ```swift
/// let result = Exploration(runs: 2_000, faults: .radio).run { world in
///     world.add(.heartRateMonitor())
///     let app = world.addPhone().run { HeartRateApp() }
///     try world.run(until: { app.isConnected })
/// }
/// print(result.report)
/// ```
///
/// A run fails if its body throws, if the app misuses the API, if a rule of `World.always` or `World.eventually` does not
/// hold, if the body waits for something that never happens, in tests if an expectation does not hold, and with
/// `childProcesses` if the app's code ends its process.
public struct Exploration: Sendable {
    /// When an exploration ends.
    public enum Mode: Hashable, Sendable {
        /// At the first failure.
        case first
        /// After all runs; failures with the same signature count as one.
        case all
    }

    /// What the exploration is called in progress, in files, and in the command that runs a case again.
    public var name: String
    /// How many worlds there are; `FARADAY_RUNS` overrides it.
    public var runs: Int
    /// The number from which all cases follow; `FARADAY_SEED` overrides it.
    public var seed: UInt64
    /// What may go wrong; `nil` for nothing.
    public var faults: FaultVocabulary?
    /// Which schedules the runs have.
    public var schedule: ExplorationSchedules
    /// When the exploration ends.
    public var mode: Mode
    /// How much virtual time a body may wait for something; a run that waits longer hangs. Runs of the world have
    /// timeouts of their own.
    public var longest: Nanoseconds
    /// How far each run may go, with all that its body does. A body in a loop that never ends fails there.
    public var limits: RunLimits
    /// Whether a run fails if managers, links or requests are still open some seconds after the end of its body. What the
    /// world's own closures hold (rules, handlers of devices) is open, too: they capture the app weakly.
    public var leaks: Bool
    /// The only case to run, if it is set; `FARADAY_REPLAY` overrides it.
    public var replayed: ExploredCase?
    /// The folder in which cases that reached something new are kept. They run first the next time, and half of all runs
    /// are made from them. `FARADAY_CORPUS` overrides it; `nil` for none.
    public var corpus: String?
    /// Whether the result has a table of what was reached; `FARADAY_COVERAGE=1` asks for it too.
    public var coverage: Bool
    /// Whether each run is in a child process, so that a trap in the app's code is a failure of its run. On Linux;
    /// elsewhere runs are in this process. `FARADAY_CHILD_PROCESSES` (`1` or `0`) overrides it.
    public var childProcesses: Bool
    /// How many simpler cases are tried for each failure.
    public var attempts: Int
    /// How many runs there are at the same time; `nil` for as many as there are processors, which all explorations with
    /// asynchronous bodies in the process share.
    public var parallelRuns: Int?
    /// The configuration of the worlds; their schedules are the cases'.
    public var configuration: World.Configuration
    /// How the exploration is started from a shell, without variables; `nil` if nobody knows.
    package var start: String?
    /// How child processes are started; `nil` if they can't come to this exploration.
    package var launch: ChildLaunch? = .ofProgram
    package var environment = ExplorationEnvironment.ofProcess

    /// Creates an exploration; the properties describe the parameters.
    public init(
        _ name: String = "exploration", runs: Int = 1_000, seed: UInt64 = 0,
        faults: FaultVocabulary? = .anything, schedule: ExplorationSchedules = .any, mode: Mode = .first,
        longest: Nanoseconds = .hours(1), limits: RunLimits = RunLimits(), leaks: Bool = false,
        replaying replayed: ExploredCase? = nil, corpus: String? = nil,
        coverage: Bool = false, childProcesses: Bool = false, attempts: Int = 1_000, parallelRuns: Int? = nil,
        configuration: World.Configuration = World.Configuration()
    ) {
        self.name = name
        self.runs = runs
        self.seed = seed
        self.faults = faults
        self.schedule = schedule
        self.mode = mode
        self.longest = longest
        self.limits = limits
        self.leaks = leaks
        self.replayed = replayed
        self.corpus = corpus
        self.coverage = coverage
        self.childProcesses = childProcesses
        self.attempts = attempts
        self.parallelRuns = parallelRuns
        self.configuration = configuration
    }

    /// Runs a synchronous body in many worlds, on several threads at once. Called on the main thread, it is one of them;
    /// the run loop, and with it the main queue, runs between bodies.
    @_disfavoredOverload
    public func run(_ body: @escaping @Sendable (World) throws -> Void) -> ExplorationResult {
        run(on: RunStage(.synchronous(body), configuration: configuration, name: name))
    }

    /// Runs an asynchronous body in many worlds. The world is the task executor of its body, and moves while the body
    /// waits.
    public func run(_ body: @escaping @Sendable (World) async throws -> Void) async -> ExplorationResult {
        await run(on: RunStage(.asynchronous(body), configuration: configuration, name: name))
    }

    /// How a case is run again from a shell.
    package func command(_ explored: ExploredCase) -> String {
        "FARADAY_REPLAY='\(explored)' \(start ?? name)"
    }

    /// Whether runs are in child processes, as the environment or the exploration says.
    var wantsChildren: Bool { environment.wantsChildren ?? childProcesses }

    /// Runs a stage from synchronous code.
    package func run(on stage: RunStage) -> ExplorationResult {
        outsideWorlds { MainLane.wait { main in await Explorer(self, stage).run(main: main) } }
    }

    /// Runs a stage from asynchronous code.
    package func run(on stage: RunStage) async -> ExplorationResult {
        await besideWorlds { await Explorer(self, stage).run() }
    }
}
