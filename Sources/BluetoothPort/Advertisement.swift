import BluetoothTypes

/// The advertising data that a discovery carries: each field is a key of `advertisementData`, and an
/// absent field is a missing key (behaviour 2.16).
public struct Advertisement: Hashable, Sendable {
    /// One entry of service data.
    public struct ServiceData: Hashable, Sendable {
        public var uuid: BluetoothUUID
        public var data: [UInt8]
        public init(uuid: BluetoothUUID, data: [UInt8]) {
            self.uuid = uuid
            self.data = data
        }
    }

    public var localName: String?
    /// The first manufacturer block, company identifier included (behaviour 2.18).
    public var manufacturerData: [UInt8]?
    public var serviceData: [ServiceData] = []
    public var serviceUUIDs: [BluetoothUUID] = []
    public var overflowServiceUUIDs: [BluetoothUUID] = []
    public var solicitedServiceUUIDs: [BluetoothUUID] = []
    /// Transmit power in dBm.
    public var txPowerLevel: Int?
    public var isConnectable: Bool?
    /// Seconds since 2001-01-01, as `CFAbsoluteTime`.
    public var timestamp: Double?
    public var rxPrimaryPHY: Int?
    public var rxSecondaryPHY: Int?

    /// Creates data without any key.
    public init() {}
}
