import BluetoothPort
import FaradayTesting
import Testing

/// What a central port tells of links that others on the phone have.
@Suite struct ConnectionEventConformance {
    @Test(.simulated(seed: 18), arguments: Way.all)
    func linksOfOthersAreToldToThoseWhoAsk(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let phone = world.addPhone()
        let listener = try await CentralUser.poweredOn(way, phone)
        let peer = try await listener.find()
        #expect(listener.send(.registerForConnectionEvents(.init(peers: [peer]))) == .accepted)
        listener.events.skip()
        let other = try await CentralUser.poweredOn(way, phone.app(2))
        _ = try await other.connect()
        func event(_ isConnected: Bool) async throws -> PeerIdentifier {
            try await listener.events.next { event in
                if case .connectionEvent(let peer, isConnected) = event { peer.identifier } else { nil }
            }
        }
        #expect(try await event(true) == peer)
        try await world.run(for: .seconds(1))
        device.disconnect()
        #expect(try await event(false) == peer)
        listener.send(.registerForConnectionEvents(nil))
        listener.events.skip()
        _ = try await other.connect()
        try await world.run(for: .seconds(1))
        #expect(listener.events.unread.isEmpty)
    }

    @Test(.simulated(seed: 19), arguments: Way.all)
    func whatThePhoneCanDoIsAnswered(_ way: Way) async throws {
        let world = World.current
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        try await world.run(for: .seconds(1))
        #expect(
            user.port.traits
                == Central.Traits(
                    disconnectMethods: .olderFirst, invalidatesPeripheralsWhenPoweredOff: false,
                    supportsExtendedScanAndConnect: true))
    }
}
