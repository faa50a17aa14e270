/// What a characteristic allows, as its declaration says.
public struct CBCharacteristicProperties: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var broadcast: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x01) }
    public static var read: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x02) }
    public static var writeWithoutResponse: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x04)
    }
    public static var write: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x08) }
    public static var notify: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x10) }
    public static var indicate: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x20) }
    public static var authenticatedSignedWrites: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x40)
    }
    public static var extendedProperties: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x80)
    }
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var notifyEncryptionRequired: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x100)
    }
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var indicateEncryptionRequired: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x200)
    }
}

/// Who may read and write a local characteristic.
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public struct CBAttributePermissions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static var readable: CBAttributePermissions { CBAttributePermissions(rawValue: 0x01) }
    public static var writeable: CBAttributePermissions { CBAttributePermissions(rawValue: 0x02) }
    public static var readEncryptionRequired: CBAttributePermissions {
        CBAttributePermissions(rawValue: 0x04)
    }
    public static var writeEncryptionRequired: CBAttributePermissions {
        CBAttributePermissions(rawValue: 0x08)
    }
}
