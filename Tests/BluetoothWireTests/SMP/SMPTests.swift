import BluetoothWire
import Testing

// These PDUs were made by Bumble as well, with the same bytes.

@Suite("SMP")
struct SMPTests {
    @Test("every PDU has the bytes of the specification", arguments: SMPGoldens.all)
    func golden(_ golden: WireGolden<SMP.PDU>) throws { try golden.checkBothWays() }

    @Test("a PDU that is cut is refused", arguments: SMPGoldens.all)
    func prefixes(_ golden: WireGolden<SMP.PDU>) { golden.checkPrefixes() }

    @Test("a byte too many is refused", arguments: SMPGoldens.all)
    func trailing(_ golden: WireGolden<SMP.PDU>) { golden.checkTrailingByte() }

    @Test("the code is the first byte, and has the name of its PDU", arguments: SMPGoldens.all)
    func opcode(_ golden: WireGolden<SMP.PDU>) {
        #expect(golden.value.opcode.rawValue == golden.bytes[0])
        let name = golden.name.split(separator: ",")[0]
        #expect(golden.value.opcode.description.hasSuffix(String(name)))
    }

    @Test("the table has every code that the specification has, and others are unknown")
    func complete() {
        let codes = Set(SMPGoldens.all.map { $0.bytes[0] })
        #expect(codes == Set(0x01...0x0E))
        #expect(codes == Set(SMP.Opcode.allCases.map(\.rawValue)))
        for code in UInt8.min...UInt8.max where !codes.contains(code) {
            #expect(throws: DecodeError(.smp, .unknownCode(Int(code)))) {
                try SMP.PDU(bytes: [code] + SMPGoldens.value)
            }
        }
    }

    @Test(
        "a value that is reserved is refused",
        arguments: [
            // Where it stands, the PDU, and the first reserved value.
            (1, [0x01, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00], 5),  // IO capability
            (2, [0x02, 0x00, 0x00, 0x01, 0x10, 0x00, 0x00], 2),  // OOB data flag
            (1, [0x09, 0x00, 1, 2, 3, 4, 5, 6], 2),  // address type
            (1, [0x0E, 0x00], 5),  // notification
        ] as [(Int, [UInt8], UInt8)])
    func reserved(position: Int, pdu: [UInt8], first: UInt8) {
        for value in UInt8.min...UInt8.max {
            var bytes = pdu
            bytes[position] = value
            #expect(((try? SMP.PDU(bytes: bytes)) != nil) == (value < first), "\(hex(bytes))")
        }
    }

    @Test("an identity address that the controller resolved is sent as the address it is")
    func resolvedIdentities() {
        let kinds: [(DeviceAddress.Kind, UInt8)] = [(.publicIdentity, 0), (.randomIdentity, 1)]
        for (kind, type) in kinds {
            let pdu = SMP.PDU.identityAddressInformation(DeviceAddress(0xC102_0304_0506, kind))
            #expect(pdu.bytes == [0x09, type, 0x06, 0x05, 0x04, 0x03, 0x02, 0xC1])
        }
    }

    @Test("the six bytes after the code are kept as they are, as the confirm value uses them")
    func features() throws {
        for golden in SMPGoldens.pairing {
            guard case .pairingRequest(let features) = golden.value else { continue }
            #expect(features.bytes == Array(golden.bytes.dropFirst()))
            #expect(try SMP.PairingFeatures(bytes: features.bytes) == features)
        }
    }

    @Test("a reason reads as the specification names it")
    func reasonNames() {
        let names = [
            "Passkey Entry Failed", "OOB Not Available", "Authentication Requirements",
            "Confirm Value Failed",
            "Pairing Not Supported", "Encryption Key Size", "Command Not Supported", "Unspecified Reason",
            "Repeated Attempts", "Invalid Parameters", "DHKey Check Failed", "Numeric Comparison Failed",
            "BR/EDR pairing in progress", "Cross-transport Key Derivation/Generation not allowed",
            "Key Rejected", "Busy", "Reason 17",
        ]
        for (index, name) in names.enumerated() {
            #expect(SMP.FailureReason(rawValue: UInt8(index + 1)).description == name)
        }
        #expect(SMP.FailureReason(rawValue: 0).description == "Reason 0")
    }

    @Test("random and changed PDUs never trap, and what decodes encodes to the same bytes")
    func mutations() { fuzz(SMP.PDU.self, from: SMPGoldens.all, seed: 0x53B) }
}
