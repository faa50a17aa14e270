/// The operations that a characteristic allows, from its declaration.
public struct CBCharacteristicProperties: OptionSet, Sendable {
    /// The properties as bits; the lower eight are sent over the air.
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value can be broadcast; not allowed on a local characteristic (behaviour 6.5).
    public static var broadcast: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x01) }
    /// The value can be read.
    public static var read: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x02) }
    /// The value can be written by Write Command, which has no response.
    public static var writeWithoutResponse: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x04)
    }
    /// The value can be written by Write Request, which has a response.
    public static var write: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x08) }
    /// Subscribers get updates, and don't confirm them.
    public static var notify: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x10) }
    /// Subscribers get updates, and confirm each.
    public static var indicate: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x20) }
    /// The value can be written by Signed Write Command, which has no response.
    public static var authenticatedSignedWrites: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x40)
    }
    /// The characteristic has a descriptor 2900; not allowed on a local characteristic (behaviour 6.5).
    public static var extendedProperties: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x80)
    }
    /// Only a central on an encrypted link may subscribe to notifications; other centrals have to pair.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var notifyEncryptionRequired: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x100)
    }
    /// Only a central on an encrypted link may subscribe to indications; other centrals have to pair.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var indicateEncryptionRequired: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x200)
    }
}

/// What centrals may do with a local characteristic.
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public struct CBAttributePermissions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Any central may read.
    public static var readable: CBAttributePermissions { CBAttributePermissions(rawValue: 0x01) }
    /// Any central may write.
    public static var writeable: CBAttributePermissions { CBAttributePermissions(rawValue: 0x02) }
    /// Centrals on an encrypted link may read; others have to pair (behaviour 6.6).
    public static var readEncryptionRequired: CBAttributePermissions {
        CBAttributePermissions(rawValue: 0x04)
    }
    /// Centrals on an encrypted link may write; others have to pair (behaviour 6.6).
    public static var writeEncryptionRequired: CBAttributePermissions {
        CBAttributePermissions(rawValue: 0x08)
    }
}
