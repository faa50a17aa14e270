import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A service of a device.
public struct DeviceService: Sendable {
    public var uuid: BluetoothUUID
    public var isPrimary: Bool
    /// UUIDs of other services of the definition: the nearest one before this, else the first one behind it.
    public var includedServices: [BluetoothUUID]
    /// Places of more services of the definition, before or behind this one.
    package var includedPlaces: [Int] = []
    public var characteristics: [DeviceCharacteristic]

    /// Creates a service from its characteristics.
    public init(
        _ uuid: BluetoothUUID, isPrimary: Bool = true, includes: [BluetoothUUID] = [],
        @DeviceServiceBuilder _ characteristics: () -> [DeviceCharacteristic] = { [] }
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.includedServices = includes
        self.characteristics = characteristics()
    }
}

/// Collects the characteristics of a service.
@resultBuilder public enum DeviceServiceBuilder {
    public static func buildExpression(_ item: DeviceCharacteristic) -> [DeviceCharacteristic] { [item] }
    public static func buildBlock(_ items: [DeviceCharacteristic]...) -> [DeviceCharacteristic] {
        items.flatMap { $0 }
    }
    public static func buildOptional(_ items: [DeviceCharacteristic]?) -> [DeviceCharacteristic] {
        items ?? []
    }
    public static func buildEither(first: [DeviceCharacteristic]) -> [DeviceCharacteristic] { first }
    public static func buildEither(second: [DeviceCharacteristic]) -> [DeviceCharacteristic] { second }
    public static func buildArray(_ items: [[DeviceCharacteristic]]) -> [DeviceCharacteristic] {
        items.flatMap { $0 }
    }
}

/// A characteristic of a device: a stored value, or handlers that are asked.
public struct DeviceCharacteristic: Sendable {
    public var uuid: BluetoothUUID
    public var properties: GATT.Properties
    public var permissions: GATT.Permissions
    /// The value the stack answers with, as long as there is no read handler.
    public var value: [UInt8]
    public var descriptors: [GATT.DescriptorDefinition]
    /// What asks the device's author, and other rarities; empty on most characteristics of most devices.
    private var asking: [Asking] = []

    private struct Asking: Sendable {
        var read: DeviceHandler<DeviceRead, [UInt8]>?
        var write: DeviceHandler<DeviceWrite, Void>?
        var descriptors: [DeviceDescriptor] = []
        var lacksConfiguration = false
    }

    /// Whether there is a Client Characteristic Configuration, if the properties ask for one.
    var hasConfiguration: Bool { asking.first?.lacksConfiguration != true }

    var read: DeviceHandler<DeviceRead, [UInt8]>? { asking.first?.read }
    var write: DeviceHandler<DeviceWrite, Void>? {
        get { asking.first?.write }
        set { ask { $0.write = newValue } }
    }
    /// The descriptors with handlers; they stand behind the others.
    var askingDescriptors: [DeviceDescriptor] { asking.first?.descriptors ?? [] }
    var isDynamic: Bool { read != nil || write != nil }

    /// Creates a characteristic; permissions follow from the properties unless given.
    ///
    /// - Parameter level: What a link must be for reading, writing and subscribing.
    public init(
        _ uuid: BluetoothUUID, _ properties: GATT.Properties, value: [UInt8] = [],
        requires level: Host.SecurityLevel = .none, permissions: GATT.Permissions? = nil,
        descriptors: [GATT.DescriptorDefinition] = []
    ) {
        self.uuid = uuid
        self.properties = properties
        self.value = value
        self.permissions = permissions ?? Self.permissions(for: properties, level)
        self.descriptors = descriptors
    }

    private static func permissions(
        for properties: GATT.Properties, _ level: Host.SecurityLevel
    ) -> GATT.Permissions {
        var permissions: GATT.Permissions = []
        if properties.contains(.read) { permissions.insert(.readable) }
        if !properties.isDisjoint(with: [.write, .writeWithoutResponse]) { permissions.insert(.writable) }
        let updates = !properties.isDisjoint(with: [.notify, .indicate])
        let secured: (read: GATT.Permissions, write: GATT.Permissions, notify: GATT.Permissions) =
            switch level {
            case .none: ([], [], [])
            case .encrypted: (.readEncrypted, .writeEncrypted, .notifyEncrypted)
            case .authenticated: (.readAuthenticated, .writeAuthenticated, .notifyAuthenticated)
            }
        if permissions.contains(.readable) { permissions.formUnion(secured.read) }
        if permissions.contains(.writable) { permissions.formUnion(secured.write) }
        if updates { permissions.formUnion(secured.notify) }
        return permissions
    }

    /// Asks `handler` for the whole value on every read; throw an `ATT.ErrorCode` to refuse.
    public func onRead(_ handler: @escaping @Sendable (DeviceRead) throws -> [UInt8]) -> Self {
        with { $0.ask { $0.read = .immediate(handler) } }
    }

    /// Asks `handler` for the whole value on every read; the client waits while it is suspended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public func onRead(_ handler: @escaping @Sendable (DeviceRead) async throws -> [UInt8]) -> Self {
        with { $0.ask { $0.read = .suspending(handler) } }
    }

    /// Tells `handler` of every write before it is answered; throw an `ATT.ErrorCode` to refuse.
    public func onWrite(_ handler: @escaping @Sendable (DeviceWrite) throws -> Void) -> Self {
        with { $0.write = .immediate(handler) }
    }

    /// Tells `handler` of every write; the client waits while it is suspended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public func onWrite(_ handler: @escaping @Sendable (DeviceWrite) async throws -> Void) -> Self {
        with { $0.write = .suspending(handler) }
    }

    /// Asks `handler` for the whole value on every read; it calls the closure it is given once, from any thread and as
    /// late as it likes, while the client waits.
    ///
    /// A second answer is ignored, and so is one that comes when the link, or the firmware, has gone.
    public func onRead(
        answering handler:
            @escaping @Sendable (DeviceRead, @escaping @Sendable (Result<[UInt8], ATT.Failure>) -> Void) ->
            Void
    ) -> Self {
        with { $0.ask { $0.read = .deferred(handler) } }
    }

    /// Tells `handler` of every write; it answers as in `onRead(answering:)`. The answer to a Write Command, which
    /// expects none, only says whether the value is kept.
    public func onWrite(
        answering handler:
            @escaping @Sendable (DeviceWrite, @escaping @Sendable (Result<Void, ATT.Failure>) -> Void) -> Void
    ) -> Self {
        with { $0.write = .deferred(handler) }
    }

    /// Adds descriptors that ask their own handlers, behind those that the characteristic was made with.
    public func with(descriptors: [DeviceDescriptor]) -> Self {
        with { $0.ask { $0.descriptors += descriptors } }
    }

    /// Leaves the Client Characteristic Configuration (2902) out, as some firmware does by mistake.
    ///
    /// Nobody can subscribe: `setNotifyValue` ends with `CBATTError.attributeNotFound` (behaviour ATT 10). `Device.update`
    /// sends the value to every central that is linked, and a phone drops it, since no app has subscribed.
    ///
    /// ```swift
    /// DeviceCharacteristic("FF02", .notify).withoutConfiguration()
    /// ```
    ///
    /// Core 6.0, Vol 3, Part G, 3.3.3.3 demands one with these properties.
    public func withoutConfiguration() -> Self {
        with { $0.ask { $0.lacksConfiguration = true } }
    }

    /// The same without descriptors that have no UUID or too long a value.
    var withoutMalformedDescriptors: Self {
        guard let first = asking.first, !first.descriptors.isEmpty else { return self }
        let good = first.descriptors.filter {
            !$0.uuid.isMalformed && $0.value.count <= ATT.maximumValueLength
        }
        return with { $0.ask { $0.descriptors = good } }
    }

    /// The same without code of its author's.
    var withoutHandlers: Self {
        guard let first = asking.first else { return self }
        let rest = Asking(
            descriptors: first.descriptors.map(\.withoutHandlers),
            lacksConfiguration: first.lacksConfiguration)
        return with { $0.asking = [rest] }
    }

    private mutating func ask(_ change: (inout Asking) -> Void) {
        if asking.isEmpty { asking.append(Asking()) }
        change(&asking[0])
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

/// Code of a device's author that answers a client.
enum DeviceHandler<Input: Sendable, Output: Sendable>: Sendable {
    case immediate(@Sendable (Input) throws -> Output)
    case suspending(@Sendable (Input) async throws -> Output)
    case deferred(@Sendable (Input, @escaping @Sendable (Result<Output, ATT.Failure>) -> Void) -> Void)
}

/// A client reads a characteristic.
public struct DeviceRead: Sendable {
    public let device: Device
    public let characteristic: BluetoothUUID
    /// Where in the value the client reads; the stack cuts the answer, a handler may ignore it.
    public let offset: Int
    public let link: DeviceLink
}

/// A client writes a characteristic.
public struct DeviceWrite: Sendable {
    public let device: Device
    public let characteristic: BluetoothUUID
    public let value: [UInt8]
    /// Not 0 only in a reliable write that begins in the middle; a long write comes as one.
    public let offset: Int
    /// Whether the client waits for an answer.
    public let expectsResponse: Bool
    public let link: DeviceLink
}

/// A central's link to a device.
public struct DeviceLink: Hashable, Sendable {
    let id: Host.LinkID
    /// The central's address.
    public let peer: DeviceAddress
}

extension GATT.DescriptorDefinition {
    /// A descriptor with a value that the stack answers reads with.
    public static func stored(_ uuid: BluetoothUUID, _ value: [UInt8], isWritable: Bool = false) -> Self {
        Self(
            uuid: uuid, permissions: isWritable ? [.readable, .writable] : .readable, value: .stored(value))
    }

    /// A Characteristic User Description, 2901.
    public static func userDescription(_ text: String) -> Self { stored("2901", Array(text.utf8)) }
}
