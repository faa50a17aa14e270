import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A descriptor of a characteristic that asks handlers, for `DeviceCharacteristic.with(descriptors:)`.
///
/// What has no handler, the stack does: it answers with the value, and keeps what is written. A descriptor of type
/// 2902 takes the place of the Client Characteristic Configuration and never asks: it belongs to the host.
public struct DeviceDescriptor: Sendable {
    public var uuid: BluetoothUUID
    public var permissions: GATT.Permissions
    /// What a read gives that no handler is asked for.
    public var value: [UInt8]
    private(set) var read: DeviceHandler<DeviceDescriptorRead, [UInt8]>?
    private(set) var write: DeviceHandler<DeviceDescriptorWrite, Void>?

    /// Creates a descriptor that may be read and written, unless `permissions` say otherwise.
    public init(
        _ uuid: BluetoothUUID, value: [UInt8] = [], permissions: GATT.Permissions = [.readable, .writable]
    ) {
        (self.uuid, self.value, self.permissions) = (uuid, value, permissions)
    }

    /// Asks `handler` for the whole value on every read; it answers as in `DeviceCharacteristic.onRead(answering:)`.
    public func onRead(
        answering handler:
            @escaping @Sendable (
                DeviceDescriptorRead, @escaping @Sendable (Result<[UInt8], ATT.Failure>) -> Void
            ) -> Void
    ) -> Self {
        var copy = self
        copy.read = .deferred(handler)
        return copy
    }

    /// Tells `handler` of every write; it answers as in `DeviceCharacteristic.onWrite(answering:)`.
    public func onWrite(
        answering handler:
            @escaping @Sendable (
                DeviceDescriptorWrite, @escaping @Sendable (Result<Void, ATT.Failure>) -> Void
            ) -> Void
    ) -> Self {
        var copy = self
        copy.write = .deferred(handler)
        return copy
    }

    /// The same without code of its author's.
    var withoutHandlers: Self {
        var copy = self
        (copy.read, copy.write) = (nil, nil)
        return copy
    }

    var definition: GATT.DescriptorDefinition {
        GATT.DescriptorDefinition(
            uuid: uuid, permissions: permissions,
            value: read == nil && write == nil ? .stored(value) : .dynamic)
    }
}

/// A client reads a descriptor.
public struct DeviceDescriptorRead: Sendable {
    public let device: Device
    /// The characteristic that the descriptor belongs to.
    public let characteristic: BluetoothUUID
    public let descriptor: BluetoothUUID
    /// Where in the value the client reads; the stack cuts the answer, a handler may ignore it.
    public let offset: Int
    public let link: DeviceLink
}

/// A client writes a descriptor, and waits for the answer.
public struct DeviceDescriptorWrite: Sendable {
    public let device: Device
    /// The characteristic that the descriptor belongs to.
    public let characteristic: BluetoothUUID
    public let descriptor: BluetoothUUID
    public let value: [UInt8]
    /// Not 0 only in a reliable write that begins in the middle; a long write comes as one.
    public let offset: Int
    public let link: DeviceLink
}
