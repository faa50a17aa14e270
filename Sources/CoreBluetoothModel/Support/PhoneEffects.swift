import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// What machines of the model leave behind: outputs, in order, and timers. The router passes the same value to every
/// machine that it calls, so an output is stored once and never wrapped again.
///
/// Machines give events for managers to `tell`. While some app is not in the foreground such an event is not an output
/// yet: the router takes it with `takeUnscreened` and decides whether the app gets it now, later or never. What a
/// machine leaves behind such an event waits too, so the order stays.
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
        /// A peer has asked for parameters against the rules, and the phone's patience is over (behaviour 3.39).
        case refusedParameters(Host.LinkID)
        /// The parameters of an input device's link change again (behaviour 27.23).
        case inputUpdate(Host.LinkID)
        /// The time of an app in the background is over (behaviour 7.2).
        case suspend(AppID)
        /// The time that a relaunched app had to create its managers again is over (behaviour 7.10).
        case discard(AppID)
        /// The phone has started again.
        case restarted
        /// The phone has scanned for long enough in the background to scan less often (behaviour 27.22).
        case scanStage
        /// Something is due for the picker of AccessorySetupKit.
        case picker(PickerTimer)
        /// A session of Nearby Interaction was suspended for too long (behaviour 29.21).
        case nearbySuspension(SessionID)
    }

    /// What waits for the router, because events are screened.
    struct Unscreened: Sendable {
        let output: PhoneOutput
        /// The output is an event for a manager; everything else only waits behind one.
        let isEvent: Bool
        /// The managers whose apps want an alert for the event; `nil` if their connections still say so.
        let alerting: [SessionID]?
    }

    /// Some app is not in the foreground, or some manager's app has ended: events are screened before delivery.
    var screensEvents = false
    private var outputs = Fifo<PhoneOutput>()
    private var unscreened: [Unscreened] = []
    var timers: [(due: Instant, timer: Timer)] = []
    private var lastToken: UInt32 = 0
    private var lastSession: UInt32 = 0
    private var lastAlert: UInt32 = 0

    // MARK: Outputs

    /// Adds an output; events for managers go through `tell`.
    @inline(__always)
    mutating func append(_ output: consuming PhoneOutput) {
        if unscreened.isEmpty { return outputs.append(output) }
        unscreened.append(Unscreened(output: output, isEvent: false, alerting: nil))
    }

    /// Adds an event for a central manager.
    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: Central.Event) {
        if screensEvents { return wait(.central(session, event), alerting: nil) }
        append(.central(session, event))
    }

    /// Adds an event that ends a connection. `alerting` are the managers whose connections to the peer ask for an alert:
    /// when the event is screened, these connections are gone already.
    mutating func tell(
        _ session: SessionID, _ event: Central.Event, alerting: @autoclosure () -> [SessionID]
    ) {
        if screensEvents { return wait(.central(session, event), alerting: alerting()) }
        append(.central(session, event))
    }

    /// Adds an event for a peripheral manager.
    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: Peripheral.Event) {
        if screensEvents { return wait(.peripheral(session, event), alerting: nil) }
        append(.peripheral(session, event))
    }

    private mutating func wait(_ output: PhoneOutput, alerting: [SessionID]?) {
        unscreened.append(Unscreened(output: output, isEvent: true, alerting: alerting))
    }

    /// Whether events wait for the router to screen them.
    @inline(__always)
    var hasUnscreened: Bool { !unscreened.isEmpty }

    /// Takes the events that have not been screened, and what was added behind them, oldest first.
    mutating func takeUnscreened() -> [Unscreened] {
        defer { unscreened = [] }
        return unscreened
    }

    /// Takes the next output, oldest first.
    @inline(__always)
    mutating func nextOutput() -> PhoneOutput? { outputs.isEmpty ? nil : outputs.popFirst() }

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

    func isScheduled(_ timer: Timer) -> Bool { timers.contains { $0.timer == timer } }

    mutating func cancel(_ timer: Timer) { timers.removeAll { $0.timer == timer } }

    /// A manager is gone: what was due for it is not.
    mutating func cancelTimers(of session: SessionID) {
        timers.removeAll {
            switch $0.timer {
            case .firstState(let other), .connect(let other, _), .commandReadiness(let other, _):
                other == session
            case .linger, .refusedParameters, .inputUpdate, .suspend, .discard, .restarted, .scanStage,
                .picker, .nearbySuspension:
                false
            }
        }
    }

    /// The radio is off: what was due on links is not.
    mutating func cancelTimersOfLinks() {
        timers.removeAll {
            switch $0.timer {
            case .firstState, .suspend, .discard, .restarted, .picker, .nearbySuspension: false
            case .connect, .linger, .refusedParameters, .inputUpdate, .commandReadiness, .scanStage: true
            }
        }
    }

    // MARK: Tokens and numbers

    /// The number of a new manager, or of what the phone treats like one.
    mutating func makeSession() -> SessionID {
        lastSession += 1
        return SessionID(lastSession)
    }

    /// The number of a new alert.
    mutating func makeAlert() -> UInt32 {
        lastAlert &+= 1
        return lastAlert
    }

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
