import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel

/// A PSM on which a device accepts L2CAP channels (Core 6.0, Vol 3, Part A, 4.22).
///
/// ```swift
/// DeviceDefinition(name: "Logger") {
///     DeviceAdvertising(services: ["FFF0"])
///     DeviceService("FFF0") { DeviceCharacteristic.channelNumber(0x80) }
///     DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
/// }
/// ```
public struct DeviceChannel: Sendable {
    /// The PSM that peers open channels to, 0x0001…0x00FF; dynamic PSMs begin at 0x0080.
    public var psm: UInt16
    /// The security that the link needs before a channel may open; without it, the device refuses the channel.
    public var requires: SecurityLevel
    /// The longest SDU that the device receives, 23…65,535 bytes.
    public var mtu: UInt16
    var open: (@Sendable (OpenChannel) -> Void)?
    var receive: (@Sendable (OpenChannel, [UInt8]) -> Void)?

    /// Creates a PSM that accepts channels and reads the data that they receive.
    ///
    /// - Parameters:
    ///   - psm: The PSM that peers open channels to, 0x0001…0x00FF.
    ///   - requires: The security that the link needs before a channel may open.
    ///   - mtu: The longest SDU that the device receives, 23…65,535 bytes.
    public init(psm: UInt16, requires: SecurityLevel = .none, mtu: UInt16 = 2048) {
        self.psm = psm
        self.requires = requires
        self.mtu = mtu
    }

    /// Calls `handler` for every new channel, without the world's lock.
    public func onOpen(_ handler: @escaping @Sendable (OpenChannel) -> Void) -> Self {
        var copy = self
        copy.open = handler
        return copy
    }

    /// Calls `handler` with every received SDU, without the world's lock.
    public func onReceive(_ handler: @escaping @Sendable (OpenChannel, [UInt8]) -> Void) -> Self {
        var copy = self
        copy.receive = handler
        return copy
    }
}

extension DeviceCharacteristic {
    /// The characteristic in which devices publish a PSM by convention: two bytes, lower byte first (behaviour 6.36).
    public static func channelNumber(_ psm: UInt16) -> Self {
        DeviceCharacteristic(
            "ABDD3056-28FA-441D-A470-55A75A52553A", .read, value: [UInt8(psm & 0xFF), UInt8(psm >> 8)])
    }
}

/// An open L2CAP channel of a device; either side may have opened it.
///
/// A handle: copies name the same channel. Calls on a closed channel do nothing.
public struct OpenChannel: Hashable, Sendable {
    /// The device whose channel it is.
    public let device: Device
    public let link: DeviceLink
    /// The PSM that the channel was opened to.
    public let psm: UInt16
    let id: Host.ChannelID

    /// Sends bytes in SDUs of the size that the peer accepts. Data waits while the peer gives no credits.
    public func send(_ bytes: [UInt8]) { device.send(bytes, on: self) }

    /// Closes the channel at once; waiting data is lost.
    public func close() { device.close(self) }

    /// How many bytes the device has not sent yet.
    public var unsentCount: Int {
        device.perform { node, _ in node.channels[id]?.unsent ?? 0 }
    }

    /// Whether the channel is open.
    public var isOpen: Bool { device.perform { node, _ in node.channels[id] != nil } }
}

extension Device {
    /// The channels that are open, oldest first.
    public var openChannels: [OpenChannel] { perform { node, _ in node.channels.open.map(node.handle) } }

    /// Opens a channel to a PSM of the central on `link`. The behaviour event `.channelOpened` or `.channelFailed`
    /// reports the result.
    ///
    /// - Parameters:
    ///   - psm: The PSM that the central's app has published, 0x0001…0x00FF.
    ///   - link: The link for the channel.
    ///   - mtu: The longest SDU that the device receives, 23…65,535 bytes.
    public func openChannel(psm: UInt16, on link: DeviceLink, mtu: UInt16 = 2048) {
        perform { node, now in
            node.note(.openChannel(psm: psm))
            node.openChannel(psm, on: link, mtu: mtu, at: now)
        }
    }

    /// Sends bytes in SDUs of the size that the peer accepts. Data waits while the peer gives no credits.
    public func send(_ bytes: [UInt8], on channel: OpenChannel) {
        perform { node, now in
            node.note(.send(psm: channel.psm, bytes: bytes.count))
            node.send(bytes, on: channel, at: now)
        }
    }

    /// Closes a channel at once; waiting data is lost.
    public func close(_ channel: OpenChannel) {
        perform { node, now in
            node.note(.closeChannel(psm: channel.psm))
            node.close(channel, at: now)
        }
    }

    /// Sets whether the device reads the data that `channel` receives. While it does not, the peer runs out of credits
    /// and must wait.
    public func setReading(_ isReading: Bool, on channel: OpenChannel) {
        perform { node, now in
            node.note(.setReading(psm: channel.psm, isReading))
            node.setReading(isReading, on: channel, at: now)
        }
    }
}
