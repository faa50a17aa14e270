import BluetoothPort
import FaradayTesting
import Testing

/// What a central port finds, whatever lies behind it.
@Suite struct ScanningConformance {
    @Test(.simulated(seed: 1), arguments: Way.all)
    func aManagerHearsOfTheRadioFirst(_ way: Way) async throws {
        let phone = World.current.addPhone()
        let user = try await CentralUser.poweredOn(way, phone)
        #expect(user.events.all == [.stateChanged(.poweredOn)])
        #expect(user.port.authorization == .allowedAlways)
        phone.setBluetooth(false)
        try await user.events.wait(for: .stateChanged(.poweredOff))
        phone.setBluetooth(true)
        try await user.events.wait(for: .stateChanged(.poweredOn))
        phone.setAuthorization(.denied)
        try await user.events.wait(for: .stateChanged(.unauthorized))
        #expect(user.port.authorization == .denied)
        #expect(user.events.unread.isEmpty)
    }

    @Test(.simulated(seed: 2), arguments: Way.all)
    func anAdvertisementComesWhole(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        #expect(user.send(.scan(.init())) == .accepted)
        let (peer, data, rssi) = try await user.events.next { event in
            if case .discovered(let peer, let data, let rssi) = event { (peer, data, rssi) } else { nil }
        }
        #expect(peer.name == "Gadget")
        #expect(data.localName == "Gadget")
        #expect(data.serviceUUIDs == ["AA00"])
        #expect(data.serviceUUIDs.first?.width == .bits16)
        #expect(data.manufacturerData == [0x4C, 0x00, 1, 2])
        #expect(data.isConnectable == true)
        #expect(data.solicitedServiceUUIDs.isEmpty && data.serviceData.isEmpty && data.txPowerLevel == nil)
        #expect((-100 ... -20).contains(rssi))
        #expect(user.send(.stopScan) == .accepted)
    }

    @Test(.simulated(seed: 3), arguments: Way.all)
    func aFilterAndDuplicatesAreObeyed(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        world.add(.battery(name: "Cell"))
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        func names() -> [String?] {
            user.events.unread.compactMap { event -> String?? in
                if case .discovered(let peer, _, _) = event { .some(peer.name) } else { nil }
            }
        }
        user.send(.scan(.init(services: ["AA00"])))
        try await world.run(for: .seconds(5))
        #expect(Set(names()) == ["Gadget"])
        let once = names().count
        user.events.skip()
        user.send(.scan(.init(services: ["AA00"], allowsDuplicates: true)))
        try await world.run(for: .seconds(5))
        #expect(names().count > once + 10)
        user.send(.stopScan)
        user.events.skip()
        try await world.run(for: .seconds(5))
        #expect(user.events.unread.isEmpty)
    }

    @Test(.simulated(seed: 4, misuse: .record), arguments: Way.all)
    func whatComesTooEarlyIsIgnored(_ way: Way) async throws {
        let world = World.current
        let phone = world.addPhone()
        phone.setBluetooth(false)
        let user = CentralUser(way, phone)
        try await user.events.wait(for: .stateChanged(.poweredOff))
        #expect(user.send(.scan(.init())) == .ignored)
        #expect(user.port.retrieveConnected(with: ["AA00"]) == [])
        #expect(world.misuses.contains { $0.misuse.kind == .notPoweredOn })
        #expect(user.events.unread.isEmpty)
    }

    @Test(.simulated(seed: 5), arguments: Way.all)
    func severalManagersShareOnePhone(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let phone = world.addPhone()
        let first = try await CentralUser.poweredOn(way, phone)
        let second = try await CentralUser.poweredOn(way, phone)
        let peer = try await first.connect(["AA00"])
        let names = try await first.characteristics(of: "AA00", peer)
        #expect(second.port.retrieveConnected(with: ["AA00"]) == [.init(identifier: peer, name: "Gadget")])
        #expect(second.port.retrieve([peer]) == [.init(identifier: peer, name: "Gadget")])
        second.send(.connect(peer, .init()))
        try await second.connected(peer)
        second.send(.cancelConnection(peer))
        #expect(try await second.disconnected(peer) == (nil, false))
        #expect(try await first.read(names["AB01"]!, peer) == .success([1, 2, 3]), "the link is still up")
        let unknown = PeerIdentifier(high: 1, low: 1)
        #expect(first.port.retrieve([unknown]) == [])
    }

    @Test(.simulated(seed: 6), arguments: Way.all)
    func nothingIsToldAfterTheEnd(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect(["AA00"])
        user.send(.scan(.init(allowsDuplicates: true)))
        user.port.close()
        #expect(user.send(.scan(.init())) == .ignored)
        #expect(user.port.authorization == .notDetermined)
        #expect(user.port.retrieve([peer]) == [])
        #expect(user.port.retrieveConnected(with: ["AA00"]) == [])
        #expect(!user.port.canSendWriteWithoutResponse(to: peer))
        #expect(user.port.mtu(of: peer) == 0)
        user.events.skip()
        try await world.run(until: { device.connectionCount == 0 })
        #expect(user.events.unread.isEmpty)
    }
}
