#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting
import Testing

/// What a picker finds, and what its items may be.
@Suite struct DescriptorTests {
    private static let keys = AccessorySetupKeys(
        supports: [.bluetooth, .wifi], services: ["FD01", "180D"], names: ["Tag", "tAG", "ag", "Other"],
        companies: [0x0059, 0x004D])

    /// Whether a picker with this item finds the tag, which advertises FD01, `Tag` and `59 00 01 A5`.
    private static func finds(_ item: ASPickerDisplayItem, at position: Position = .meters(1)) async throws
        -> Int
    {
        let world = World.current
        world.add(.tag(manufacturerData: [0x59, 0x00, 0x01, 0xA5]), at: position)
        let phone = world.addPhone(.iOS(26)).configure(AppManifest(accessorySetup: keys))
        let app = phone.run { TagApp() }
        app.showPicker([item])
        try await world.run(until: { app.lines.last?.hasPrefix("picker ") == true })
        return Int(app.lines.last?.split(separator: " ").last ?? "") ?? -1
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: Int
        let change: @Sendable (ASDiscoveryDescriptor) -> Void

        init(_ name: String, _ code: Int, _ change: @escaping @Sendable (ASDiscoveryDescriptor) -> Void) {
            (testDescription, self.code, self.change) = (name, code, change)
        }
    }

    private static func company(_ number: UInt16) -> ASBluetoothCompanyIdentifier { .init(number) }

    static let rows: [Row] = [
        Row("the service", 0) { _ in },
        Row("another service", 200) { $0.bluetoothServiceUUID = CBUUID(string: "180D") },
        Row("the company", 0) { $0.bluetoothCompanyIdentifier = company(0x0059) },
        Row("another company", 200) { $0.bluetoothCompanyIdentifier = company(0x004D) },
        Row("a part of the name", 0) { $0.bluetoothNameSubstring = "ag" },
        Row("another name", 200) { $0.bluetoothNameSubstring = "Other" },
        Row("other capitals", 200) { $0.bluetoothNameSubstring = "tAG" },
        Row("other capitals, which do not count", 0) {
            $0.bluetoothNameSubstring = "tAG"
            if #available(iOS 18.2, macCatalyst 18.2, *) {
                $0.bluetoothNameSubstringCompareOptions = .caseInsensitive
            }
        },
        Row("other capitals, which do not count, said first", 0) {
            if #available(iOS 18.2, macCatalyst 18.2, *) {
                $0.bluetoothNameSubstringCompareOptions = .caseInsensitive
            }
            $0.bluetoothNameSubstring = "tAG"
        },
        Row("a part that is not the beginning", 200) {
            $0.bluetoothNameSubstring = "ag"
            if #available(iOS 18.2, macCatalyst 18.2, *) {
                $0.bluetoothNameSubstringCompareOptions = .anchored
            }
        },
        Row("the manufacturer data", 0) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0x01, 0xA5])
        },
        Row("masked manufacturer data", 0) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0x01, 0xA0])
            $0.bluetoothManufacturerDataMask = Data([0xFF, 0xF0])
        },
        Row("a blob with bits that the mask hides", 200) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0x01, 0xA5])
            $0.bluetoothManufacturerDataMask = Data([0xFF, 0xF0])
        },
        Row("a shorter blob", 0) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0x01])
            $0.bluetoothManufacturerDataMask = Data([0xFF])
        },
        Row("a shorter blob that is not the beginning", 200) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0xA5])
            $0.bluetoothManufacturerDataMask = Data([0xFF])
        },
        Row("a longer blob", 200) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0x01, 0xA5, 0x00])
            $0.bluetoothManufacturerDataMask = Data([0xFF, 0xFF, 0x00])
        },
        Row("a mask of another length", 200) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataBlob = Data([0x01, 0xA5])
            $0.bluetoothManufacturerDataMask = Data([0xFF])
        },
        Row("service data that is not advertised", 200) {
            $0.bluetoothServiceDataBlob = Data([1])
            $0.bluetoothServiceDataMask = Data([0xFF])
        },
        Row("immediate range", 0) { $0.bluetoothRange = .immediate },
        Row("a blob without a company", 450) { $0.bluetoothManufacturerDataBlob = Data([1]) },
        Row("a mask without a blob", 450) {
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothManufacturerDataMask = Data([1])
        },
        Row("service data without a service", 450) {
            $0.bluetoothServiceUUID = nil
            $0.bluetoothCompanyIdentifier = company(0x0059)
            $0.bluetoothServiceDataBlob = Data([1])
        },
        Row("a name alone", 450) {
            $0.bluetoothServiceUUID = nil
            $0.bluetoothNameSubstring = "Tag"
        },
        Row("nothing", 450) { $0.bluetoothServiceUUID = nil },
        Row("a Wi-Fi network, which nobody finds", 200) {
            $0.bluetoothServiceUUID = nil
            $0.ssid = "Tag"
        },
    ]

    @Test(
        "Behaviour 28.4, 28.23: all that a descriptor says must be true of an accessory",
        .simulated(seed: 2820), arguments: rows)
    func row(row: Row) async throws {
        #expect(try await Self.finds(TagApp.item { row.change($0) }) == row.code)
    }

    @Test("Behaviour 28.4: immediate range is a strong signal", .simulated(seed: 2821))
    func range() async throws {
        let far = TagApp.item { $0.bluetoothRange = .immediate }
        #expect(try await Self.finds(far, at: .meters(10)) == 200)
    }

    @Test(
        "Behaviour 28.4: service data is compared with blob and mask, as far as they go",
        .simulated(seed: 2822), arguments: [([0x12, 0x30], [0xFF, 0xF0]), ([0x12], [0xFF])])
    func serviceData(blob: [UInt8], mask: [UInt8]) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Lamp") {
                DeviceAdvertising(data: AdvertisingData([.serviceData("FD01", [0x12, 0x34])]))
            })
        let phone = world.addPhone(.iOS(26)).configure(AppManifest(accessorySetup: TagApp.keys))
        let app = phone.run { TagApp() }
        app.showPicker([
            TagApp.item("Wrong") { $0.bluetoothServiceDataBlob = Data([0x12, 0x35]) },
            TagApp.item("Right") {
                $0.bluetoothServiceDataBlob = Data(blob)
                $0.bluetoothServiceDataMask = Data(mask)
            },
        ])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(phone.accessoryNames == ["Right"], "one of several items is enough")
    }

    @Test(
        "Behaviour 28.3: an item that the Info.plist does not declare ends the app",
        .simulated(seed: 2823, misuse: .record),
        arguments: [
            (nil, "NSAccessorySetupSupports is missing"),
            (AccessorySetupKeys(), "NSAccessorySetupBluetoothServices does not contain FD01"),
            (
                AccessorySetupKeys(supports: [], services: ["FD01"]),
                "NSAccessorySetupSupports does not contain Bluetooth"
            ),
            (
                AccessorySetupKeys(services: ["FD01"], names: ["Tag"]),
                "NSAccessorySetupBluetoothCompanyIdentifiers does not contain 89"
            ),
            (
                AccessorySetupKeys(services: ["FD01"], companies: [89]),
                "NSAccessorySetupBluetoothNames does not contain Tag"
            ),
        ] as [(AccessorySetupKeys?, String)])
    func undeclared(keys: AccessorySetupKeys?, lack: String) async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(26)).configure(AppManifest(accessorySetup: keys))
        let app = phone.run { TagApp() }
        try await world.run(until: { app.lines == ["activated"] })
        app.showPicker([
            TagApp.item {
                $0.bluetoothNameSubstring = "Tag"
                $0.bluetoothCompanyIdentifier = Self.company(89)
            }
        ])
        try await world.run(for: .seconds(1))
        #expect(world.misuses.map(\.misuse.kind) == [.undeclaredAccessory])
        #expect(world.misuses.first?.misuse.message.contains(lack) == true)
        #expect(phone.appState == .terminated && app.lines == ["activated"])
    }

    @Test("Behaviour 28.3: by another report the picker only finds nothing", .simulated(seed: 2824))
    func undeclaredFindsNothing() async throws {
        let world = World.current
        world.add(.tag())
        var profile = OSProfile.iOS(26)
        profile.undeclaredItemsEndApp = false
        let phone = world.addPhone(profile).configure(AppManifest(accessorySetup: AccessorySetupKeys()))
        let app = phone.run { TagApp() }
        app.showPicker()
        try await world.run(until: { app.lines.last == "picker 200" })
    }

    @Test(
        "Behaviour 28.23: a network and the beginning of a network's name together end the app",
        .simulated(seed: 2825, misuse: .record))
    func twoNetworks() async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(26)).configure(AppManifest(accessorySetup: Self.keys))
        let app = phone.run { TagApp() }
        app.showPicker([
            TagApp.item {
                $0.ssid = "a"
                $0.ssidPrefix = "b"
            }
        ])
        try await world.run(for: .seconds(1))
        #expect(world.misuses.map(\.misuse.kind) == [.invalidArgument])
        #expect(phone.appState == .terminated)
    }

    @Test("A descriptor keeps what it is given, and an accessory's descriptor is a copy")
    func properties() {
        guard #available(iOS 26.0, macCatalyst 26.0, *) else { return }
        let descriptor = ASDiscoveryDescriptor()
        #expect(descriptor.bluetoothRange == .default && descriptor.wifiAwareServiceRole == .subscriber)
        #expect(descriptor.bluetoothCompanyIdentifier.rawValue == 0 && descriptor.supportedOptions == [])
        descriptor.wifiAwareServiceName = "_tag._tcp"
        descriptor.wifiAwareServiceRole = .publisher
        descriptor.wifiAwareModelNameMatch = ASPropertyCompareString(string: "T1", compareOptions: .anchored)
        descriptor.wifiAwareVendorNameMatch = ASPropertyCompareString(string: "V")
        #expect(
            descriptor.wifiAwareServiceName == "_tag._tcp" && descriptor.wifiAwareServiceRole == .publisher)
        #expect(descriptor.wifiAwareModelNameMatch?.compareOptions == .anchored)
        #expect(descriptor.wifiAwareVendorNameMatch == ASPropertyCompareString(string: "V"))
        descriptor.ssidPrefix = "Tag-"
        descriptor.bluetoothServiceDataBlob = Data([1, 2])
        descriptor.bluetoothServiceDataMask = Data([3, 4])
        #expect(descriptor.ssidPrefix == "Tag-" && descriptor.ssid == nil)
        #expect(descriptor.bluetoothServiceDataBlob == Data([1, 2]))
        #expect(descriptor.bluetoothServiceDataMask == Data([3, 4]))
    }
}
#endif
