import FaradayCoreBluetooth

// CoreBluetooth's keys and strings under the names of CoreBluetoothMock; Apple's documentation describes
// each.

/// Whether the system asks the user to turn Bluetooth on: `Bool`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerOptionShowPowerAlertKey: String = CBCentralManagerOptionShowPowerAlertKey

/// The name under which the manager is restored: `String`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerOptionRestoreIdentifierKey: String = CBCentralManagerOptionRestoreIdentifierKey

/// Limits the manager to media devices: `Bool` (behaviour 1.37).
@available(iOS 16.0, macCatalyst 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBMCentralManagerOptionDeviceAccessForMedia: String = CBCentralManagerOptionDeviceAccessForMedia

/// Whether the system asks the user to turn Bluetooth on: `Bool`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMPeripheralManagerOptionShowPowerAlertKey: String = CBPeripheralManagerOptionShowPowerAlertKey

/// The name under which the manager is restored: `String`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMPeripheralManagerOptionRestoreIdentifierKey: String =
    CBPeripheralManagerOptionRestoreIdentifierKey

/// Whether every packet is reported: `Bool`.
public let CBMCentralManagerScanOptionAllowDuplicatesKey: String =
    CBCentralManagerScanOptionAllowDuplicatesKey

/// Also reports peers that solicit these services: `[CBUUID]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMCentralManagerScanOptionSolicitedServiceUUIDsKey: String =
    CBCentralManagerScanOptionSolicitedServiceUUIDsKey

/// Whether the system shows an alert when the link is established while the app is suspended: `Bool`.
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionNotifyOnConnectionKey: String =
    CBConnectPeripheralOptionNotifyOnConnectionKey

/// Whether the system shows an alert when the link ends while the app is suspended: `Bool`.
public let CBMConnectPeripheralOptionNotifyOnDisconnectionKey: String =
    CBConnectPeripheralOptionNotifyOnDisconnectionKey

/// Whether the system shows an alert when a value arrives while the app is suspended: `Bool`.
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionNotifyOnNotificationKey: String =
    CBConnectPeripheralOptionNotifyOnNotificationKey

/// Seconds before the attempt begins: an `NSNumber`.
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBMConnectPeripheralOptionStartDelayKey: String = CBConnectPeripheralOptionStartDelayKey

/// Whether the phone also connects profiles of Bluetooth Classic: `Bool`.
@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBMConnectPeripheralOptionEnableTransportBridgingKey: String =
    CBConnectPeripheralOptionEnableTransportBridgingKey

/// Whether the link is for a device that shows the phone's notifications: `Bool`.
@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBMConnectPeripheralOptionRequiresANCS: String = CBConnectPeripheralOptionRequiresANCS

/// Whether the system reconnects automatically when the link is lost: an `NSNumber`.
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

/// The data that was advertised: `[String: Any]`.
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

/// The `domain` of every `CBMError`.
public let CBMErrorDomain: String = CBErrorDomain

/// The `domain` of every `CBMATTError`.
public let CBMATTErrorDomain: String = CBATTErrorDomain
