import Testing

@testable import BluetoothWire

@Suite("HCI packets") struct HCICodecTests {
    @Test(arguments: HCITable.packets) func encodeToTheirGoldenBytes(_ golden: HCIGolden<HCI.Packet>) {
        #expect(golden.value.h4Bytes == golden.bytes)
    }

    @Test(arguments: HCITable.packets) func decodeFromTheirGoldenBytes(_ golden: HCIGolden<HCI.Packet>) throws
    {
        #expect(try HCI.Packet(h4: golden.bytes) == golden.value)
    }

    @Test(arguments: HCITable.packets) func areRejectedWhenCutAnywhere(_ golden: HCIGolden<HCI.Packet>) {
        for count in 0..<golden.bytes.count {
            #expect(throws: DecodeError.self) { try HCI.Packet(h4: Array(golden.bytes[..<count])) }
        }
    }

    @Test(arguments: HCITable.packets) func areRejectedWithAByteTooMany(_ golden: HCIGolden<HCI.Packet>) {
        #expect(throws: DecodeError(.hci, .trailingBytes(1))) { try HCI.Packet(h4: golden.bytes + [0]) }
    }

    /// The length in the header is correct here, but there are too few or too many parameters.
    @Test(arguments: HCITable.packets) func areRejectedWhenParametersDoNotFitTheirCode(
        _ golden: HCIGolden<HCI.Packet>
    ) {
        var lengthIndex = 3
        switch golden.value {
        case .acl, .command(.unknown), .event(.unknown), .event(.unknownLE), .event(.commandComplete): return
        case .command: break
        case .event: lengthIndex = 2
        }
        var longer = golden.bytes + [0]
        longer[lengthIndex] += 1
        #expect(throws: DecodeError(.hci, .trailingBytes(1))) { try HCI.Packet(h4: longer) }
        for count in lengthIndex + 1..<golden.bytes.count {
            var shorter = Array(golden.bytes[..<count])
            shorter[lengthIndex] = UInt8(count - lengthIndex - 1)
            #expect(throws: DecodeError.self) { try HCI.Packet(h4: shorter) }
        }
    }

    @Test(arguments: [0, 3, 5, 6, 0xFF] as [UInt8]) func ofOtherKindsAreRejected(_ indicator: UInt8) {
        #expect(throws: DecodeError(.h4, .unknownCode(Int(indicator)))) {
            try HCI.Packet(h4: [indicator, 0x03, 0x0C, 0x00])
        }
    }

    @Test func areAllInTheTable() {
        let opcodes = Set(HCITable.commands.map(\.value.opcode))
        for raw in UInt16.min...UInt16.max {
            let opcode = HCI.Opcode(rawValue: raw)
            if opcode.isKnown { #expect(opcodes.contains(opcode), "\(opcode)") }
        }
        let events = Set(HCITable.events.map { [$0.value.code, $0.value.subevent ?? 0] })
        for code in UInt8.min...UInt8.max {
            if case .some(.unknown) = try? HCI.Event(bytes: [code, 0]) { continue }
            if code != HCI.Event.leMetaCode { #expect(events.contains([code, 0]), "event \(code)") }
        }
        for subevent in UInt8.min...UInt8.max {
            if case .some(.unknownLE) = try? HCI.Event(bytes: [0x3E, 1, subevent]) { continue }
            #expect(events.contains([0x3E, subevent]), "LE event \(subevent)")
        }
    }

    @Test(
        arguments: [
            (0x1004, "Read Local Extended Features"), (0x0C56, "Write Simple Pairing Mode"),
            (0x0C7A, "Write Secure Connections Host Support"), (0x041D, "Read Remote Version Information"),
            (0x2064, "LE Create CIS"), (0x0405, "Create Connection"),
        ] as [(UInt16, String)])
    func haveTheNameOfTheSpecification(_ opcode: UInt16, _ name: String) {
        #expect(HCI.Opcode(rawValue: opcode).name == name)
    }

    @Test func haveNamesOfTheirOwn() {
        #expect(
            HCI.Command.leSetAdvertisingEnable(.init(advertisingEnable: true)).opcode.name
                == "LE Set Advertising Enable")
        #expect(HCI.Opcode(rawValue: 0xFC11).name == "Command 0xFC11")
        let named = (UInt16.min...UInt16.max).map(HCI.Opcode.init).filter { !$0.name.hasPrefix("Command 0x") }
        #expect(Set(named.map(\.name)).count == named.count)
        #expect(!named.contains { $0.isKnown && HCI.Opcode.furtherNames[$0.rawValue] != nil })
        #expect(HCI.Event.leScanTimeout.name == "LE Scan Timeout")
        let commands = HCITable.commands.map(\.value.opcode)
        #expect(Set(commands.map(\.name)).count == Set(commands).count)
        let events = HCITable.events.map(\.value)
        #expect(Set(events.map(\.name)).count == Set(events.map { [$0.code, $0.subevent ?? 0] }).count)
    }
}

@Suite("HCI return parameters") struct HCIReturnTests {
    @Test(arguments: HCITable.returns) func haveGoldenBytesAndNothingElse(
        _ golden: HCIGolden<any HCI.Value>
    ) throws { try check(golden.value, golden.bytes) }

    private func check<Value: HCI.Value>(_ value: Value, _ bytes: [UInt8]) throws {
        #expect(value.bytes == bytes)
        #expect(try Value(bytes: bytes) == value)
        for count in 0..<bytes.count {
            #expect(throws: DecodeError.self) { try Value(bytes: Array(bytes[..<count])) }
        }
        #expect(throws: DecodeError(.hci, .trailingBytes(1))) { try Value(bytes: bytes + [0]) }
    }

    @Test func comeTypedOutOfACommandComplete() throws {
        let event = HCI.CommandComplete(
            opcode: .leRand, returning: HCI.LERand.ReturnParameters(status: .success, randomNumber: 7))
        #expect(event.status == .success)
        #expect(try event.returnParameters(as: HCI.LERand.ReturnParameters.self).randomNumber == 7)
    }

    @Test func mayBeAStatusAloneAfterAnError() {
        let event = HCI.CommandComplete(opcode: .leRand, returnParameters: [0x0C])
        #expect(event.status == .commandDisallowed)
        #expect(throws: DecodeError.self) { try event.returnParameters(as: HCI.LERand.ReturnParameters.self) }
        #expect(HCI.CommandComplete(opcode: .leRand, returnParameters: []).status == nil)
    }

    @Test func sayLE1MWhenAFailedCommandLeavesNoPHY() throws {
        typealias Return = HCI.LEReadPHY.ReturnParameters
        let failed = try Return(bytes: [0x02, 0x23, 0x01, 0x00, 0x00])
        #expect(failed.txPHY == .le1M && failed.rxPHY == .le1M)
        #expect(throws: DecodeError.self) { try Return(bytes: [0x00, 0x23, 0x01, 0x00, 0x01]) }
    }

    @Test func areKeptUndecodedOnlyAsWholeCommands() {
        let command = HCI.Command.unknown(opcode: .leSetAdvertisingEnable, parameters: [0x07])
        #expect(HCI.Packet.undecodedCommand(h4: [0x01, 0x0A, 0x20, 0x01, 0x07]) == command)
        for bytes in [
            [0x04, 0x0A, 0x20, 0x00], [0x01, 0x0A, 0x20], [0x01, 0x0A, 0x20, 0x01],
            [0x01, 0x0A, 0x20, 0x00, 0x07],
        ] as [[UInt8]] { #expect(HCI.Packet.undecodedCommand(h4: bytes) == nil) }
    }
}
