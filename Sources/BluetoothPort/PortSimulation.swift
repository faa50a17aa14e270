import BluetoothTypes

/// What a simulated phone gives to app-facing code instead of the wall clock and the system's random numbers.
///
/// Code that waits or draws by itself asks its provider for this, so that a test of it takes no real time and has the
/// same result for the same seed.
public protocol PortSimulation: AnyObject, Sendable {
    /// The time of the simulation, which only its own events move on.
    var simulatedTime: MonotonicInstant { get }
    /// Runs `action` when the simulated time is `instant`, outside all locks.
    func wake(at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void)
    /// The next number of a stream of random numbers, from 0 up to, not including, 1.
    func draw(_ stream: String) -> Double
    /// Starts a task from synchronous code. Where the system has task executors, the task runs in the simulation: the clock
    /// does not move while the task can continue.
    @discardableResult func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>
    /// Runs `body` at once, as code of an app in the simulation: what it hands on to queues and run loops is the
    /// simulation's.
    func asAppCode(_ body: () -> Void)
}

extension PortSimulation {
    /// Runs `body`: a simulation that does not hold the work of apps leaves what it hands on to the system.
    public func asAppCode(_ body: () -> Void) { body() }
}

extension PortProvider {
    /// Providers on a real radio have no simulation.
    public var simulation: (any PortSimulation)? { nil }
}
