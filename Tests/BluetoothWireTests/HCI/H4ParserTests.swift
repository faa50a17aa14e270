import BluetoothWire
import Testing

@Suite("The H4 parser") struct H4ParserTests {
    static let stream = HCITable.packets.flatMap(\.bytes)

    @Test(arguments: [1, 2, 3, 7, 64, 100_000]) func findsPacketsInPiecesOfAnySize(_ size: Int) throws {
        var parser = HCI.H4Parser()
        var found: [HCI.Packet] = []
        var position = 0
        while position < Self.stream.count {
            let end = min(position + size, Self.stream.count)
            parser.append(Array(Self.stream[position..<end]))
            while let packet = try parser.next() { found.append(packet) }
            position = end
        }
        #expect(found == HCITable.packets.map(\.value))
        #expect(parser.buffered == 0)
        #expect(!parser.hasLostSync && parser.rejectedPacket == nil)
    }

    @Test func discardsWhatIsBufferedAfterAnUnknownIndicatorAndGoesOn() throws {
        var parser = HCI.H4Parser()
        parser.append([0x01, 0x03, 0x0C, 0x00, 0x03, 0x01, 0x03, 0x0C, 0x00])
        #expect(try parser.next() == .command(.reset))
        #expect(throws: DecodeError(.h4, .unknownCode(3))) { try parser.next() }
        #expect(parser.hasLostSync)
        #expect(parser.buffered == 0)
        #expect(try parser.next() == nil)
        parser.append([0x01, 0x03, 0x0C, 0x00])
        #expect(try parser.next() == .command(.reset))
    }

    @Test func losesOnlyTheMalformedPacket() throws {
        var parser = HCI.H4Parser()
        let malformed: [UInt8] = [0x01, 0x0A, 0x20, 0x01, 0x07]
        parser.append(malformed + [0x01, 0x03, 0x0C, 0x00])
        #expect(throws: DecodeError(.hci, .invalidValue(field: "enable", value: 7))) { try parser.next() }
        #expect(parser.rejectedPacket == malformed)
        #expect(HCI.Packet.commandOpcode(h4: malformed) == .leSetAdvertisingEnable)
        #expect(try parser.next() == .command(.reset))
        #expect(!parser.hasLostSync)
    }

    @Test func knowsNoOpcodeOfWhatIsNoCommand() {
        #expect(HCI.Packet.commandOpcode(h4: [0x04, 0x0A, 0x20, 0x00]) == nil)
        #expect(HCI.Packet.commandOpcode(h4: [0x01, 0x0A, 0x20]) == nil)
    }
}
