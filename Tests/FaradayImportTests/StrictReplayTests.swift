#if os(macOS) || os(Linux)
import class BluetoothPort.Lock
import protocol BluetoothPort.PortProvider
import BluetoothTypes
import BluetoothWire
import FaradayClient
import FaradayDeviceFiles
import FaradayRecording
import FaradayTesting
import Testing

@testable import FaradayImport

/// A transfer that was captured, and the same app in another world, against what was captured.
@Suite("A captured transfer is replayed", .enabled(if: World().holdsAppWork))
struct StrictReplayTests {
    private enum Update {
        static let service: BluetoothUUID = "FE59"
        static let control = TypedCharacteristic<[UInt8]>("8EC90001-F315-4F60-9FB8-838830DAEA50", of: service)
        static let packets = TypedCharacteristic<[UInt8]>("8EC90002-F315-4F60-9FB8-838830DAEA50", of: service)
        static let version = TypedCharacteristic<UInt16>("8EC90003-F315-4F60-9FB8-838830DAEA50", of: service)
    }

    private static let image = (0..<500).map { UInt8(truncatingIfNeeded: $0 * 7) }

    /// An app that brings a device new firmware: in fragments, with a CRC, and over the device's restart. Returns the
    /// version after it.
    private static func update(
        _ image: [UInt8], in world: World, on wrapping: (Phone) -> any PortProvider = { $0 }
    ) async throws -> UInt16 {
        let phone = world.addPhone(name: "phone")
        let central = phone.run { Central(on: wrapping(phone)) }
        let updater = try await central.find(.advertising([Update.service]))
        _ = try await updater.read(Update.version)
        let answers = Lock<[[UInt8]]>([])
        let listening = Task {
            for try await answer in updater.notifications(of: Update.control) {
                answers.withLock { $0.append(answer) }
            }
        }
        defer { listening.cancel() }
        try await world.run(for: .seconds(1))
        func request(_ bytes: [UInt8]) async throws {
            let count = answers.withLock { $0.count }
            try await updater.write(bytes, to: Update.control)
            try await world.run(until: { answers.withLock { $0.count > count } }, timeout: .seconds(5))
        }
        try await request([1] + NumberFormat.u32.bytes(of: Int64(image.count)))
        for start in stride(from: 0, to: image.count, by: 100) {
            try await updater.writeWithoutResponse(
                Array(image[start..<min(image.count, start + 100)]), to: Update.packets)
        }
        try await request([3])
        try await request([4] + NumberFormat.u32.bytes(of: Int64(Checksum.crc32.value(of: image))))
        try await world.run(for: .seconds(8))
        return try await updater.read(Update.version)
    }

    /// What the capture of a whole transfer gives.
    private static func recorded(_ sight: CaptureSight) async throws -> (DeviceDefinition, Nanoseconds) {
        try await withWorld(seed: 1) { world in
            world.startTrace(capacity: 1_000_000)
            world.add(.file("../../Examples/Devices/updater.faraday.json"))
            _ = try await update(image, in: world)
            let packets = sight.packets(try CaptureReader.packets(world.capture(.pcapng)))
            let device = try #require(CaptureImport(packets: [packets]).devices.first)
            return (try Self.definition(of: device), world.now - .zero)
        }
    }

    /// The device with what was said, as its file has it.
    private static func definition(of device: ImportedDevice) throws -> DeviceDefinition {
        let recorded = RecordedConversation(of: device)
        #expect(recorded.unknowns == [])
        var definition = device.definition(with: ImportedRules(of: device))
        definition.rules = definition.rules ?? DeviceRules()
        definition.rules?.conversation = recorded.conversation
        return try DeviceFile(DeviceFile(definition).text).definition
    }

    @Test(
        "A transfer that was recorded above the framework is replayed to the same app, and not to another one"
    )
    func recordedAbove() async throws {
        let folder = try RecordingFolder()
        let file = try folder.file()
        try await withWorld(seed: 1) { world in
            world.add(.file("../../Examples/Devices/updater.faraday.json"))
            _ = try await Self.update(Self.image, in: world, on: { RecordingProvider($0, to: file) })
        }
        let device = try #require(try file.imported().devices.first { !$0.links.isEmpty })
        let definition = try Self.definition(of: device)
        var other = Self.image
        other[205] ^= 1
        for (image, isSame) in [(Self.image, true), (other, false)] {
            try await withWorld(seed: 2) { world in
                world.onMistake { _ in }
                let device = world.add(DeviceFile(definition).definition(replay: .strict))
                _ = try? await Self.update(image, in: world)
                // The app's central is gone, and its connection ends.
                try await world.run(for: .seconds(2))
                #expect(device.replay?.isComplete == isSame, "\(String(describing: device.replay))")
            }
        }
    }

    @Test(
        "The same app is answered in the same way, over the device's restart, and faster if the test wants that"
    )
    func same() async throws {
        let (definition, length) = try await Self.recorded(.everything)
        var lengths: [Nanoseconds] = []
        for replay in [DeviceReplay.strict, .strictAtOnce] {
            try await withWorld(seed: 2) { world in
                let device = world.add(DeviceFile(definition).definition(replay: replay))
                let version = try await Self.update(Self.image, in: world)
                #expect(version == 2)
                #expect(device.replay?.isComplete == true, "\(String(describing: device.replay))")
                lengths.append(world.now - .zero)
            }
        }
        #expect(lengths[0] <= length + .seconds(2))
        #expect(lengths[1] < lengths[0])
    }

    @Test("An app that sends another fragment fails at that fragment, with its packet in the capture")
    func different() async throws {
        let (definition, _) = try await Self.recorded(.everything)
        var image = Self.image
        image[205] ^= 1
        try await withWorld(seed: 2) { world in
            world.onMistake { _ in }
            let device = world.add(DeviceFile(definition).definition(replay: .strict))
            _ = try? await Self.update(image, in: world)
            let difference = try #require(device.replay?.difference)
            #expect(world.mistakes.map(\.message) == ["device Updater: \(difference)"])
            #expect(difference.hasPrefix("the conversation is not the recorded one at step 8 of "))
        }
    }
}
#endif
