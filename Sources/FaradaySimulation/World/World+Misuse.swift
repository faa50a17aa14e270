import BluetoothPort
import BluetoothTypes

extension World {
    /// A use of the API that CoreBluetooth logs, drops or throws at, with where and when.
    public struct MisuseReport: Hashable, Sendable, CustomStringConvertible {
        /// When it happened.
        public var time: Instant
        /// The phone it happened on.
        public var phone: String
        /// What was done.
        public var misuse: Misuse

        /// Creates a report.
        public init(time: Instant, phone: String, misuse: Misuse) {
            self.time = time
            self.phone = phone
            self.misuse = misuse
        }

        /// The call, the phone, the time and CoreBluetooth's message, in one line.
        public var description: String {
            "API MISUSE in \(misuse.call) on \(phone) at \(time) s: \(said.asciiText)"
                + (misuse.kind.consequence == .thrown ? " (on a phone the app ends here)" : "")
                + (isOfKeeping ? " (Documentation/Linux.md: a peripheral that nobody keeps)" : "")
        }

        private var isOfKeeping: Bool {
            misuse.kind == .unusedConnectedPeripheral || misuse.kind == .unusedConnectingPeripheral
        }

        /// The message, without the words that the line begins with already.
        private var said: String {
            let prefix = "API MISUSE: "
            return misuse.message.hasPrefix(prefix)
                ? String(misuse.message.dropFirst(prefix.count)) : misuse.message
        }
    }

    /// What follows when app code misuses the API.
    public enum MisusePolicy: Hashable, Sendable {
        /// Nothing; as on a phone, but without the log line.
        case ignore
        /// `misuses` lists it.
        case record
        /// `misuses` and `failedMisuses` list it, and the handler is called; without one, the run ends with an
        /// error. Harmless kinds (`Misuse.Kind.isHarmless`) are recorded only.
        case fail
        /// The process traps with the report: for a debugger. Harmless kinds are recorded only.
        case trap
    }

    /// What follows when app code misuses the API; `.record` unless set.
    ///
    /// Until it is set, what ends an app on a phone (`Misuse.Consequence.thrown`) fails.
    public var misusePolicy: MisusePolicy {
        get { lock.withLock { $0.misuses.policy ?? .record } }
        set { lock.withLock { $0.misuses.policy = newValue } }
    }

    /// Sets what follows on misuses of these kinds, whatever `misusePolicy` says and also for harmless ones; `nil`
    /// takes that back.
    ///
    /// ```swift
    /// world.setMisusePolicy(.ignore, for: [.refusedAdvertisementKey])
    /// ```
    public func setMisusePolicy(_ policy: MisusePolicy?, for kinds: [Misuse.Kind]) {
        lock.withLock { state in
            for kind in kinds { state.misuses.overrides[kind] = policy }
        }
    }

    /// What app code did that CoreBluetooth logs, drops or throws at, oldest first; the first thousand.
    public var misuses: [MisuseReport] { lock.withLock { $0.misuses.reports } }

    /// Those of `misuses` that the policy makes failures and that nobody expected.
    public var failedMisuses: [MisuseReport] { lock.withLock { $0.misuses.failed } }

    /// Sets what hears of each misuse while the policy is `.fail`; called by the driver, without the lock.
    public func onMisuse(_ handler: (@Sendable (MisuseReport) -> Void)?) {
        let old = lock.withLock { state in
            defer { state.misuses.handler = handler }
            return state.misuses.handler
        }
        _ = old  // A closure is let go outside the lock: it may own things that call back.
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
    /// Takes in what app code on `node` misused.
    mutating func reportMisuses(of node: Node) {
        let misuses = node.misuses
        node.misuses.removeAll()
        for misuse in misuses { report(misuse, on: node) }
    }

    /// Does with one misuse what the policy says.
    private mutating func report(_ misuse: Misuse, on node: Node) {
        if trace.isOn { trace.record(node.id, .none, .world(.misuse(misuse))) }
        let report = World.MisuseReport(time: now, phone: displayName(of: node.id), misuse: misuse)
        if misuses.meetExpectation(report) { return misuses.add(report) }
        switch misuses.policy(for: misuse.kind) {
        case .ignore: return
        case .record: break
        case .fail:
            misuses.addFailed(report)
            if let handler = misuses.handler {
                deliveries.append(.call { handler(report) })
            } else if failure == nil {
                failure = .misuse(report)
            }
        case .trap: deliveries.append(.call { preconditionFailure("\(report)") })
        }
        misuses.add(report)
    }
}
