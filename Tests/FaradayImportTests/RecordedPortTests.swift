#if os(macOS) || os(Linux)
import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayClient
import FaradayDeviceFiles
import FaradayRecording
import FaradaySimulation
import FaradayTesting
import RandomCases
import Testing

#if !canImport(Darwin)
import FaradayNative
#endif

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

    #if !canImport(Darwin)
    // On a Mac the adapter stands over Apple's framework, which has no world.
    @Test(
        "It comes back from over the adapter to Apple's framework", .enabled(if: World().holdsAppWork))
    func adapter() throws {
        let truth = RandomDefinition.device(seed: 3, name: "Adapted")
        let folder = try RecordingFolder()
        let file = try folder.file()
        let world = try ChattedWorld(
            truth, seed: 3, on: { RecordingProvider(NativeAdapter(radio: $0), to: file) })
        try Self.check(file, against: truth, world, "adapter")
    }
    #endif

    @Test("It comes back with services of which only others tell, and with long lists")
    func included() throws {
        let long = (0..<20).map { place in
            DeviceCharacteristic(BluetoothUUID(UInt16(0xB000 + place)), .read, value: [UInt8(place)])
        }
        let truth = DeviceDefinition(name: "Nested") {
            DeviceAdvertising(services: ["A000", "4FAF0001-2B5D-4D9A-9A0B-0F7F2F8A1B2C"])
            DeviceService("A000", includes: ["4FAF0001-2B5D-4D9A-9A0B-0F7F2F8A1B2C", "A001"]) {
                for item in long { item }
            }
            // The second of its kind.
            DeviceService("A000")
            DeviceService("4FAF0001-2B5D-4D9A-9A0B-0F7F2F8A1B2C", isPrimary: false)
            DeviceService("A001", isPrimary: false)
        }
        let folder = try RecordingFolder()
        let file = try folder.file()
        let world = try ChattedWorld(truth, seed: 5, on: { RecordingProvider($0, to: file) })
        let device = try #require(try file.imported().devices.first { !$0.links.isEmpty })
        #expect(world.app.isDone)
        let text = device.report.joined(separator: "\n")
        let services = device.definition.services
        #expect(services.map(\.uuid) == truth.services.map(\.uuid), "\(text)")
        #expect(services.map(\.isPrimary) == [true, true, false, false], "\(text)")
        #expect(services.map(\.includedPlaces) == [[2, 3], [], [], []], "\(text)")
        #expect(services[0].characteristics.map(\.value) == long.map(\.value), "\(text)")
    }

    @Test("Two managers of one app at one device are two links to it, with the same handles")
    func twoManagers() throws {
        let truth = RandomDefinition.device(seed: 1, name: "Shared")
        let folder = try RecordingFolder()
        let file = try folder.file()
        let world = World(seed: 1)
        let phone = world.addPhone(name: "phone")
        world.add(truth)
        let provider = RecordingProvider(phone, to: file)
        let apps = (0..<2).map { _ in
            phone.run { PortEnvironment.$current.withValue(provider) { CuriousApp("Shared", writes: false) } }
        }
        try world.run(until: { apps.allSatisfy(\.isHeard) })
        for app in apps { phone.run { app.connect() } }
        try world.run(until: { apps.allSatisfy(\.isDone) })
        for app in apps { phone.run { app.disconnect() } }
        try world.run(for: .seconds(1))
        let devices = try file.imported().devices
        #expect(devices.map(\.links.count) == [2])
        let device = try #require(devices.first)
        #expect(device.databaseChanges.isEmpty && device.unreadUnits == 0)
        #expect(device.links.allSatisfy { $0.end?.reason == .connectionTerminatedByLocalHost })
        #expect(
            device.definition.services.map { $0.characteristics.map(\.uuid) }
                == truth.services.map { $0.characteristics.map(\.uuid) })
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
