import BluetoothPort
import Foundation

/// What services, characteristics and descriptors have in common: a UUID.
@available(iOS 8.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBAttribute)
#endif
open class CBAttribute: NSObject, KeyValueObserved {
    private let storedUUID: CBUUID
    /// The attribute's identifier at the port; the mutable classes do not use it.
    package let identifier: AttributeIdentifier
    /// Data that a library on top of this one stores with the attribute; a lock of that library guards it.
    package final var companion: AnyObject? {
        get { keptCompanion }
        set { keptCompanion = newValue }
    }
    // Private, since accesses from the other module would be checked at run time. Its lock guards it.
    @exclusivity(unchecked) private final var keptCompanion: AnyObject?

    init(uuid: CBUUID, identifier: AttributeIdentifier) {
        storedUUID = uuid
        self.identifier = identifier
        super.init()
    }

    /// The type of the attribute.
    open var uuid: CBUUID { storedUUID }

    func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) { tellObservers(moment, keys) }
}

extension AttributeIdentifier {
    /// The identifier of objects that no port knows.
    static let none = AttributeIdentifier(rawValue: 0)
}
