import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

/// One AD structure each, byte for byte (Core Specification Supplement 12, Part A, 1).
enum AdvertisingDataGoldens {
    typealias Structure = AdvertisingData.Structure

    private static func one(
        _ name: String, _ structure: Structure, _ bytes: [UInt8]
    ) -> WireGolden<AdvertisingData> {
        // Nothing at all is data, too; a trailing 0x5A announces more than there is.
        WireGolden(name, AdvertisingData([structure]), bytes, .also([0]))
    }

    private static let vendor = ATTGoldens.vendor
    private static let vendorBytes = ATTGoldens.vendorBytes
    private static let sixteen = [UInt8](0xA0...0xAF)

    static let all = uuids + names + values + security + broadcast + other

    static let uuids: [WireGolden<AdvertisingData>] = [
        // Length, type; services.
        one(
            "incomplete 16", .incompleteServiceUUIDs(.bits16, [BluetoothUUID(0x180D)]),
            [3, 0x02, 0x0D, 0x18]),
        one(
            "complete 16", .completeServiceUUIDs(.bits16, [BluetoothUUID(0x180D), BluetoothUUID(0x180F)]),
            [5, 0x03, 0x0D, 0x18, 0x0F, 0x18]),
        one("complete 16, none", .completeServiceUUIDs(.bits16, []), [1, 0x03]),
        one(
            "incomplete 32", .incompleteServiceUUIDs(.bits32, [BluetoothUUID(bits32: 0x1122_3344)]),
            [5, 0x04, 0x44, 0x33, 0x22, 0x11]),
        one(
            "complete 32", .completeServiceUUIDs(.bits32, [BluetoothUUID(bits32: 0x180D)]),
            [5, 0x05, 0x0D, 0x18, 0x00, 0x00]),
        one("incomplete 128", .incompleteServiceUUIDs(.bits128, [vendor]), [17, 0x06] + vendorBytes),
        one("complete 128", .completeServiceUUIDs(.bits128, [vendor]), [17, 0x07] + vendorBytes),
        one(
            "solicitation 16", .serviceSolicitation(.bits16, [BluetoothUUID(0x1805)]),
            [3, 0x14, 0x05, 0x18]),
        one("solicitation 128", .serviceSolicitation(.bits128, [vendor]), [17, 0x15] + vendorBytes),
        one(
            "solicitation 32", .serviceSolicitation(.bits32, [BluetoothUUID(bits32: 0x1122_3344)]),
            [5, 0x1F, 0x44, 0x33, 0x22, 0x11]),
        // Length, type; service; data.
        one(
            "service data 16", .serviceData(BluetoothUUID(0x180F), [0x57]), [4, 0x16, 0x0F, 0x18, 0x57]),
        one(
            "service data 32", .serviceData(BluetoothUUID(bits32: 0x1122_3344), []),
            [5, 0x20, 0x44, 0x33, 0x22, 0x11]),
        one("service data 128", .serviceData(vendor, [1, 2]), [19, 0x21] + vendorBytes + [1, 2]),
    ]

    static let names: [WireGolden<AdvertisingData>] = [
        one("shortened name", .shortenedLocalName("HR"), [3, 0x08, 0x48, 0x52]),
        one("complete name", .completeLocalName("é1"), [4, 0x09, 0xC3, 0xA9, 0x31]),
        one("broadcast name", .broadcastName("Gate"), [5, 0x30, 0x47, 0x61, 0x74, 0x65]),
        // U+0017 stands for `https:`.
        one("URI", .uri("\u{17}//a"), [5, 0x24, 0x17, 0x2F, 0x2F, 0x61]),
    ]

    static let values: [WireGolden<AdvertisingData>] = [
        one("flags", .flags([.generalDiscoverable, .brEDRNotSupported]), [2, 0x01, 0x06]),
        one("TX power", .txPowerLevel(-12), [2, 0x0A, 0xF4]),
        // 7.5 ms…30 ms.
        one(
            "interval range", .peripheralConnectionIntervalRange(minimum: 6, maximum: 24),
            [5, 0x12, 0x06, 0x00, 0x18, 0x00]),
        one(
            "public target addresses", .publicTargetAddresses([LinkLayerGoldens.publicAddress]),
            [7, 0x17] + LinkLayerGoldens.publicBytes),
        one(
            "random target addresses",
            .randomTargetAddresses([LinkLayerGoldens.random, LinkLayerGoldens.random]),
            [13, 0x18] + LinkLayerGoldens.randomBytes + LinkLayerGoldens.randomBytes),
        // Heart rate belt.
        one("appearance", .appearance(0x0341), [3, 0x19, 0x41, 0x03]),
        one("advertising interval", .advertisingInterval(160), [3, 0x1A, 0xA0, 0x00]),
        one("long interval, 24 bits", .advertisingIntervalLong(0x012345), [4, 0x2F, 0x45, 0x23, 0x01]),
        one("long interval, 32 bits", .advertisingIntervalLong(0x0100_0000), [5, 0x2F, 0, 0, 0, 1]),
        // Address; kind.
        one(
            "LE device address", .leDeviceAddress(LinkLayerGoldens.random),
            [8, 0x1B] + LinkLayerGoldens.randomBytes + [1]),
        one("LE role", .leRole(.peripheralPreferred), [2, 0x1C, 0x02]),
        one("LE features", .leSupportedFeatures([0x21, 0x01]), [3, 0x27, 0x21, 0x01]),
        // Company; data.
        one(
            "manufacturer", .manufacturerSpecificData(company: 0x004C, data: [0x02, 0x15]),
            [5, 0xFF, 0x4C, 0x00, 0x02, 0x15]),
    ]

    static let security: [WireGolden<AdvertisingData>] = [
        one("TK", .securityManagerTKValue(sixteen), [17, 0x10] + sixteen),
        one("OOB flags", .securityManagerOOBFlags(0x0A), [2, 0x11, 0x0A]),
        one("confirm", .leSecureConnectionsConfirmationValue(sixteen), [17, 0x22] + sixteen),
        one("random", .leSecureConnectionsRandomValue(sixteen), [17, 0x23] + sixteen),
        one("RSI", .resolvableSetIdentifier([1, 2, 3, 4, 5, 6]), [7, 0x2E, 1, 2, 3, 4, 5, 6]),
        // Randomizer; payload; MIC.
        one(
            "encrypted",
            .encryptedAdvertisingData(
                .init(randomizer: [1, 2, 3, 4, 5], payload: [0xEE], mic: [9, 8, 7, 6])),
            [11, 0x31, 1, 2, 3, 4, 5, 0xEE, 9, 8, 7, 6]),
    ]

    static let broadcast: [WireGolden<AdvertisingData>] = [
        one("indoor positioning", .indoorPositioning([0x00]), [2, 0x25, 0x00]),
        one("transport discovery", .transportDiscoveryData([1, 2, 0]), [4, 0x26, 1, 2, 0]),
        // Channel map; instant.
        one(
            "channel map", .channelMapUpdateIndication(LL.ChannelMap(bits: 0x1F_0000_0003), instant: 0x0102),
            [8, 0x28, 3, 0, 0, 0, 0x1F, 2, 1]),
        one("PB-ADV", .meshPBADV([1]), [2, 0x29, 1]),
        one("mesh message", .meshMessage([1, 2]), [3, 0x2A, 1, 2]),
        one("mesh beacon", .meshBeacon([0]), [2, 0x2B, 0]),
        one("BIGInfo", .bigInfo(sixteen), [17, 0x2C] + sixteen),
        one("broadcast code", .broadcastCode(sixteen), [17, 0x2D] + sixteen),
        // Access address; subevents; interval; delay; spacing.
        one(
            "response timing",
            .periodicAdvertisingResponseTiming(
                .init(
                    responseAccessAddress: 0x1234_5678, subeventCount: 4, subeventInterval: 6,
                    responseSlotDelay: 5, responseSlotSpacing: 2)),
            [9, 0x32, 0x78, 0x56, 0x34, 0x12, 4, 6, 5, 2]),
    ]

    /// Types that are unknown, and known ones whose data have the wrong form.
    static let other: [WireGolden<AdvertisingData>] = [
        one("unknown", .other(type: 0x77, data: [1, 2]), [3, 0x77, 1, 2]),
        one("one byte of manufacturer data", .other(type: 0xFF, data: [0x4C]), [2, 0xFF, 0x4C]),
        one("no manufacturer data", .other(type: 0xFF, data: []), [1, 0xFF]),
        one("no flags", .other(type: 0x01, data: []), [1, 0x01]),
        one("two bytes of flags", .other(type: 0x01, data: [6, 0]), [3, 0x01, 6, 0]),
        one("half a UUID", .other(type: 0x03, data: [0x0D, 0x18, 0x0F]), [4, 0x03, 0x0D, 0x18, 0x0F]),
        one("service data without service", .other(type: 0x16, data: [0x0D]), [2, 0x16, 0x0D]),
        one("a name that is not UTF-8", .other(type: 0x09, data: [0x48, 0xC3]), [3, 0x09, 0x48, 0xC3]),
        one(
            "an address of an unknown kind", .other(type: 0x1B, data: [1, 2, 3, 4, 5, 6, 2]),
            [8, 0x1B, 1, 2, 3, 4, 5, 6, 2]),
        one("32 bits where 24 suffice", .other(type: 0x2F, data: [1, 0, 0, 0]), [5, 0x2F, 1, 0, 0, 0]),
        one(
            "channels that do not exist", .other(type: 0x28, data: [0, 0, 0, 0, 0x20, 0, 0]),
            [8, 0x28, 0, 0, 0, 0, 0x20, 0, 0]),
        one(
            "encrypted data without MIC", .other(type: 0x31, data: [1, 2, 3, 4, 5, 6, 7, 8]),
            [9, 0x31, 1, 2, 3, 4, 5, 6, 7, 8]),
    ]
}

@Suite("Advertising data")
struct AdvertisingDataTests {
    @Test("every structure has the bytes of the supplement", arguments: AdvertisingDataGoldens.all)
    func golden(_ golden: WireGolden<AdvertisingData>) throws {
        try golden.checkBothWays()
        #expect(golden.value.structures[0].type == golden.bytes[1])
        #expect(golden.value.structures[0].encodedLength == golden.bytes.count)
    }

    @Test("a structure that is cut is refused", arguments: AdvertisingDataGoldens.all)
    func prefixes(_ golden: WireGolden<AdvertisingData>) {
        golden.checkPrefixes()
        golden.checkTrailingByte()
    }

    @Test("structures keep their order, repeated types included")
    func order() throws {
        let bytes: [UInt8] = [2, 0x01, 0x06, 3, 0x03, 0x0D, 0x18, 2, 0x01, 0x02]
        let data = try AdvertisingData(bytes: bytes)
        #expect(data.structures.map(\.type) == [0x01, 0x03, 0x01])
        #expect(data.bytes == bytes)
        #expect(data.flags == [.generalDiscoverable, .brEDRNotSupported])
    }

    @Test("a length of zero ends the data, whatever follows")
    func earlyTermination() throws {
        let data = try AdvertisingData(bytes: [2, 0x01, 0x06, 0, 2, 0x0A, 0x04])
        #expect(data.structures == [.flags([.generalDiscoverable, .brEDRNotSupported])])
        #expect(try AdvertisingData(bytes: [0, 0, 0]).structures.isEmpty)
    }

    @Test("a lenient reader keeps what precedes the first structure that is cut off")
    func lenient() {
        let good: [UInt8] = [2, 0x01, 0x06, 3, 0x09, 0x48, 0x52]
        #expect(AdvertisingData(lenient: good + [9, 0xFF, 0x4C]).bytes == good)
        #expect(AdvertisingData(lenient: good + [0, 2, 0x0A, 4]).bytes == good)
        #expect(AdvertisingData(lenient: good + [5]).localName == "HR")
        #expect(AdvertisingData(lenient: []).structures.isEmpty)
        #expect(throws: DecodeError(.advertisingData, .truncated(needed: 9, remaining: 2))) {
            try AdvertisingData(bytes: good + [9, 0xFF, 0x4C])
        }
    }

    @Test("the complete name is used instead of the shortened one, in any order")
    func names() {
        #expect(AdvertisingData([.shortenedLocalName("H"), .completeLocalName("HR")]).localName == "HR")
        #expect(AdvertisingData([.completeLocalName("HR"), .shortenedLocalName("H")]).localName == "HR")
        #expect(AdvertisingData([.shortenedLocalName("H")]).localName == "H")
        #expect(AdvertisingData([.txPowerLevel(1)]).localName == nil)
    }

    @Test("services come from all lists in order, apart from those solicited")
    func services() {
        let data = AdvertisingData([
            .incompleteServiceUUIDs(.bits128, [ATTGoldens.vendor]),
            .serviceSolicitation(.bits16, [BluetoothUUID(0x1805)]),
            .completeServiceUUIDs(.bits16, [BluetoothUUID(0x180D), BluetoothUUID(0x180F)]),
            .serviceData(BluetoothUUID(0x180F), [0x57]), .serviceData(ATTGoldens.vendor, []),
        ])
        #expect(data.serviceUUIDs == [ATTGoldens.vendor, BluetoothUUID(0x180D), BluetoothUUID(0x180F)])
        #expect(data.solicitedServiceUUIDs == [BluetoothUUID(0x1805)])
        #expect(
            data.serviceData == [
                .init(uuid: BluetoothUUID(0x180F), data: [0x57]), .init(uuid: ATTGoldens.vendor, data: []),
            ])
    }

    @Test("manufacturer data are the raw bytes of the first such structure, however short")
    func manufacturer() throws {
        let two = AdvertisingData([
            .manufacturerSpecificData(company: 0x004C, data: [1]),
            .manufacturerSpecificData(company: 0x0059, data: [2]),
        ])
        #expect(two.manufacturerData == [0x4C, 0x00, 0x01])
        #expect(try AdvertisingData(bytes: [2, 0xFF, 0x4C]).manufacturerData == [0x4C])
        #expect(try AdvertisingData(bytes: [1, 0xFF]).manufacturerData == [])
        #expect(AdvertisingData().manufacturerData == nil)
    }

    @Test("power, flags and appearance are nil when they are not there")
    func scalars() {
        let none = AdvertisingData([.completeLocalName("x")])
        #expect(none.txPowerLevel == nil && none.flags == nil && none.appearance == nil)
        let all = AdvertisingData([.txPowerLevel(-4), .flags(.limitedDiscoverable), .appearance(0x0340)])
        #expect(all.txPowerLevel == -4 && all.flags == .limitedDiscoverable && all.appearance == 0x0340)
    }

    @Test("random and changed data never trap, and encode to their significant part")
    func mutations() {
        fuzz(AdvertisingData.self, from: goldenPairs, seed: 0xAD) { _, input in
            var end = 0
            while end < input.count, input[end] != 0 { end += Int(input[end]) + 1 }
            return Array(input[..<end])
        }
    }

    @Test("a lenient reader never traps, and keeps a prefix of what it read")
    func lenientMutations() {
        var random = SeededNumbers(seed: 0x1E41)
        let pairs = goldenPairs
        var kept = 0
        let rounds = randomCases(10_000)
        for _ in 0..<rounds {
            let input = random.mutation(of: pairs[random.below(pairs.count)].bytes)
            let bytes = AdvertisingData(lenient: input).bytes
            if !input.starts(with: bytes) { Issue.record("\(hex(input)) became \(hex(bytes))") }
            kept += bytes.isEmpty ? 0 : 1
        }
        #expect(kept > rounds / 5)
    }

    /// Each structure behind a first one, so that changes also move the borders between structures.
    private var goldenPairs: [WireGolden<AdvertisingData>] {
        AdvertisingDataGoldens.all.map {
            WireGolden($0.name, $0.value, [2, 0x01, 0x06] + $0.bytes)
        }
    }
}
