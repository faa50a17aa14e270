import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct ServiceChangeTests {
    private static func service(_ uuid: BluetoothUUID, _ value: UInt8, includes: [BluetoothUUID] = [])
        -> DeviceService
    {
        DeviceService(uuid, includes: includes) {
            DeviceCharacteristic("A0FF", [.read, .write, .notify], value: [value])
            DeviceCharacteristic("A0FE", [.read, .write, .notify]).onRead { _ in [value] }
        }
    }

    private func invalidated(_ central: TestCentral) -> [[AttributeIdentifier]] {
        central.events.compactMap {
            if case .servicesModified(_, let invalidated) = $0 { invalidated } else { nil }
        }
    }

    @Test("All services are replaced at once: the app gets one callback, and finds the new services")
    func replaced() throws {
        let world = World()
        let device = world.add(advertiser([Self.service("A000", 1), Self.service("A010", 2)]))
        let app = try LinkedApp(in: world, to: device)
        let old = app.services.map(\.identifier)
        try device.setServices([Self.service("A020", 3), Self.service("A000", 4)], keeping: [nil, nil])
        try world.run(for: .seconds(2))
        #expect(invalidated(app.central) == [old])
        try app.discover()
        #expect(app.services.map(\.uuid) == ["A020", "A000"])
        #expect(Set(app.services.map(\.identifier)).isDisjoint(with: old))
        #expect(try app.read(app.characteristics[1][0].identifier) == .success([4]))
        #expect(old.map { device.place(ofHandle: $0.rawValue) } == [nil, nil])
        #expect(device.place(ofHandle: app.services[1].identifier.rawValue) == .service(1))
    }

    @Test("Kept services keep handles, values and subscriptions, and call their new handlers")
    func kept() throws {
        let (world, heard) = (World(), Recorder())
        var definition = advertiser([
            Self.service("A000", 1), Self.service("A010", 2), Self.service("A020", 3),
        ])
        definition.behaviours = [
            .onEvent { _, event in
                if case .unsubscribed(let uuid, _) = event { heard.add("\(uuid)") }
            }
        ]
        let device = world.add(definition)
        let app = try LinkedApp(in: world, to: device)
        let old = app.services.map(\.identifier)
        let middle = app.characteristics[1].map(\.identifier)
        for id in middle + [app.characteristics[0][0].identifier] { try app.subscribe(to: id) }
        #expect(try app.write([22], to: middle[0]) == nil)
        // It moves to the front, followed by a new one; the others are removed.
        try device.setServices([Self.service("A010", 7), Self.service("A030", 8)], keeping: [1, nil])
        try world.run(for: .seconds(2))
        #expect(invalidated(app.central) == [[old[0]], [old[2]]])
        #expect(heard.lines == ["A0FF"])
        #expect(device.place(ofHandle: old[1].rawValue) == .service(0))
        #expect(device.place(ofHandle: middle[1].rawValue) == .characteristic(service: 0, 1))
        #expect(try app.read(middle[0]) == .success([22]))
        #expect(try app.read(middle[1]) == .success([7]))
        let count = app.central.events.count
        for place in 0...1 {
            device.update(service: 0, characteristic: place, [9])
            device.update(service: 1, characteristic: place, [10])
        }
        try world.run(for: .seconds(1))
        #expect(middle.map { app.values(of: $0, since: count) } == [[[9]], [[9]]])
        #expect(app.central.events.count == count + 2)
        try app.discover()
        #expect(app.services.map(\.uuid) == ["A010", "A030"])
        #expect(app.characteristics[0].map(\.identifier) == middle)
    }

    @Test("Places follow the definition, whatever order its services have in the database")
    func order() throws {
        let world = World()
        let device = world.add(advertiser([Self.service("A000", 1)]))
        try device.setServices(
            [
                Self.service("A010", 2), Self.service("A000", 3),
                Self.service("A020", 4, includes: ["A010", "A000"]),
            ],
            keeping: [nil, 0, nil])
        let app = try LinkedApp(in: world, to: device)
        #expect(app.services.map(\.uuid) == ["A000", "A010", "A020"])
        #expect(
            app.services.map { device.place(ofHandle: $0.identifier.rawValue) } == [
                .service(1), .service(0), .service(2),
            ])
        let last = app.services[2].identifier
        let included = try app.after(.discoverIncludedServices(app.peer, nil, service: last)) {
            if case .includedServicesDiscovered(_, _, let found, nil) = $0 { found } else { nil }
        }
        #expect(Set(included.map(\.identifier)) == Set(app.services[..<2].map(\.identifier)))
        // The device's current services survive a power cycle and are replaced by new firmware.
        device.powerOff()
        device.powerOn()
        let again = try LinkedApp(in: world, to: device)
        #expect(again.services.map(\.uuid) == ["A000", "A010", "A020"])
        device.install(advertiser([Self.service("A040", 5)]))
        try world.run(for: .seconds(1))
        let third = try LinkedApp(in: world, to: device)
        #expect(third.services.map(\.uuid) == ["A040"])
        #expect(device.place(ofHandle: third.services[0].identifier.rawValue) == .service(0))
    }

    @Test("A service may include a later one, itself, and the right one of a UUID, also after a change")
    func includesBehind() throws {
        let world = World()
        var whole = Self.service("A000", 1)
        whole.includedPlaces = [2, 0]
        let device = world.add(advertiser([whole, Self.service("A010", 2), Self.service("A010", 3)]))
        let app = try LinkedApp(in: world, to: device)
        func included(in place: Int) throws -> [AttributeIdentifier] {
            let service = app.services[place].identifier
            return try app.after(.discoverIncludedServices(app.peer, nil, service: service)) {
                if case .includedServicesDiscovered(_, _, let found, nil) = $0 { found } else { nil }
            }.map(\.identifier)
        }
        #expect(app.services.map(\.uuid) == ["A000", "A010", "A010"])
        #expect(try included(in: 0) == [0, 2].map { app.services[$0].identifier })
        whole.includedPlaces = [1]
        whole.includedServices = ["A020"]
        try device.setServices(
            [whole, Self.service("A010", 3), Self.service("A020", 4)], keeping: [nil, 2, nil])
        try world.run(for: .seconds(1))
        try app.discover()
        let places = app.services.map { device.place(ofHandle: $0.identifier.rawValue) }
        #expect(places == [.service(1), .service(0), .service(2)])
        #expect(try included(in: 1) == [0, 2].map { app.services[$0].identifier })
    }

    @Test("An impossible change leaves everything unchanged, and says why")
    func errors() throws {
        let world = World()
        let device = world.add(
            advertiser([Self.service("A000", 1), Self.service("A010", 2, includes: ["A000"])]))
        let app = try LinkedApp(in: world, to: device)
        let (first, second) = (Self.service("A000", 1), Self.service("A010", 2, includes: ["A000"]))
        let long = DeviceService("A030") {
            DeviceCharacteristic("A031", .read, value: [UInt8](repeating: 0, count: 513))
        }
        let table: [([DeviceService], [Int?], DeviceServicesError)] = [
            ([first], [], .keepingDoesNotMatch),
            ([first, second], [0], .keepingDoesNotMatch),
            ([first, second], [0, 2], .notThere(1)),
            ([first, second], [0, -1], .notThere(1)),
            ([first, first], [0, 0], .notThere(1)),
            ([second], [0], .differs(0)),
            ([Self.service("A000", 1, includes: ["A010"])], [0], .differs(0)),
            ([DeviceService("A000")], [0], .differs(0)),
            ([second], [1], .unknownIncludedService("A000")),
            ([second], [nil], .unknownIncludedService("A000")),
            ([first, second], [nil, 1], .unknownIncludedService("A000")),
            ([long], [nil], .valueTooLong(513)),
        ]
        for (services, keeping, error) in table {
            #expect(throws: error) { try device.setServices(services, keeping: keeping) }
        }
        try world.run(for: .seconds(1))
        #expect(invalidated(app.central) == [])
        #expect(try app.read(app.characteristics[1][0].identifier) == .success([2]))
    }

    @Test("Running out of handles is an error; services that fit exist")
    func exhausted() throws {
        let world = World()
        let device = world.add(advertiser([Self.service("A000", 1)]))
        let huge = DeviceService("A010") {
            for _ in 0..<17_000 { DeviceCharacteristic("A011", .read) }
        }
        #expect(throws: DeviceServicesError.handlesExhausted) {
            try device.setServices(
                [huge, huge, Self.service("A020", 2), Self.service("A000", 3)], keeping: [nil, nil, nil, 0])
        }
        let place = device.perform { node, _ in node.definition.services.map(\.uuid) }
        #expect(place == ["A010", "A000"])
        #expect(device.place(ofHandle: 14) == .service(1))
        device.update(service: 1, characteristic: 0, [5])
    }

    @Test("An answer for a characteristic that was removed meanwhile does no harm")
    func pending() throws {
        let (world, answers) = (World(), Lock<[@Sendable (Result<Void, ATT.Failure>) -> Void]>([]))
        let asking = DeviceService("A000") {
            DeviceCharacteristic("A001", [.read, .write])
                .onWrite(answering: { _, answer in answers.withLock { $0.append(answer) } })
        }
        let device = world.add(advertiser([asking, Self.service("A010", 1)]))
        let app = try LinkedApp(in: world, to: device)
        let id = app.characteristics[0][0].identifier
        _ = app.central.port.send(.writeCharacteristic(app.peer, id, [1], .withResponse))
        try world.run(for: .seconds(1))
        try device.setServices([Self.service("A010", 1)], keeping: [1])
        answers.withLock { $0 }.first?(.success(()))
        try world.run(for: .seconds(2))
        #expect(device.connectionCount == 1)
        try app.discover()
        #expect(try app.read(app.characteristics[0][0].identifier) == .success([1]))
    }

    @Test(
        "Behaviour 5.37: a connected phone reads a changed name again, and gets no other change")
    func renamed() throws {
        let world = World()
        let device = world.add(advertiser(named: "before", [Self.service("A000", 1)]))
        let app = try LinkedApp(in: world, to: device)
        device.rename("after")
        try world.run(for: .seconds(2))
        let names = app.central.events.compactMap {
            if case .nameChanged(_, let name) = $0 { name } else { nil }
        }
        #expect(names.last == "after" && names.filter { $0 == "after" }.count == 1)
        #expect(invalidated(app.central) == [])
        #expect(device.name == "after")
        #expect(try app.read(app.characteristics[0][0].identifier) == .success([1]))
        device.disconnect()
        try world.run(for: .seconds(2))
        let other = TestCentral(world.addPhone())
        try world.run(until: { other.isOn })
        _ = other.port.send(.scan(Central.ScanRequest()))
        try world.run(for: .seconds(2))
        #expect(other.peers == ["after"])
    }

    @Test("Name and services change together: one event for each")
    func both() throws {
        let world = World()
        let device = world.add(advertiser(named: "before", [Self.service("A000", 1)]))
        let app = try LinkedApp(in: world, to: device)
        let old = app.services.map(\.identifier)
        let count = app.central.events.count
        try device.setServices([Self.service("A010", 1)], keeping: [nil])
        device.rename("after")
        try world.run(for: .seconds(2))
        #expect(
            app.central.events.dropFirst(count) == [
                .servicesModified(app.peer, invalidated: old), .nameChanged(app.peer, "after"),
            ])
    }
}
