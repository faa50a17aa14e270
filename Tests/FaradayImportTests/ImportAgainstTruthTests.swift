#if os(macOS) || os(Linux)
import BluetoothHost
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// What is imported of a device is what the device is, as far as it was on air.
@Suite struct ImportAgainstTruthTests {
    @Test func aDeviceComesBackAsItWasMade() throws {
        for seed in 0..<UInt64(randomCases(40)) {
            let truth = RandomDefinition.device(seed: seed, name: "Thing \(seed)")
            let world = try ChattedWorld(truth, seed: seed)
            for sight in CaptureSight.allCases {
                let devices = try world.imported(sight).devices
                #expect(devices.count == 1, "seed \(seed), \(sight): \(devices.map(\.identity))")
                guard let device = devices.first else { continue }
                let differences = Self.differences(device, truth, world.device.address)
                #expect(differences == [], "seed \(seed), \(sight)\n\(device.report.joined(separator: "\n"))")
            }
        }
    }

    /// The definition of an imported device makes a device that is imported as the same.
    @Test func anImportedDeviceIsImportedAgain() throws {
        for seed in 100..<UInt64(100 + randomCases(8)) {
            let truth = RandomDefinition.device(seed: seed, name: "Copy \(seed)")
            let first = try ChattedWorld(truth, seed: seed)
            let device = try #require(try first.imported(.device).devices.first)
            let second = try ChattedWorld(device.definition, seed: seed + 1)
            let copy = try #require(try second.imported(.device).devices.first)
            let differences = Self.differences(copy, truth, first.device.address)
            #expect(differences == [], "seed \(seed)\n\(copy.report.joined(separator: "\n"))")
        }
    }

    private static func differences(
        _ device: ImportedDevice, _ truth: DeviceDefinition, _ address: DeviceAddress
    ) -> [String] {
        var found: [String] = []
        func compare<Value: Equatable>(_ what: String, _ value: Value, _ right: Value) {
            if value != right { found.append("\(what): \(value), not \(right)") }
        }
        let definition = device.definition
        compare("address", device.identity, DeviceIdentity(address))
        compare("address", definition.address, address)
        compare("name", definition.name, truth.name)
        // Where nobody read it, none is invented.
        compare(
            "appearance", definition.appearance, device.database.gapAppearance == nil ? 0 : truth.appearance)
        if device.mtu != nil { compare("MTU", definition.preferredMTU, truth.preferredMTU) }
        if let hasServiceChanged = device.hasServiceChanged {
            compare("Service Changed", hasServiceChanged, truth.hasServiceChanged)
        }
        compare("problem", definition.problem, nil)
        compare("gaps", device.gaps, 0)
        compare("sets", definition.advertising.count, 1)
        if let set = definition.advertising.first, let right = truth.advertising.first {
            compare("kind", set.kind, right.kind)
            compare("data", set.data.bytes, right.data.bytes)
            compare("response", set.scanResponse.bytes, right.scanResponse.bytes)
        }
        found += interval(device, truth)
        compare("services", definition.services.map(\.uuid), truth.services.map(\.uuid))
        for (service, right) in zip(definition.services, truth.services) {
            compare(
                "includes of \(right.uuid)", service.includedPlaces.map { definition.services[$0].uuid },
                right.includedServices)
            compare("kind of \(right.uuid)", service.isPrimary, right.isPrimary)
            compare(
                "characteristics of \(right.uuid)", service.characteristics.map(\.uuid),
                right.characteristics.map(\.uuid))
            for (item, right) in zip(service.characteristics, right.characteristics) {
                compare("properties of \(right.uuid)", item.properties, right.properties)
                compare("permissions of \(right.uuid)", item.permissions, right.permissions)
                compare(
                    "value of \(right.uuid)", item.value, right.properties.contains(.read) ? right.value : [])
                compare("descriptors of \(right.uuid)", item.descriptors, right.descriptors)
            }
        }
        return found
    }

    private static func interval(_ device: ImportedDevice, _ truth: DeviceDefinition) -> [String] {
        guard let right = truth.advertising.first?.interval, let set = device.advertising.first else {
            return []
        }
        switch set.interval {
        case .told(_, let most): return most == right ? [] : ["interval: told \(most), not \(right)"]
        case .estimated(let value, let error, _):
            let difference = abs(value.milliseconds - right.milliseconds)
            return difference <= error.milliseconds + 0.001
                ? [] : ["interval: \(value) within \(error), not \(right)"]
        case .unknown(let reason): return ["interval: \(reason)"]
        }
    }

    /// A sniffer that misses packets: less is known, and nothing is wrong.
    @Test func whatIsMissingIsNotInvented() throws {
        var (known, all, gaps) = (0, 0, 0)
        for seed in 0..<UInt64(randomCases(30)) {
            let truth = RandomDefinition.device(seed: seed, name: "Thing \(seed)")
            let chat = try ChattedWorld(truth, seed: seed, listening: .milliseconds(500))
            var numbers = SeededNumbers(seed: seed)
            let heard = CaptureSight.air.packets(try CaptureReader.packets(chat.bytes)).filter { _ in
                numbers.below(20) > 0
            }
            let right = truth.services.flatMap(\.characteristics)
            all += right.count
            for device in CaptureImport(packets: [heard]).devices {
                let items = device.database.characteristics
                let own = items.filter { !($0.uuid.short.map { 0x2A00...0x2BFF ~= $0 } ?? false) }
                for item in own {
                    let made = right.first { $0.uuid == item.uuid }
                    #expect(made?.properties == item.properties, "seed \(seed), \(item.uuid)")
                    for reading in item.readings {
                        let value = made?.value ?? []
                        let isRight =
                            reading.isCut ? value.starts(with: reading.value) : value == reading.value
                        #expect(
                            isRight || reading.value == [1, 2, 3], "seed \(seed), \(item.uuid): \(reading)")
                    }
                    known += 1
                }
                gaps += device.gaps
            }
        }
        #expect(known > all / 3 && gaps > 100, "\(known) of \(all), \(gaps) gaps")
    }

    /// Sets of all kinds, on air and by the device's own commands.
    @Test(arguments: [CaptureSight.air, .device]) func setsOfAllKindsComeBack(_ sight: CaptureSight) throws {
        func data(_ count: Int, _ byte: UInt8) -> AdvertisingData {
            AdvertisingData([
                .manufacturerSpecificData(company: 0x004C, data: Array(repeating: byte, count: count))
            ])
        }
        let target = DeviceAddress(0xC011_2233_4455, .random)
        var truth = DeviceDefinition(name: "Sets")
        truth.advertising = [
            DeviceAdvertising(.nonConnectable, data: data(9, 1), interval: .milliseconds(150)),
            DeviceAdvertising(.scannable, data: data(8, 2), scanResponse: data(20, 3)),
            DeviceAdvertising(.directed(to: target), data: AdvertisingData([])),
            DeviceAdvertising(data: data(100, 4), usesExtendedPDUs: true),
            DeviceAdvertising(.nonConnectable, data: data(240, 5), usesExtendedPDUs: true),
        ]
        let world = World(seed: 2)
        world.startTrace()
        let phone = world.addPhone(name: "phone")
        let device = world.add(truth, at: .meters(1))
        let app = phone.run { CuriousApp("nobody") }
        try world.run(for: .seconds(3))
        #expect(!app.isHeard)
        let packets = sight.packets(try CaptureReader.packets(world.capture(.pcapng)))
        let found = try #require(CaptureImport(packets: [packets]).devices.first)
        #expect(found.identity == DeviceIdentity(device.address))
        let sets = found.definition.advertising
        #expect(sets.count == 5, "\(found.report)")
        for right in truth.advertising {
            let set = sets.first { $0.kind == right.kind && $0.usesExtendedPDUs == right.usesExtendedPDUs }
            #expect(set?.data.bytes == right.data.bytes, "\(right.kind)")
            #expect(set?.scanResponse.bytes == right.scanResponse.bytes, "\(right.kind)")
        }
    }

    @Test(arguments: [CaptureSight.air, .everything]) func aSetThatGoesOnDuringAConnectionGoesOn(
        _ sight: CaptureSight
    ) throws {
        var truth = RandomDefinition.device(seed: 1, name: "On")
        truth.advertising.append(
            DeviceAdvertising(
                .nonConnectable, data: AdvertisingData([.txPowerLevel(4)]), continuesWhileConnected: true))
        let chat = try ChattedWorld(truth, listening: .milliseconds(500))
        let device = try #require(try chat.imported(sight).devices.first)
        let sets = device.definition.advertising.filter(\.continuesWhileConnected)
        #expect(sets.map(\.kind) == [.nonConnectable])
    }

    /// A value that asks for encryption: the refusal, the pairing and the value are in the capture.
    @Test(arguments: CaptureSight.allCases) func whatAsksForEncryptionAsksForItAgain(_ sight: CaptureSight)
        throws
    {
        var truth = DeviceDefinition(name: "Lock")
        truth.advertising = [DeviceAdvertising(name: "Lock", services: ["FF00"])]
        truth.services = [
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", .read, value: [1, 2], requires: .encrypted)
                DeviceCharacteristic("FF02", .read, value: [3])
            }
        ]
        let chat = try ChattedWorld(truth, listening: .milliseconds(100))
        let device = try #require(try chat.imported(sight).devices.first)
        let items = device.definition.services.flatMap(\.characteristics)
        #expect(items.map(\.permissions) == truth.services[0].characteristics.map(\.permissions))
        #expect(items.map(\.value) == [[1, 2], [3]], "\(device.report.joined(separator: "\n"))")
        #expect(device.definition.security.ioCapability == .noInputNoOutput)
        #expect(device.definition.security.isBondable && device.encryption.unreadPackets == 0)
    }

    /// What a device has and nobody asked for is not there, and the report says so.
    @Test func whatNobodyAskedForIsNotInvented() throws {
        let truth = RandomDefinition.device(seed: 3, name: "Quiet")
        let world = World(seed: 5)
        world.startTrace()
        let phone = world.addPhone(name: "phone")
        world.add(truth, at: .meters(1))
        let app = phone.run { CuriousApp("Quiet") }
        try world.run(until: { app.isHeard })
        let device = try #require(try CaptureImport(files: [world.capture(.pcapng)]).devices.first)
        #expect(device.definition.services.isEmpty && device.name == "Quiet" && device.rules.isEmpty)
        #expect(device.unknowns.contains("the services: no discovery is in the capture"))
        #expect(device.unknowns.contains("the MTU that the device offers: it was not exchanged"))
    }
}

extension ImportedDatabase {
    /// What was read of the appearance.
    fileprivate var gapAppearance: [UInt8]? {
        characteristics.first { $0.uuid == "2A01" }?.readings.first?.value
    }
}
#endif
