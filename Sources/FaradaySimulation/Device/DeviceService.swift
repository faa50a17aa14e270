import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A service of a device, with its characteristics.
public struct DeviceService: Sendable {
    /// The type of the service.
    public var uuid: BluetoothUUID
    /// Whether clients find the service by service discovery. Otherwise they find it only if another service includes
    /// it.
    public var isPrimary: Bool
    /// The types of the included services. Each type means the nearest service of that type before this one in the
    /// definition, or the first one after it if there is none before.
    public var includedServices: [BluetoothUUID]
    /// Places of further included services in the definition, before or after this one.
    package var includedPlaces: [Int] = []
    /// The characteristics, in the order of their handles.
    public var characteristics: [DeviceCharacteristic]

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
    /// Adds a characteristic.
    public static func buildExpression(_ item: DeviceCharacteristic) -> [DeviceCharacteristic] { [item] }
    /// Joins the characteristics in order.
    public static func buildBlock(_ items: [DeviceCharacteristic]...) -> [DeviceCharacteristic] {
        items.flatMap { $0 }
    }
    /// Adds the characteristics of an `if` without `else`.
    public static func buildOptional(_ items: [DeviceCharacteristic]?) -> [DeviceCharacteristic] {
        items ?? []
    }
    /// Adds the characteristics of an `if` whose condition is true.
    public static func buildEither(first: [DeviceCharacteristic]) -> [DeviceCharacteristic] { first }
    /// Adds the characteristics of an `else`.
    public static func buildEither(second: [DeviceCharacteristic]) -> [DeviceCharacteristic] { second }
    /// Adds the characteristics of a `for` loop.
    public static func buildArray(_ items: [[DeviceCharacteristic]]) -> [DeviceCharacteristic] {
        items.flatMap { $0 }
    }
}

/// A characteristic of a device, with a stored value or with handlers.
public struct DeviceCharacteristic: Sendable {
    /// The type of the characteristic.
    public var uuid: BluetoothUUID
    /// The characteristic's properties, as clients discover them.
    public var properties: GATT.Properties
    /// The operations that clients may perform, and the security that the link needs for them.
    public var permissions: GATT.Permissions
    /// The answer to a read if there is no read handler.
    public var value: [UInt8]
    /// The descriptors with stored values, without the Client Characteristic Configuration.
    public var descriptors: [GATT.DescriptorDefinition]
    /// Handlers and other rarely used parts; empty on most characteristics of most devices.
    private var asking: [Asking] = []

    private struct Asking: Sendable {
        var read: DeviceHandler<DeviceRead, [UInt8]>?
        var write: DeviceHandler<DeviceWrite, Void>?
        var writeWatcher: (@Sendable (DeviceWrite) -> Void)?
        var readGate: AnswerGate?
        var writeGate: AnswerGate?
        var descriptors: [DeviceDescriptor] = []
        var lacksConfiguration = false
    }

    /// Whether there is a Client Characteristic Configuration if the properties require one.
    package var hasConfiguration: Bool { asking.first?.lacksConfiguration != true }

    var read: DeviceHandler<DeviceRead, [UInt8]>? { asking.first?.read }
    var write: DeviceHandler<DeviceWrite, Void>? {
        get { asking.first?.write ?? writeWatcher.map { .immediate($0) } }
        set { ask { $0.write = newValue } }
    }
    /// Whether a handler answers writes; one that only watches leaves that to the device's rules.
    var answersWrites: Bool { asking.first?.write != nil }
    /// Is called for every write, if no handler answers.
    var writeWatcher: (@Sendable (DeviceWrite) -> Void)? {
        get { asking.first?.writeWatcher }
        set { ask { $0.writeWatcher = newValue } }
    }
    /// The descriptors with handlers; they follow the others.
    package var askingDescriptors: [DeviceDescriptor] { asking.first?.descriptors ?? [] }
    var readGate: AnswerGate? { asking.first?.readGate }
    var writeGate: AnswerGate? { asking.first?.writeGate }
    /// Whether the device answers, and not its stack.
    var isDynamic: Bool { read != nil || write != nil || readGate != nil || writeGate != nil }

    /// Creates a characteristic.
    ///
    /// - Parameters:
    ///   - uuid: The type of the characteristic.
    ///   - properties: The characteristic's properties, as clients discover them.
    ///   - value: The answer to a read if there is no read handler, at most 512 bytes.
    ///   - level: The security that the link needs for reading, writing and subscribing.
    ///   - permissions: What clients may do; by default it follows from `properties` and `level`.
    ///   - descriptors: Descriptors with stored values.
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

    /// Calls `handler` for the whole value on every read. If the handler throws, the error is the answer: an
    /// `ATT.ErrorCode`, or *Unlikely Error* for any other error.
    public func onRead(_ handler: @escaping @Sendable (DeviceRead) throws -> [UInt8]) -> Self {
        with { $0.ask { $0.read = .immediate(handler) } }
    }

    /// Calls `handler` for the whole value on every read; the client waits while the handler is suspended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public func onRead(_ handler: @escaping @Sendable (DeviceRead) async throws -> [UInt8]) -> Self {
        with { $0.ask { $0.read = .suspending(handler) } }
    }

    /// Calls `handler` on every write, before the write is answered. If the handler throws, the error is the answer: an
    /// `ATT.ErrorCode`, or *Unlikely Error* for any other error.
    public func onWrite(_ handler: @escaping @Sendable (DeviceWrite) throws -> Void) -> Self {
        with { $0.write = .immediate(handler) }
    }

    /// Calls `handler` on every write; the client waits while the handler is suspended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public func onWrite(_ handler: @escaping @Sendable (DeviceWrite) async throws -> Void) -> Self {
        with { $0.write = .suspending(handler) }
    }

    /// Calls `handler` for the whole value on every read. The handler must call the closure that it gets once, from any
    /// thread and at any later time. The client waits meanwhile.
    ///
    /// A second answer is ignored. An answer is also ignored after the link has ended or other firmware was installed.
    public func onRead(
        answering handler:
            @escaping @Sendable (DeviceRead, @escaping @Sendable (Result<[UInt8], ATT.Failure>) -> Void) ->
            Void
    ) -> Self {
        with { $0.ask { $0.read = .deferred(handler) } }
    }

    /// Calls `handler` on every write; it answers as in `onRead(answering:)`. A Write Command gets no answer: the
    /// handler's result then only decides whether the value is stored.
    public func onWrite(
        answering handler:
            @escaping @Sendable (DeviceWrite, @escaping @Sendable (Result<Void, ATT.Failure>) -> Void) -> Void
    ) -> Self {
        with { $0.write = .deferred(handler) }
    }

    /// Lets clients' requests pass these gates before the stored value or the handler answers. Without a gate, requests
    /// of that kind are answered as before.
    public func gated(reads: AnswerGate? = nil, writes: AnswerGate? = nil) -> Self {
        with {
            $0.ask { asking in
                if let reads { asking.readGate = reads }
                if let writes { asking.writeGate = writes }
            }
        }
    }

    /// Adds descriptors with handlers, after those that the characteristic was created with.
    public func with(descriptors: [DeviceDescriptor]) -> Self {
        with { $0.ask { $0.descriptors += descriptors } }
    }

    /// Leaves the Client Characteristic Configuration (2902) out, as some firmware does by mistake.
    ///
    /// No central can subscribe: `setNotifyValue` ends with `CBATTError.attributeNotFound` (behaviour ATT 10).
    /// `Device.update` sends the value to every connected central. A phone drops it, since no app has subscribed.
    ///
    /// ```swift
    /// DeviceCharacteristic("FF02", .notify).withoutConfiguration()
    /// ```
    ///
    /// Core 6.0, Vol 3, Part G, 3.3.3.3 requires a configuration with these properties.
    public func withoutConfiguration() -> Self {
        with { $0.ask { $0.lacksConfiguration = true } }
    }

    /// The same characteristic without descriptors that have no UUID or too long a value.
    var withoutMalformedDescriptors: Self {
        guard let first = asking.first, !first.descriptors.isEmpty else { return self }
        let good = first.descriptors.filter {
            !$0.uuid.isMalformed && $0.value.count <= ATT.maximumValueLength
        }
        return with { $0.ask { $0.descriptors = good } }
    }

    /// The same characteristic without handlers.
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

/// A client's request to read a characteristic.
public struct DeviceRead: Sendable {
    /// The device that gets the request.
    public let device: Device
    /// The type of the characteristic.
    public let characteristic: BluetoothUUID
    /// The first byte that the client wants. The stack cuts the answer, so a handler may ignore this.
    public let offset: Int
    /// The link on which the request came.
    public let link: DeviceLink
}

/// A client's request to write a characteristic.
public struct DeviceWrite: Sendable {
    /// The device that gets the request.
    public let device: Device
    /// The type of the characteristic.
    public let characteristic: BluetoothUUID
    /// The bytes that the client writes, at most 512.
    public let value: [UInt8]
    /// Where in the value the bytes go: 0, except in a reliable write that begins in the middle. A long write arrives
    /// as one request.
    public let offset: Int
    /// Whether the client waits for an answer.
    public let expectsResponse: Bool
    /// The link on which the request came.
    public let link: DeviceLink
}

/// A link between a central and a device.
public struct DeviceLink: Hashable, Sendable {
    let id: Host.LinkID
    /// The central's address.
    public let peer: DeviceAddress

    package init(id: Host.LinkID, peer: DeviceAddress) { (self.id, self.peer) = (id, peer) }

    /// The link of a central for firmware outside a world, which doesn't tell one central from another.
    package static let only = DeviceLink(id: Host.LinkID(0), peer: DeviceAddress(0xC000_0000_0001, .random))
}

extension GATT.DescriptorDefinition {
    /// A descriptor with a stored value; the stack answers reads with it.
    public static func stored(_ uuid: BluetoothUUID, _ value: [UInt8], isWritable: Bool = false) -> Self {
        Self(
            uuid: uuid, permissions: isWritable ? [.readable, .writable] : .readable, value: .stored(value))
    }

    /// A Characteristic User Description (2901) with this text.
    public static func userDescription(_ text: String) -> Self { stored("2901", Array(text.utf8)) }
}
