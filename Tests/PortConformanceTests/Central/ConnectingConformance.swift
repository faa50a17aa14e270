import BluetoothPort
import FaradayTesting
import Testing

/// How links come and go at a central port, whatever lies behind it.
@Suite struct ConnectingConformance {
    @Test(.simulated(seed: 11), arguments: Way.all)
    func aLinkEndsAsTheUserWishes(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.find()
        #expect(user.port.mtu(of: peer) == 0)
        #expect(user.send(.connect(peer, .init())) == .accepted)
        #expect(user.port.mtu(of: peer) == 23)
        try await user.connected(peer)
        #expect(device.connectionCount == 1)
        try await world.run(for: .seconds(2))
        #expect(user.port.mtu(of: peer) == 185)
        #expect(user.port.maximumWriteLength(to: peer, .withoutResponse) == 182)
        #expect(user.port.maximumWriteLength(to: peer, .withResponse) == 512)
        #expect(!user.port.isNotificationSharingAuthorized(for: peer))
        #expect(user.send(.cancelConnection(peer)) == .accepted)
        #expect(try await user.disconnected(peer) == (nil, false))
        try await world.run(until: { device.connectionCount == 0 })
    }

    @Test(.simulated(seed: 12), arguments: Way.all)
    func anAttemptEndsAsTheUserWishes(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.find()
        device.powerOff()
        user.send(.connect(peer, .init()))
        try await world.run(for: .minutes(2))
        #expect(user.events.unread.allSatisfy { if case .discovered = $0 { true } else { false } })
        user.send(.cancelConnection(peer))
        #expect(try await user.disconnected(peer) == (nil, false))
    }

    @Test(
        "An end that nobody here wished for says why", .simulated(seed: 13),
        arguments: Way.all, [(true, PortError.peripheralDisconnected), (false, .connectionTimeout)])
    func lost(_ way: Way, _ end: (isSaid: Bool, error: PortError)) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        try await world.run(for: .seconds(1))
        if end.isSaid { device.disconnect() } else { device.powerOff() }
        #expect(try await user.disconnected(peer) == (end.error, false))
    }

    @Test(.simulated(seed: 14), arguments: Way.all)
    func theSystemReconnects(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.find()
        user.send(.connect(peer, .init(enablesAutoReconnect: true)))
        try await user.connected(peer)
        try await world.run(for: .seconds(1))
        device.reset(after: .seconds(3))
        #expect(try await user.disconnected(peer) == (.connectionTimeout, true))
        try await user.connected(peer)
        let names = try await user.characteristics(of: "AA00", peer)
        #expect(try await user.read(names["AB01"]!, peer) == .success([1, 2, 3]))
    }

    @Test(.simulated(seed: 15), arguments: Way.all)
    func aRadioThatGoesOffSaysNothingOfLinks(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let phone = world.addPhone()
        let user = try await CentralUser.poweredOn(way, phone)
        let peer = try await user.connect()
        user.events.skip()
        phone.setBluetooth(false)
        try await world.run(until: { device.connectionCount == 0 })
        #expect(user.events.unread == [.stateChanged(.poweredOff)])
        phone.setBluetooth(true)
        try await user.events.wait(for: .stateChanged(.poweredOn))
        #expect(user.port.retrieve([peer]) == [.init(identifier: peer, name: "Gadget")])
        user.send(.connect(peer, .init()))
        try await user.connected(peer)
    }

    @Test(.simulated(seed: 16, misuse: .record), arguments: Way.all)
    func lettingAPeerGoEndsItsLink(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        user.events.skip()
        #expect(user.send(.release(peer)) == .accepted)
        try await world.run(until: { device.connectionCount == 0 })
        #expect(user.events.unread.isEmpty)
        let kinds = world.misuses.map(\.misuse.kind).filter { !$0.isHarmless }
        #expect(kinds == [.unusedConnectedPeripheral])
        // It is found again.
        user.send(.connect(peer, .init()))
        try await user.connected(peer)
    }

    @Test(.simulated(seed: 17), arguments: Way.all)
    func anotherNameAndTheSignalAreTold(_ way: Way) async throws {
        let world = World.current
        var definition = DeviceDefinition.gadget(name: "Real name")
        definition.advertising = [DeviceAdvertising(data: AdvertisingData([.completeLocalName("Alias")]))]
        world.add(definition)
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        #expect(user.port.retrieve([peer]) == [.init(identifier: peer, name: "Alias")])
        _ = try await user.services(of: peer)
        try await world.run(for: .seconds(2))
        let named = user.events.all.contains(.nameChanged(peer, "Real name"))
        #expect(named)
        user.send(.readRSSI(peer))
        let rssi = try await user.events.next { event -> Result<Int, PortError>? in
            if case .rssi(peer, let result) = event { result } else { nil }
        }
        #expect((-100 ... -20).contains(try rssi.get()))
    }
}
