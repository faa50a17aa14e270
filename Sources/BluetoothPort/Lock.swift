/// A value behind a mutex: the only place in this package that uses `@unchecked Sendable`.
///
/// `Synchronization.Mutex` would be enough, but it needs macOS 15 and iOS 18, and apps link this. Never call
/// app code while you hold the lock.
public final class Lock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let gate = LockGate()
    /// The gate prevents simultaneous accesses, so the runtime does not need to check for them.
    @exclusivity(unchecked) @usableFromInline var value: Value

    /// Creates a lock that guards `value`.
    public init(_ value: consuming sending Value) { self.value = value }

    /// Runs `body` with exclusive access to the value; other threads wait. Not reentrant.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !gate.tryToEnter() { gate.wait() }
        defer { gate.leave() }
        return try body(&value)
    }

    /// As `withLock`; calls `waiting` before the thread has to wait for others, and after it has waited.
    @inlinable package func withLock<Result, Failure: Error>(
        waiting: (_ isOver: Bool) -> Void, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if !gate.tryToEnter() {
            waiting(false)
            gate.wait()
            waiting(true)
        }
        defer { gate.leave() }
        return try body(&value)
    }
}

extension Lock: CustomReflectable where Value: ~Copyable {
    /// A lock shows nothing of its value: who looks does not hold the lock, and the value may be one that can't be copied.
    /// `#expect` of Swift Testing walks through the values of an expectation that fails, also through whole worlds.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
