import FaradayTesting
import Testing

@Suite struct PulseTests {
    @Test(.explored(runs: 50, faults: .radio, schedule: .any))
    func showsTheHeartRate() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { PulseApp() }
        try await world.run(until: { app.heartRate != nil })
        try await world.run(for: .seconds(30))
        try await world.run(until: { app.heartRate != nil })
    }

    @Test(.simulated)
    func showsTheHeartRateAgainAfterALostLink() async throws {
        let world = World.current
        world.inject(.notification("2A37").nth(1).dropsLink(.timeout))
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { PulseApp() }
        try await world.run(until: { app.heartRate != nil })
    }

    @Test(.simulated(replaying: #"{"seed":12}"#))
    func showsTheHeartRateInThisCase() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { PulseApp() }
        try await world.run(until: { app.heartRate != nil })
    }

    @Test(.explored(runs: 20, faults: .radio, schedule: .any))
    func findsOneOfSeveralStraps() async throws {
        let world = World.current
        for number in 1...world.parameter("straps", in: 1...5) {
            world.add(.heartRateMonitor(name: "HR-\(number)"))
        }
        let app = world.addPhone().run { PulseApp() }
        world.always("a shown value is of this link") { app.heartRate == nil || app.isConnected }
        try await world.run(until: { app.heartRate != nil })
    }

    @Test(.explored(runs: 20, faults: .radio, childProcesses: true))
    func doesNotTrap() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let app = world.addPhone().run { PulseApp() }
        try await world.run(until: { app.heartRate != nil })
    }

    /// Notifications that come late, and links that end while one is on its way.
    static let hurried = FaultVocabulary { draw in
        let point = Fault.notification().nth(draw.count(upTo: 12))
        return draw.isLucky(0.5)
            ? point.isDelayed(by: .milliseconds(100 * draw.count(upTo: 20))) : point.dropsLink(.peer)
    }

    @Test(.explored(runs: 20, faults: hurried, schedule: .any))
    func showsTheHeartRateInAHurry() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let app = world.addPhone().run { PulseApp() }
        try await world.run(until: { app.heartRate != nil })
    }
}

#if canImport(XCTest)
import XCTest

final class PulseXCTests: SimulatedTestCase {
    func testShowsTheHeartRate() throws {
        try explore(runs: 20, faults: .radio) { world in
            world.add(.heartRateMonitor())
            let app = world.addPhone().run { PulseApp() }
            try world.run(until: { app.heartRate != nil })
            XCTAssertTrue(app.isConnected)
        }
    }
}
#endif

/// What a program without tests does.
func explorePulse() -> ExplorationResult {
    Exploration("pulse", runs: 20, faults: .radio).run { world in
        world.add(.heartRateMonitor())
        let app = world.addPhone().run { PulseApp() }
        try world.run(until: { app.heartRate != nil })
    }
}
