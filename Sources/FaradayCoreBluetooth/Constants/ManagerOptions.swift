/// Whether the system asks the user to turn Bluetooth on if it is off when the manager is created: a `Bool` (behaviour
/// 1.26).
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBCentralManagerOptionShowPowerAlertKey: String = "kCBInitOptionShowPowerAlert"

/// The identifier under which the system preserves the manager's state and restores the manager: a `String` (behaviour
/// 7.3).
@available(iOS 7.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBCentralManagerOptionRestoreIdentifierKey: String = "kCBInitOptionRestoreIdentifier"

/// Limits the manager to media devices; then the system does not ask the user for permission: a `Bool` (behaviour
/// 1.37).
@available(iOS 16.0, macCatalyst 16.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBCentralManagerOptionDeviceAccessForMedia: String = "kCBInitOptionDeviceAccessForMedia"

/// Whether the system asks the user to turn Bluetooth on if it is off when the manager is created: a `Bool` (behaviour
/// 1.26).
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBPeripheralManagerOptionShowPowerAlertKey: String = "kCBInitOptionShowPowerAlert"

/// The identifier under which the system preserves the manager's state and restores the manager: a `String` (behaviour
/// 7.3).
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBPeripheralManagerOptionRestoreIdentifierKey: String = "kCBInitOptionRestoreIdentifier"
