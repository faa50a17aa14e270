/// The peripherals that were connected, or to which the app had asked to connect: `[CBPeripheral]`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBCentralManagerRestoredStatePeripheralsKey: String = "kCBRestoredPeripherals"

/// The services of the scan that the system continued: `[CBUUID]`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBCentralManagerRestoredStateScanServicesKey: String = "kCBRestoredScanServices"

/// The options of the scan that the system continued: `[String: Any]`.
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBCentralManagerRestoredStateScanOptionsKey: String = "kCBRestoredScanOptions"

/// The services that stayed published, with their subscribers: `[CBMutableService]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBPeripheralManagerRestoredStateServicesKey: String = "kCBRestoredServices"

/// The data that the app was advertising: `[String: Any]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBPeripheralManagerRestoredStateAdvertisementDataKey: String = "kCBRestoredAdvertisement"
