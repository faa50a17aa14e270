import FaradayTesting
import Testing

/// What the tests ask of an app.
protocol TagApp: AnyObject {
    var isConnected: Bool { get }
}

@Suite(.enabled(if: World().holdsAppWork)) struct TagTests {
    /// For a quarter of a minute the tag ends each link at once, as one does whose battery is nearly empty, or that knows another owner.
    func leavesTheTagInPeace(_ launch: () -> some TagApp) async throws {
        let world = World.current
        let (links, isBusy) = (World.Lock(0), World.Lock(true))
        world.add(
            DeviceDefinition(name: "Tag") {
                DeviceAdvertising(services: ["FF10"])
                DeviceBehaviour.onEvent { tag, event in
                    guard case .connected(let link) = event else { return }
                    links.withLock { $0 += 1 }
                    if isBusy.withLock({ $0 }) { tag.disconnect(link) }
                }
            })
        let app = world.addPhone(.iOS(18)).run { launch() }
        try await world.run(for: .seconds(15))
        #expect(links.withLock { $0 } < 8)

        isBusy.withLock { $0 = false }
        try await world.run(until: { app.isConnected }, timeout: .minutes(1))
    }

    @Test(.simulated(seed: 7)) func comesBackSlowly() async throws {
        try await leavesTheTagInPeace(MendedTag.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func leavesTheTagInPeace() async throws {
        try await leavesTheTagInPeace(NaiveTag.init)
    }
}
