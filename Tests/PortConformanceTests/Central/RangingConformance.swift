#if !canImport(Darwin)
import BluetoothPort
import FaradayTesting
import Testing

/// How a central port carries sessions that measure distances.
@Suite struct RangingConformance {
    @Test(
        "Requests about distances and what becomes of them pass", .simulated(seed: 83),
        arguments: Way.allCases)
    func refusedSession(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone(.iOS(27)))
        try await world.run(for: .seconds(1))
        #expect(user.port.traits.supportsChannelSounding)
        let peer = try await user.connect()
        // The user has not set the gadget up (27.5).
        #expect(user.send(.ranging(peer, .start(.initiator))) == .accepted)
        let error = try await user.events.next { event -> PortError?? in
            guard case .ranging(peer, .completed(let error)) = event else { return nil }
            return .some(error)
        }
        #expect(error == .channelSoundingConfigurationFailed)
        #expect(user.send(.ranging(peer, .cancel)) == .accepted)
    }

    @Test("A phone without the radio says so", .simulated(seed: 84), arguments: Way.allCases)
    func withoutRadio(_ way: Way) async throws {
        let world = World.current
        let user = try await CentralUser.poweredOn(way, world.addPhone(.iOS(27, hasChannelSounding: false)))
        try await world.run(for: .seconds(1))
        #expect(!user.port.traits.supportsChannelSounding)
    }
}
#endif
