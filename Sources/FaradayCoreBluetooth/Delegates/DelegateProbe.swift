import BluetoothPort

/// Finds out whether a delegate has a method of its own, by calling it.
///
/// There is no `responds(to:)` without Objective-C. For some methods it matters whether the delegate has them
/// (behaviours 3.18, 4.15, 4.17, 1.41). Their empty bodies call `noteMissing`, which marks the probe of this call. The
/// probe is a task-local, so concurrent callbacks do not mix. It stores which delegate it probes, so a delegate may
/// forward to another one that does not have the method. If nothing may be called, `WitnessTable` is used instead.
package final class DelegateProbe: Sendable {
    @TaskLocal private static var current: DelegateProbe?

    private let subject: ObjectIdentifier
    private let isMissing = Lock(false)

    private init(_ subject: ObjectIdentifier) { self.subject = subject }

    /// Runs `call` and says whether the delegate's own method ran.
    package static func implements(_ delegate: AnyObject, _ call: () -> Void) -> Bool {
        let probe = DelegateProbe(ObjectIdentifier(delegate))
        $current.withValue(probe, operation: call)
        return !probe.isMissing.withLock { $0 }
    }

    /// Called by the default body of a method that the delegate does not have.
    static func noteMissing(_ delegate: AnyObject) {
        guard let probe = current, probe.subject == ObjectIdentifier(delegate) else { return }
        probe.isMissing.withLock { $0 = true }
    }

    /// Called by other default bodies, so that they contain a call that `WitnessTable` can find.
    @inline(never)
    static func standIn() { withExtendedLifetime(current) {} }
}
