#if os(macOS) || os(Linux)
import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayClient
import FaradayDeviceFiles
import FaradayNative
import FaradayRecording
import FaradaySimulation
import FaradayTesting
import RandomCases
import Testing

@testable import FaradayImport

/// What a recording above CoreBluetooth gives is what the device is, as far as an app sees it.
@Suite("A device is recorded above the framework")
struct RecordedPortTests {
    @Test("It comes back as it was made", arguments: ["a.pcapng", "a.btsnoop", "a.pklg"])
    func comesBack(_ name: String) throws {
        for seed in 0..<UInt64(randomCases(14)) {
            let truth = RandomDefinition.device(seed: seed, name: "Thing \(seed)")
            let folder = try RecordingFolder()
            let file = try folder.file(name)
            let world = try ChattedWorld(truth, seed: seed, on: { RecordingProvider($0, to: file) })
            try Self.check(file, against: truth, world, "seed \(seed), \(name)")
        }
    }

    @Test("It comes back from over the adapter to Apple's framework")
    func adapter() throws {
        let truth = RandomDefinition.device(seed: 3, name: "Adapted")
        let folder = try RecordingFolder()
        let file = try folder.file()
        let world = try ChattedWorld(
            truth, seed: 3, on: { RecordingProvider(NativeAdapter(radio: $0), to: file) })
        try Self.check(file, against: truth, world, "adapter")
    }

    private static func check(
        _ file: RecordingFile, against truth: DeviceDefinition, _ chat: ChattedWorld, _ note: String
    ) throws {
        let found = try file.imported()
        #expect(found.unreadPackets == 0)
        #expect(found.devices.count == 1, "\(note)")
        let device = try #require(found.devices.first { !$0.links.isEmpty })
        let log = try #require(try chat.imported(.phone).devices.first)
        let definition = device.definition
        let text = "\(note)\n\(device.report.joined(separator: "\n"))"
        #expect(device.databaseUnknowns == Self.unknowns, "\(text)")
        #expect((device.unreadUnits, device.senselessPackets) == (0, 0), "\(text)")
        #expect(definition.address == nil && definition.problem == nil, "\(text)")
        #expect(!DeviceFile(definition).text.contains("\"address\""))
        // What both show is the same: the database, values, refusals of writes, what was learned of the talk.
        #expect(
            DeviceFile(definition).text == DeviceFile(Self.asSeen(log.definition, definition)).text, "\(text)"
        )
        // A simulated phone uses 185 at most.
        #expect(definition.preferredMTU == min(185, truth.preferredMTU), "\(text)")
        #expect(device.conversation.writes.map(\.value) == log.conversation.writes.map(\.value), "\(text)")
        #expect(definition.services.map(\.uuid) == truth.services.map(\.uuid), "\(text)")
        let seen = AdvertisingData(
            definition.advertising.flatMap { $0.data.structures + $0.scanResponse.structures })
        let made = AdvertisingData(
            truth.advertising.flatMap { $0.data.structures + $0.scanResponse.structures })
        #expect(
            (seen.localName, seen.manufacturerData) == (made.localName, made.manufacturerData), "\(text)")
    }

    private static let unknowns = ["whether there is Service Changed: CoreBluetooth hides its service"]

    /// A definition out of a log with what no framework shows taken from the other one.
    private static func asSeen(_ log: DeviceDefinition, _ other: DeviceDefinition) -> DeviceDefinition {
        var log = log
        log.address = other.address
        log.advertising = other.advertising
        log.hasServiceChanged = other.hasServiceChanged
        (log.appearance, log.preferredMTU) = (other.appearance, other.preferredMTU)
        return log
    }
}
#endif
