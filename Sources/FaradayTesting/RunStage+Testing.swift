import BluetoothPort
import BluetoothTypes
import FaradayExploration
import FaradaySimulation
import Testing

extension RunStage {
    /// The stage of a test: its worlds wait for the main queue and the queues of managers, and are the tests' worlds.
    ///
    /// - Parameter collectsIssues: Whether failed expectations are noted by themselves, so that the errors that follow
    ///   from them say nothing new.
    init(
        _ body: Body, _ exploration: Exploration, _ capture: CapturePlace, misuse: World.MisusePolicy,
        collectsIssues: Bool
    ) {
        self.init(body, configuration: exploration.configuration, name: exploration.name, misuse: misuse)
        makeWorld = { explored in
            var configuration = exploration.configuration.inTest
            configuration.schedule = explored.schedule
            configuration.ordersWork = false
            return World(seed: explored.seed, configuration: configuration)
        }
        synchronousScope = { world, notes, body in
            let phone = Self.phone(world, notes)
            world.code.setScope(phone)
            try World.$scoped.withValue(world) {
                try PortEnvironment.$current.withValue(phone) { try world.code.run(body) }
            }
        }
        scope = { world, notes, body in
            let phone = Self.phone(world, notes)
            world.code.setScope(phone)
            try await World.$scoped.withValue(world) {
                try await PortEnvironment.$current.withValue(phone) {
                    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                        try await world.simulate(body)
                    } else {
                        try await body()
                    }
                }
            }
        }
        failure = { error, world in
            if error is ExpectationFailedError, collectsIssues { return nil }
            return ErrorJudge.failure((error as? SimulatedTestFailure)?.underlying ?? error, in: world)
        }
        account = { world, failure, explored in
            let report = SimulationReport(world, capture.ofFailure(failure.signature.description))
            let snapshot = failure.snapshot(in: world)
            report.note(
                failure.message, at: failure.place?.sourceLocation.shortText, snapshot, time: failure.time,
                replay: exploration.command(explored))
            report.writeFiles(replacing: true)
            return RunAccount(
                story: report.text(snapshot, hasCapture: false, replacing: true),
                capture: world.hasPackets ? report.captureFile(replacing: true).path : nil)
        }
    }
}
