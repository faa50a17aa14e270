extension Host {
    /// Identifies a PDU of an attribute bearer that must be reported when the controller has it.
    struct SendTag: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case command
            case notification
        }
        let kind: Kind
        let token: Token
    }
}
