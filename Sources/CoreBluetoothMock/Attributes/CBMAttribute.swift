import FaradayCoreBluetooth

/// What services, characteristics and descriptors have in common: a type, and an identity.
///
/// What was discovered at a mock peripheral is equal to the definition it comes from, and to what another manager
/// discovered there.
open class CBMAttribute: NSObject {
    private let storedUUID: CBMUUID
    /// The definition that a discovered attribute comes from; its own self for a definition, and for an attribute of
    /// a peer that is no mock.
    private let definition: CBMAttribute?

    init(uuid: CBMUUID, definition: CBMAttribute? = nil) {
        storedUUID = uuid
        self.definition = definition
        super.init()
    }

    /// The type of the attribute.
    open var uuid: CBMUUID { storedUUID }

    /// What stands for the attribute in comparisons.
    var identity: CBMAttribute { definition ?? self }

    /// Whether both are the same attribute; a definition equals what a manager found of it.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CBMAttribute else { return false }
        return identity === other.identity
    }

    /// Equal for equal attributes.
    open override var hash: Int { ObjectIdentifier(identity).hashValue }
}
