/// A packet as Nordic's nRF Sniffer hands it to Wireshark: a header of the sniffer's own, what it knows of the packet, the
/// packet.
///
/// Source: the format as Wireshark reads it, link types 272 and, before that was given, 157.
extension LinkLayerPacket {
    private enum NordicFlag {
        static let crcValid: UInt8 = 0x01
        static let fromCentral: UInt8 = 0x02
        static let encrypted: UInt8 = 0x04
        static let micValid: UInt8 = 0x08
        static let phyShift: UInt8 = 4
    }

    /// Where the part about the packet has its flags, in all versions.
    private static let nordicFlags = 8
    /// Where the number of the sniffer's event is from version 1 on.
    private static let nordicEvent = 6

    /// Reads a packet; `nil` if it is damaged, or an event of the sniffer and no packet.
    init?(nordic bytes: [UInt8]) {
        guard let start = Self.startOfPacket(nordic: bytes), start < bytes.count else { return nil }
        let flags = bytes[Self.nordicFlags]
        let (channel, strength) = (bytes[Self.nordicFlags + 1], bytes[Self.nordicFlags + 2])
        let phy = LL.PHY(rawValue: (flags >> NordicFlag.phyShift & 7) + 1) ?? .le1M
        var body = Array(bytes[start...])
        // A coded packet has its coding indicator behind the access address.
        if phy == .leCoded, body.count > 4 { body.remove(at: 4) }
        // Behind the CRC there may be filling.
        guard body.count >= 6, let packet = LinkLayerPacket(unadorned: Array(body.prefix(9 + Int(body[5]))))
        else { return nil }
        self = packet
        rfChannel = channel < 40 ? LL.rfChannel(of: channel) : 0
        self.phy = phy
        signalPower = Int8(clamping: -Int(strength))
        isCRCValid = flags & NordicFlag.crcValid != 0
        guard accessAddress != LL.advertisingAccessAddress else {
            kind = channel < 37 ? .auxiliaryAdvertising : .advertising
            return
        }
        guard bytes[Self.nordicEvent] != 0x02 else {
            // Periodic advertising.
            kind = .auxiliaryAdvertising
            return
        }
        kind = flags & NordicFlag.fromCentral != 0 ? .centralToPeripheral : .peripheralToCentral
        let decrypted = NordicFlag.encrypted | NordicFlag.micValid
        isDecrypted = flags & decrypted == decrypted
    }

    /// Where the packet begins; `nil` if there is none.
    ///
    /// Before it come flags, channel, strength, a counter of two bytes and a time of four, and before these from version 1
    /// on the length of this part.
    private static func startOfPacket(nordic bytes: [UInt8]) -> Int? {
        guard bytes.count > nordicFlags + 9 else { return nil }
        if bytes.starts(with: [0xBE, 0xEF]) {
            return isNordicPacket(bytes[2], version: 0) ? nordicFlags + 9 : nil
        }
        guard 1...4 ~= bytes[3], isNordicPacket(bytes[nordicEvent], version: bytes[3]), bytes[7] >= 10 else {
            return nil
        }
        return nordicFlags - 1 + Int(bytes[7])
    }

    /// Two of the sniffer's events carry a packet.
    private static func isNordicPacket(_ event: UInt8, version: UInt8) -> Bool {
        event == 0x06 || (event == 0x02 && version >= 3)
    }
}
