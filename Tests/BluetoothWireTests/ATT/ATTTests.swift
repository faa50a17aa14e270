import BluetoothTypes
import BluetoothWire
import Testing

@Suite("ATT")
struct ATTTests {
    @Test("every PDU has the bytes of the specification", arguments: ATTGoldens.all)
    func golden(_ golden: WireGolden<ATT.PDU>) throws { try golden.checkBothWays() }

    @Test("a PDU that is cut is refused, unless its tail is open", arguments: ATTGoldens.all)
    func prefixes(_ golden: WireGolden<ATT.PDU>) { golden.checkPrefixes() }

    @Test("a byte too many is refused, unless the tail is open", arguments: ATTGoldens.all)
    func trailing(_ golden: WireGolden<ATT.PDU>) { golden.checkTrailingByte() }

    @Test("the opcode is the first byte", arguments: ATTGoldens.all)
    func opcode(_ golden: WireGolden<ATT.PDU>) {
        #expect(golden.value.opcode.rawValue == golden.bytes[0])
        #expect(!golden.value.opcode.description.hasPrefix("opcode"))
    }

    @Test("the table has every opcode that the specification has")
    func complete() {
        let opcodes = Set(ATTGoldens.all.map { $0.bytes[0] })
        let expected: [UInt8] = Array(0x01...0x13) + [0x16, 0x17, 0x18, 0x19, 0x1B, 0x1D, 0x1E, 0x20, 0x21]
        #expect(opcodes == Set(expected + [0x23, 0x52, 0xD2]))
    }

    @Test("an opcode outside the specification is unknown, whatever follows")
    func unknownOpcodes() {
        let known = Set(ATTGoldens.all.map { $0.bytes[0] })
        for raw in UInt8.min...UInt8.max where !known.contains(raw) {
            #expect(throws: DecodeError(.att, .unknownCode(Int(raw)))) {
                try ATT.PDU(bytes: [raw, 0x01, 0x00, 0xFF, 0xFF])
            }
        }
    }

    @Test("each side decodes only what the other sends", arguments: ATTGoldens.all)
    func sides(_ golden: WireGolden<ATT.PDU>) throws {
        let opcode = DecodeError(.att, .unknownCode(Int(golden.bytes[0])))
        switch golden.value {
        case .client(let pdu):
            #expect(try ATT.ClientPDU(bytes: golden.bytes) == pdu)
            #expect(pdu.bytes == golden.bytes)
            #expect(throws: opcode) { try ATT.ServerPDU(bytes: golden.bytes) }
        case .server(let pdu):
            #expect(try ATT.ServerPDU(bytes: golden.bytes) == pdu)
            #expect(pdu.bytes == golden.bytes)
            #expect(throws: opcode) { try ATT.ClientPDU(bytes: golden.bytes) }
        }
    }

    @Test(
        "a field outside its range is refused",
        arguments: [
            [0x18, 0x02],  // flags
            [0x05, 0x00, 0x12, 0x00, 0x02, 0x29],  // format
            [0x05, 0x03, 0x12, 0x00, 0x02, 0x29],  // format
            [0x09, 0x01, 0x12],  // length without a handle
            [0x11, 0x03, 0x12, 0x00, 0x13],  // length without two handles
            [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x0D, 0x18, 0x00, 0x00],  // a type of 4 bytes
            [0x0E, 0x03, 0x00],  // one handle
            [0x09, 0x00], [0x11, 0x00], [0x05, 0x01], [0x07], [0x21], [0x23],  // empty lists
        ] as [[UInt8]])
    func invalidFields(_ bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try ATT.PDU(bytes: bytes) }
    }

    @Test("a server sees ranges and handles as they came, for it to answer with an error")
    func invalidRangesDecode() throws {
        let pdu = try ATT.PDU(bytes: [0x04, 0x05, 0x00, 0x01, 0x00])
        guard case .client(.request(.findInformation(let range))) = pdu else {
            Issue.record("not a Find Information Request")
            return
        }
        #expect(!range.isValid)
        #expect(!ATT.HandleRange(first: 0, last: 5).isValid)
        #expect(ATT.HandleRange.all.isValid)
        #expect(ATT.HandleRange.all.description == "0x0001...0xFFFF")
    }

    @Test("types keep the width they were sent in")
    func widths() throws {
        let long = try ATT.PDU(bytes: [0x08, 0x01, 0x00, 0xFF, 0xFF] + ATTGoldens.heartRate128)
        guard case .client(.request(.readByType(_, let type))) = long else {
            Issue.record("not a Read By Type Request")
            return
        }
        #expect(type.width == .bits128)
        #expect(type == BluetoothUUID(0x180D))
    }

    @Test("bit 6 of an opcode makes a command, bit 7 a signed one")
    func commandBit() {
        for raw in UInt8.min...UInt8.max {
            #expect(ATT.Opcode(rawValue: raw).isCommand == (raw & 0x40 != 0))
            #expect(ATT.Opcode(rawValue: raw).isSigned == (raw & 0x80 != 0))
        }
        #expect(ATT.Opcode.writeCommand.isCommand && ATT.Opcode.signedWriteCommand.isCommand)
        #expect(!ATT.Opcode.writeRequest.isCommand)
    }

    @Test("an error code reads as the specification names it")
    func errorNames() {
        let names: [UInt8: String] = [
            0x01: "Invalid Handle", 0x02: "Read Not Permitted", 0x03: "Write Not Permitted",
            0x04: "Invalid PDU", 0x05: "Insufficient Authentication", 0x06: "Request Not Supported",
            0x07: "Invalid Offset", 0x08: "Insufficient Authorization", 0x09: "Prepare Queue Full",
            0x0A: "Attribute Not Found", 0x0B: "Attribute Not Long", 0x0C: "Encryption Key Size Too Short",
            0x0D: "Invalid Attribute Value Length", 0x0E: "Unlikely Error", 0x0F: "Insufficient Encryption",
            0x10: "Unsupported Group Type", 0x11: "Insufficient Resources", 0x12: "Database Out Of Sync",
            0x13: "Value Not Allowed", 0x80: "Application Error 0x80", 0x9F: "Application Error 0x9F",
            0xA0: "Error 0xA0", 0xFC: "Write Request Rejected", 0xFE: "Procedure Already in Progress",
            0xFF: "Out of Range",
        ]
        for (raw, name) in names { #expect(ATT.ErrorCode(rawValue: raw).description == name) }
    }

    @Test("random and changed PDUs never trap, and what decodes encodes to the same bytes")
    func mutations() { fuzz(ATT.PDU.self, from: ATTGoldens.all, seed: 0xA77) }
}
