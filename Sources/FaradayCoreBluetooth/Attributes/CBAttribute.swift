import BluetoothPort
import Foundation

/// What services, characteristics and descriptors have in common: a UUID.
@available(iOS 8.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBAttribute)
#endif
open class CBAttribute: NSObject, KeyValueObserved {
    private let storedUUID: CBUUID
    /// The attribute's name below the port; of no meaning for the mutable classes.
    package let identifier: AttributeIdentifier
    /// What a veneer on this one keeps with the attribute; guarded by a lock of that veneer.
    package final var companion: AnyObject?

    init(uuid: CBUUID, identifier: AttributeIdentifier) {
        storedUUID = uuid
        self.identifier = identifier
        super.init()
    }

    /// What kind of attribute this is.
    open var uuid: CBUUID { storedUUID }

    func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) { tellObservers(moment, keys) }
}

extension AttributeIdentifier {
    /// No attribute: what objects have that no port knows.
    static let none = AttributeIdentifier(rawValue: 0)
}
