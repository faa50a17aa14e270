import BluetoothPort

/// Finds out whether a delegate has a method of its own, by calling it.
///
/// There is no `responds(to:)` without Objective-C. The empty bodies of the methods where it matters (behaviours 3.18,
/// 4.15, 4.17, 1.41) call `noteMissing`, which marks the probe that watches this call. The probe is a task-local, so
/// concurrent callbacks don't mix, and it remembers whom it watches, so a delegate may forward to another one that lacks
/// the method. Where nothing may be called, `WitnessTable` is asked.
final class DelegateProbe: Sendable {
    @TaskLocal private static var current: DelegateProbe?

    private let subject: ObjectIdentifier
    private let isMissing = Lock(false)

    private init(_ subject: ObjectIdentifier) { self.subject = subject }

    /// Runs `call` and says whether the delegate's own method ran.
    static func implements(_ delegate: AnyObject, _ call: () -> Void) -> Bool {
        let probe = DelegateProbe(ObjectIdentifier(delegate))
        $current.withValue(probe, operation: call)
        return !probe.isMissing.withLock { $0 }
    }

    /// Called by the body that stands in for a method the delegate does not have.
    static func noteMissing(_ delegate: AnyObject) {
        guard let probe = current, probe.subject == ObjectIdentifier(delegate) else { return }
        probe.isMissing.withLock { $0 = true }
    }

    /// Called by other such bodies, so that they are calls and can be found (`WitnessTable`).
    @inline(never)
    static func standIn() { withExtendedLifetime(current) {} }
}
