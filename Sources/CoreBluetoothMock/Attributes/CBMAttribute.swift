import FaradayCoreBluetooth

/// The common superclass of services, characteristics and descriptors: a type, and an identity.
///
/// A discovered attribute of a mock peripheral is equal to its definition, and to the same attribute discovered by
/// another manager.
open class CBMAttribute: NSObject {
    private let storedUUID: CBMUUID
    /// The definition of a discovered attribute; `nil` for a definition itself, and for an attribute of a peer that is
    /// not a mock.
    private let definition: CBMAttribute?

    init(uuid: CBMUUID, definition: CBMAttribute? = nil) {
        storedUUID = uuid
        self.definition = definition
        super.init()
    }

    /// The type of the attribute.
    open var uuid: CBMUUID { storedUUID }

    /// The object that represents the attribute in comparisons.
    var identity: CBMAttribute { definition ?? self }

    /// Whether both are the same attribute; a definition equals the attribute that a manager discovered from it.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CBMAttribute else { return false }
        return identity === other.identity
    }

    /// Equal for equal attributes.
    open override var hash: Int { ObjectIdentifier(identity).hashValue }
}
