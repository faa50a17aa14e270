/// Characteristic Extended Properties; its value is an `NSNumber`.
public let CBUUIDCharacteristicExtendedPropertiesString: String = "2900"

/// Characteristic User Description; its value is a `String`.
public let CBUUIDCharacteristicUserDescriptionString: String = "2901"

/// Client Characteristic Configuration; its value is an `NSNumber`.
public let CBUUIDClientCharacteristicConfigurationString: String = "2902"

/// Server Characteristic Configuration; its value is an `NSNumber`.
public let CBUUIDServerCharacteristicConfigurationString: String = "2903"

/// Characteristic Presentation Format; its value is `Data`.
public let CBUUIDCharacteristicFormatString: String = "2904"

/// Characteristic Aggregate Format.
public let CBUUIDCharacteristicAggregateFormatString: String = "2905"

/// Valid Range; its value is `Data`.
public let CBUUIDCharacteristicValidRangeString: String = "2906"

/// Observation Schedule; its value is `Data`.
public let CBUUIDCharacteristicObservationScheduleString: String = "2910"

/// The characteristic that carries a PSM (behaviour 6.36).
@available(iOS 11.0, macOS 10.13, macCatalyst 13.1, tvOS 11.0, watchOS 4.0, visionOS 1.0, *)
public let CBUUIDL2CAPPSMCharacteristicString: String = "ABDD3056-28FA-441D-A470-55A75A52553A"
