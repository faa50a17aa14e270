extension Host {
    /// Which pairing uses the controller's P-256 key pair. Making another pair destroys it, so only one
    /// pairing at a time can use it, and the others compute by themselves.
    enum ControllerKeys: Hashable, Sendable {
        enum Operation: Hashable, Sendable {
            case publicKey
            case sharedSecret
        }

        case free
        /// Goes to `working` with a command, and to `free` when the pairing ends.
        case held(LinkID)
        /// Goes to `held` with the controller's event or refusal, to `abandoned` when the pairing ends first.
        case working(LinkID, Operation)
        /// No pairing waits for the controller's result. Goes to `free` when it comes.
        case abandoned(Operation)

        /// The pairing of a link has ended.
        mutating func release(_ link: LinkID) {
            switch self {
            case .held(link): self = .free
            case .working(link, let operation): self = .abandoned(operation)
            case .free, .held, .working, .abandoned: break
            }
        }

        /// An operation ended; returns the link whose pairing waits for it.
        mutating func ended(_ operation: Operation) -> LinkID? {
            switch self {
            case .working(let link, operation):
                self = .held(link)
                return link
            case .abandoned(operation):
                self = .free
                return nil
            case .free, .held, .working, .abandoned: return nil
            }
        }
    }
}
