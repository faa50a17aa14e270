/// Whether every received packet causes a callback: a `Bool` (behaviours 2.7 and 2.11).
public let CBCentralManagerScanOptionAllowDuplicatesKey: String = "kCBScanOptionAllowDuplicates"

/// Also reports peers that solicit these services: `[CBUUID]`.
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey: String = "kCBScanOptionSolicitedServiceUUIDs"

/// Whether the system shows an alert when the link comes up while the app is suspended: a `Bool` (behaviour 3.25).
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBConnectPeripheralOptionNotifyOnConnectionKey: String = "kCBConnectOptionNotifyOnConnection"

/// Whether the system shows an alert when the link ends while the app is suspended: a `Bool` (behaviour 3.25).
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey: String = "kCBConnectOptionNotifyOnDisconnection"

/// Whether the system shows an alert when a value arrives while the app is suspended: a `Bool` (behaviour 3.25).
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBConnectPeripheralOptionNotifyOnNotificationKey: String = "kCBConnectOptionNotifyOnNotification"

/// How many seconds pass before the phone begins to connect: an `NSNumber` (behaviour 3.25).
@available(iOS 6.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public let CBConnectPeripheralOptionStartDelayKey: String = "kCBConnectOptionStartDelay"

/// Whether the phone also connects profiles of Bluetooth Classic: a `Bool`. It has no effect here, because there is no
/// Classic (behaviour 3.25).
@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBConnectPeripheralOptionEnableTransportBridgingKey: String =
    "kCBConnectOptionEnableTransportBridging"

/// Whether the link is for a device that shows the phone's notifications: a `Bool`. The system asks the user to share
/// them (behaviour 3.25).
@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
public let CBConnectPeripheralOptionRequiresANCS: String = "kCBConnectOptionRequiresANCS"

/// Whether the system connects again by itself when the link is lost: an `NSNumber` (behaviour 3.18).
@available(iOS 17.0, macOS 14.0, macCatalyst 17.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
public let CBConnectPeripheralOptionEnableAutoReconnect: String = "kCBConnectOptionEnableAutoReconnect"
