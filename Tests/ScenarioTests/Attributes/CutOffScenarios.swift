import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Requests that get no answer, and writes that wait for room, in apps and their wrappers.
@Suite struct CutOffScenarios {
    private static let device = DeviceDefinition(name: "sink") {
        DeviceAdvertising(services: ["FF00"])
        DeviceService("FF00") {
            DeviceCharacteristic("FF01", [.read, .write, .notify], value: [7])
            DeviceCharacteristic("FF02", .writeWithoutResponse)
        }
    }

    /// How a link ends; the text is the error that the app gets.
    enum End: String, CaseIterable {
        case loss = "lost CB 6"
        case hangUp = "lost CB 7"
        case cancel = "lost"
        case powerOff = "state 4"
    }

    @Test(
        "Behaviour 3.24: requests that are open when the link ends are never answered, and work on the next link",
        .simulated(seed: 491), arguments: End.allCases)
    func unanswered(_ end: End) async throws {
        let world = World.current
        let device = world.add(Self.device)
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("sink") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        let (peripheral, value) = (try #require(app.peripheral), app.characteristic("FF01"))
        let before = app.lines.count
        peripheral.writeValue(Data([1]), for: value, type: .withResponse)
        peripheral.readValue(for: value)
        peripheral.setNotifyValue(true, for: value)
        peripheral.discoverDescriptors(for: value)
        peripheral.openL2CAPChannel(0x80)
        switch end {
        case .loss: device.powerOff()
        case .hangUp: device.disconnect()
        case .cancel: app.central.cancelPeripheralConnection(peripheral)
        case .powerOff: phone.setBluetooth(false)
        }
        try await app.line(end.rawValue)
        #expect(Array(app.lines.dropFirst(before)) == [end.rawValue])
        try await world.run(for: .minutes(2))
        #expect(app.lines.count == before + 1, "no callback comes late")
        #expect(!value.isNotifying && peripheral.services == nil)

        device.powerOn()
        phone.setBluetooth(true)
        try await world.run(until: { app.central.state == .poweredOn })
        try await app.connectedAgain()
        try await app.explored()
        #expect(try await app.write("FF01", [1]) == "written FF01")
        #expect(try await app.read("FF01") == "value FF01 [1]")
        #expect(try await app.notify("FF01") == "notify FF01 true")
    }

    @Test(
        "Behaviour 5.18: an app that waits until it can send its first write can do so soon after connecting",
        .simulated(seed: 492), arguments: [11, 18])
    func waitsForRoom(_ version: Int) async throws {
        let world = World.current
        world.add(Self.device)
        let app = world.addPhone(.iOS(version)).run { AttributeProbe("sink") }
        try await world.run(until: { app.lines.last == "connected" })
        let peripheral = try #require(app.peripheral)
        #expect(!peripheral.canSendWriteWithoutResponse)
        let start = world.now
        try await app.line("ready")
        #expect(peripheral.canSendWriteWithoutResponse && world.now - start < .seconds(1))
        try await app.explored()
        peripheral.writeValue(Data([1]), for: app.characteristic("FF02"), type: .withoutResponse)
        try await world.run(for: .seconds(10))
        #expect(app.lines.filter { $0 == "ready" }.count == 2, "and again after the write (behaviour 5.17)")
    }

    @Test(
        "Behaviour 5.7: a write without response to a characteristic without that property is never sent",
        .simulated(seed: 493, misuse: .record))
    func unsupported() async throws {
        let world = World.current
        world.add(Self.device)
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("sink") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        let peripheral = try #require(app.peripheral)
        let (position, before) = (world.traceCount, app.lines.count)
        peripheral.writeValue(Data([9]), for: app.characteristic("FF01"), type: .withoutResponse)
        try await world.run(for: .seconds(2))
        #expect(world.attributeOpcodes(of: phone, since: position).isEmpty)
        #expect(app.lines.count == before)
        #expect(world.misuses.map(\.misuse.kind) == [.unsupportedWriteWithoutResponse])
        let message = try #require(world.misuses.first?.misuse.message)
        #expect(message.hasPrefix("WARNING: Characteristic <CBCharacteristic: 0x"))
        #expect(
            message.hasSuffix(
                "> does not specify the \"Write Without Response\" property - ignoring response-less write"))
        #expect(try await app.read("FF01") == "value FF01 [7]")
    }
}
