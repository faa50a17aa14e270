/// What a characteristic allows, as its declaration says.
public struct CBCharacteristicProperties: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value can be broadcast; not allowed on local characteristics.
    public static var broadcast: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x01) }
    /// The value can be read.
    public static var read: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x02) }
    /// The value can be written without an answer.
    public static var writeWithoutResponse: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x04)
    }
    /// The value can be written, and the write is answered.
    public static var write: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x08) }
    /// Updates are sent without confirmation.
    public static var notify: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x10) }
    /// Updates are confirmed by the peer.
    public static var indicate: CBCharacteristicProperties { CBCharacteristicProperties(rawValue: 0x20) }
    /// Signed writes without an answer are taken.
    public static var authenticatedSignedWrites: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x40)
    }
    /// There is a descriptor 2900; not allowed on local characteristics.
    public static var extendedProperties: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x80)
    }
    /// Only peers with an encrypted link may subscribe to notifications.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var notifyEncryptionRequired: CBCharacteristicProperties {
        CBCharacteristicProperties(rawValue: 0x100)
    }
    /// Only peers with an encrypted link may subscribe to indications.
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

    /// Any central may read.
    public static var readable: CBAttributePermissions { CBAttributePermissions(rawValue: 0x01) }
    /// Any central may write.
    public static var writeable: CBAttributePermissions { CBAttributePermissions(rawValue: 0x02) }
    /// Centrals with an encrypted link may read.
    public static var readEncryptionRequired: CBAttributePermissions {
        CBAttributePermissions(rawValue: 0x04)
    }
    /// Centrals with an encrypted link may write.
    public static var writeEncryptionRequired: CBAttributePermissions {
        CBAttributePermissions(rawValue: 0x08)
    }
}
