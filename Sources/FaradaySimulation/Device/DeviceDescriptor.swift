import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A descriptor with handlers of its own, for `DeviceCharacteristic.with(descriptors:)`.
///
/// Without a handler the stack answers reads with `value`, and keeps what is written. A descriptor of type 2902 takes
/// the place of the Client Characteristic Configuration and never calls a handler: it belongs to the host.
public struct DeviceDescriptor: Sendable {
    /// The type of the descriptor.
    public var uuid: BluetoothUUID
    /// What clients may do with it, and on what kind of link.
    public var permissions: GATT.Permissions
    /// What a read answers while there is no read handler.
    public var value: [UInt8]
    private(set) var read: DeviceHandler<DeviceDescriptorRead, [UInt8]>?
    private(set) var write: DeviceHandler<DeviceDescriptorWrite, Void>?

    /// Creates a descriptor that may be read and written, unless `permissions` say otherwise.
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

/// A client's request to read a descriptor.
public struct DeviceDescriptorRead: Sendable {
    /// The device that is asked.
    public let device: Device
    /// The characteristic that the descriptor belongs to.
    public let characteristic: BluetoothUUID
    /// The type of the descriptor.
    public let descriptor: BluetoothUUID
    /// The first byte that the client wants. The stack cuts the answer, so a handler may ignore it.
    public let offset: Int
    /// The link that the request came on.
    public let link: DeviceLink
}

/// A client's request to write a descriptor; the client waits for the answer.
public struct DeviceDescriptorWrite: Sendable {
    /// The device that is asked.
    public let device: Device
    /// The characteristic that the descriptor belongs to.
    public let characteristic: BluetoothUUID
    /// The type of the descriptor.
    public let descriptor: BluetoothUUID
    /// What the client writes, at most 512 bytes.
    public let value: [UInt8]
    /// Where in the value the bytes go: 0, except in a reliable write that begins in the middle. A long write comes
    /// as one.
    public let offset: Int
    /// The link that the request came on.
    public let link: DeviceLink
}
