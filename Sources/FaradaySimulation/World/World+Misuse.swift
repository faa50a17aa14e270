import BluetoothPort
import BluetoothTypes
import FaradayAppTime

extension World {
    /// An incorrect call of the API that CoreBluetooth logs, drops or answers with an exception, with phone and time.
    public struct MisuseReport: Hashable, Sendable, CustomStringConvertible {
        /// When it happened.
        public var time: Instant
        /// The phone it happened on.
        public var phone: String
        /// What was done.
        public var misuse: Misuse
        /// The call that was the misuse, if it is known.
        package var caller: CallPlace? { call.place }
        private var call = MisusedCall()

        public init(time: Instant, phone: String, misuse: Misuse) {
            self.time = time
            self.phone = phone
            self.misuse = misuse
        }

        /// The call, the phone, the time, CoreBluetooth's message and what to write instead, in one line.
        public var description: String {
            "API MISUSE in \(misuse.call) on \(phone) at \(time) s: \(said.asciiText)"
                + (misuse.kind.consequence == .thrown ? " (on a phone the app ends here)" : "")
                + (isOfKeeping ? " (Documentation/Linux.md: a peripheral that nobody keeps)" : "")
                + (misuse.mend.map { ". \($0)" } ?? "")
        }
    }

    /// What the world does when app code misuses the API.
    public enum MisusePolicy: Hashable, Sendable {
        /// Nothing. A phone does the same but also logs a line.
        case ignore
        /// The misuse is listed in `misuses`.
        case record
        /// The misuse is listed in `misuses` and `failedMisuses`, and the handler is called. Without a handler, the run
        /// ends with an error. Harmless kinds (`Misuse.Kind.isHarmless`) are only recorded.
        case fail
        /// The process traps with the report: for a debugger. Harmless kinds are only recorded.
        case trap
    }

    /// What the world does when app code misuses the API; `.record` unless set.
    ///
    /// Until you set a policy, misuses that would end an app on a phone (`Misuse.Consequence.thrown`) are failures.
    public var misusePolicy: MisusePolicy {
        get { lock.withLock { $0.misuses.policy ?? .record } }
        set { lock.withLock { $0.misuses.policy = newValue } }
    }

    /// Sets the policy for misuses of these kinds. It applies whatever `misusePolicy` says, and also to harmless kinds;
    /// `nil` removes it.
    ///
    /// ```swift
    /// world.setMisusePolicy(.ignore, for: [.refusedAdvertisementKey])
    /// ```
    public func setMisusePolicy(_ policy: MisusePolicy?, for kinds: [Misuse.Kind]) {
        lock.withLock { state in
            for kind in kinds { state.misuses.overrides[kind] = policy }
        }
    }

    /// The misuses so far that CoreBluetooth logs, drops or answers with an exception, oldest first; at most the first
    /// thousand.
    public var misuses: [MisuseReport] { lock.withLock { $0.misuses.reports } }

    /// The entries of `misuses` that the policy makes failures and that no test expected.
    public var failedMisuses: [MisuseReport] { lock.withLock { $0.misuses.failed } }

    /// Sets the handler that is called for each misuse while the policy is `.fail`. The driver calls it, without the
    /// lock.
    public func onMisuse(_ handler: (@Sendable (MisuseReport) -> Void)?) {
        lock.replace(with: handler) { swap(&$0.misuses.handler, &$1) }
    }
}

/// The misuses of a world.
struct MisuseLog {
    static let capacity = 1000
    var policy: World.MisusePolicy?
    var overrides: [Misuse.Kind: World.MisusePolicy] = [:]
    var expectations: [MisuseExpectation] = []
    var reports: [World.MisuseReport] = []
    var failed: [World.MisuseReport] = []
    var handler: (@Sendable (World.MisuseReport) -> Void)?

    func policy(for kind: Misuse.Kind) -> World.MisusePolicy {
        if let policy = overrides[kind] { return policy }
        let policy = policy ?? (kind.consequence == .thrown ? .fail : .record)
        return kind.isHarmless && (policy == .fail || policy == .trap) ? .record : policy
    }

    mutating func add(_ report: World.MisuseReport) {
        if reports.count < Self.capacity { reports.append(report) }
    }

    mutating func addFailed(_ report: World.MisuseReport) {
        if failed.count < Self.capacity { failed.append(report) }
    }
}

extension WorldState {
    /// Takes over the misuses of app code on `node`.
    mutating func reportMisuses(of node: Node) {
        let misuses = node.misuses
        node.misuses.removeAll()
        for (misuse, isCrossing) in misuses where !isCrossing || !isExcused { report(misuse, on: node) }
    }

    /// Whether a command may cross an event on its way to the app. With the plain schedule only a callback can: what the
    /// test itself does on behalf of the app, it does knowing what has happened.
    private var isExcused: Bool { isScheduled || driver.isInCallback }

    /// Applies the policy to one misuse.
    private mutating func report(_ misuse: Misuse, on node: Node) {
        var misuse = misuse
        // Two runs with the same seed print the same.
        misuse.message = CompactText.withoutAddresses(misuse.message)
        if trace.isOn { trace.record(node.id, .none, .world(.misuse(misuse))) }
        let report = World.MisuseReport(
            time: now, phone: displayName(of: node.id), misuse: misuse,
            caller: trace.caller(of: misuse, on: node.id))
        if misuses.meetExpectation(report) { return misuses.add(report) }
        switch misuses.policy(for: misuse.kind) {
        case .ignore: return
        case .record: break
        case .fail:
            misuses.addFailed(report)
            if let handler = misuses.handler {
                calls.append(.call { handler(report) })
            } else if failure == nil {
                failure = .misuse(report)
            }
        case .trap: calls.append(.call { preconditionFailure("\(report)") })
        }
        misuses.add(report)
    }
}

extension TraceLog {
    /// Where the app has called; for a peripheral that is released, where it has asked for the link.
    fileprivate func caller(of misuse: Misuse, on node: NodeID) -> CallPlace? {
        switch misuse.kind {
        case .unusedConnectingPeripheral, .unusedConnectedPeripheral:
            story.entries.last { entry in
                guard entry.record.node == node, case .centralCommand(_, .connect) = entry.record.payload
                else {
                    return false
                }
                return true
            }?.record.caller
        default: CallPlace.here
        }
    }
}

/// Where a misuse was called. It makes no report differ from another.
private struct MisusedCall: Hashable, Sendable {
    var place: CallPlace?

    static func == (one: MisusedCall, other: MisusedCall) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

extension World.MisuseReport {
    init(time: Instant, phone: String, misuse: Misuse, caller: CallPlace?) {
        self.init(time: time, phone: phone, misuse: misuse)
        call.place = caller
    }

    /// The same with the line of the call, if that was looked up, or else with its function.
    package var placedDescription: String {
        description + (caller?.text.map { " (\($0))" } ?? "")
    }

    fileprivate var isOfKeeping: Bool {
        misuse.kind == .unusedConnectedPeripheral || misuse.kind == .unusedConnectingPeripheral
    }

    /// The message, without the words that the line begins with already.
    fileprivate var said: String {
        let prefix = "API MISUSE: "
        let message =
            misuse.message.hasPrefix(prefix)
            ? misuse.message.dropFirst(prefix.count) : misuse.message[...]
        return String(misuse.mend != nil && message.last == "." ? message.dropLast() : message)
    }
}
