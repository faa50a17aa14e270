import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Subscriptions and their values.
@Suite struct NotificationScenarios {
    @Test(
        "Behaviour 5.28; regression 73, 74, 75: notifications back to back each have their own bytes, in order",
        .simulated(seed: 461))
    func backToBack() async throws {
        let world = World.current
        let device = world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.explored()
        try await app.notify("FF01")
        let sent = (0..<200).map { [UInt8($0), 0xAA] }
        for value in sent { device.update("FF01", value) }
        try await world.run(until: { app.values.count >= sent.count })
        #expect(app.values == sent)
    }

    @Test(
        "Behaviour 5.21; regression 76, 78: values sent right after the subscription arrive, earlier values do not",
        .simulated(seed: 462))
    func early() async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "eager") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") { DeviceCharacteristic("FF01", .notify) }
                DeviceBehaviour.onEvent { device, event in
                    if case .subscribed(let uuid, _) = event { device.update(uuid, [1]) }
                }
            })
        let app = world.addPhone().run { AttributeProbe("eager") }
        try await app.explored()
        device.update("FF01", [0])
        try await app.notify("FF01")
        try await world.run(until: { !app.values.isEmpty })
        try await world.run(for: .seconds(1))
        #expect(app.values == [[1]])
        #expect(device.subscriberCount(of: "FF01") == 1)
    }

    @Test(
        "Behaviour 5.20, 5.22, 5.24, ATT 6; regression 53, 79, 80, 82: setNotify in every state",
        .simulated(seed: 463))
    func states() async throws {
        let world = World.current
        let device = world.add(.bench)
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("bench") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        #expect(try await app.notify("FF04") == "notify FF04 false ATT 6")
        #expect(try await app.notify("FF04", false) == "notify FF04 false ATT 6")
        for uuid in ["FF01", "FF02", "FF08"] { #expect(try await app.notify(uuid) == "notify \(uuid) true") }
        // 5.20: a characteristic with both kinds uses notifications.
        device.update("FF08", [8])
        try await world.run(until: { app.values.count == 1 })
        let confirmation: UInt8 = 0x1E
        var position = world.traceCount
        device.update("FF08", [9])
        try await world.run(until: { app.values.count == 2 })
        #expect(!world.attributeOpcodes(of: phone, since: position).contains(confirmation))
        device.update("FF02", [9])
        try await world.run(until: { app.values.count == 3 })
        #expect(world.attributeOpcodes(of: phone, since: position).contains(confirmation))
        // 5.24: no packet if the state is already as requested.
        position = world.traceCount
        #expect(try await app.notify("FF01") == "notify FF01 true")
        #expect(try await app.notify("FF01", false) == "notify FF01 false")
        let traffic = world.attributeOpcodes(of: phone, since: position)
        #expect(try await app.notify("FF01", false) == "notify FF01 false")
        #expect(traffic == [0x12] && world.attributeOpcodes(of: phone, since: position) == traffic)
        #expect(!app.characteristic("FF01").isNotifying && app.characteristic("FF02").isNotifying)
    }

    @Test("Behaviour ATT 10: no configuration to write", .simulated(seed: 464))
    func noConfiguration() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "bare") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .read).onRead { _ in throw ATT.ErrorCode.attributeNotFound }
                }
            })
        let app = world.addPhone().run { AttributeProbe("bare") }
        try await app.explored()
        #expect(try await app.read("FF01") == "value FF01 [] ATT 10")
    }

    @Test(
        "Behaviour 5.25; regression 81: two managers share one subscription; a new link has none",
        .simulated(seed: 465))
    func sharing() async throws {
        let world = World.current
        let device = world.add(.bench)
        let phone = world.addPhone()
        let one = phone.run { AttributeProbe("bench") }
        try await one.explored()
        let two = phone.run { AttributeProbe("bench", sharing: one) }
        try await two.explored()
        try await world.run(for: .seconds(2))
        let position = world.traceCount
        try await one.notify("FF01")
        try await two.notify("FF01")
        #expect(world.attributeOpcodes(of: phone, since: position).filter { $0 == 0x12 }.count == 1)
        device.update("FF01", [1])
        try await world.run(until: { one.values == [[1]] && two.values == [[1]] })
        try await one.notify("FF01", false)
        device.update("FF01", [2])
        try await world.run(until: { two.values == [[1], [2]] })
        #expect(one.values == [[1]])
        #expect(device.subscriberCount(of: "FF01") == 1)
        let old = two.characteristic("FF01")
        try await two.reconnected(to: device)
        #expect(!old.isNotifying && device.subscriberCount(of: "FF01") == 0)
        try await two.explored()
        #expect(!two.characteristic("FF01").isNotifying)
        device.update("FF01", [3])
        try await world.run(for: .seconds(1))
        #expect(two.values.count == 2)
    }

    @Test("Behaviour 5.27: a notification has at most the MTU less 3 bytes", .simulated(seed: 466))
    func longNotifications() async throws {
        let world = World.current
        let device = world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.explored()
        try await app.notify("FF01")
        device.update("FF01", [UInt8](repeating: 1, count: 400))
        try await world.run(until: { app.values.count == 1 })
        #expect(app.values[0].count == 182)
    }

    @Test(
        "Regression 104: values of several bytes arrive as the device sends them, least significant first",
        .simulated(seed: 467))
    func byteOrder() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor())
        let app = world.addPhone().run { AttributeProbe(device.name) }
        try await app.explored()
        try await app.notify("2A37")
        device.update("2A37", [0x11, 72, 0x39, 0x03])
        try await world.run(until: { app.values.contains { $0.count == 4 } })
        let value = try #require(app.values.first { $0.count == 4 })
        #expect(UInt16(value[2]) | UInt16(value[3]) << 8 == 825)
    }
}
