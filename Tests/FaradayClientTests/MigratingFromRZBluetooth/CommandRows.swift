import FaradayClient
import FaradayTesting
import Testing

/// What RZBluetooth's engine promises.
@Suite("The engine, for RZBluetooth's users")
struct CommandRows {
    @Test("Paths are values: equal if they lead to the same place")
    func paths() {
        let level = CharacteristicPath("2A19", of: "180F")
        #expect(level == Battery.level.path && level == Battery.level.path(in: ServicePath(.battery)))
        #expect(level != CharacteristicPath("2A19", in: ServicePath(.battery, index: 1)))
        #expect(
            level != CharacteristicPath("2A19", in: ServicePath(.battery, includedIn: ServicePath("FF00"))))
        #expect(Set([level, Battery.level.path]).count == 1)
        #expect(DescriptorPath("2904", of: level).characteristic == level)
    }

    @Test(
        "All that is asked for in one turn shares the connection and one discovery of each kind", .simulated)
    func batching() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        async let level = peripheral.read(Gadget.level)
        async let other = peripheral.read(Gadget.otherLevel)
        async let written: Void = peripheral.write([1], to: Gadget.text)
        async let strength = peripheral.readRSSI()
        #expect(try await level == 7)
        #expect(try await other == [8])
        #expect(try await strength < 0)
        try await written
        let commands = gadget.recorder.commands.filter { !$0.hasSuffix("scan") && !$0.hasPrefix("scan") }
        #expect(commands.filter { $0.hasPrefix("services") } == ["services FF00 FF10"])
        #expect(
            commands.filter { $0.hasPrefix("characteristics") }.sorted() == [
                "characteristics FF01", "characteristics FF01 FF02",
            ])
        #expect(commands.count == 8)
    }

    @Test("What is known is not discovered again, until the link ends", .simulated)
    func cached() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        for _ in 0..<3 { #expect(try await peripheral.read(Gadget.level) == 7) }
        #expect(gadget.recorder.count("services") == 1 && gadget.recorder.count("characteristics") == 1)
        await peripheral.disconnect()
        #expect(try await peripheral.read(Gadget.level) == 7)
        #expect(gadget.recorder.count("services") == 2 && gadget.recorder.count("characteristics") == 2)
    }

    @Test("Several reads of one characteristic are several, answered in their order", .simulated)
    func inOrder() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        try await peripheral.connect()
        async let first = peripheral.read(Gadget.level)
        try await gadget.recorder.sent("read")
        async let second = peripheral.read(Gadget.level)
        #expect(try await (first, second) == (7, 7))
        #expect(gadget.recorder.count("read") == 2)
    }

    @Test("A hundred tasks with any requests: each ends, and nothing is left", .simulated)
    func hundredTasks() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let ends = await withTaskGroup(of: Bool.self, returning: [Bool].self) { group in
            for number in 0..<100 {
                group.addTask { await Self.ask(peripheral, number) }
            }
            group.addTask {
                try? await World.current.sleep(for: .milliseconds(300))
                gadget.device.disconnect()
                return true
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(ends.count == 101)
        #expect(ends.contains(true))
        #expect(try await peripheral.read(Gadget.level, within: .seconds(10)) == 7)
        await peripheral.disconnect()
        #expect(peripheral.connectionState == .disconnected)
    }

    private static func ask(_ peripheral: Peripheral, _ number: Int) async -> Bool {
        do {
            try await World.current.sleep(for: .milliseconds(number * 7))
            switch number % 5 {
            case 0: _ = try await peripheral.read(Gadget.level)
            case 1: try await peripheral.write([UInt8(number)], to: Gadget.text)
            case 2: _ = try await peripheral.readRSSI()
            case 3: _ = try await peripheral.read(Gadget.level, within: .milliseconds(50))
            default: _ = try await peripheral.read(CharacteristicPath("FFFF", of: "FF10"))
            }
            return true
        } catch {
            return error is ClientError
        }
    }

    @Test("Cancelling a task ends its request, and no other one", .simulated)
    func cancellation() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.close()
        async let kept = peripheral.read(Gadget.level)
        let isCancelled = await withTaskGroup(of: Bool.self, returning: Bool?.self) { group in
            group.addTask {
                do {
                    _ = try await peripheral.read(Gadget.level)
                    return false
                } catch {
                    return error is CancellationError
                }
            }
            try? await wait { gadget.recorder.count("read") == 2 }
            group.cancelAll()
            return await group.next()
        }
        #expect(isCancelled == true)
        gadget.reads.open()
        #expect(try await kept == 7)
    }

    @Test("Long reads, descriptors and included services, which RZBluetooth does not have", .simulated)
    func beyond() async throws {
        let value = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        World.current.add(
            DeviceDefinition(name: "Device") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00", includes: ["FF10"]) {
                    DeviceCharacteristic("FF01", .read, value: value, descriptors: [.userDescription("Long")])
                }
                DeviceService("FF10", isPrimary: false) { DeviceCharacteristic("FF11", .read, value: [1]) }
            }, at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let peripheral = try await central.find(.advertising(["FF00"]))
        let path = CharacteristicPath("FF01", of: "FF00")
        #expect(try await peripheral.read(path) == value)
        #expect(try await peripheral.descriptors(of: path).map(\.uuid).contains("2901"))
        #expect(try await peripheral.read(DescriptorPath("2901", of: path)) == Array("Long".utf8))
        let included = try await peripheral.includedServices(of: ServicePath("FF00"))
        #expect(included.map(\.uuid) == ["FF10"])
        #expect(try await peripheral.read(CharacteristicPath("FF11", in: included[0].path)) == [1])
    }
}
