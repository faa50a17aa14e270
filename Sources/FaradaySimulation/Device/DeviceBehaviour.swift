import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device does by itself: when something happens to it, or at intervals.
public struct DeviceBehaviour: Sendable {
    /// What can happen to a device.
    public enum Event: Hashable, Sendable {
        /// Its host is up: the device was added, powered on or reset.
        case started
        /// A central has connected.
        case connected(DeviceLink)
        /// A link has ended, whoever ended it.
        case disconnected(DeviceLink)
        /// A central has subscribed to this characteristic.
        case subscribed(BluetoothUUID, DeviceLink)
        /// A central has unsubscribed from this characteristic, or its link has ended.
        case unsubscribed(BluetoothUUID, DeviceLink)
        /// A pairing asks the device's user something, or has a passkey to show.
        case pairingPrompted(DeviceLink, Host.PairingPrompt)
        /// A pairing has succeeded, or a Security Request of the device was met.
        case paired(DeviceLink)
        /// A pairing has failed, or a Security Request of the device was not met.
        case pairingFailed(DeviceLink, Host.SecurityFailure)
        /// The link is encrypted now, or with another key than before.
        case secured(DeviceLink, Host.Security)
        /// An L2CAP channel is open, whichever end opened it.
        case channelOpened(OpenChannel)
        /// A channel that the device asked for was refused, or its link has ended.
        case channelFailed(psm: UInt16, DeviceLink, Host.ChannelFailure)
        /// One SDU has come over a channel.
        case channelReceived(OpenChannel, [UInt8])
        /// A channel has closed, whichever end closed it, or its link has ended.
        case channelClosed(OpenChannel)
    }

    enum Kind: Sendable {
        case onEvent(@Sendable (Device, Event) -> Void)
        case notifying(BluetoothUUID, every: Nanoseconds, @Sendable (Device) -> [UInt8]?)
    }

    let kind: Kind

    /// Calls `action` for everything that happens to the device, on the thread that drives the world and without its
    /// lock.
    public static func onEvent(_ action: @escaping @Sendable (Device, Event) -> Void) -> Self {
        DeviceBehaviour(kind: .onEvent(action))
    }

    /// While anyone is subscribed to `characteristic`, sends what `value` gives at each interval, which
    /// starts with the first subscription; `nil` skips one.
    ///
    /// A characteristic that the device does not have, or an interval that is not positive, is a `World.Mistake` when the
    /// device is added.
    public static func notifying(
        _ characteristic: BluetoothUUID, every interval: Nanoseconds,
        _ value: @escaping @Sendable (Device) -> [UInt8]?
    ) -> Self {
        DeviceBehaviour(kind: .notifying(characteristic, every: interval, value))
    }
}
