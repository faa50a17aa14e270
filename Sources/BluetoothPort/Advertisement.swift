import BluetoothTypes

/// The advertising data that a discovery carries: each field is a key of `advertisementData`, and an
/// absent field is a missing key (behaviour 2.16).
public struct Advertisement: Hashable, Sendable {
    /// One entry of service data.
    public struct ServiceData: Hashable, Sendable {
        /// The type of the service that the data is about.
        public var uuid: BluetoothUUID
        /// The bytes that follow the type.
        public var data: [UInt8]
        public init(uuid: BluetoothUUID, data: [UInt8]) {
            self.uuid = uuid
            self.data = data
        }
    }

    /// The name on air, complete or shortened.
    public var localName: String?
    /// The first manufacturer block, company identifier included (behaviour 2.18).
    public var manufacturerData: [UInt8]?
    /// The data of services, in the order of the advertisement.
    public var serviceData: [ServiceData] = []
    /// The services that the peripheral offers.
    public var serviceUUIDs: [BluetoothUUID] = []
    /// Services that an iPhone in the background advertises in its overflow area (behaviour 6.11).
    public var overflowServiceUUIDs: [BluetoothUUID] = []
    /// The services that the peripheral looks for.
    public var solicitedServiceUUIDs: [BluetoothUUID] = []
    /// Transmit power in dBm.
    public var txPowerLevel: Int?
    /// Whether the peripheral can be connected now.
    public var isConnectable: Bool?
    /// Seconds since 2001-01-01, as `CFAbsoluteTime`.
    public var timestamp: Double?
    /// The PHY of the advertisement: 1 is 1M, 3 is Coded.
    public var rxPrimaryPHY: Int?
    /// The PHY of an extended advertisement's data: 1 is 1M, 2 is 2M, 3 is Coded; 0 if there is none.
    public var rxSecondaryPHY: Int?

    /// Creates data without any key.
    public init() {}
}
