import BluetoothPort
import Dispatch
import FaradaySimulation
import Foundation

/// Calls closures after a delay in real time, on a thread of its own, also for code of a world.
enum RealClock {
    private struct Alarm {
        let due: Int64
        let ring: @Sendable () -> Void
    }

    private struct State {
        /// Sorted, with the earliest alarm last.
        var alarms: [Alarm] = []
        var hasThread = false
    }

    private static let state = Lock(State())
    private static let wake = DispatchSemaphore(value: 0)

    static func after(_ seconds: Double, _ ring: @escaping @Sendable () -> Void) {
        outsideWorlds { add(seconds, ring) }
    }

    private static func add(_ seconds: Double, _ ring: @escaping @Sendable () -> Void) {
        let alarm = Alarm(due: monotonicNanoseconds() + Int64(min(max(seconds, 0), 1e9) * 1e9), ring: ring)
        let needsThread = state.withLock { state in
            let place = state.alarms.firstIndex { $0.due <= alarm.due } ?? state.alarms.endIndex
            state.alarms.insert(alarm, at: place)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread { Thread.detachNewThread { run() } }
        wake.signal()
    }

    private static func run() {
        while true {
            let now = monotonicNanoseconds()
            let (due, left) = state.withLock { state -> (Alarm?, Int64?) in
                guard let next = state.alarms.last else { return (nil, nil) }
                return next.due <= now ? (state.alarms.removeLast(), nil) : (nil, next.due - now)
            }
            if let due {
                due.ring()
            } else if let left {
                _ = wake.wait(timeout: .now() + .nanoseconds(Int(left)))
            } else {
                wake.wait()
            }
        }
    }
}
