import FaradayCoreBluetooth

// CoreBluetooth's keys and strings under that library's names; what each means is in Apple's documentation.

/// Whether the system asks to turn Bluetooth on: `Bool`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerOptionShowPowerAlertKey: String = CBCentralManagerOptionShowPowerAlertKey

/// The name under which the manager is restored: `String`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerOptionRestoreIdentifierKey: String = CBCentralManagerOptionRestoreIdentifierKey

/// Limits the manager to media devices: `Bool` (behaviour 1.37).
@available(iOS 16.0, macCatalyst 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBMCentralManagerOptionDeviceAccessForMedia: String = CBCentralManagerOptionDeviceAccessForMedia

/// Whether the system asks to turn Bluetooth on: `Bool`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMPeripheralManagerOptionShowPowerAlertKey: String = CBPeripheralManagerOptionShowPowerAlertKey

/// The name under which the manager is restored: `String`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMPeripheralManagerOptionRestoreIdentifierKey: String =
    CBPeripheralManagerOptionRestoreIdentifierKey

/// Whether every packet is reported: `Bool`.
public let CBMCentralManagerScanOptionAllowDuplicatesKey: String =
    CBCentralManagerScanOptionAllowDuplicatesKey

/// Report peers that solicit these: `[CBUUID]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerScanOptionSolicitedServiceUUIDsKey: String =
    CBCentralManagerScanOptionSolicitedServiceUUIDsKey

/// An alert on connection while suspended: `Bool`.
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionNotifyOnConnectionKey: String =
    CBConnectPeripheralOptionNotifyOnConnectionKey

/// An alert on disconnection while suspended: `Bool`.
public let CBMConnectPeripheralOptionNotifyOnDisconnectionKey: String =
    CBConnectPeripheralOptionNotifyOnDisconnectionKey

/// An alert on notifications while suspended: `Bool`.
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionNotifyOnNotificationKey: String =
    CBConnectPeripheralOptionNotifyOnNotificationKey

/// Seconds before the attempt begins: an `NSNumber`.
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionStartDelayKey: String = CBConnectPeripheralOptionStartDelayKey

/// Also brings up classic profiles: `Bool`.
@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBMConnectPeripheralOptionEnableTransportBridgingKey: String =
    CBConnectPeripheralOptionEnableTransportBridgingKey

/// Pairs for the notification centre service: `Bool`.
@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBMConnectPeripheralOptionRequiresANCS: String = CBConnectPeripheralOptionRequiresANCS

/// The system reconnects after a dropped link: an `NSNumber`.
@available(iOS 17.0, macOS 14.0, macCatalyst 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionEnableAutoReconnect: String =
    CBConnectPeripheralOptionEnableAutoReconnect

/// The local name: a `String`.
public let CBMAdvertisementDataLocalNameKey: String = CBAdvertisementDataLocalNameKey

/// Transmit power in dBm: an `NSNumber`.
public let CBMAdvertisementDataTxPowerLevelKey: String = CBAdvertisementDataTxPowerLevelKey

/// Service UUIDs: `[CBUUID]`.
public let CBMAdvertisementDataServiceUUIDsKey: String = CBAdvertisementDataServiceUUIDsKey

/// Service data: `[CBUUID: Data]`.
public let CBMAdvertisementDataServiceDataKey: String = CBAdvertisementDataServiceDataKey

/// Manufacturer data, company identifier first: `Data`.
public let CBMAdvertisementDataManufacturerDataKey: String = CBAdvertisementDataManufacturerDataKey

/// Service UUIDs of the overflow area: `[CBUUID]`.
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMAdvertisementDataOverflowServiceUUIDsKey: String = CBAdvertisementDataOverflowServiceUUIDsKey

/// Whether the packet was connectable: an `NSNumber`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMAdvertisementDataIsConnectable: String = CBAdvertisementDataIsConnectable

/// Solicited service UUIDs: `[CBUUID]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMAdvertisementDataSolicitedServiceUUIDsKey: String = CBAdvertisementDataSolicitedServiceUUIDsKey

/// Peripherals that were connected or connecting: `[CBPeripheral]`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerRestoredStatePeripheralsKey: String = CBCentralManagerRestoredStatePeripheralsKey

/// The services that were scanned for: `[CBUUID]`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerRestoredStateScanServicesKey: String =
    CBCentralManagerRestoredStateScanServicesKey

/// The options of the scan: `[String: Any]`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerRestoredStateScanOptionsKey: String = CBCentralManagerRestoredStateScanOptionsKey

/// Services that were published: `[CBMutableService]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMPeripheralManagerRestoredStateServicesKey: String = CBPeripheralManagerRestoredStateServicesKey

/// What was advertised: `[String: Any]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMPeripheralManagerRestoredStateAdvertisementDataKey: String =
    CBPeripheralManagerRestoredStateAdvertisementDataKey

/// Characteristic Extended Properties; its value is an `NSNumber`.
public let CBMUUIDCharacteristicExtendedPropertiesString: String =
    CBUUIDCharacteristicExtendedPropertiesString

/// Characteristic User Description; its value is a `String`.
public let CBMUUIDCharacteristicUserDescriptionString: String = CBUUIDCharacteristicUserDescriptionString

/// Client Characteristic Configuration; its value is an `NSNumber`.
public let CBMUUIDClientCharacteristicConfigurationString: String =
    CBUUIDClientCharacteristicConfigurationString

/// Server Characteristic Configuration; its value is an `NSNumber`.
public let CBMUUIDServerCharacteristicConfigurationString: String =
    CBUUIDServerCharacteristicConfigurationString

/// Characteristic Presentation Format; its value is `Data`.
public let CBMUUIDCharacteristicFormatString: String = CBUUIDCharacteristicFormatString

/// Characteristic Aggregate Format.
public let CBMUUIDCharacteristicAggregateFormatString: String = CBUUIDCharacteristicAggregateFormatString

/// Valid Range; its value is `Data`.
public let CBMUUIDCharacteristicValidRangeString: String = CBUUIDCharacteristicValidRangeString

/// Observation Schedule; its value is `Data`.
public let CBMUUIDCharacteristicObservationScheduleString: String =
    CBUUIDCharacteristicObservationScheduleString

/// The characteristic that carries a PSM (behaviour 6.36).
@available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
public let CBMUUIDL2CAPPSMCharacteristicString: String = CBUUIDL2CAPPSMCharacteristicString

/// The domain of `CBMError`.
public let CBMErrorDomain: String = CBErrorDomain

/// The domain of `CBMATTError`.
public let CBMATTErrorDomain: String = CBATTErrorDomain
