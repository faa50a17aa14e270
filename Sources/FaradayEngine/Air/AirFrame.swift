import BluetoothTypes
import BluetoothWire

/// One packet on air, as in traces and captures.
public struct AirFrame: Hashable, Sendable {
    /// The content of a packet.
    public enum Kind: Hashable, Sendable {
        /// A packet on a primary or secondary advertising channel.
        case advertising(LL.AdvertisingPDU)
        /// A packet of a connection.
        case data(LL.DataPDU)
    }

    /// The time at which its first bit left the antenna.
    ///
    /// The medium computes a whole advertising or connection event when the event begins. So a frame can be recorded
    /// some milliseconds before its time.
    public var time: MonotonicInstant
    /// The sender.
    public var node: NodeID
    /// The intended receiver, or the first node that received the packet; `nil` if no node received it.
    public var receiver: NodeID?
    /// The channel index, 0…39.
    public var channel: UInt8
    /// The PHY of the packet.
    public var phy: LL.PHY
    /// The transmit power, in dBm.
    public var txPower: Int8
    /// The received power at the receiver, in dBm; `nil` if there is no receiver.
    public var rssi: Int8?
    /// The access address of the packet.
    public var accessAddress: UInt32
    /// The initial value of the CRC register.
    public var crcInit: UInt32
    /// The packet itself.
    public var kind: Kind
    /// Whether the receiver did not get the packet.
    public var isLost: Bool
    /// Whether the packet was encrypted on air; `kind` contains it decrypted and without its MIC.
    public var isEncrypted: Bool

    public init(
        time: MonotonicInstant, node: NodeID, receiver: NodeID?, channel: UInt8, phy: LL.PHY, txPower: Int8,
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
