import BluetoothTypes
import Dispatch
import FaradaySimulation

/// How a trial waits: in real time, or in a world's.
package protocol TrialClock: Sendable {
    /// The time since some beginning.
    var now: Nanoseconds { get }
    /// Waits until the condition holds, at most so long; whether it does. `signal` is called when it may hold.
    func wait(atMost limit: Nanoseconds, until condition: () -> Bool) -> Bool
    /// Something has happened that a wait may wait for.
    func signal()
}

/// Real time.
package final class RealTrialClock: TrialClock {
    private let semaphore = DispatchSemaphore(value: 0)
    package init() {}

    package var now: Nanoseconds { Nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds)) }

    package func wait(atMost limit: Nanoseconds, until condition: () -> Bool) -> Bool {
        let deadline = DispatchTime.now() + .nanoseconds(Int(limit.count))
        while !condition() {
            if semaphore.wait(timeout: deadline) == .timedOut { return condition() }
        }
        return true
    }

    package func signal() { semaphore.signal() }
}

/// A world's time, which moves while a trial waits.
package struct WorldTrialClock: TrialClock {
    private let world: World
    package init(_ world: World) { self.world = world }

    package var now: Nanoseconds { Nanoseconds(Int64(world.now.nanoseconds)) }

    package func wait(atMost limit: Nanoseconds, until condition: () -> Bool) -> Bool {
        world.attempt(until: condition, timeout: limit).isMet
    }

    package func signal() {}
}
