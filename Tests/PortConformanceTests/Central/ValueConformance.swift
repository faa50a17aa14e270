import BluetoothPort
import FaradayTesting
import Testing

/// What a central port reads, writes and hears, whatever lies behind it.
@Suite struct ValueConformance {
    @Test(.simulated(seed: 31), arguments: Way.all)
    func valuesAreReadAndWritten(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let names = try await user.characteristics(of: "AA00", peer)
        let value = try #require(names["AB01"])
        #expect(try await user.read(value, peer) == .success([1, 2, 3]))
        #expect(try await user.write([4, 5], to: value, peer) == nil)
        #expect(try await user.read(value, peer) == .success([4, 5]))
        #expect(try await user.write([], to: value, peer) == nil)
        #expect(try await user.read(value, peer) == .success([]))
        let long = (0..<400).map { UInt8($0 & 0xFF) }
        #expect(try await user.write(long, to: value, peer) == nil)
        #expect(try await user.read(value, peer) == .success(long), "several packets each")
    }

    @Test(.simulated(seed: 32), arguments: Way.all)
    func errorsOfThePeerPassThrough(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let names = try await user.characteristics(of: "AA00", peer)
        #expect(try await user.read(names["AB04"]!, peer) == .failure(.att(code: 0x85)))
        #expect(try await user.read(names["AB03"]!, peer) == .failure(.att(code: 0x02)))
        #expect(try await user.write([1], to: names["AB02"]!, peer) == .att(code: 0x03))
        let tooLong = [UInt8](repeating: 0, count: 600)
        #expect(try await user.write(tooLong, to: names["AB01"]!, peer) == .att(code: 0x0D))
        user.send(.setNotify(peer, names["AB01"]!, true))
        let error = try await user.events.next { event -> PortError?? in
            guard case .notifyStateChanged(peer, names["AB01"]!, isNotifying: false, let error) = event else {
                return nil
            }
            return .some(error)
        }
        #expect(error == .att(code: 0x06))
    }

    @Test(.simulated(seed: 33), arguments: Way.all)
    func notificationsAndIndicationsCome(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let names = try await user.characteristics(of: "AA00", peer)
        for uuid in ["AB02", "AB05"] as [BluetoothUUID] {
            let name = try #require(names[uuid])
            user.send(.setNotify(peer, name, true))
            try await user.events.wait(for: .notifyStateChanged(peer, name, isNotifying: true, nil))
            #expect(device.subscriberCount(of: uuid) == 1)
            for count in 1...5 { device.update(uuid, [UInt8(count)]) }
            for count in 1...5 {
                #expect(try await user.value(of: name, peer) == .success([UInt8(count)]))
            }
            user.send(.setNotify(peer, name, false))
            try await user.events.wait(for: .notifyStateChanged(peer, name, isNotifying: false, nil))
            #expect(device.subscriberCount(of: uuid) == 0)
        }
    }

    @Test(.simulated(seed: 34), arguments: Way.all)
    func commandsArriveInOrder(_ way: Way) async throws {
        let world = World.current
        let received = Lock<[UInt8]>([])
        world.add(.gadget(onWrite: { value in received.withLock { $0 += value } }))
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let name = try #require(try await user.characteristics(of: "AA00", peer)["AB03"])
        var count = 0
        repeat {
            #expect(
                user.send(.writeCharacteristic(peer, name, [UInt8(count)], .withoutResponse)) == .accepted)
            count += 1
        } while count < 200 && user.port.canSendWriteWithoutResponse(to: peer)
        #expect((2..<200).contains(count), "the queue has an end")
        try await user.events.wait(for: .readyToWriteWithoutResponse(peer))
        try await world.run(until: { user.port.canSendWriteWithoutResponse(to: peer) })
        try await world.run(until: { received.withLock { $0.count } == count })
        #expect(received.withLock { $0 } == (0..<count).map { UInt8($0) })
    }

    @Test(.simulated(seed: 35), arguments: Way.all)
    func descriptorsAreReadAndWritten(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let names = try await user.characteristics(of: "AA00", peer)
        let descriptors =
            try await user.descriptors(of: names["AB01"]!, peer)
            + user.descriptors(of: names["AB02"]!, peer)
        let expected: [BluetoothUUID: [UInt8]] = [
            "2901": Array("first".utf8), "AC01": [7, 8], "2902": [0, 0],
        ]
        #expect(descriptors.map(\.uuid) == ["2901", "AC01", "2902"])
        for descriptor in descriptors {
            user.send(.readDescriptor(peer, descriptor.identifier))
            let value = try #require(expected[descriptor.uuid])
            try await user.events.wait(
                for: .descriptorValue(peer, descriptor.identifier, .success(value)))
        }
        let own = descriptors[1].identifier
        user.send(.writeDescriptor(peer, own, [9]))
        try await user.events.wait(for: .descriptorWritten(peer, own, nil))
        user.send(.readDescriptor(peer, own))
        try await user.events.wait(for: .descriptorValue(peer, own, .success([9])))
        user.send(.writeDescriptor(peer, descriptors[0].identifier, [9]))
        try await user.events.wait(
            for: .descriptorWritten(peer, descriptors[0].identifier, .att(code: 0x03)))
    }

    @Test(.simulated(seed: 36, misuse: .record), arguments: Way.all)
    func misuseIsTheFrameworksAffair(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.find()
        #expect(user.send(.readRSSI(peer)) == .ignored)
        #expect(user.send(.discoverServices(peer, nil)) == .ignored)
        let unknown = AttributeIdentifier(rawValue: 999_999)
        #expect(user.send(.readCharacteristic(peer, unknown)) == .ignored)
        try await world.run(for: .seconds(1))
        #expect(world.misuses.contains { $0.misuse.kind == .notConnected })
        let misuse = Misuse(kind: .invalidArgument, call: "here", message: "100 % of nothing")
        #expect(user.send(.reportMisuse(misuse)) == .accepted)
    }
}
