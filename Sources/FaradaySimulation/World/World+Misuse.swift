import BluetoothPort
import BluetoothTypes

extension World {
    /// A use of the API that CoreBluetooth only logs, with where and when.
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

        public var description: String {
            "API MISUSE in \(misuse.call) on \(phone) at \(time) s: \(misuse.message)"
        }
    }

    /// What follows when app code misuses the API.
    public enum MisusePolicy: Hashable, Sendable {
        /// Nothing; as on a phone, but without the log line.
        case ignore
        /// `misuses` lists it.
        case record
        /// `misuses` lists it, and the handler is called; without one, the run ends with an error.
        case fail
        /// The process traps with the report: for a debugger.
        case trap
    }

    /// What follows when app code misuses the API; `.record` unless set.
    public var misusePolicy: MisusePolicy {
        get { lock.withLock { $0.misuses.policy } }
        set { lock.withLock { $0.misuses.policy = newValue } }
    }

    /// What app code did that CoreBluetooth only logs, oldest first; the first thousand.
    public var misuses: [MisuseReport] { lock.withLock { $0.misuses.reports } }

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
    var policy = World.MisusePolicy.record
    var reports: [World.MisuseReport] = []
    var handler: (@Sendable (World.MisuseReport) -> Void)?
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
        let report = World.MisuseReport(time: now, phone: node.name, misuse: misuse)
        switch misuses.policy {
        case .ignore: return
        case .record: break
        case .fail:
            if let handler = misuses.handler {
                deliveries.append(.call { handler(report) })
            } else if failure == nil {
                failure = .misuse(report)
            }
        case .trap: deliveries.append(.call { preconditionFailure("\(report)") })
        }
        if misuses.reports.count < MisuseLog.capacity { misuses.reports.append(report) }
    }
}
