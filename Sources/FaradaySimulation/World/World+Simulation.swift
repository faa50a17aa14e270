import BluetoothPort
import BluetoothTypes

/// App-facing code that waits or draws by itself uses the world's clock and seed.
extension World: PortSimulation {
    /// The virtual time.
    public var simulatedTime: Instant { now }

    /// Runs `action` when the virtual clock shows `instant`, as a callback. An instant that has passed means now: after
    /// everything that can run without the clock.
    public func wake(at instant: Instant, _ action: @escaping @Sendable () -> Void) {
        schedule(at: instant, action)
    }

    /// The next number of an app's stream, from 0 up to, not including, 1; it follows from the world's seed.
    public func draw(_ stream: String) -> Double {
        lock.withLock { $0.draws[stream, default: entropy.stream("app/\(stream)")].unit() }
    }

    /// Runs `body` at once, as code of an app: what it hands on is the world's, if the world holds its apps' work.
    public func asAppCode(_ body: () -> Void) { code.context.run(body) }

    /// Starts a task from synchronous code, on the world where the system has task executors.
    @discardableResult
    public func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            return Task { await body() }
        }
        return Task(executorPreference: self) { await body() }
    }
}
