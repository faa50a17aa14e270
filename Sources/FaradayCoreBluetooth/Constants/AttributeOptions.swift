/// What a characteristic allows, as its declaration says.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public struct CBCharacteristicProperties: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
    public static let read = CBCharacteristicProperties(rawValue: 0x02)
    public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
    public static let write = CBCharacteristicProperties(rawValue: 0x08)
    public static let notify = CBCharacteristicProperties(rawValue: 0x10)
    public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
    public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
    public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
    @available(iOS 6.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
    @available(iOS 6.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)
}

/// Who may read and write a local characteristic.
@available(iOS 6.0, macOS 10.9, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public struct CBAttributePermissions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let readable = CBAttributePermissions(rawValue: 0x01)
    public static let writeable = CBAttributePermissions(rawValue: 0x02)
    public static let readEncryptionRequired = CBAttributePermissions(rawValue: 0x04)
    public static let writeEncryptionRequired = CBAttributePermissions(rawValue: 0x08)
}
