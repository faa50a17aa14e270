import BluetoothPort
import BluetoothTypes
import Dispatch

/// Runs `body`; requests of the client in it must be done within `time`, together.
///
/// A request that is not done then throws `ClientError` with the reason `.deadlineExceeded`. An attempt to connect that
/// nobody else waits for ends with it. Requests of other code go on. Without a deadline a request may take as long as the
/// peripheral is away, as with Apple's framework.
///
/// ```swift
/// let level = try await withDeadline(.seconds(5)) {
///     try await strap.read(Battery.level)     // connects, discovers and reads
/// }
/// ```
///
/// In a simulated world the time is virtual. Deadlines nest; the nearest one counts. Only waiting for the client ends: code
/// between two requests is not interrupted.
public func withDeadline<Result>(
    _ time: Nanoseconds, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    try await Deadline.$nearest.withValue(Deadline(time), operation: body)
}

/// A time by which requests must be done.
final class Deadline: Sendable {
    @TaskLocal static var nearest: Deadline?

    private let length: Nanoseconds
    private let outer: Deadline?
    private let wallStart: Instant
    /// When the deadline began, by the clock of the phone that the code is on. If the code is on none, the time counts from
    /// the first request.
    private let simulatedStart: Lock<Instant?>

    init(_ length: Nanoseconds) {
        self.length = length
        outer = Self.nearest
        wallStart = Timekeeper(simulation: nil).now
        simulatedStart = Lock(PortEnvironment.nearest?.simulation?.simulatedTime)
    }

    private func left(_ time: Timekeeper) -> Nanoseconds {
        guard let simulation = time.simulation else { return length - (time.now - wallStart) }
        let start = simulatedStart.withLock { start -> Instant in
            if let start { return start }
            start = simulation.simulatedTime
            return simulation.simulatedTime
        }
        return length - (simulation.simulatedTime - start)
    }

    /// How long a request may take: its own limit, or less if a deadline of its task is nearer.
    static func timeLeft(_ limit: Nanoseconds?, _ time: Timekeeper) -> Nanoseconds? {
        var least = limit
        var deadline = nearest
        while let current = deadline {
            let left = current.left(time)
            least = least.map { min($0, left) } ?? left
            deadline = current.outer
        }
        return least
    }
}
