import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Reads and writes, as an app gets them.
@Suite struct ValueScenarios {
    @Test(
        "Behaviour 5.1, 5.2, 5.3; regression 77, 98: one callback for all values; errors keep the last",
        .simulated(seed: 441))
    func oneCallback() async throws {
        let world = World.current
        let device = world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.explored()
        #expect(try await app.read("FF01") == "value FF01 [1]")
        try await app.notify("FF01")
        #expect(try await app.line("value FF01") { device.update("FF01", [2]) } == "value FF01 [2]")
        #expect(app.characteristic("FF01").value == Data([2]))
        #expect(try await app.read("FF03") == "value FF03 [] ATT 128")
        #expect(app.characteristic("FF03").value == nil)
        #expect(try await app.read("FF04") == "value FF04 [4]")
        #expect(try await app.read("FF04") == "value FF04 [4] ATT 128", "the first read's value")
    }

    @Test(
        "Behaviour 5.4: a device that refuses a further part of a value ends the read with its error, but for the end of the value",
        .simulated(seed: 447),
        arguments: [
            (0x07, false, false), (0x0E, false, false), (0x80, false, false), (0x0B, false, true),
            (0x07, true, true), (0x0E, true, false),
        ])
    func refusedContinuation(code: UInt8, takesInvalidOffsetAsEnd: Bool, succeeds: Bool) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "bench") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .read).onRead { read in
                        guard read.offset == 0 else { throw ATT.ErrorCode(rawValue: code) }
                        return [UInt8](repeating: 1, count: 300)
                    }
                }
            })
        var profile = OSProfile.iOS(18)
        profile.takesInvalidOffsetAsEnd = takesInvalidOffsetAsEnd
        let app = world.addPhone(profile).run { AttributeProbe("bench") }
        try await app.explored()
        let line = try await app.read("FF01")
        #expect(app.values.map(\.count) == (succeeds ? [184] : []))
        #expect(line.hasSuffix(" ATT \(code)") != succeeds, "\(line)")
    }

    /// Codes that a device may answer, with Apple's texts.
    static let answers: [(UInt8, String)] = [
        (1, "The handle is invalid."), (2, "Reading is not permitted."), (3, "Writing is not permitted."),
        (4, "The command is invalid."), (5, "Authentication is insufficient."),
        (6, "The request is not supported."), (7, "The offset is invalid."),
        (8, "Authorization is insufficient."), (9, "The prepare queue is full."),
        (10, "The attribute could not be found."), (11, "The attribute is not long."),
        (12, "The encryption key size is insufficient."), (13, "The value's length is invalid."),
        (14, "Unlikely error."), (15, "Encryption is insufficient."),
        (16, "The group type is unsupported."), (17, "Resources are insufficient."),
        (18, "Unknown ATT error."), (0x80, "Unknown ATT error."), (0xFF, "Unknown ATT error."),
    ]

    @Test(
        "Behaviour 5.40, 5.41, ATT 1, ATT 2, ATT 3, ATT 4, ATT 5, ATT 6, ATT 7: codes and their texts",
        .simulated(seed: 442), arguments: answers.prefix(7))
    func commonCodes(code: UInt8, text: String) async throws { try await meets(code, text) }

    @Test(
        "Behaviour ATT 8, ATT 9, ATT 10, ATT 11, ATT 12, ATT 13, ATT 14, ATT 15, ATT 16, ATT 17: the others",
        .simulated(seed: 443), arguments: answers.dropFirst(7))
    func otherCodes(code: UInt8, text: String) async throws { try await meets(code, text) }

    private func meets(_ code: UInt8, _ text: String) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "refuser") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", [.read, .write])
                        .onWrite { _ in throw ATT.ErrorCode(rawValue: code) }
                }
            })
        let phone = world.addPhone()
        phone.onPairing { _ in .reject }
        let app = phone.run { WriteErrors("refuser") }
        try await app.probe.explored()
        app.probe.peripheral?.delegate = app
        app.probe.peripheral?.writeValue(
            Data([1]), for: app.probe.characteristic("FF01"), type: .withResponse)
        try await world.run(until: { app.error != nil })
        let error = try #require(app.error) as NSError
        #expect(error.domain == CBATTErrorDomain && error.code == Int(code))
        #expect(error.localizedDescription == text)
    }

    @Test(
        "Behaviour 5.5, 5.6, ATT 2, ATT 3: requests that are not allowed are sent all the same",
        .simulated(seed: 444))
    func notAllowed() async throws {
        let world = World.current
        world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.explored()
        #expect(try await app.read("FF05") == "value FF05 [] ATT 2")
        #expect(try await app.write("FF06", [1]) == "written FF06 ATT 3")
    }

    @Test(
        "Behaviour 5.13, 5.14, 9.13, ATT 13: up to 512 bytes are read and written, more are cut or refused",
        .simulated(seed: 445))
    func longValues() async throws {
        let world = World.current
        world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.explored()
        #expect(app.peripheral?.maximumWriteValueLength(for: .withResponse) == 512)
        let long = (0..<512).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try await app.write("FF01", long) == "written FF01")
        _ = try await app.read("FF01")
        #expect(app.values.last == long)
        #expect(try await app.write("FF01", long + [0]) == "written FF01 ATT 13")
        _ = try await app.read("FF07")
        #expect(app.values.last?.count == 512, "of 600")
    }

    @Test(
        "Behaviour 5.9, 5.10, 9.17; regression 90: the maximum write without response grows soon after didConnect",
        .simulated(seed: 446))
    func lateGrowth() async throws {
        let world = World.current
        world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.connected()
        let start = world.now
        #expect(app.peripheral?.maximumWriteValueLength(for: .withoutResponse) == 20)
        try await world.run(until: {
            app.peripheral?.maximumWriteValueLength(for: .withoutResponse) != 20
        })
        #expect(world.now - start < .seconds(1))
        #expect(app.lines.last == "connected", "no callback reports it")
        try await app.explored()
        try await world.run(for: .minutes(1))
        #expect(app.peripheral?.maximumWriteValueLength(for: .withoutResponse) == 182)
    }

    @Test(
        "Behaviour 5.15, 5.16: cut and lost writes without response are reported",
        .simulated(seed: 447, misuse: .record))
    func lostWrites() async throws {
        let world = World.current
        let arrived = Lock<[Int]>([])
        world.add(
            DeviceDefinition(name: "sink") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .writeWithoutResponse)
                        .onWrite { write in arrived.withLock { $0.append(write.value.count) } }
                }
            })
        let app = world.addPhone().run { AttributeProbe("sink") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        let (peripheral, sink) = (try #require(app.peripheral), app.characteristic("FF01"))
        peripheral.writeValue(Data(count: 300), for: sink, type: .withoutResponse)
        try await world.run(for: .seconds(1))
        #expect(world.misuses.map(\.misuse.kind) == [.truncatedWriteWithoutResponse])
        #expect(arrived.withLock { $0 } == [182])
        let before = app.lines.count
        for _ in 0..<100 { peripheral.writeValue(Data(count: 100), for: sink, type: .withoutResponse) }
        #expect(!peripheral.canSendWriteWithoutResponse)
        try await world.run(for: .seconds(2))
        #expect(app.lines.dropFirst(before) == ["ready"], "once for a full queue")
        let lost = world.misuses.dropFirst().count
        #expect(world.misuses.last?.misuse.kind == .lostWriteWithoutResponse)
        #expect(lost >= 50 && lost + arrived.withLock { $0.count } == 101)
        #expect(peripheral.canSendWriteWithoutResponse)
    }

    @Test(
        "Behaviour 4.24, 5.26; regression 100: descriptors have values of their types; 2902 is not written",
        .simulated(seed: 448, misuse: .record))
    func descriptors() async throws {
        let world = World.current
        world.add(.bench)
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.explored()
        let characteristic = app.characteristic("FF01")
        try await app.line("descriptors") { app.peripheral?.discoverDescriptors(for: characteristic) }
        var values: [String: Any] = [:]
        for descriptor in characteristic.descriptors ?? [] {
            try await app.line("descriptor") { app.peripheral?.readValue(for: descriptor) }
            values[descriptor.uuid.uuidString] = descriptor.value
        }
        #expect(values["2900"] as? NSNumber == 1)
        #expect(values["2901"] as? String == "bench")
        #expect(values["2902"] as? NSNumber == 0)
        #expect(values["2903"] as? NSNumber == 1)
        #expect(values["2904"] as? Data == Data([4, 0, 0, 0x27, 1, 0, 0]))
        #expect(values["AAAA"] as? Data == Data([9]))
        let configuration = try #require(characteristic.descriptors?.first { $0.uuid.uuidString == "2902" })
        app.peripheral?.writeValue(Data([1, 0]), for: configuration)
        #expect(world.misuses.map(\.misuse.kind) == [.clientConfigurationWritten])
        #expect(
            world.misuses.first?.misuse.message
                == "Client Characteristic Configuration descriptors must be configured using "
                + "setNotifyValue:forCharacteristic:")
        // 4.24: the read value stays.
        try await app.notify("FF01")
        #expect(configuration.value as? NSNumber == 0 && characteristic.isNotifying)
    }

    @Test(
        "Behaviour 1.10, 5.30; regression 103: the RSSI of a link, and no answer without a link",
        .simulated(seed: 449, misuse: .record))
    func rssi() async throws {
        let world = World.current
        let device = world.add(.bench, at: .meters(3))
        let app = world.addPhone().run { AttributeProbe("bench") }
        try await app.connected()
        let near = try await app.line("rssi") { app.peripheral?.readRSSI() }
        let level = try #require(Int(near.dropFirst(5)))
        #expect((-100 ... -20).contains(level))
        try await app.line("lost") { device.disconnect() }
        app.peripheral?.readRSSI()
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "lost CB 7")
        #expect(world.misuses.map(\.misuse.kind) == [.notConnected])
    }
}

/// Keeps the error of a write.
private final class WriteErrors: NSObject, CBPeripheralDelegate {
    let probe: AttributeProbe
    private(set) var error: (any Error)?

    init(_ name: String) { probe = AttributeProbe(name) }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { self.error = error }
}

extension DeviceDefinition {
    /// All kinds of characteristics; FF04 can be read only once.
    static var bench: DeviceDefinition {
        let reads = Counter()
        return DeviceDefinition(name: "bench") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic(
                    "FF01", [.read, .write, .notify], value: [1],
                    descriptors: [
                        .stored("2900", [1, 0]), .userDescription("bench"), .stored("2903", [1, 0]),
                        .stored("2904", [4, 0, 0, 0x27, 1, 0, 0]), .stored("AAAA", [9]),
                    ])
                DeviceCharacteristic("FF02", [.read, .indicate], value: [2])
                DeviceCharacteristic("FF03", .read).onRead { _ in throw ATT.ErrorCode(rawValue: 0x80) }
                DeviceCharacteristic("FF04", .read).onRead { _ in
                    guard reads.next() == 1 else { throw ATT.ErrorCode(rawValue: 0x80) }
                    return [4]
                }
                DeviceCharacteristic("FF05", .write)
                DeviceCharacteristic("FF06", .writeWithoutResponse, permissions: .readable)
                DeviceCharacteristic("FF07", .read).onRead { _ in [UInt8](repeating: 7, count: 600) }
                DeviceCharacteristic("FF08", [.notify, .indicate])
            }
        }
    }
}

/// Counts calls from any thread.
final class Counter: Sendable {
    private let count = Lock(0)

    /// Adds one and returns the count.
    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
