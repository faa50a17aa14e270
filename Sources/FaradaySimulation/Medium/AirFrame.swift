import BluetoothTypes
import BluetoothWire

/// One packet on air, for traces and captures.
public struct AirFrame: Hashable, Sendable {
    /// What a packet carries.
    public enum Kind: Hashable, Sendable {
        case advertising(LL.AdvertisingPDU)
        case data(LL.DataPDU)
    }

    /// When its first bit left the antenna.
    ///
    /// The medium works off an advertising or connection event as a whole at its beginning, so that a frame
    /// can be told up to some milliseconds before its time.
    public var time: Instant
    /// Who sent it.
    public var node: NodeID
    /// Whom it was meant for or who heard it first; `nil` if nobody did.
    public var receiver: NodeID?
    /// The channel index, 0 to 39.
    public var channel: UInt8
    /// The PHY.
    public var phy: LL.PHY
    /// The power it was sent with in dBm.
    public var txPower: Int8
    /// The power it had at the receiver in dBm, if there is one.
    public var rssi: Int8?
    /// The access address.
    public var accessAddress: UInt32
    /// What the CRC started with.
    public var crcInit: UInt32
    /// The packet.
    public var kind: Kind
    /// Whether the receiver did not get it.
    public var isLost: Bool
    /// Whether it was encrypted on air; `kind` has it decrypted and without its MIC.
    public var isEncrypted: Bool

    /// Creates a frame.
    public init(
        time: Instant, node: NodeID, receiver: NodeID?, channel: UInt8, phy: LL.PHY, txPower: Int8,
        rssi: Int8?,
        accessAddress: UInt32, crcInit: UInt32, kind: Kind, isLost: Bool,
        isEncrypted: Bool = false
    ) {
        self.time = time
        self.node = node
        self.receiver = receiver
        self.channel = channel
        self.phy = phy
        self.txPower = txPower
        self.rssi = rssi
        self.accessAddress = accessAddress
        self.crcInit = crcInit
        self.kind = kind
        self.isLost = isLost
        self.isEncrypted = isEncrypted
    }
}
