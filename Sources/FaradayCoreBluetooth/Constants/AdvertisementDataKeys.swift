/// The local name: a `String`.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public let CBAdvertisementDataLocalNameKey: String = "kCBAdvDataLocalName"

/// Transmit power in dBm: an `NSNumber`.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public let CBAdvertisementDataTxPowerLevelKey: String = "kCBAdvDataTxPowerLevel"

/// Service UUIDs: `[CBUUID]`.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public let CBAdvertisementDataServiceUUIDsKey: String = "kCBAdvDataServiceUUIDs"

/// Service data: `[CBUUID: Data]`.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public let CBAdvertisementDataServiceDataKey: String = "kCBAdvDataServiceData"

/// Manufacturer data, company identifier first: `Data`.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public let CBAdvertisementDataManufacturerDataKey: String = "kCBAdvDataManufacturerData"

/// Service UUIDs of the overflow area: `[CBUUID]`.
@available(iOS 6.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBAdvertisementDataOverflowServiceUUIDsKey: String = "kCBAdvDataHashedServiceUUIDs"

/// Whether the packet was connectable: an `NSNumber`.
@available(iOS 7.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBAdvertisementDataIsConnectable: String = "kCBAdvDataIsConnectable"

/// Solicited service UUIDs: `[CBUUID]`.
@available(iOS 7.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBAdvertisementDataSolicitedServiceUUIDsKey: String = "kCBAdvDataSolicitedServiceUUIDs"
