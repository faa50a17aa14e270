import BluetoothPort
import FaradayTesting
import Testing

/// What a peripheral port publishes, and who asks for it, whatever lies behind it.
@Suite struct ServerConformance {
    private let dynamic = AttributeIdentifier(rawValue: 2)
    private let notified = AttributeIdentifier(rawValue: 3)

    /// A server of this way with its bench, and a client on another phone that has found it.
    private func meeting(
        _ way: Way
    ) async throws -> (
        server: ServerUser, client: CentralUser, peer: PeerIdentifier,
        names: [BluetoothUUID: AttributeIdentifier]
    ) {
        let world = World.current
        let server = try await ServerUser.poweredOn(way, world.addPhone(name: "server"))
        try await server.openBench()
        let client = try await CentralUser.poweredOn(.direct, world.addPhone(name: "client"))
        let peer = try await client.connect(["AA00"])
        return (server, client, peer, try await client.characteristics(of: "AA00", peer))
    }

    @Test(.simulated(seed: 41), arguments: Way.all)
    func servicesComeAndGo(_ way: Way) async throws {
        let world = World.current
        let server = try await ServerUser.poweredOn(way, world.addPhone())
        server.publish(.bench)
        try await server.events.wait(for: .serviceAdded(.init(rawValue: 1), nil))
        var outer = Peripheral.Service.plain(5, "AA05", characteristic: 6, "AB05", value: [5])
        outer.includedServices = [.init(rawValue: 1)]
        server.publish(outer)
        try await server.events.wait(for: .serviceAdded(.init(rawValue: 5), nil))
        var wrong = Peripheral.Service.plain(7, "AA07", characteristic: 8, "AB07", value: [7])
        wrong.includedServices = [.init(rawValue: 99)]
        server.publish(wrong)
        try await server.events.wait(for: .serviceAdded(.init(rawValue: 7), .invalidParameters))
        let reserved = Peripheral.Service.plain(9, "180A", characteristic: 10, "2A29", value: [])
        server.publish(reserved)
        try await server.events.wait(for: .serviceAdded(.init(rawValue: 9), .uuidNotAllowed))
        #expect(server.send(.remove(.init(rawValue: 5))) == .accepted)
        #expect(server.send(.removeAllServices) == .accepted)
        server.publish(.bench)
        try await server.events.wait(for: .serviceAdded(.init(rawValue: 1), nil))
        #expect(server.events.unread.isEmpty)
    }

    @Test(.simulated(seed: 42), arguments: Way.all)
    func aServiceIsFoundAsItWasMade(_ way: Way) async throws {
        let (server, client, peer, _) = try await meeting(way)
        let service = try #require(try await client.services(of: peer).first { $0.uuid == "AA00" })
        let characteristics = try await client.characteristics(of: service, peer)
        #expect(characteristics.map(\.uuid) == ["AB01", "AB02", "AB03"])
        #expect(characteristics.map(\.properties) == [0x0E, 0x12, 0x02])
        #expect(try await client.read(characteristics[2].identifier, peer) == .success([9]))
        let descriptors = try await client.descriptors(of: characteristics[2].identifier, peer)
        let text = try #require(descriptors.first { $0.uuid == "2901" })
        client.send(.readDescriptor(peer, text.identifier))
        try await client.events.wait(
            for: .descriptorValue(peer, text.identifier, .success(Array("static".utf8))))
        #expect(server.events.unread.isEmpty, "nobody was asked")
    }

    @Test(.simulated(seed: 43), arguments: Way.all)
    func readsAreAnsweredByTheUser(_ way: Way) async throws {
        let (server, client, peer, names) = try await meeting(way)
        let name = try #require(names["AB01"])
        client.send(.readCharacteristic(peer, name))
        let request = try await server.readRequest()
        #expect(request.characteristic == dynamic && request.offset == 0)
        #expect(server.send(.respond(request.identifier, code: 0, value: [1, 2])) == .accepted)
        #expect(try await client.value(of: name, peer) == .success([1, 2]))

        client.send(.readCharacteristic(peer, name))
        server.send(.respond(try await server.readRequest().identifier, code: 0x91, value: nil))
        #expect(try await client.value(of: name, peer) == .failure(.att(code: 0x91)))
    }

    @Test(.simulated(seed: 44), arguments: Way.all)
    func aLongValueIsReadInParts(_ way: Way) async throws {
        let (server, client, peer, names) = try await meeting(way)
        try await server.world.run(for: .seconds(2))
        let value = (0..<300).map { UInt8($0 & 0xFF) }
        client.send(.readCharacteristic(peer, names["AB01"]!))
        var offsets: [Int] = []
        for _ in 0..<2 {
            let request = try await server.readRequest()
            offsets.append(request.offset)
            server.send(.respond(request.identifier, code: 0, value: Array(value[request.offset...])))
        }
        #expect(offsets == [0, 184])
        #expect(try await client.value(of: names["AB01"]!, peer) == .success(value))
    }

    @Test(.simulated(seed: 45), arguments: Way.all)
    func writesComeWholeAndAreAnsweredOnce(_ way: Way) async throws {
        let (server, client, peer, names) = try await meeting(way)
        let name = try #require(names["AB01"])
        try await server.world.run(for: .seconds(2))
        client.send(.writeCharacteristic(peer, name, [1, 2, 3], .withResponse))
        let plain = try await server.writeRequests()
        #expect(plain.parts.map(\.value) == [[1, 2, 3]] && plain.parts[0].offset == 0)
        #expect(plain.parts[0].characteristic == dynamic)
        server.send(.respond(plain.identifier, code: 0, value: nil))
        try await client.events.wait(for: .characteristicWritten(peer, name, nil))

        let long = (0..<400).map { UInt8($0 & 0xFF) }
        client.send(.writeCharacteristic(peer, name, long, .withResponse))
        let prepared = try await server.writeRequests()
        #expect(prepared.parts.count > 1, "prepared writes come as one array")
        #expect(prepared.parts.flatMap(\.value) == long)
        #expect(prepared.parts.map(\.offset).first == 0)
        #expect(prepared.parts.map(\.offset) == prepared.parts.map(\.offset).sorted())
        server.send(.respond(prepared.identifier, code: 0x80, value: nil))
        try await client.events.wait(for: .characteristicWritten(peer, name, .att(code: 0x80)))

        client.send(.writeCharacteristic(peer, name, [4], .withoutResponse))
        let command = try await server.writeRequests()
        #expect(command.parts.map(\.value) == [[4]])
        server.send(.respond(command.identifier, code: 0, value: nil))
    }

    @Test(.simulated(seed: 46), arguments: Way.all)
    func subscribersGetUpdatesUntilTheyAreGone(_ way: Way) async throws {
        let (server, client, peer, names) = try await meeting(way)
        let name = try #require(names["AB02"])
        try await server.world.run(for: .seconds(2))
        client.send(.setNotify(peer, name, true))
        let (central, characteristic) = try await server.subscribed()
        #expect(characteristic == notified && central.maximumUpdateLength == 182)
        try await client.events.wait(for: .notifyStateChanged(peer, name, isNotifying: true, nil))
        #expect(server.update([1], notified))
        #expect(try await client.value(of: name, peer) == .success([1]))
        let chosen = [central.identifier]
        #expect(server.update([2], notified, chosen))
        #expect(try await client.value(of: name, peer) == .success([2]))
        server.send(.setDesiredConnectionLatency(.low, central: central.identifier))

        client.send(.setNotify(peer, name, false))
        try await server.events.wait(for: .unsubscribed(central, characteristic: notified))
        client.send(.setNotify(peer, name, true))
        _ = try await server.subscribed()
        client.send(.cancelConnection(peer))
        try await server.events.wait(for: .unsubscribed(central, characteristic: notified))
    }

    @Test(.simulated(seed: 47), arguments: Way.all)
    func aFullQueueSaysSoAndSaysWhenThereIsRoom(_ way: Way) async throws {
        let (server, client, peer, names) = try await meeting(way)
        let name = try #require(names["AB02"])
        client.send(.setNotify(peer, name, true))
        _ = try await server.subscribed()
        try await client.events.wait(for: .notifyStateChanged(peer, name, isNotifying: true, nil))
        var taken = 0
        while taken < 200,
            server.update([UInt8(taken)], notified)
        {
            taken += 1
        }
        #expect((1..<200).contains(taken))
        try await server.events.wait(for: .readyToUpdateSubscribers)
        for number in 0..<taken {
            #expect(try await client.value(of: name, peer) == .success([UInt8(number)]), "none is lost")
        }
    }

    @Test(.simulated(seed: 48, misuse: .record), arguments: Way.all)
    func advertisingIsAnsweredAndEndsWithTheRadio(_ way: Way) async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let server = try await ServerUser.poweredOn(way, phone)
        try await server.openBench()
        server.send(.startAdvertising(.init(localName: "Bench", serviceUUIDs: ["AA00"])))
        try await server.events.wait(for: .advertisingStarted(.alreadyAdvertising))
        let client = try await CentralUser.poweredOn(.direct, world.addPhone(name: "client"))
        _ = try await client.find(["AA00"])
        #expect(server.send(.stopAdvertising) == .accepted)
        phone.setBluetooth(false)
        try await server.events.wait(for: .stateChanged(.poweredOff))
        #expect(server.send(.startAdvertising(.init())) == .ignored)
        #expect(!server.update([1], notified))
        phone.setBluetooth(true)
        try await server.events.wait(for: .stateChanged(.poweredOn))
        // The services are still there (behaviour 6.13).
        server.send(.startAdvertising(.init(localName: "Bench", serviceUUIDs: ["AA00"])))
        try await server.events.wait(for: .advertisingStarted(nil))
        let peer = try await client.connect(["AA00"])
        #expect(try await client.services(of: peer).contains { $0.uuid == "AA00" })
    }

    @Test(.simulated(seed: 49, misuse: .record), arguments: Way.all)
    func aRequestIsAnsweredOnce(_ way: Way) async throws {
        let (server, client, peer, names) = try await meeting(way)
        client.send(.readCharacteristic(peer, names["AB01"]!))
        let request = try await server.readRequest()
        #expect(server.send(.respond(request.identifier, code: 0, value: [1])) == .accepted)
        #expect(server.send(.respond(request.identifier, code: 0, value: [2])) == .ignored)
        #expect(try await client.value(of: names["AB01"]!, peer) == .success([1]))
    }

    @Test(.simulated(seed: 50), arguments: Way.all)
    func nothingIsSentAfterTheEnd(_ way: Way) async throws {
        let server = try await ServerUser.poweredOn(way, World.current.addPhone())
        #expect(server.port.authorization == .allowedAlways)
        try await server.openBench()
        server.port.close()
        #expect(server.send(.stopAdvertising) == .ignored)
        #expect(!server.update([1], notified))
        #expect(server.port.authorization == .notDetermined)
    }
}
