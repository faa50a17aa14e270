import BluetoothPort
import BluetoothTypes

extension World {
    /// Suspends the task until `time` of virtual time has passed; throws `CancellationError` if cancelled.
    ///
    /// The world must be driven meanwhile: by a run, or by `simulate`, which tests use around their bodies.
    public func sleep(for time: Nanoseconds) async throws {
        try await sleep(until: now + max(time, .zero))
    }

    /// Suspends the task until the virtual clock shows `instant`; throws `CancellationError` if cancelled.
    public func sleep(until instant: Instant) async throws {
        let sleeper = Lock(Sleeper())
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
                let isCancelled = sleeper.withLock { sleeper in
                    sleeper.continuation = continuation
                    return sleeper.isCancelled
                }
                if isCancelled { return Sleeper.wake(sleeper, CancellationError()) }
                schedule(at: instant) { Sleeper.wake(sleeper, nil) }
            }
        } onCancel: {
            sleeper.withLock { $0.isCancelled = true }
            Sleeper.wake(sleeper, CancellationError())
        }
    }

    private struct Sleeper {
        var continuation: UnsafeContinuation<Void, any Error>?
        var isCancelled = false

        static func wake(_ sleeper: Lock<Sleeper>, _ error: (any Error)?) {
            let continuation = sleeper.withLock { sleeper in
                defer { sleeper.continuation = nil }
                return sleeper.continuation
            }
            if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
        }
    }

    /// Runs `action` when the virtual clock shows `instant`, as a callback.
    package func schedule(at instant: Instant, _ action: @escaping @Sendable () -> Void) {
        perform { state in
            let event = state.actions.insert(.call(action))
            state.scheduler.schedule(event, at: instant)
        }
    }
}

/// A world's virtual time as a clock, for code that takes any `Clock`.
///
/// ```swift
/// let poller = Poller(clock: world.clock)
/// ```
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct WorldClock: Clock {
    /// A point in virtual time.
    public struct Instant: InstantProtocol {
        /// The time since the world began.
        public var offset: Swift.Duration
        /// Creates the instant that is `offset` after the world's beginning.
        public init(offset: Swift.Duration) { self.offset = offset }
        /// The instant that is `duration` later.
        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long after this instant `other` is.
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        /// Whether `left` comes before `right`.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// The world whose time the clock shows.
    public let world: World

    /// The world's virtual time.
    public var now: Instant { Instant(offset: .nanoseconds(world.now.nanoseconds)) }
    /// One nanosecond.
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Suspends the task until the virtual clock shows `deadline`; throws `CancellationError` if it is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try await world.sleep(until: BluetoothTypes.Instant.zero + Nanoseconds(deadline.offset))
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension World {
    /// This world's virtual time as a clock.
    public var clock: WorldClock { WorldClock(world: self) }
}
