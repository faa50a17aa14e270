#if os(macOS) || os(Linux)
import BluetoothProfiles
import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Foundation
import Testing

@testable import FaradayDeviceFiles

/// Devices of the files in `Examples/Devices`, and an app that uses them.
@Suite("A device of a file is used as any other")
struct FileDeviceTests {
    private static let folder = "../../Examples/Devices/"

    private func peripheral() async throws -> Peripheral {
        let central = World.current.addPhone().run { Central() }
        for try await sighting in central.scan() { return sighting.peripheral }
        throw CancellationError()
    }

    @Test("The strap measures, counts its energy, and refuses what is no command", .simulated)
    func strap() async throws {
        World.current.add(.file(Self.folder + "strap.faraday.json"))
        let strap = try await peripheral()
        #expect(try await strap.read(Battery.level) == 87)
        var beats: [HeartRate.Measurement] = []
        for try await beat in strap.notifications(of: HeartRate.measurement) {
            beats.append(beat)
            if beats.count == 3 { break }
        }
        #expect(beats.map(\.energyExpended) == [1, 2, 3])
        #expect(beats.allSatisfy { 58...180 ~= $0.beatsPerMinute && $0.hasContact == true })
        try await strap.write(.resetEnergyExpended, to: HeartRate.controlPoint)
        let point = TypedCharacteristic<UInt8>("2A39", of: "180D")
        await #expect(throws: ClientError.self) { try await strap.write(9, to: point) }
    }

    private enum Update {
        static let service: BluetoothUUID = "FE59"
        static let control = TypedCharacteristic<[UInt8]>("8EC90001-F315-4F60-9FB8-838830DAEA50", of: service)
        static let packets = TypedCharacteristic<[UInt8]>("8EC90002-F315-4F60-9FB8-838830DAEA50", of: service)
        static let version = TypedCharacteristic<UInt16>("8EC90003-F315-4F60-9FB8-838830DAEA50", of: service)
    }

    @Test(
        "An update whose CRC is right restarts the device with its new version; a damaged one is refused",
        .enabled(if: World().holdsAppWork), .simulated, arguments: [false, true])
    func updater(isDamaged: Bool) async throws {
        World.current.add(.file(Self.folder + "updater.faraday.json"))
        let updater = try await peripheral()
        #expect(try await updater.read(Update.version) == 1)
        let answers = Lock<[[UInt8]]>([])
        let listening = Task {
            for try await answer in updater.notifications(of: Update.control) {
                answers.withLock { $0.append(answer) }
            }
        }
        defer { listening.cancel() }
        try await World.current.run(for: .seconds(2))
        func request(_ bytes: [UInt8]) async throws -> [UInt8]? {
            let count = answers.withLock { $0.count }
            try await updater.write(bytes, to: Update.control)
            try await World.current.run(for: .milliseconds(150))
            return answers.withLock { $0.count > count ? $0.last : nil }
        }
        #expect(try await request([1] + NumberFormat.u32.bytes(of: 500)) == [0x60, 1, 1])
        let image = (0..<500).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for start in stride(from: 0, to: 500, by: 100) {
            var packet = Array(image[start..<(start + 100)])
            if isDamaged, start == 200 { packet[5] ^= 1 }
            try await updater.writeWithoutResponse(packet, to: Update.packets)
        }
        let sum = NumberFormat.u32.bytes(of: Int64(Checksum.crc32.value(of: image)))
        let told = try await request([3])
        #expect((told == [0x60, 3, 1, 0xF4, 1, 0, 0] + sum) == !isDamaged)
        #expect(try await request([4] + sum) == [0x60, 4, isDamaged ? 5 : 1])
        if isDamaged {
            #expect(try await request([9]) == [0x60, 9, 8])
            return
        }
        try await World.current.run(for: .seconds(5))
        #expect(try await updater.read(Update.version) == 2)
    }

    @Test("A file with errors is a mistake of the test for each of them, with its line", .simulated)
    func mistakes() throws {
        let path = NSTemporaryDirectory() + "wrong-\(UUID().uuidString).faraday.json"
        try "{ \"faraday\": 1,\n\"name\": \"D\", \"mtu\": 1,\n\"nmae\": 2 }".write(
            toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(
            DeviceDefinition.file(path).problem == "\(path):2:21: error: \"mtu\" is 23 to 517, not 1")
        let world = World()
        world.onMistake { _ in }
        world.add(.file(path))
        world.add(.file("not-there.faraday.json"))
        #expect(world.mistakes.count == 3)
        #expect(
            world.mistakes.last?.message.hasPrefix(
                "not-there.faraday.json: error: the file is not there; looked for ") == true)
    }

    @Test("The examples have no errors", arguments: ["strap", "updater"])
    func examples(_ name: String) throws {
        let path =
            (#filePath as NSString).deletingLastPathComponent + "/" + Self.folder + "\(name).faraday.json"
        let file = try DeviceFile(contentsOf: path)
        #expect(file.warnings.isEmpty)
        #expect(try String(contentsOfFile: path, encoding: .utf8).isEmpty == false)
        #expect(try DeviceFile(file.text).text == file.text)
    }
}
#endif
