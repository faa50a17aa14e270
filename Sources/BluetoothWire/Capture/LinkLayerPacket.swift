/// A packet on air with what a sniffer knows of it.
///
/// Source: the pseudo header of link type 256, LINKTYPE_BLUETOOTH_LE_LL_WITH_PHDR.
package struct LinkLayerPacket: Hashable, Sendable {
    /// What kind of PDU the packet carries, as link type 256 numbers it.
    package enum Kind: UInt16, Hashable, Sendable {
        /// On a primary advertising channel; or of a link, from an end that the file does not name.
        case advertising = 0
        /// An advertising PDU on a secondary channel.
        case auxiliaryAdvertising = 1
        /// From a link's central.
        case centralToPeripheral = 2
        /// From a link's peripheral.
        case peripheralToCentral = 3
    }

    /// What kind of PDU the packet carries.
    package var kind: Kind
    /// Where it was heard: 0 is 2402 MHz, 39 is 2480 MHz; see `LL.rfChannel(of:)`.
    package var rfChannel: UInt8
    /// How it was modulated.
    package var phy: LL.PHY
    /// How strong it was, in dBm.
    package var signalPower: Int8?
    package var accessAddress: UInt32
    /// The PDU, header included.
    package var pdu: [UInt8]
    /// The CRC, as `LL.crc24` gives it.
    package var crc: UInt32
    /// Whether the CRC was right.
    package var isCRCValid: Bool
    /// Whether the packet was encrypted on air. Then `pdu` is what a sniffer with the key decrypts: plain
    /// text with a matching length, without the MIC, which was correct. The CRC is that of `pdu`, too.
    package var isDecrypted = false

    /// Creates a packet whose CRC may be wrong.
    package init(
        kind: Kind, rfChannel: UInt8, phy: LL.PHY = .le1M, signalPower: Int8? = nil,
        accessAddress: UInt32 = LL.advertisingAccessAddress, pdu: [UInt8], crc: UInt32, isCRCValid: Bool
    ) {
        self.kind = kind
        self.rfChannel = rfChannel
        self.phy = phy
        self.signalPower = signalPower
        self.accessAddress = accessAddress
        self.pdu = pdu
        self.crc = crc
        self.isCRCValid = isCRCValid
    }

    /// Creates a packet with the right CRC.
    package init(
        kind: Kind, rfChannel: UInt8, phy: LL.PHY = .le1M, signalPower: Int8? = nil,
        accessAddress: UInt32 = LL.advertisingAccessAddress, pdu: [UInt8],
        crcInit: UInt32 = LL.advertisingCRCInit
    ) {
        self.init(
            kind: kind, rfChannel: rfChannel, phy: phy, signalPower: signalPower,
            accessAddress: accessAddress, pdu: pdu, crc: LL.crc24(pdu, init: crcInit), isCRCValid: true)
    }

    /// The bits of the pseudo header's flags.
    private enum Flag {
        static let dewhitened: UInt16 = 0x0001
        static let signalPowerValid: UInt16 = 0x0002
        static let decrypted: UInt16 = 0x0008
        static let referenceAccessAddressValid: UInt16 = 0x0010
        static let crcChecked: UInt16 = 0x0400
        static let crcValid: UInt16 = 0x0800
        static let micChecked: UInt16 = 0x1000
        static let micValid: UInt16 = 0x2000
        static let kindShift: UInt16 = 7
        static let phyShift: UInt16 = 14
    }

    /// The pseudo header, followed by the packet.
    func encode(into bytes: inout [UInt8]) {
        var flags = Flag.dewhitened | Flag.referenceAccessAddressValid | Flag.crcChecked
        if signalPower != nil { flags |= Flag.signalPowerValid }
        if isCRCValid { flags |= Flag.crcValid }
        if isDecrypted {
            flags |= Flag.decrypted
            // The MIC of a packet that was received with errors cannot be checked.
            if isCRCValid { flags |= Flag.micChecked | Flag.micValid }
        }
        flags |= kind.rawValue << Flag.kindShift
        flags |= UInt16(phy.rawValue - 1) << Flag.phyShift
        bytes.append(rfChannel)
        bytes.append(UInt8(bitPattern: signalPower ?? 0))
        // Noise power and access address offenses, both flagged as not valid.
        bytes.append(contentsOf: [0, 0])
        bytes.append(littleEndian: accessAddress)
        bytes.append(littleEndian: flags)
        bytes.append(littleEndian: accessAddress)
        // The coding indicator of a coded packet: S = 8.
        if phy == .leCoded { bytes.append(0) }
        bytes.append(contentsOf: pdu)
        bytes.append(littleEndian24: crc)
    }

    /// Reads a pseudo header and the packet behind it; `nil` if they are damaged, or the packet is isochronous.
    init?(decoding bytes: [UInt8]) {
        guard bytes.count >= 10 + 5 else { return nil }
        let flags = UInt16(bytes[8]) | UInt16(bytes[9]) << 8
        guard let kind = Kind(rawValue: flags >> Flag.kindShift & 0x7) else { return nil }
        let phy = LL.PHY(rawValue: UInt8(flags >> Flag.phyShift) + 1) ?? .le1M
        // A coded packet has its coding indicator behind the access address.
        let start = 10 + 4 + (phy == .leCoded ? 1 : 0)
        guard let packet = LinkLayerPacket(body: Array(bytes[10..<14]) + bytes.dropFirst(start)) else {
            return nil
        }
        self = packet
        self.kind = kind
        rfChannel = min(bytes[0], 39)
        self.phy = phy
        signalPower = flags & Flag.signalPowerValid != 0 ? Int8(bitPattern: bytes[1]) : nil
        isCRCValid = flags & Flag.crcChecked == 0 || flags & Flag.crcValid != 0
        isDecrypted = flags & Flag.decrypted != 0
    }

    /// Reads a packet without a pseudo header: what a sniffer knows of it is lost.
    init?(unadorned bytes: [UInt8]) {
        guard let packet = LinkLayerPacket(body: bytes) else { return nil }
        self = packet
    }

    /// Access address, PDU, CRC.
    private init?(body: [UInt8]) {
        guard body.count >= 4 + 2 + 3 else { return nil }
        let address = body[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let crc = body.suffix(3).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.init(
            kind: .advertising, rfChannel: 0, accessAddress: address, pdu: Array(body[4..<(body.count - 3)]),
            crc: crc,
            isCRCValid: true)
    }
}
