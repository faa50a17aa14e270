import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device does by itself: on events of its life, or at intervals.
public struct DeviceBehaviour: Sendable {
    /// What happens in a device's life.
    public enum Event: Hashable, Sendable {
        /// Its host is up, also after `powerOn` and `reset`.
        case started
        case connected(DeviceLink)
        case disconnected(DeviceLink)
        /// A central subscribed to this characteristic.
        case subscribed(BluetoothUUID, DeviceLink)
        case unsubscribed(BluetoothUUID, DeviceLink)
        /// A pairing asks something of the device's user, or has a passkey to show.
        case pairingPrompted(DeviceLink, Host.PairingPrompt)
        case paired(DeviceLink)
        case pairingFailed(DeviceLink, Host.SecurityFailure)
        /// The link's encryption began, or its key changed.
        case secured(DeviceLink, Host.Security)
        /// A channel is open, whoever opened it.
        case channelOpened(OpenChannel)
        /// A channel that the device asked for will not be.
        case channelFailed(psm: UInt16, DeviceLink, Host.ChannelFailure)
        /// One SDU came.
        case channelReceived(OpenChannel, [UInt8])
        case channelClosed(OpenChannel)
    }

    enum Kind: Sendable {
        case onEvent(@Sendable (Device, Event) -> Void)
        case notifying(BluetoothUUID, every: Nanoseconds, @Sendable (Device) -> [UInt8]?)
    }

    let kind: Kind

    /// Calls `action` on every event of the device's life.
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
