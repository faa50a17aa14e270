import BluetoothWire
import Testing

// Files that these writers made of every kind of packet were read by Wireshark without a malformed frame.

/// 2023-11-14 22:13:20.123456789 UTC, in nanoseconds since 1970.
private let time: UInt64 = 1_700_000_000_123_456_789
private let reset: [UInt8] = [0x01, 0x03, 0x0C, 0x00]
private let resetComplete: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
private let aclData: [UInt8] = [0x02, 0x40, 0x00, 0x01, 0x00, 0xEE]

@Suite("btsnoop")
struct BTSnoopWriterTests {
    /// `time` in microseconds since year 0: 0x00DCDDB30F2F8000 more than since 1970.
    private let stamp: [UInt8] = [0x00, 0xE2, 0xE7, 0xD7, 0x27, 0x4F, 0xA2, 0x40]

    private func header(_ dataLink: UInt16) -> [UInt8] {
        // Name; version 1; data link.
        Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, UInt8(dataLink >> 8), UInt8(dataLink & 0xFF)]
    }

    /// Original and included length; flags; drops; time; data.
    private func record(_ flags: [UInt8], _ data: [UInt8]) -> [UInt8] {
        let length: [UInt8] = [0, 0, 0, UInt8(data.count)]
        return length + length + flags + [0, 0, 0, 0] + stamp + data
    }

    @Test("an H4 file keeps the type byte, and flags direction and command or event")
    func hciUART() {
        var writer = BTSnoopWriter(.hciUART)
        #expect(writer.drain() == header(1002))
        writer.add(reset, .toController, at: time)
        #expect(writer.drain() == record([0, 0, 0, 2], reset))
        writer.add(resetComplete, .toHost, at: time)
        writer.add(aclData, .toController, at: time)
        writer.add(aclData, .toHost, at: time)
        #expect(
            writer.drain() == record([0, 0, 0, 3], resetComplete) + record([0, 0, 0, 0], aclData)
                + record([0, 0, 0, 1], aclData))
        #expect(writer.drain().isEmpty)
    }

    @Test("a monitor file carries the adapter and the kind in its flags, without the type byte")
    func linuxMonitor() {
        var writer = BTSnoopWriter(.linuxMonitor)
        #expect(writer.drain() == header(2001))
        writer.add(reset, adapter: 0x0102, .toController, at: time)
        writer.add(resetComplete, adapter: 1, .toHost, at: time)
        writer.add(aclData, adapter: 1, .toController, at: time)
        writer.add(aclData, adapter: 1, .toHost, at: time)
        writer.add([0x05, 0xAA], adapter: 1, .toController, at: time)
        writer.add([0x05, 0xAA], adapter: 1, .toHost, at: time)
        let acl = Array(aclData.dropFirst())
        var expected = record([1, 2, 0, 2], Array(reset.dropFirst()))
        expected += record([0, 1, 0, 3], Array(resetComplete.dropFirst()))
        expected += record([0, 1, 0, 4], acl) + record([0, 1, 0, 5], acl)
        expected += record([0, 1, 0, 18], [0xAA]) + record([0, 1, 0, 19], [0xAA])
        #expect(writer.drain() == expected)
    }

    @Test("an adapter is announced with its address and a name of seven bytes, and taken away")
    func adapters() {
        var writer = BTSnoopWriter(.linuxMonitor)
        _ = writer.drain()
        writer.addAdapter(3, address: LinkLayerGoldens.random, name: "strap-12", at: time)
        // Primary, virtual bus; address; name.
        let new = [0, 0] + LinkLayerGoldens.randomBytes + Array("strap-1\0".utf8)
        #expect(writer.drain() == record([0, 3, 0, 0], new) + record([0, 3, 0, 8], []))
        writer.addNote("hi", adapter: 3, at: time)
        #expect(writer.drain() == record([0, 3, 0, 12], [0x68, 0x69, 0]))
        writer.removeAdapter(3, at: time)
        #expect(writer.drain() == record([0, 3, 0, 9], []) + record([0, 3, 0, 1], []))
    }

    @Test("a packet that the data link cannot contain leaves no record")
    func ignored() {
        var uart = BTSnoopWriter(.hciUART)
        _ = uart.drain()
        uart.addAdapter(0, address: .zero, name: "x", at: time)
        uart.removeAdapter(0, at: time)
        uart.addNote("x", at: time)
        uart.add([], .toHost, at: time)
        uart.add([0x06, 0x00], .toHost, at: time)
        #expect(uart.pending.isEmpty)
    }
}

@Suite("pcapng")
struct PcapngWriterTests {
    /// Type, length, body, length again.
    private func block(_ type: [UInt8], _ body: [UInt8]) -> [UInt8] {
        let length: [UInt8] = [UInt8(body.count + 12), 0, 0, 0]
        return type + length + body + length
    }

    /// `time` in nanoseconds as two words, the upper one first.
    private let stamp: [UInt8] = [0xFE, 0x9C, 0x97, 0x17, 0x15, 0xCD, 0x85, 0x3D]

    /// Interface; time; captured and original length; data with padding; options.
    private func packet(_ interface: UInt8, _ data: [UInt8], _ options: [UInt8] = []) -> [UInt8] {
        let length: [UInt8] = [UInt8(data.count), 0, 0, 0]
        let padding = [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
        let head = [interface, 0, 0, 0] + stamp + length + length
        return block([6, 0, 0, 0], head + data + padding + options)
    }

    private func fresh() -> PcapngWriter {
        var writer = PcapngWriter(application: "test")
        _ = writer.drain()
        return writer
    }

    @Test("a file starts with a section header that names the program")
    func section() {
        var writer = PcapngWriter(application: "faraday")
        // Byte order; version 1.0; unknown length; option 4, 7 bytes; end of options.
        let body: [UInt8] =
            [0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [4, 0, 7, 0]
            + Array("faraday\0".utf8) + [0, 0, 0, 0]
        #expect(writer.drain() == block([0x0A, 0x0D, 0x0D, 0x0A], body))
    }

    @Test("an interface has its link type, its name and nanoseconds")
    func interfaces() {
        var writer = fresh()
        _ = writer.addInterface(.hci, name: "phone")
        // Link type 201; no limit; option 2, the name; option 9, ten to the minus ninth; end.
        let options: [UInt8] =
            [2, 0, 5, 0] + Array("phone\0\0\0".utf8) + [9, 0, 1, 0, 9, 0, 0, 0] + [0, 0, 0, 0]
        #expect(writer.drain() == block([1, 0, 0, 0], [201, 0, 0, 0, 0, 0, 0, 0] + options))
        _ = writer.addInterface(.linkLayer, name: "phone")
        #expect(writer.drain() == block([1, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0] + options))
    }

    @Test("an HCI packet has its direction in front, most significant byte first")
    func hci() {
        var writer = fresh()
        let first = writer.addInterface(.hci, name: "a")
        let second = writer.addInterface(.hci, name: "b")
        _ = writer.drain()
        writer.add(reset, .toController, on: first, at: time)
        writer.add(resetComplete, .toHost, on: second, at: time)
        #expect(
            writer.drain() == packet(0, [0, 0, 0, 0] + reset) + packet(1, [0, 0, 0, 1] + resetComplete))
    }

    @Test("a comment is an option of its packet")
    func comments() {
        var writer = fresh()
        let phone = writer.addInterface(.hci, name: "a")
        _ = writer.drain()
        writer.add(reset, .toController, on: phone, at: time, comment: "lost")
        #expect(
            writer.drain()
                == packet(
                    0, [0, 0, 0, 0] + reset, [1, 0, 4, 0] + Array("lost".utf8) + [0, 0, 0, 0]))
    }

    private func air(_ packet: LinkLayerPacket) -> [UInt8] {
        var writer = fresh()
        let interface = writer.addInterface(.linkLayer, name: "air")
        _ = writer.drain()
        writer.add(packet, on: interface, at: time)
        return writer.drain()
    }

    @Test("a packet of the air has channel, power, flags and its access address twice")
    func advertising() {
        let pdu: [UInt8] = [0x60, 9] + LinkLayerGoldens.randomBytes + LinkLayerGoldens.flagsData
        // Channel; −60 dBm; noise, offenses; reference address; flags: dewhitened, power, reference
        // address, CRC checked and right; address; PDU; CRC.
        let expected: [UInt8] =
            [0, 0xC4, 0, 0, 0xD6, 0xBE, 0x89, 0x8E, 0x13, 0x0C, 0xD6, 0xBE, 0x89, 0x8E] + pdu
            + [0x6A, 0x1D, 0xBC]
        #expect(
            air(LinkLayerPacket(kind: .advertising, rfChannel: 0, signalPower: -60, pdu: pdu))
                == packet(0, expected))
    }

    @Test("a data packet has its own address and CRC preset, its direction and its PHY")
    func data() {
        // No power; flags: LE 2M, from the peripheral, CRC checked and right.
        let expected: [UInt8] =
            [5, 0, 0, 0, 0xB2, 0x8C, 0x9A, 0xAF, 0x91, 0x4D, 0xB2, 0x8C, 0x9A, 0xAF] + [0x01, 0x00]
            + [0x48, 0xDC, 0x8A]
        #expect(
            air(
                LinkLayerPacket(
                    kind: .peripheralToCentral, rfChannel: 5, phy: .le2M, accessAddress: 0xAF9A_8CB2,
                    pdu: [0x01, 0x00], crcInit: 0x123456)) == packet(0, expected))
    }

    @Test("a packet that was received wrong is flagged, a coded one has its coding indicator")
    func damaged() {
        // Flags: coded, from the central, CRC checked and wrong.
        let expected: [UInt8] =
            [5, 0, 0, 0, 0xB2, 0x8C, 0x9A, 0xAF, 0x11, 0x85, 0xB2, 0x8C, 0x9A, 0xAF] + [0x00]
            + [0x01, 0x00] + [0x01, 0x02, 0x03]
        #expect(
            air(
                LinkLayerPacket(
                    kind: .centralToPeripheral, rfChannel: 5, phy: .leCoded, accessAddress: 0xAF9A_8CB2,
                    pdu: [0x01, 0x00], crc: 0x03_0201, isCRCValid: false)) == packet(0, expected))
    }

    @Test(
        "a decrypted packet is flagged, with a right MIC, unless it was received wrong",
        arguments: [
            // Reference address, dewhitened, decrypted; from the central; CRC checked and right, MIC the same.
            (true, [0x19, 0x3D]),
            // The CRC was checked and is wrong; the MIC was not checked.
            (false, [0x19, 0x05]),
        ] as [(Bool, [UInt8])])
    func decrypted(isCRCValid: Bool, flags: [UInt8]) {
        // A Read Request in an L2CAP frame; the length is that of the plain text.
        let pdu: [UInt8] = [0x02, 0x07, 0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00]
        var packet = LinkLayerPacket(
            kind: .centralToPeripheral, rfChannel: 5, accessAddress: 0xAF9A_8CB2, pdu: pdu, crc: 0x03_0201,
            isCRCValid: isCRCValid)
        #expect(!packet.isDecrypted)
        packet.isDecrypted = true
        let address: [UInt8] = [0xB2, 0x8C, 0x9A, 0xAF]
        #expect(
            air(packet)
                == self.packet(0, [5, 0, 0, 0] + address + flags + address + pdu + [0x01, 0x02, 0x03]))
    }
}
