import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// One thing a link does, for an app or for the phone.
struct Operation: Sendable {
    enum Kind: Sendable {
        /// The next step of `BackgroundWork`.
        case background
        /// Turns a value's notifications off after the last manager that wanted them has unsubscribed (5.25).
        case unsubscribe(ATT.Handle)
        case discoverServices([BluetoothUUID])
        case discoverIncludedServices([BluetoothUUID], service: ATT.Handle)
        case discoverCharacteristics([BluetoothUUID], service: ATT.Handle)
        case discoverDescriptors(ATT.Handle)
        case read(ATT.Handle)
        case write(ATT.Handle, [UInt8])
        case command(ATT.Handle, [UInt8])
        /// First finds the configuration descriptor, if it isn't known.
        case setNotify(ATT.Handle, Bool)
        case readDescriptor(ATT.Handle)
        case writeDescriptor(ATT.Handle, [UInt8])
    }

    /// The manager that asked; `nil` for the phone itself, or for a manager that has released the peer since.
    var session: SessionID?
    let kind: Kind
    /// How often the phone has paired for it.
    var pairings: UInt8 = 0
    /// The peer has reported a change of its attributes since it was asked: services that it named before may be gone
    /// (4.14).
    var isOutdated = false

    /// Whether it asks for services.
    var findsServices: Bool {
        switch kind {
        case .discoverServices, .discoverIncludedServices: true
        default: false
        }
    }
}

/// The operations of one link, in call order. At most one request is under way, because ATT allows one at a time;
/// writes without response need not wait for it (behaviour 4.27, 5.19).
struct OperationQueue: Sendable {
    /// What apps asked for and the phone has not begun.
    private(set) var waiting = Fifo<Operation>()
    /// The request whose answer the phone waits for, or that waits for a pairing.
    private(set) var current: Operation?
    /// The host's token of `current`; 0 while that waits for a pairing.
    private(set) var currentToken = Host.Token(0)

    @inline(__always)
    var isFree: Bool { current == nil }
    /// Whether an operation that comes now can start at once.
    @inline(__always)
    var isIdle: Bool { current == nil && waiting.isEmpty }

    mutating func append(_ operation: Operation) { waiting.append(operation) }

    /// Takes the next operation that can start now: the oldest one, or while a request is under way the oldest one
    /// only if it is a write without response.
    mutating func next() -> Operation? {
        if current != nil {
            guard let next = waiting.first, case .command = next.kind else { return nil }
        }
        return waiting.popFirst()
    }

    // MARK: The request under way

    @inline(__always)
    mutating func begin(_ operation: Operation, _ token: Host.Token) {
        precondition(current == nil, "two requests are under way on one link")
        current = operation
        currentToken = token
    }

    /// The request cannot go on before the link is secured. No answer of the host belongs to it meanwhile.
    mutating func block(_ operation: Operation) { begin(operation, Host.Token(0)) }

    @inline(__always)
    func isUnderWay(_ token: Host.Token) -> Bool {
        current != nil && currentToken.rawValue == token.rawValue && !isBlocked
    }

    /// The current request waits for a pairing.
    @inline(__always)
    var isBlocked: Bool { current != nil && currentToken.rawValue == 0 }

    @inline(__always)
    mutating func takeCurrent() -> Operation? {
        current.take()
    }

    /// The same if the request is a read of a characteristic; most are, and so the operation is not copied.
    @inline(__always)
    mutating func takeRead() -> (ATT.Handle, SessionID?)? {
        guard case .read(let handle)? = current?.kind else { return nil }
        let session = current?.session
        current = nil
        return (handle, session)
    }

    /// The peer's attributes have changed while it answers.
    mutating func attributesChanged() { current?.isOutdated = true }

    // MARK: Managers

    func isUsed(by session: SessionID) -> Bool {
        current?.session == session || waiting.contains { $0.session == session }
    }

    /// Forgets a manager's operations. The request that is under way goes on, for nobody.
    mutating func drop(_ session: SessionID) {
        if current?.session == session { current?.session = nil }
        _ = waiting.extract { $0.session == session }
    }

    /// The rule that is broken, if one is; only a defect of Faraday breaks one.
    var brokenRule: String? {
        switch current?.kind {
        case .command: "a write without response is treated like a request"
        case .background, .unsubscribe: current?.session == nil ? nil : "the phone's own work has a manager"
        default: nil
        }
    }
}
