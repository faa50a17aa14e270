import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel

/// A PSM at which a device takes L2CAP channels (Core 6.0, Vol 3, Part A, 4.22).
///
/// ```swift
/// DeviceDefinition(name: "Logger") {
///     DeviceAdvertising(services: ["FFF0"])
///     DeviceService("FFF0") { DeviceCharacteristic.channelNumber(0x80) }
///     DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
/// }
/// ```
public struct DeviceChannel: Sendable {
    /// 0x0001…0x00FF; the dynamic ones begin at 0x0080.
    public var psm: UInt16
    /// What a link must be.
    public var requires: SecurityLevel
    /// The longest SDU that the device takes, 23…65,535 bytes.
    public var mtu: UInt16
    var open: (@Sendable (OpenChannel) -> Void)?
    var receive: (@Sendable (OpenChannel, [UInt8]) -> Void)?

    /// Creates a PSM that takes channels and reads what comes.
    public init(psm: UInt16, requires: SecurityLevel = .none, mtu: UInt16 = 2048) {
        self.psm = psm
        self.requires = requires
        self.mtu = mtu
    }

    /// Tells `handler` of every new channel, outside the world's lock.
    public func onOpen(_ handler: @escaping @Sendable (OpenChannel) -> Void) -> Self {
        var copy = self
        copy.open = handler
        return copy
    }

    /// Hands every SDU to `handler`, outside the world's lock.
    public func onReceive(_ handler: @escaping @Sendable (OpenChannel, [UInt8]) -> Void) -> Self {
        var copy = self
        copy.receive = handler
        return copy
    }
}

extension DeviceCharacteristic {
    /// The characteristic in which devices tell a PSM by convention, as two bytes (ledger 6.36).
    public static func channelNumber(_ psm: UInt16) -> Self {
        DeviceCharacteristic(
            "ABDD3056-28FA-441D-A470-55A75A52553A", .read, value: [UInt8(psm & 0xFF), UInt8(psm >> 8)])
    }
}

/// A channel that a device has open, whoever opened it.
///
/// A handle; what is done to a channel that has ended comes to nothing.
public struct OpenChannel: Hashable, Sendable {
    public let device: Device
    public let link: DeviceLink
    public let psm: UInt16
    let id: Host.ChannelID

    /// Sends bytes, cut into SDUs as the peer takes them.
    public func send(_ bytes: [UInt8]) { device.send(bytes, on: self) }

    /// Ends the channel at once.
    public func close() { device.close(self) }

    /// Bytes that the device sends and that have not left.
    public var unsentCount: Int {
        device.perform { node, _ in node.place(of: self).map { node.channels[$0].unsent } ?? 0 }
    }

    /// Whether the channel is open.
    public var isOpen: Bool { device.perform { node, _ in node.place(of: self) != nil } }
}

extension Device {
    /// The channels that are open, oldest first.
    public var openChannels: [OpenChannel] { perform { node, _ in node.channels.map(\.handle) } }

    /// Opens a channel to a PSM of the central on `link`; ends with the behaviour event `.channelOpened` or
    /// `.channelFailed`.
    public func openChannel(psm: UInt16, on link: DeviceLink, mtu: UInt16 = 2048) {
        perform { node, now in
            node.note(.openChannel(psm: psm))
            node.openChannel(psm, on: link, mtu: mtu, at: now)
        }
    }

    /// Sends bytes, cut into SDUs as the peer takes them.
    public func send(_ bytes: [UInt8], on channel: OpenChannel) {
        perform { node, now in
            node.note(.send(psm: channel.psm, bytes: bytes.count))
            node.send(bytes, on: channel, at: now)
        }
    }

    /// Ends a channel at once.
    public func close(_ channel: OpenChannel) {
        perform { node, now in
            node.note(.closeChannel(psm: channel.psm))
            node.close(channel, at: now)
        }
    }

    /// Sets whether the device reads what comes over `channel`: while it does not, the peer soon may not send.
    public func setReading(_ isReading: Bool, on channel: OpenChannel) {
        perform { node, now in
            node.note(.setReading(psm: channel.psm, isReading))
            node.setReading(isReading, on: channel, at: now)
        }
    }
}
