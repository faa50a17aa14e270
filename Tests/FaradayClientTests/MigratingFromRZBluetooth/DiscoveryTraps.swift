import FaradayClient
import FaradayTesting
import Testing

/// What goes wrong with discoveries in RZBluetooth.
@Suite("Traps of RZBluetooth: discoveries")
struct DiscoveryTraps {
    @Test("A batch fails only those whose UUID is missing, each with its own", .simulated)
    func foundMembers() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let found = peripheral.read(Gadget.level)
        async let noService = failure { try await peripheral.read(Battery.level) }
        async let noCharacteristic = failure {
            try await peripheral.read(CharacteristicPath("FFFF", of: Gadget.service))
        }
        #expect(try await found == 7)
        #expect(await noService?.reason == .servicesNotFound(["180F"]))
        #expect(await noCharacteristic?.reason == .characteristicsNotFound(["FFFF"]))
        #expect(gadget.recorder.count("services") == 1)
        #expect(gadget.recorder.count("characteristics") == 1)
    }

    @Test("A request for several types names all that are missing, and none that are there", .simulated)
    func allMissing() async throws {
        let peripheral = try await Gadget().find()
        let services = await failure { try await peripheral.services(["180F", Gadget.service, "180A"]) }
        #expect(services?.reason == .servicesNotFound(["180F", "180A"]))
        let characteristics = await failure {
            try await peripheral.characteristics(of: ServicePath(Gadget.service), ["FFFE", "FF01", "FFFF"])
        }
        #expect(characteristics?.reason == .characteristicsNotFound(["FFFE", "FFFF"]))
        #expect(characteristics?.service == Gadget.service)
    }

    @Test("A device without some of Device Information's characteristics has the others", .simulated)
    func partialDeviceInformation() async throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(2))
        let recorder = RecordingPhone(world.addPhone())
        let central = Central(on: recorder)
        let strap = try await central.find(.advertising([HeartRate.service]))
        async let maker = strap.read(DeviceInformation.manufacturerName)
        async let model = strap.read(DeviceInformation.modelNumber)
        async let serial = failure { try await strap.read(DeviceInformation.serialNumber) }
        async let system = failure { try await strap.read(DeviceInformation.systemID) }
        #expect(try await (maker, model) == ("Faraday", "HR-1"))
        #expect(await serial?.reason == .characteristicsNotFound(["2A25"]))
        #expect(await system?.reason == .characteristicsNotFound(["2A23"]))
        #expect(recorder.count("characteristics") == 1, "one discovery for all of them")
    }

    @Test(
        "A request for what is being discovered joins; another one waits for the next discovery", .simulated)
    func joining() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let first = peripheral.read(Gadget.level)
        try await gadget.recorder.sent("services")
        async let same = peripheral.read(Gadget.level)
        async let other = peripheral.read(Gadget.otherLevel)
        #expect(try await (first, same) == (7, 7))
        #expect(try await other == [8])
        #expect(
            gadget.recorder.commands.filter { $0.hasPrefix("services") } == [
                "services FF00", "services FF10",
            ])
    }

    @Test("No list means all services, and an empty one means none", .simulated)
    func lists() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        #expect(try await peripheral.services([]).isEmpty)
        #expect(try await peripheral.services().map(\.uuid) == ["FF00", "FF10", "FF20"])
        #expect(gadget.recorder.count("services") == 1)
    }

    @Test("Service Changed makes the next request discover again, in the changed service only", .simulated)
    func serviceChanged() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        #expect(try await peripheral.read(Gadget.level) == 7)
        #expect(try await peripheral.read(Gadget.otherLevel) == [8])
        let count = gadget.recorder.commands.count

        let new = Gadget.service(level: 42, gadget.reads, gadget.written)
        let kept = DeviceService("FF10") { DeviceCharacteristic("FF01", [.read, .notify], value: [8]) }
        try gadget.device.setServices([new, kept], keeping: [nil, 1])
        try await World.current.sleep(for: .seconds(2))
        #expect(try await peripheral.read(Gadget.otherLevel) == [8])
        #expect(gadget.recorder.commands.dropFirst(count) == ["read"], "nothing is discovered again")
        #expect(try await peripheral.read(Gadget.level) == 42)
        #expect(
            gadget.recorder.commands.dropFirst(count + 1) == [
                "services FF00", "characteristics FF01", "read",
            ])
    }

    @Test("Of two services of one type each can be named", .simulated)
    func repeatedServices() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Pack") {
                DeviceAdvertising(services: [Battery.service])
                for level in [UInt8(80), 30] {
                    DeviceService(Battery.service) {
                        DeviceCharacteristic(Battery.level, .read, value: level)
                    }
                }
            }, at: .meters(2))
        let central = world.addPhone().run { Central() }
        let pack = try await central.find(.advertising([Battery.service]))
        #expect(try await pack.read(Battery.level) == 80)
        #expect(try await pack.read(Battery.level, in: ServicePath(Battery.service, index: 1)) == 30)
        let third = await failure {
            try await pack.read(Battery.level, in: ServicePath(Battery.service, index: 2))
        }
        #expect(third?.reason == .servicesNotFound([Battery.service]))
    }
}
