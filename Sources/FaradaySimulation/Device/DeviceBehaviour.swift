import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device does by itself: in response to events, or at intervals.
public struct DeviceBehaviour: Sendable {
    /// An event of a device.
    public enum Event: Hashable, Sendable {
        /// The device's host is ready: the device was added, powered on or reset.
        case started
        /// A central has connected.
        case connected(DeviceLink)
        /// A link is lost: nothing came from the central for the supervision timeout. `.disconnected` follows.
        case linkLost(DeviceLink)
        /// A link has ended; either side may have ended it.
        case disconnected(DeviceLink)
        /// A central has subscribed to this characteristic.
        case subscribed(BluetoothUUID, DeviceLink)
        /// A central has unsubscribed from this characteristic, or its link has ended.
        case unsubscribed(BluetoothUUID, DeviceLink)
        /// A pairing asks the device's user a question, or shows a passkey.
        case pairingPrompted(DeviceLink, Host.PairingPrompt)
        /// A pairing has succeeded. If the key of a bond encrypts the link instead, there is only `.secured`.
        case paired(DeviceLink)
        /// A pairing has failed, or a Security Request of the device was not met.
        case pairingFailed(DeviceLink, Host.SecurityFailure)
        /// The link is encrypted now, or with another key than before.
        case secured(DeviceLink, Host.Security)
        /// An L2CAP channel is open; either side may have opened it.
        case channelOpened(OpenChannel)
        /// The central refused a channel that the device requested, or the channel's link has ended.
        case channelFailed(psm: UInt16, DeviceLink, Host.ChannelFailure)
        /// A channel has received one SDU.
        case channelReceived(OpenChannel, [UInt8])
        /// A channel has closed; either side may have closed it, or its link has ended.
        case channelClosed(OpenChannel)
    }

    enum Kind: Sendable {
        case onEvent(@Sendable (Device, Event) -> Void)
        case onReadyToUpdate(@Sendable (Device, DeviceLink) -> Void)
        case notifying(BluetoothUUID, every: Nanoseconds, @Sendable (Device) -> [UInt8]?)
    }

    let kind: Kind

    /// Calls `action` for every event of the device, on the thread that drives the world and without its lock.
    public static func onEvent(_ action: @escaping @Sendable (Device, Event) -> Void) -> Self {
        DeviceBehaviour(kind: .onEvent(action))
    }

    /// Calls `action` when there is room again for values to a central, after `Device.update(_:_:fileID:filePath:line:)`
    /// or `Device.send(_:of:to:)` had none; on the thread that drives the world and without its lock.
    ///
    /// ```swift
    /// DeviceBehaviour.onReadyToUpdate { device, _ in recording.sendRest(over: device) }
    /// ```
    public static func onReadyToUpdate(_ action: @escaping @Sendable (Device, DeviceLink) -> Void) -> Self {
        DeviceBehaviour(kind: .onReadyToUpdate(action))
    }

    /// While a central is subscribed to `characteristic`, sends the result of `value` once per interval. The first
    /// interval starts with the first subscription. If `value` returns `nil`, nothing is sent that time.
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
