import BluetoothTypes
import BluetoothWire

/// The definition of a simulated device: its GATT database, its advertising, and its behaviour.
///
/// A definition is a value; `World.add(_:at:)` creates a `Device` from it. Its closures run on the thread that drives
/// the world and without the world's lock, so they may call the device and the world.
///
/// ```swift
/// let thermometer = DeviceDefinition(name: "Attic") {
///     DeviceAdvertising(services: ["1809"], interval: .milliseconds(200))
///     DeviceService("1809") {
///         DeviceCharacteristic("2A1D", .read, value: [0x02])
///         DeviceCharacteristic("2A1C", .indicate)
///     }
/// }
/// ```
public struct DeviceDefinition: Sendable {
    /// The GAP device name. It is also the advertised name, unless an advertising set has another one.
    public var name: String
    /// The GAP appearance, as the assigned numbers give it.
    public var appearance: UInt16
    /// The device address; `nil` draws a random static one from the world's seed.
    public var address: DeviceAddress?
    /// Transmit power in dBm.
    public var txPower: Int8
    /// The largest ATT MTU the device offers, 23…517.
    public var preferredMTU: UInt16
    /// Whether the device has the Service Changed characteristic. Without it, centrals do not learn that the database
    /// changed, and may use the old one for ever (behaviour 4.10).
    public var hasServiceChanged: Bool
    /// Whether the device accepts Prepare Write and Execute Write; small stacks do not. Without them, writing a value
    /// longer than MTU - 3 fails with `CBATTError.requestNotSupported` (Core 6.0, Vol 3, Part F, 3.4.6).
    ///
    /// ```swift
    /// DeviceDefinition(name: "Small", acceptsPreparedWrites: false) {
    ///     DeviceAdvertising(services: ["FF00"])
    ///     DeviceService("FF00") { DeviceCharacteristic("FF01", .write) }
    /// }
    /// ```
    public var acceptsPreparedWrites: Bool
    /// How many values may wait to be sent to one central, 1 or more: the buffers of the device. What does not fit is not
    /// sent, and `Device.update(_:_:fileID:filePath:line:)` returns `false`.
    ///
    /// The default, 256, is more than most peripherals have. A value leaves the queue when the controller has it, an
    /// indication when its turn has come.
    public var updateQueueDepth: Int
    /// The services, in the order of their handles.
    public var services: [DeviceService] = []
    /// The advertising sets; a device without any can't be found.
    public var advertising: [DeviceAdvertising] = []
    /// How the device pairs; Just Works by default.
    public var security: DeviceSecurity {
        get { extras.security ?? DeviceSecurity() }
        set { extras.security = newValue }
    }
    package var hasOwnSecurity: Bool { extras.security != nil }
    /// The PSMs on which the device accepts L2CAP channels.
    public var channels: [DeviceChannel] {
        get { extras.channels }
        set { extras.channels = newValue }
    }
    var behaviours: [DeviceBehaviour] {
        get { extras.behaviours }
        set { extras.behaviours = newValue }
    }
    /// What the device does by rules; nil if it does nothing by rules.
    public var rules: DeviceRules? {
        get { extras.rules }
        set { extras.rules = newValue }
    }
    /// What was wrong with the text that the definition comes from, such as a file; the world reports it.
    package var mistakes: [String] {
        get { extras.mistakes }
        set { extras.mistakes = newValue }
    }
    /// How centrals can measure the distance to the device; nil if it has no Channel Sounding. Setting it adds no
    /// service: the Ranging Service comes with the part ``DeviceChannelSounding``.
    public var channelSounding: DeviceChannelSounding? {
        get { extras.channelSounding }
        set { extras.channelSounding = newValue }
    }
    private var extras = DefinitionExtras()

    /// Creates a definition from its parts, in any order.
    public init(
        name: String, appearance: UInt16 = 0, address: DeviceAddress? = nil, txPower: Int8 = 0,
        preferredMTU: UInt16 = 247, hasServiceChanged: Bool = true, acceptsPreparedWrites: Bool = true,
        updateQueueDepth: Int = 256,
        @DeviceBuilder _ parts: () -> [DevicePart] = { [] }
    ) {
        self.name = name
        self.appearance = appearance
        self.address = address
        self.txPower = txPower
        self.preferredMTU = preferredMTU
        self.hasServiceChanged = hasServiceChanged
        self.acceptsPreparedWrites = acceptsPreparedWrites
        self.updateQueueDepth = updateQueueDepth
        for part in parts() { part.add(to: &self) }
        if channelSounding?.hasService == true, !services.contains(where: { $0.uuid == Ranging.service }) {
            services.append(.ranging)
        }
    }
}

/// One part of a device's definition.
public enum DevicePart: Sendable {
    /// A service; services get their handles in the order of the definition.
    case service(DeviceService)
    /// An advertising set.
    case advertising(DeviceAdvertising)
    /// Something that the device does by itself.
    case behaviour(DeviceBehaviour)
    /// How the device pairs; the last one in the definition is used.
    case security(DeviceSecurity)
    /// A PSM on which the device accepts L2CAP channels.
    case channel(DeviceChannel)
    /// How centrals can measure the distance to the device; the last one in the definition is used.
    case channelSounding(DeviceChannelSounding)
    /// What the device does by rules; the last ones in the definition are used.
    case rules(DeviceRules)
}

/// Collects the parts of a device's definition.
@resultBuilder public enum DeviceBuilder {
    /// Adds a service.
    public static func buildExpression(_ part: DeviceService) -> [DevicePart] { [.service(part)] }
    /// Adds an advertising set.
    public static func buildExpression(_ part: DeviceAdvertising) -> [DevicePart] { [.advertising(part)] }
    /// Adds a behaviour.
    public static func buildExpression(_ part: DeviceBehaviour) -> [DevicePart] { [.behaviour(part)] }
    /// Adds how the device pairs.
    public static func buildExpression(_ part: DeviceSecurity) -> [DevicePart] { [.security(part)] }
    /// Adds a PSM.
    public static func buildExpression(_ part: DeviceChannel) -> [DevicePart] { [.channel(part)] }
    /// Adds Channel Sounding.
    public static func buildExpression(_ part: DeviceChannelSounding) -> [DevicePart] {
        [.channelSounding(part)]
    }
    /// Adds rules.
    public static func buildExpression(_ part: DeviceRules) -> [DevicePart] { [.rules(part)] }
    /// Joins the parts in order.
    public static func buildBlock(_ parts: [DevicePart]...) -> [DevicePart] { parts.flatMap { $0 } }
    /// Adds the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [DevicePart]?) -> [DevicePart] { parts ?? [] }
    /// Adds the parts of an `if` whose condition is true.
    public static func buildEither(first: [DevicePart]) -> [DevicePart] { first }
    /// Adds the parts of an `else`.
    public static func buildEither(second: [DevicePart]) -> [DevicePart] { second }
    /// Adds the parts of a `for` loop.
    public static func buildArray(_ parts: [[DevicePart]]) -> [DevicePart] { parts.flatMap { $0 } }
}

extension DevicePart {
    fileprivate func add(to definition: inout DeviceDefinition) {
        switch self {
        case .service(let service): definition.services.append(service)
        case .advertising(let set): definition.advertising.append(set)
        case .behaviour(let behaviour): definition.behaviours.append(behaviour)
        case .security(let security): definition.security = security
        case .channel(let channel): definition.channels.append(channel)
        case .channelSounding(let sounding): definition.channelSounding = sounding
        case .rules(let rules): definition.rules = rules
        }
    }
}
