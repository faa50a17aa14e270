import BluetoothTypes

/// When a maintained connection is tried again after it has ended or could not be made.
///
/// ```swift
/// await strap.maintainConnection(.exponential(from: .seconds(1), upTo: .minutes(1)))
/// ```
public struct ReconnectPolicy: Sendable {
    /// The lengths of time between which a delay lies, for the attempt with this number from 1; `nil` gives up.
    let range: @Sendable (Int) -> ClosedRange<Nanoseconds>?

    /// How long an attempt may take until it counts as one that failed; `nil` for as long as the peripheral is away.
    let attemptLength: Nanoseconds?

    private init(
        attemptLength: Nanoseconds? = nil, _ range: @escaping @Sendable (Int) -> ClosedRange<Nanoseconds>?
    ) {
        self.attemptLength = attemptLength
        self.range = range
    }

    /// At once, as often as needed. A connect waits until the peripheral is there, so this costs nothing while it is away.
    public static let immediately = ReconnectPolicy { _ in .zero ... .zero }

    /// After a time that grows with each attempt that follows another, until a link is there.
    ///
    /// - Parameters:
    ///   - first: The delay before the first attempt.
    ///   - factor: How much longer each delay is than the one before.
    ///   - longest: The longest delay.
    ///   - jitter: The part of each delay that is left to chance, 0…1, so that many apps don't come back at the same time. In
    ///     a simulated world, chance follows from its seed.
    ///   - attempts: How many attempts are made before the policy gives up; `nil` for no limit.
    ///   - attemptLength: How long an attempt may take until it counts as one that failed. Without a number of attempts it has
    ///     no effect: the system's attempt then goes on until the peripheral is there.
    public static func exponential(
        from first: Nanoseconds = .seconds(1), factor: Double = 2, upTo longest: Nanoseconds = .minutes(2),
        jitter: Double = 0.25, attempts: Int? = nil, attemptLength: Nanoseconds = .seconds(20)
    ) -> ReconnectPolicy {
        ReconnectPolicy(attemptLength: attempts == nil ? nil : attemptLength) { attempt in
            if let attempts, attempt > attempts { return nil }
            var delay = Double(first.count)
            for _ in 1..<max(attempt, 1) where delay < Double(longest.count) { delay *= factor }
            delay = min(delay, Double(longest.count))
            let least = delay * (1 - min(max(jitter, 0), 1))
            return Nanoseconds(Int64(least))...Nanoseconds(Int64(max(least, delay)))
        }
    }

    /// As a closure says: it gets the number of the attempt, from 1, and returns the delay, or `nil` to give up.
    ///
    /// The closure may run on any thread, and must return at once.
    public static func custom(_ delay: @escaping @Sendable (_ attempt: Int) -> Nanoseconds?)
        -> ReconnectPolicy
    {
        ReconnectPolicy { attempt in delay(attempt).map { $0...$0 } }
    }
}
