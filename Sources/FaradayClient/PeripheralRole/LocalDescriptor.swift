import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// A descriptor of a characteristic that the app publishes; its value does not change.
///
/// The system allows these two. It makes the Client Characteristic Configuration (2902) itself.
public struct LocalDescriptor: Hashable, Sendable {
    /// The descriptor's type.
    public let uuid: BluetoothUUID
    /// The descriptor's bytes.
    public let value: [UInt8]

    /// A text for the user: *Characteristic User Description* (2901).
    public static func userDescription(_ text: String) -> LocalDescriptor {
        LocalDescriptor(uuid: "2901", value: Array(text.utf8))
    }

    /// How to show the number: *Characteristic Presentation Format* (2904).
    public static func presentationFormat(_ format: PresentationFormat) -> LocalDescriptor {
        LocalDescriptor(uuid: PresentationFormat.descriptor, value: format.bytes)
    }
}

/// Which uses of a characteristic need an encrypted link. The system pairs if the link is not encrypted.
public struct EncryptedUse: OptionSet, Hashable, Sendable {
    /// One bit for each use.
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// To read it.
    public static let read = EncryptedUse(rawValue: 1)
    /// To write it.
    public static let write = EncryptedUse(rawValue: 2)
    /// To subscribe to it.
    public static let subscribe = EncryptedUse(rawValue: 4)
    /// To use it at all.
    public static let all: EncryptedUse = [.read, .write, .subscribe]
}
