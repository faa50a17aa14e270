import BluetoothPort
import BluetoothTypes
import Foundation

/// A descriptor of a peer's characteristic, or the read-only superclass of a local one.
@available(iOS 5.0, macOS 10.7, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBDescriptor)
#endif
open class CBDescriptor: CBAttribute {
    struct Mirror {
        weak var characteristic: CBCharacteristic?
        var value: Any?
    }

    let mirror = Lock(Mirror())

    override init(uuid: CBUUID, identifier: AttributeIdentifier) {
        super.init(uuid: uuid, identifier: identifier)
    }

    /// The last value that was read: an `NSNumber` for 2900, 2902 and 2903, a `String` for 2901, `Data` for others.
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var value: Any? { mirror.withLock { $0.value } }

    /// The characteristic that the descriptor describes; `nil` when it was released.
    open var characteristic: CBCharacteristic? { mirror.withLock { $0.characteristic } }

    /// Stores a value that arrived; the old one is released outside the lock.
    func take(value: Any) {
        var swapped: Any? = value
        changing(.value) { mirror.withLock { swap(&$0.value, &swapped) } }
    }

    /// The descriptor as Apple's class prints it: type and value.
    open override var description: String {
        let text =
            switch value {
            case nil: "(null)"
            case let data as Data: data.appleDescription
            case let other?: "\(other)"
            }
        return "<\(appleHeader("CBDescriptor")), UUID = \(uuid), value = \(text)>"
    }
}

/// A descriptor to publish as a part of a `CBMutableCharacteristic`: 2901 with a `String` or 2904 with
/// `Data` (behaviour 6.5).
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBMutableDescriptor)
#endif
open class CBMutableDescriptor: CBDescriptor {
    /// Creates a descriptor to publish; its value can't change (behaviour 6.5).
    ///
    /// - Parameters:
    ///   - UUID: 2901 or 2904.
    ///   - value: A `String` for 2901, `Data` for 2904.
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(type UUID: CBUUID, value: Any?) {
        super.init(uuid: UUID, identifier: .none)
        mirror.withLock { $0.value = value }
    }
}

/// The types of descriptor values as apps see them (regression 100).
enum DescriptorValue {
    static let extendedProperties = BluetoothUUID(0x2900)
    static let userDescription = BluetoothUUID(0x2901)
    static let clientConfiguration = BluetoothUUID(0x2902)
    static let serverConfiguration = BluetoothUUID(0x2903)
    static let presentationFormat = BluetoothUUID(0x2904)

    /// The value that an app gets for `bytes`.
    static func value(of bytes: [UInt8], uuid: BluetoothUUID) -> Any {
        switch uuid {
        case extendedProperties, clientConfiguration, serverConfiguration:
            let number = bytes.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
            return NSNumber(value: number)
        case userDescription:
            return String(decoding: bytes, as: UTF8.self)
        default:
            return Data(bytes)
        }
    }

    /// The bytes of a local descriptor; `nil` when Apple's framework would throw (behaviour 6.5).
    static func bytes(of value: Any?, uuid: BluetoothUUID) -> [UInt8]? {
        switch (uuid, value) {
        case (userDescription, let text as String): Array(text.utf8)
        case (presentationFormat, let data as Data): [UInt8](data)
        default: nil
        }
    }
}
