import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A descriptor with its own handlers, for `DeviceCharacteristic.with(descriptors:)`.
///
/// Without handlers, the stack answers reads with `value` and stores written values. A descriptor of type 2902 replaces
/// the Client Characteristic Configuration and never calls a handler: it belongs to the host.
public struct DeviceDescriptor: Sendable {
    /// The type of the descriptor.
    public var uuid: BluetoothUUID
    /// The operations that clients may perform, and the security that the link needs for them.
    public var permissions: GATT.Permissions
    /// The answer to a read if there is no read handler.
    public var value: [UInt8]
    private(set) var read: DeviceHandler<DeviceDescriptorRead, [UInt8]>?
    private(set) var write: DeviceHandler<DeviceDescriptorWrite, Void>?

    /// Creates a descriptor that may be read and written, unless `permissions` says otherwise.
    public init(
        _ uuid: BluetoothUUID, value: [UInt8] = [], permissions: GATT.Permissions = [.readable, .writable]
    ) {
        (self.uuid, self.value, self.permissions) = (uuid, value, permissions)
    }

    /// Calls `handler` for the whole value on every read; it answers as in `DeviceCharacteristic.onRead(answering:)`.
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

    /// Calls `handler` on every write; it answers as in `DeviceCharacteristic.onWrite(answering:)`.
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

    /// The same descriptor without handlers.
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

/// A client's request to read a descriptor.
public struct DeviceDescriptorRead: Sendable {
    /// The device that gets the request.
    public let device: Device
    /// The characteristic that the descriptor belongs to.
    public let characteristic: BluetoothUUID
    /// The type of the descriptor.
    public let descriptor: BluetoothUUID
    /// The first byte that the client wants. The stack cuts the answer, so a handler may ignore this.
    public let offset: Int
    /// The link on which the request came.
    public let link: DeviceLink
}

/// A client's request to write a descriptor; the client waits for the answer.
public struct DeviceDescriptorWrite: Sendable {
    /// The device that gets the request.
    public let device: Device
    /// The characteristic that the descriptor belongs to.
    public let characteristic: BluetoothUUID
    /// The type of the descriptor.
    public let descriptor: BluetoothUUID
    /// The bytes that the client writes, at most 512.
    public let value: [UInt8]
    /// Where in the value the bytes go: 0, except in a reliable write that begins in the middle. A long write arrives
    /// as one request.
    public let offset: Int
    /// The link on which the request came.
    public let link: DeviceLink
}
