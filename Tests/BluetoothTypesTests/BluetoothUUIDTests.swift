import BluetoothTypes
import Testing

@Suite("Bluetooth UUID")
struct BluetoothUUIDTests {
    private static let heartRateText = "0000180D-0000-1000-8000-00805F9B34FB"
    private static let vendorText = "01234567-89AB-CDEF-0011-2233445566FF"
    private static let vendor = BluetoothUUID(high: 0x0123_4567_89AB_CDEF, low: 0x0011_2233_4455_66FF)
    /// One UUID in its three widths.
    private static let forms = [
        BluetoothUUID(0x180D), BluetoothUUID(bits32: 0x180D),
        BluetoothUUID(high: 0x0000_180D_0000_1000, low: 0x8000_0080_5F9B_34FB),
    ]

    @Test("the same UUID is equal and hashes alike in every width")
    func equality() {
        for left in Self.forms {
            for right in Self.forms {
                #expect(left == right)
                #expect(left.hashValue == right.hashValue)
            }
        }
        #expect(Set(Self.forms).count == 1)
        #expect(Self.forms.map(\.width) == [.bits16, .bits32, .bits128])
    }

    @Test(
        "a different expansion is a different UUID",
        arguments: [
            BluetoothUUID(0x180E), BluetoothUUID(bits32: 0x0001_180D),
            BluetoothUUID(high: 0x0000_180D_0000_1000, low: 0x8000_0080_5F9B_34FC),
            BluetoothUUID(high: 0x0000_180D_0000_1001, low: 0x8000_0080_5F9B_34FB),
        ])
    func inequality(_ other: BluetoothUUID) {
        #expect(other != BluetoothUUID(0x180D))
        #expect(Set([other, BluetoothUUID(0x180D)]).count == 2)
    }

    @Test(
        "text and UUID are one to one in every width",
        arguments: [
            ("180D", BluetoothUUID(0x180D)), ("0000180D", BluetoothUUID(bits32: 0x180D)),
            (heartRateText, forms[2]), ("FFFFFFFF", BluetoothUUID(bits32: .max)), ("0000", BluetoothUUID(0)),
            (vendorText, vendor),
        ])
    func textual(_ text: String, _ uuid: BluetoothUUID) throws {
        #expect(uuid.description == text)
        let read = try #require(BluetoothUUID(text))
        #expect(read == uuid && read.width == uuid.width)
    }

    @Test("text is read in either case, and written in upper case")
    func letterCase() {
        #expect(BluetoothUUID(Self.forms[0].description.lowercased())?.description == "180D")
        #expect(BluetoothUUID(Self.vendorText.lowercased())?.description == Self.vendorText)
    }

    @Test("a literal is the UUID of its text")
    func literals() {
        let short: BluetoothUUID = "180D"
        #expect(short == BluetoothUUID(0x180D) && short.width == .bits16)
        let long: BluetoothUUID = "01234567-89ab-cdef-0011-2233445566ff"
        #expect(long == Self.vendor)
    }

    @Test(
        "other text is no UUID",
        arguments: [
            "", "1", "180", "180DF", "180G", "0x180D", " 180", "180D ", "0000180", "0000180DD",
            "0000180D00001000800000805F9B34FB", "0000180D-0000-1000-8000-00805F9B34F",
            "0000180D-0000-1000-8000-00805F9B34FBB", "0000180D_0000_1000_8000_00805F9B34FB",
            "0000180-D0000-1000-8000-00805F9B34FB",
            "{0000180D-0000-1000-8000-00805F9B34F}", "18ÄD", "１８０Ｄ",
        ])
    func noUUID(_ text: String) { #expect(BluetoothUUID(text) == nil) }

    @Test("bytes are those of the width, least significant first on air")
    func bytes() {
        #expect(BluetoothUUID(0x180D).littleEndianBytes == [0x0D, 0x18])
        #expect(BluetoothUUID(0x180D).bigEndianBytes == [0x18, 0x0D])
        #expect(BluetoothUUID(bits32: 0x1122_3344).littleEndianBytes == [0x44, 0x33, 0x22, 0x11])
        let big: [UInt8] = [
            0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0xFF,
        ]
        #expect(Self.vendor.bigEndianBytes == big)
        #expect(Self.vendor.littleEndianBytes == big.reversed())
        #expect(
            Self.forms[2].littleEndianBytes == [
                0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00, 0x0D, 0x18, 0, 0,
            ])
    }

    @Test("bytes give back the UUID and its width", arguments: forms + [vendor])
    func fromBytes(_ uuid: BluetoothUUID) throws {
        let little = try #require(BluetoothUUID(littleEndian: uuid.littleEndianBytes))
        let big = try #require(BluetoothUUID(bigEndian: uuid.bigEndianBytes))
        #expect(little == uuid && little.width == uuid.width)
        #expect(big == uuid && big.width == uuid.width)
    }

    @Test("only 2, 4 and 16 bytes are a UUID")
    func byteCounts() {
        for count in [0, 1, 2, 3, 4, 5, 15, 16, 17, 256, 258, 272] {
            let bytes = [UInt8](repeating: 0x11, count: count)
            #expect((BluetoothUUID(littleEndian: bytes) != nil) == [2, 4, 16].contains(count))
            #expect((BluetoothUUID(bigEndian: bytes) != nil) == [2, 4, 16].contains(count))
        }
    }

    @Test("the 16-bit value is there for every form of a UUID that has one")
    func short() {
        for form in Self.forms {
            #expect(form.short == 0x180D)
            #expect(form.shortened.width == .bits16)
            #expect(form.expanded.width == .bits128)
            #expect(form.shortened == form && form.expanded == form)
        }
        #expect(BluetoothUUID(bits32: 0x0001_180D).short == nil)
        #expect(BluetoothUUID(bits32: 0x0001_180D).shortened.width == .bits32)
        #expect(Self.vendor.short == nil && Self.vendor.shortened.width == .bits128)
    }

    @Test("order is that of the 128-bit expansions, whatever the widths")
    func order() {
        #expect(BluetoothUUID(0x180D) < BluetoothUUID(0x180F))
        #expect(BluetoothUUID(0xFFFF) < BluetoothUUID(bits32: 0x0001_0000))
        #expect(BluetoothUUID(0x180D) < Self.vendor)
        #expect(!(Self.forms[0] < Self.forms[2]) && !(Self.forms[2] < Self.forms[0]))
    }

    @Test(
        "assigned UUIDs have the names of the SIG, in every width",
        arguments: [
            (0x1800, "Generic Access"), (0x180D, "Heart Rate"), (0x181A, "Environmental Sensing"),
            (0x2800, "Primary Service"), (0x2803, "Characteristic"),
            (0x2902, "Client Characteristic Configuration"), (0x2910, "Observation Schedule"),
            (0x2A00, "Device Name"), (0x2A37, "Heart Rate Measurement"), (0x2A50, "PnP ID"),
            (0x2A9D, "Weight Measurement"), (0x2B2A, "Database Hash"),
        ] as [(UInt16, String)])
    func names(_ value: UInt16, _ name: String) {
        #expect(BluetoothUUID(value).name == name)
        #expect(BluetoothUUID(bits32: UInt32(value)).name == name)
        #expect(BluetoothUUID(value).expanded.name == name)
    }

    @Test("UUIDs without an assigned name have none")
    func noNames() {
        #expect(Self.vendor.name == nil)
        #expect(BluetoothUUID(0xFEAA).name == nil && BluetoothUUID(0x27FF).name == nil)
        #expect(BluetoothUUID(bits32: 0x0001_180D).name == nil)
    }

    @Test("no two services share a name, nor do two characteristics or descriptors")
    func uniqueNames() {
        let names = (UInt16(0x2800)...0x2BFF).compactMap { BluetoothUUID($0).name }
        #expect(names.count > 180)
        #expect(Set(names).count == names.count)
        let services = (UInt16(0x1800)...0x18FF).compactMap { BluetoothUUID($0).name }
        #expect(services.count > 50)
        #expect(Set(services).count == services.count)
    }
}
