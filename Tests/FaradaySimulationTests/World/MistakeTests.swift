import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradaySimulation

/// Impossible requests of a test: reported at their line, without effect on anything else.
@Suite struct MistakeTests {
    struct Wrong: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let message: String
        let test: @Sendable (World) -> Void

        init(_ name: String, _ message: String, _ test: @escaping @Sendable (World) -> Void) {
            (testDescription, self.message, self.test) = (name, message, test)
        }
    }

    private static let attic = DeviceDefinition(name: "Attic") {
        DeviceAdvertising(services: ["1809"])
        DeviceService("1809") { DeviceCharacteristic("2A1C", .indicate) }
    }

    private static func adding(
        _ name: String, _ message: String, @DeviceBuilder _ parts: @escaping @Sendable () -> [DevicePart]
    ) -> Wrong {
        Wrong(name, "device D: " + message) { world in world.add(DeviceDefinition(name: "D", parts)) }
    }

    static let definitions: [Wrong] = [
        adding("a service", "DeviceService(\"18G0\") has no valid UUID; the service is left out") {
            DeviceService("18G0")
        },
        adding(
            "a long literal",
            "DeviceService(\"0000180D-0000-10...\") has no valid UUID; the service is left out"
        ) { DeviceService("0000180D-0000-1000-8000-00805F9B34F") },
        adding(
            "a characteristic",
            "DeviceCharacteristic(\"2A1\") has no valid UUID; the characteristic is left out"
        ) { DeviceService("180D") { DeviceCharacteristic("2A1", .read) } },
        adding(
            "a descriptor",
            "2A37 has a descriptor without valid UUID, or with more than 512 bytes; it is left out"
        ) {
            DeviceService("180D") {
                DeviceCharacteristic("2A37", .read, descriptors: [.stored("29", [])])
            }
        },
        adding(
            "a descriptor that asks",
            "2A37 has a descriptor without valid UUID, or with more than 512 bytes; it is left out"
        ) {
            DeviceService("180D") {
                DeviceCharacteristic("2A37", .read).with(descriptors: [DeviceDescriptor("29")])
            }
        },
        adding("a long value", "2A37 has a value of 513 bytes, which is cut to 512") {
            DeviceService("180D") {
                DeviceCharacteristic("2A37", .read, value: Array(repeating: 1, count: 513))
            }
        },
        adding(
            "an advertised service", "advertised service \"180D0\" is not a UUID; the set is left out"
        ) { DeviceAdvertising(services: ["180D0"]) },
        adding(
            "too much data",
            "advertising data of 41 bytes; legacy advertising holds 31; the set is left out"
        ) {
            DeviceAdvertising(manufacturerData: Array(repeating: 1, count: 36))
        },
        adding(
            "a structure too long",
            "an advertising structure with 255 bytes; it holds 254; the set is left out"
        ) {
            DeviceAdvertising(
                data: AdvertisingData([.other(type: 0xFF, data: Array(repeating: 1, count: 255))]))
        },
        adding(
            "a structure of another length",
            "a resolvable set identifier of 5 bytes, not 6; the set is left out"
        ) { DeviceAdvertising(data: AdvertisingData([.resolvableSetIdentifier([1, 2, 3, 4, 5])])) },
        adding(
            "a wide UUID in a narrow list",
            "00001523-1212-EFDE-1523-785FEABCD123 in a list of UUIDs of 16 bits; the set is left out"
        ) { DeviceAdvertising(data: AdvertisingData([.completeServiceUUIDs(.bits16, [Blinky.service])])) },
        adding("many sets", "241 advertising sets; a device has at most 240") {
            for _ in 0..<241 { DeviceAdvertising(.nonConnectable) }
        },
        adding("an included service", "service 180D includes 180F, which is not in the definition") {
            DeviceService("180D", includes: ["180F"])
        },
        adding("an included literal", "service 180D includes \"180\", which is not a UUID") {
            DeviceService("180D", includes: ["180"])
        },
        adding(
            "a behaviour of nothing",
            "a behaviour notifies 2A38 (Body Sensor Location), which no service has; it is left out"
        ) {
            DeviceService("180D") { DeviceCharacteristic("2A37", .notify) }
            DeviceBehaviour.notifying("2A38", every: .seconds(1)) { _ in [1] }
        },
        adding(
            "a behaviour without pause", "a device can't notify every 0.000000 s; the behaviour is left out"
        ) {
            DeviceService("180D") { DeviceCharacteristic("2A37", .notify) }
            DeviceBehaviour.notifying("2A37", every: .zero) { _ in [1] }
        },
    ]

    static let calls: [Wrong] = [
        Wrong(
            "another characteristic",
            "device Attic has no characteristic 2A1D (Temperature Type), so it can't be updated"
        ) { world in world.add(attic).update("2A1D", [1]) },
        Wrong(
            "another service's characteristic",
            "device Attic has no characteristic 2A1C (Temperature Measurement) in service 180F (Battery), so it can't be updated"
        ) { world in world.add(attic).update(TypedCharacteristic<UInt8>("2A1C", of: "180F"), 1) },
        Wrong("no UUID", "device Attic has no characteristic \"2A1\", so it can't be updated") { world in
            world.add(attic).update("2A1", [1])
        },
        Wrong(
            "other advertising",
            "device Attic: advertised service \"18\" is not a UUID; the set is left out"
        ) { world in world.add(attic).setAdvertising([DeviceAdvertising(services: ["18"])]) },
        Wrong(
            "other firmware", "device Attic: DeviceService(\"18\") has no valid UUID; the service is left out"
        ) { world in world.add(attic).install(DeviceDefinition(name: "Attic") { DeviceService("18") }) },
        Wrong(
            "another world",
            "Attic is in another world, so phone can't hold it: add it with world.add(_:) of its world"
        ) { world in
            world.addPhone().hold(World().add(attic))
        },
        Wrong("no speed", "a world can't be paced 0.0 times as fast as the clock") { world in
            world.pace(speed: 0)
        },
        Wrong("another world's node", "no node 3 in this world of 1 nodes: is it from another world?") {
            world in
            world.add(attic)
            world.move(NodeID(3), to: .origin)
        },
        Wrong(
            "another world's node, removed", "no node 0 in this world of 0 nodes: is it from another world?"
        ) {
            $0.remove(NodeID(0))
        },
        Wrong("another world's node, off", "no node 0 in this world of 0 nodes: is it from another world?") {
            $0.setPowered(NodeID(0), false)
        },
    ]

    @Test(arguments: definitions + calls)
    func aMistakeIsToldAndNothingEnds(_ wrong: Wrong) throws {
        let world = World()
        wrong.test(world)
        #expect(world.mistakes.map(\.message) == [wrong.message])
        let error = #expect(throws: World.RunError.self) { try world.run(for: .seconds(1)) }
        #expect(error == .mistake(world.mistakes[0]))
        // It is reported once, and the world continues without the wrong part.
        try world.run(for: .seconds(1))
        #expect(world.now == .zero + .seconds(1))
    }

    @Test("A mistake is reported at the line that makes it")
    func places() throws {
        let world = World()
        let device = world.add(DeviceDefinition(name: "D") { DeviceService("18G0") }), line = UInt(#line)
        device.update("2A19", [1])
        device.setAdvertising([DeviceAdvertising(services: ["18"])])
        device.install(DeviceDefinition(name: "D") { DeviceService("18") })
        world.addPhone().hold(World().add(Self.attic))
        world.pace(speed: -1)
        #expect(world.mistakes.map(\.place?.line) == (0...5).map { line + $0 })
        #expect(world.mistakes.allSatisfy { $0.place?.fileID.hasSuffix("/MistakeTests.swift") == true })
    }

    @Test("The handler is called for mistakes at once, and runs continue")
    func handler() throws {
        let world = World()
        let heard = Recorder()
        world.onMistake { heard.add($0.message) }
        world.add(Self.attic).update("2A1", [1])
        #expect(heard.lines == ["device Attic has no characteristic \"2A1\", so it can't be updated"])
        try world.run(for: .seconds(1))
    }

    @Test("A device without handles left for its services is a mistake")
    func handles() throws {
        let world = World()
        var definition = DeviceDefinition(name: "D") { DeviceAdvertising() }
        definition.services = (0..<700).map { number in
            DeviceService(BluetoothUUID(UInt16(number))) {
                for index in 0..<50 as Range<UInt16> {
                    DeviceCharacteristic(BluetoothUUID(0x3000 + index), .read)
                }
            }
        }
        world.add(definition)
        #expect(throws: World.RunError.self) { try world.run(for: .seconds(1)) }
        #expect(world.mistakes.count == 1)
        #expect(world.mistakes.first?.message.hasPrefix("device D has no handles left for service 0") == true)
    }

    @Test("Wrong parts are left out, and the rest of the device exists")
    func theRestStays() throws {
        let world = World(seed: 1)
        world.onMistake { _ in }
        let device = world.add(
            DeviceDefinition(name: "D") {
                DeviceAdvertising(services: ["18"])
                DeviceAdvertising(services: ["180F"])
                DeviceService("18")
                DeviceService("180F") {
                    DeviceCharacteristic("2A1", .read)
                    DeviceCharacteristic("2A19", .read, value: [7])
                }
            })
        let app = try LinkedApp(in: world, to: device)
        #expect(app.services.map(\.uuid) == ["180F"])
        #expect(app.characteristics.map { $0.map(\.uuid) } == [["2A19"]])
        #expect(throws: DeviceServicesError.malformedUUID("18")) {
            try device.setServices([DeviceService("18")], keeping: [nil])
        }
    }

    @Test("A world that refuses runs stands still, and each run throws")
    func refusal() async throws {
        let world = World()
        world.after(.seconds(1)) {}
        world.refuseRuns("nothing here")
        let error = #expect(throws: World.RunError.self) { try world.run(until: { true }) }
        #expect("\(try #require(error))" == "nothing here")
        await #expect(throws: World.RunError.self) { try await world.run(for: .seconds(5)) }
        #expect(throws: World.RunError.self) { try world.runUntilIdle() }
        #expect(world.now == .zero)
    }

    @Test("A run that waits ends when its world is closed down")
    func refusalOfAParkedRun() async throws {
        let world = World()
        world.add(Self.attic)
        let outer = Task { try await world.run(until: { false }, timeout: .hours(1000)) }
        // The run may not have started yet: then it does not start.
        await Task.yield()
        world.refuseRuns("over")
        let result = await outer.result
        #expect(throws: World.RunError.self) { try result.get() }
    }
}
