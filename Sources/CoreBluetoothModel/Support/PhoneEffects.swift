import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// What machines of the model leave behind: outputs, in order, and timers. The router passes the same value to every
/// machine that it calls, so an output is stored once and never wrapped again.
///
/// ```swift
/// var effects = PhoneEffects()
/// machine.handle(input, into: &effects)
/// #expect(effects.nextOutput() == .host(.gap(.stopScanning)))
/// ```
struct PhoneEffects: Sendable {
    /// What a deadline is for.
    enum Timer: Hashable, Sendable {
        case firstState(SessionID)
        case connect(SessionID, PeerIdentifier)
        case linger(Host.LinkID)
        /// A manager has been connected for long enough to write without response (behaviour 5.18).
        case commandReadiness(SessionID, PeerIdentifier)
        case refusedParameters(Host.LinkID)
        /// The time of an app in the background is over (behaviour 7.2).
        case suspend(AppID)
        /// The time that a relaunched app had to create its managers again is over (behaviour 7.10).
        case discard(AppID)
        /// The phone has started again.
        case restarted
    }

    private var outputs = Fifo<PhoneModel.Output>()
    var timers: [(due: Instant, timer: Timer)] = []
    private var lastToken: UInt32 = 0

    // MARK: Outputs

    /// Adds an output.
    @inline(__always)
    mutating func append(_ output: consuming PhoneModel.Output) { outputs.append(output) }

    /// Adds an event for a central manager.
    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: consuming Central.Event) {
        outputs.append(.central(session, event))
    }

    /// Adds an event for a peripheral manager.
    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: consuming Peripheral.Event) {
        outputs.append(.peripheral(session, event))
    }

    /// Takes the next output, oldest first.
    mutating func nextOutput() -> PhoneModel.Output? { outputs.popFirst() }

    /// How many outputs wait.
    var count: Int { outputs.count }

    /// Takes back the outputs that were added since there were `count`, oldest first.
    mutating func takeOutputs(after count: Int) -> [PhoneModel.Output] { outputs.removeAll(after: count) }

    // MARK: Timers

    /// When the next timer is due, if there is one.
    var nextDeadline: Instant? { timers.first?.due }

    /// Takes the next timer that is due.
    mutating func takeTimer(at now: Instant) -> Timer? {
        guard let first = timers.first, first.due <= now else { return nil }
        return timers.removeFirst().timer
    }

    mutating func schedule(_ timer: Timer, at due: Instant) {
        let index = timers.firstIndex { $0.due > due } ?? timers.endIndex
        timers.insert((due, timer), at: index)
    }

    mutating func cancel(_ timer: Timer) { timers.removeAll { $0.timer == timer } }

    // MARK: Tokens

    /// A token for a command to the host; it contains the session that the command is for.
    mutating func token(for session: SessionID?) -> Host.Token {
        lastToken &+= 1
        return Host.Token(UInt64(session?.rawValue ?? 0) << 32 | UInt64(lastToken))
    }

    /// The session that a token contains.
    static func session(of token: Host.Token) -> SessionID {
        SessionID(UInt32(truncatingIfNeeded: token.rawValue >> 32))
    }
}
