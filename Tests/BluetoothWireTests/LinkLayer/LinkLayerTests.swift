import BluetoothTypes
import BluetoothWire
import Testing

@Suite("Link layer")
struct LinkLayerTests {
    @Test("every advertising PDU has the bytes of the specification", arguments: LinkLayerGoldens.advertising)
    func advertising(_ golden: WireGolden<LL.AdvertisingPDU>) throws {
        try golden.checkBothWays()
        golden.checkPrefixes()
        golden.checkTrailingByte()
    }

    @Test("every data PDU has the bytes of the specification", arguments: LinkLayerGoldens.data)
    func data(_ golden: WireGolden<LL.DataPDU>) throws {
        try golden.checkBothWays()
        golden.checkPrefixes()
        golden.checkTrailingByte()
    }

    @Test("every control PDU has the bytes of the specification", arguments: LinkLayerGoldens.control)
    func control(_ golden: WireGolden<LL.ControlPDU>) throws {
        try golden.checkBothWays()
        golden.checkPrefixes()
        golden.checkTrailingByte()
        #expect(golden.value.opcode == golden.bytes[0])
        #expect(golden.value.encodedLength == golden.bytes.count)
    }

    @Test("control opcodes run from 0x00 to 0x19 without a gap, in the order of the specification")
    func controlOpcodes() {
        #expect(LinkLayerGoldens.control.dropLast().map { $0.bytes[0] } == Array(0x00...0x19))
    }

    @Test(
        "control opcodes of Channel Sounding run from 0x2D to 0x3A, each with its length (6.0, Vol 6, B, 2.4.2)"
    )
    func soundingOpcodes() {
        #expect(Set(LinkLayerGoldens.sounding.map { $0.bytes[0] }) == Set(0x2D...0x3A))
        let lengths: [UInt8: Int] = [
            0x2D: 20, 0x2E: 25, 0x2F: 25, 0x30: 27, 0x31: 1, 0x32: 28, 0x33: 21, 0x34: 18, 0x35: 4, 0x36: 0,
            0x37: 72, 0x38: 12, 0x39: 20, 0x3A: 4,
        ]
        for golden in LinkLayerGoldens.sounding where !golden.name.hasSuffix("6.3") {
            #expect(golden.bytes.count - 1 == lengths[golden.bytes[0]], "\(golden.name)")
        }
    }

    @Test(
        "every PDU of Channel Sounding has the bytes of the specification",
        arguments: LinkLayerGoldens.sounding)
    func sounding(_ golden: WireGolden<LL.ControlPDU>) throws {
        try golden.checkBothWays()
        golden.checkPrefixes()
        golden.checkTrailingByte()
        #expect(golden.value.opcode == golden.bytes[0])
    }

    @Test(
        "random and changed PDUs of Channel Sounding never trap, and encode to what decodes to the same value"
    )
    func mutatedSounding() {
        // Reserved bits and a removed configuration are dropped.
        fuzz(LL.ControlPDU.self, from: LinkLayerGoldens.sounding, seed: 0xC5, canonical: Self.withoutReserved)
    }

    /// What a PDU of Channel Sounding may encode to: the same value in as many bytes.
    private static func withoutReserved(_ value: LL.ControlPDU, _ input: [UInt8]) -> [UInt8] {
        let again = try? LL.ControlPDU(bytes: value.bytes)
        return again == value && value.bytes.count == input.count ? value.bytes : input
    }

    @Test("addresses are public or random by the header's bits, whatever the rest of the header")
    func addressBits() throws {
        for bits: UInt8 in [0x00, 0x40, 0x80, 0xC0] {
            let bytes = [0x03 | bits, 12] + LinkLayerGoldens.publicBytes + LinkLayerGoldens.randomBytes
            guard case .scanReq(let scanner, let advertiser) = try LL.AdvertisingPDU(bytes: bytes) else {
                Issue.record("not a SCAN_REQ")
                return
            }
            #expect(scanner.kind == (bits & 0x40 == 0 ? .public : .random))
            #expect(advertiser.kind == (bits & 0x80 == 0 ? .public : .random))
        }
        // An identity address goes on air as what it is underneath.
        let identity = LL.AdvertisingPDU.advScanInd(
            advertiser: DeviceAddress(LinkLayerGoldens.random.value, .randomIdentity), data: [])
        #expect(identity.bytes[0] == 0x46)
    }

    @Test("reserved bits of a header are ignored, and sent as zero")
    func reservedBits() throws {
        let clean: [UInt8] = [0x44, 6] + LinkLayerGoldens.randomBytes
        let dirty: [UInt8] = [0x44 | 0xB0, 6] + LinkLayerGoldens.randomBytes
        #expect(try LL.AdvertisingPDU(bytes: dirty).bytes == clean)
        #expect(try LL.DataPDU(bytes: [0xC1, 0]).bytes == [0x01, 0])
    }

    @Test(
        "an advertising PDU that its type does not allow is refused",
        arguments: [
            [0x49, 0],  // type 9
            [0x40, 38] + [UInt8](repeating: 0, count: 38),  // 32 bytes of data
            [0x03, 13] + [UInt8](repeating: 0, count: 13),  // a SCAN_REQ with data
            [0x05, 33] + [UInt8](repeating: 0, count: 33),  // a CONNECT_IND without its last byte
            [0x07, 1, 0xC0],  // mode 3
            [0x07, 2, 0x02, 0x00],  // a header longer than the PDU
            [0x07, 3, 0x02, 0x08, 0x00],  // half an ADI
            [0x07, 5, 0x04, 0x10, 0x0C, 0x00, 0x60],  // AuxPtr with PHY 3
        ] as [[UInt8]])
    func invalidAdvertising(_ bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try LL.AdvertisingPDU(bytes: bytes) }
    }

    @Test("a data PDU without a type, or with a CTE, is refused")
    func invalidData() {
        #expect(throws: DecodeError(.linkLayer, .invalidValue(field: "LLID", value: 0))) {
            try LL.DataPDU(bytes: [0x00, 0])
        }
        #expect(throws: DecodeError(.linkLayer, .invalidValue(field: "CP", value: 1))) {
            try LL.DataPDU(bytes: [0x21, 0, 0])
        }
    }

    @Test("random and changed advertising PDUs never trap, and decode to what encodes to the same value")
    func mutatedAdvertising() {
        // Reserved bits are dropped, and so is an extended header that has a length but no field.
        fuzz(LL.AdvertisingPDU.self, from: LinkLayerGoldens.advertising, seed: 0xAD7) { value, input in
            let again = try? LL.AdvertisingPDU(bytes: value.bytes)
            return again == value && value.bytes.dropFirst(2).count <= Int(input[1]) ? value.bytes : input
        }
    }

    @Test("random and changed data PDUs never trap, and encode to the same bytes but reserved bits")
    func mutatedData() {
        fuzz(LL.DataPDU.self, from: LinkLayerGoldens.data, seed: 0xDA7A) { _, input in
            [input[0] & 0x1F] + input.dropFirst()
        }
    }

    @Test("random and changed control PDUs never trap, and encode to the same bytes but reserved bits")
    func mutatedControl() {
        fuzz(LL.ControlPDU.self, from: LinkLayerGoldens.control, seed: 0xC0DE) { value, input in
            if case .channelSounding = value { return Self.withoutReserved(value, input) }
            guard case .channelMapInd = value else { return input }
            var expected = input
            expected[5] &= 0x1F
            return expected
        }
    }
}

@Suite("Link layer: air")
struct LinkLayerAirTests {
    @Test(
        "time on air is preamble, access address, header, payload and CRC at the rate of the PHY",
        arguments: [
            (0, LL.PHY.le1M, 80), (37, .le1M, 376), (27, .le1M, 296), (31, .le1M, 328), (251, .le1M, 2088),
            (255, .le1M, 2120), (0, .le2M, 44), (27, .le2M, 152), (251, .le2M, 1048), (255, .le2M, 1064),
            (0, .leCoded, 720), (27, .leCoded, 2448), (31, .leCoded, 2704), (255, .leCoded, 17040),
        ])
    func airTime(_ payload: Int, _ phy: LL.PHY, _ microseconds: Int) {
        #expect(LL.airTime(payloadBytes: payload, phy: phy) == .microseconds(microseconds))
    }

    // From a shift register run bit by bit as drawn in the specification; Wireshark accepts this CRC too.
    @Test(
        "the CRC is the specification's",
        arguments: [
            ([0x60, 9] + LinkLayerGoldens.randomBytes + LinkLayerGoldens.flagsData, 0x55_5555, 0xBC_1D6A),
            ([0x01, 0x00], 0x123456, 0x8A_DC48),
        ] as [([UInt8], UInt32, UInt32)])
    func crc(_ pdu: [UInt8], _ crcInit: UInt32, _ expected: UInt32) {
        #expect(LL.crc24(pdu, init: crcInit) == expected)
    }

    @Test("the CRC of no bytes is its preset, mirrored")
    func emptyCRC() {
        #expect(LL.crc24([], init: 0x55_5555) == 0xAA_AAAA)
        #expect(LL.crc24([], init: 0x00_0001) == 0x80_0000)
    }

    @Test("one turned bit anywhere changes the CRC")
    func bitErrors() {
        let pdu: [UInt8] = [0x60, 9] + LinkLayerGoldens.randomBytes + LinkLayerGoldens.flagsData
        let crc = LL.crc24(pdu, init: LL.advertisingCRCInit)
        for bit in 0..<pdu.count * 8 {
            var changed = pdu
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(LL.crc24(changed, init: LL.advertisingCRCInit) != crc)
        }
    }

    @Test("each channel index has its own place on the band, the advertising ones at 0, 12 and 39")
    func channels() {
        #expect(Set((UInt8(0)..<40).map { LL.rfChannel(of: $0) }).count == 40)
        #expect([37, 38, 39].map { LL.rfChannel(of: $0) } == [0, 12, 39])
        #expect([0, 10, 11, 36].map { LL.rfChannel(of: $0) } == [1, 11, 13, 38])
    }

    @Test("a channel map has 37 channels")
    func channelMap() {
        #expect(LL.ChannelMap.all.count == 37)
        #expect(LL.ChannelMap(bits: .max) == .all)
        let map = LL.ChannelMap(bits: 0b101)
        #expect(map.contains(0) && !map.contains(1) && map.contains(2) && map.count == 2)
        #expect(!LL.ChannelMap.all.contains(37) && LL.ChannelMap.all.contains(36))
    }

    @Test("an AuxPtr counts 30 µs as long as 13 bits suffice, then 300 µs")
    func auxPtr() {
        typealias AuxPtr = LL.ExtendedAdvertising.AuxPtr
        let near = AuxPtr(channel: 5, after: .microseconds(600), phy: .le1M)
        #expect(near.offset == 20 && !near.usesLongUnits && near.delay == .microseconds(600))
        let edge = AuxPtr(channel: 5, after: .microseconds(0x1FFF * 30), phy: .le1M)
        #expect(edge.offset == 0x1FFF && !edge.usesLongUnits)
        let far = AuxPtr(channel: 5, after: .microseconds(0x2000 * 30), phy: .le1M)
        #expect(far.usesLongUnits && far.offset == 819 && far.delay == .microseconds(245_700))
    }
}
