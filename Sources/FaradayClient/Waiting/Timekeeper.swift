import BluetoothPort
import BluetoothTypes
import Dispatch

/// The time by which one central waits, and its random numbers: the world's for a simulated phone, otherwise the system's.
struct Timekeeper: Sendable {
    let simulation: (any PortSimulation)?

    var now: Instant {
        simulation?.simulatedTime ?? Instant(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
    }

    /// Runs `action` after `delay`.
    func wake(after delay: Nanoseconds, _ action: @escaping @Sendable () -> Void) {
        if let simulation {
            simulation.wake(at: simulation.simulatedTime + delay, action)
        } else {
            let time = DispatchTime.now() + .nanoseconds(Int(delay.count))
            DispatchQueue.global().asyncAfter(deadline: time, execute: action)
        }
    }

    /// Starts a task from synchronous code.
    func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        simulation?.start(body) ?? Task { await body() }
    }

    /// A number from 0 up to, not including, 1.
    func draw(_ stream: String) -> Double { simulation?.draw(stream) ?? .random(in: 0..<1) }
}
