import BluetoothTypes

/// The User Data service (181C): what a device knows about its users.
///
/// A client reads and writes the data of the user to which it has consent; see `controlPoint`.
///
/// ```swift
/// _ = try await scale.request(.consent(user: 0, code: 1234), at: UserData.controlPoint)
/// try await scale.write(UserData.Length(metres: 1.78), to: UserData.height)
/// ```
///
/// Source: User Data Service 1.1; GATT Specification Supplement.
public enum UserData {
    /// The UUID of *User Data*.
    public static let service: BluetoothUUID = "181C"
    /// The user index of nobody in particular.
    public static let unknownUser: UInt8 = 0xFF
    /// There is no consent to the user whose data is read or written: application error.
    public static let accessNotPermitted: UInt8 = 0x80

    /// Counts the changes of a user's data. A client that has changed something adds one; a device that has changed
    /// something itself adds one and notifies it.
    public static let databaseChangeIncrement = TypedCharacteristic<UInt32>("2A99", of: service)
    /// The user to which there is consent, 0…254, or `unknownUser`.
    public static let userIndex = TypedCharacteristic<UInt8>("2A9A", of: service)
    /// Registers and deletes users, and gives consent.
    public static let controlPoint = ControlPoint<Request, Response>("2A9F", of: service)
}

/// Who the user is.
extension UserData {
    /// *First Name*, in UTF-8.
    public static let firstName = TypedCharacteristic<String>("2A8A", of: service)
    /// *Middle Name*, in UTF-8.
    public static let middleName = TypedCharacteristic<String>("2B48", of: service)
    /// *Last Name*, in UTF-8.
    public static let lastName = TypedCharacteristic<String>("2A90", of: service)
    /// The e-mail address.
    public static let emailAddress = TypedCharacteristic<String>("2A87", of: service)
    /// The language, a code of ISO 639-1 such as `en`.
    public static let language = TypedCharacteristic<String>("2AA2", of: service)
    /// The age in years.
    public static let age = TypedCharacteristic<UInt8>("2A80", of: service)
    /// *Date of Birth*: year, month and day.
    public static let dateOfBirth = TypedCharacteristic<CalendarDate>("2A85", of: service)
    /// *Gender*: male, female or unspecified.
    public static let gender = TypedCharacteristic<Gender>("2A8C", of: service)
    /// Which hand the user prefers.
    public static let handedness = TypedCharacteristic<Handedness>("2B4A", of: service)
}

/// The user's body.
extension UserData {
    /// *Weight*, on air in steps of 5 g.
    public static let weight = TypedCharacteristic<Mass>("2A98", of: service)
    /// The height in whole centimetres.
    public static let height = TypedCharacteristic<Length>("2A8E", of: service)
    /// The height in tenths of millimetres.
    public static let highResolutionHeight = TypedCharacteristic<PreciseLength>("2B47", of: service)
    /// *Waist Circumference*, on air in steps of 1 cm.
    public static let waistCircumference = TypedCharacteristic<Length>("2A97", of: service)
    /// *Hip Circumference*, on air in steps of 1 cm.
    public static let hipCircumference = TypedCharacteristic<Length>("2A8F", of: service)
    /// *Stride Length*, on air in steps of 1 mm.
    public static let strideLength = TypedCharacteristic<StrideLength>("2B49", of: service)
}

/// The user's fitness; heart rates are in beats per minute.
extension UserData {
    /// The greatest uptake of oxygen, in millilitres per kilogram and minute.
    public static let vo2Max = TypedCharacteristic<UInt8>("2A96", of: service)
    /// The highest heart rate that the user has reached.
    public static let heartRateMax = TypedCharacteristic<UInt8>("2A8D", of: service)
    /// The heart rate at rest.
    public static let restingHeartRate = TypedCharacteristic<UInt8>("2A92", of: service)
    /// The highest heart rate that the user should reach.
    public static let maximumRecommendedHeartRate = TypedCharacteristic<UInt8>("2A91", of: service)
    /// The heart rate of the aerobic threshold.
    public static let aerobicThreshold = TypedCharacteristic<UInt8>("2A7F", of: service)
    /// The heart rate of the anaerobic threshold.
    public static let anaerobicThreshold = TypedCharacteristic<UInt8>("2A83", of: service)
    /// The sport for which the thresholds are.
    public static let thresholdSport = TypedCharacteristic<SportType>("2A93", of: service)
    /// When the thresholds were assessed.
    public static let thresholdDate = TypedCharacteristic<CalendarDate>("2A86", of: service)
    /// The lowest heart rate at which fat burns.
    public static let fatBurnLowerLimit = TypedCharacteristic<UInt8>("2A88", of: service)
    /// The highest heart rate at which fat burns.
    public static let fatBurnUpperLimit = TypedCharacteristic<UInt8>("2A89", of: service)
    /// The lowest heart rate of aerobic exercise.
    public static let aerobicLowerLimit = TypedCharacteristic<UInt8>("2A7E", of: service)
    /// The highest heart rate of aerobic exercise.
    public static let aerobicUpperLimit = TypedCharacteristic<UInt8>("2A84", of: service)
    /// The lowest heart rate of anaerobic exercise.
    public static let anaerobicLowerLimit = TypedCharacteristic<UInt8>("2A81", of: service)
    /// The highest heart rate of anaerobic exercise.
    public static let anaerobicUpperLimit = TypedCharacteristic<UInt8>("2A82", of: service)
    /// The heart rate between two zones: fat burn and fitness.
    public static let twoZoneLimit = TypedCharacteristic<UInt8>("2A95", of: service)
    /// The heart rates between three zones.
    public static let threeZoneLimits = TypedCharacteristic<ThreeZoneLimits>("2A94", of: service)
    /// The heart rates between four zones.
    public static let fourZoneLimits = TypedCharacteristic<FourZoneLimits>("2B4C", of: service)
    /// The heart rates between five zones.
    public static let fiveZoneLimits = TypedCharacteristic<FiveZoneLimits>("2A8B", of: service)
}
