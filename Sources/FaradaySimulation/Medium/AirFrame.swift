import BluetoothTypes
import BluetoothWire

/// One packet on air, as traces and captures have it.
public struct AirFrame: Hashable, Sendable {
    /// What a packet carries.
    public enum Kind: Hashable, Sendable {
        /// A packet on an advertising channel, or one that an advertisement points to.
        case advertising(LL.AdvertisingPDU)
        /// A packet of a connection.
        case data(LL.DataPDU)
    }

    /// When its first bit left the antenna.
    ///
    /// The medium computes a whole advertising or connection event when the event begins, so a frame can be recorded
    /// some milliseconds before its time.
    public var time: Instant
    /// Who sent it.
    public var node: NodeID
    /// The node that it was meant for, or that heard it first; `nil` if nobody heard it.
    public var receiver: NodeID?
    /// The channel index, 0…39.
    public var channel: UInt8
    /// The PHY that it was sent on.
    public var phy: LL.PHY
    /// The power that it was sent with, in dBm.
    public var txPower: Int8
    /// The power that arrived at the receiver, in dBm; `nil` if there is none.
    public var rssi: Int8?
    /// The access address of the packet.
    public var accessAddress: UInt32
    /// What the CRC's register started with.
    public var crcInit: UInt32
    /// The packet itself.
    public var kind: Kind
    /// Whether the packet did not get through to the receiver.
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
