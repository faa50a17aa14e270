import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// A wait for expectations, as the world around it takes it: its timeout is virtual time.
///
/// While it lasts, the world moves by itself, and not beyond the timeout. What must *not* happen has the whole of
/// that time for it; what must, ends the wait where it happens.
///
/// Threads of the app's that are neither the main one nor a manager's queue, such as those of operation queues, work in
/// real time, in which virtual time may come to the timeout. So what is begun outside callbacks has the
/// whole timeout for it, wherever the clock is.
struct VirtualWait {
    private let world: World
    private let limit: Instant
    /// Whether the world moves only for this wait.
    private let isLent: Bool
    /// How long a world may stand still, in real time, before nobody waits for it any more; one that moves is waited for,
    /// however slow the machine is.
    private static let patience = Nanoseconds.seconds(60)
    /// What XCTest waits for at least: it measures real time, and a busy machine may give us little of it.
    private static let leastRealTimeout: TimeInterval = 5

    /// Begins a wait; `nil` where time is real. `isExact`: not beyond the timeout, whatever is begun.
    init?(_ timeout: TimeInterval, isExact: Bool) {
        guard let world = Self.currentWorld, !world.isPaced else { return nil }
        let duration = Nanoseconds.seconds(max(0, min(timeout, 1e8)))
        let grace = isExact ? .zero : duration
        self.world = world
        limit = world.now + duration
        isLent = !world.isMovingByItself
        if isLent {
            world.moveByItself(until: limit, grace: grace)
        } else {
            world.setHorizon(limit, grace: grace)
        }
    }

    private static var currentWorld: World? {
        if let world = World.scoped { return world }
        if let phone = PortEnvironment.nearest as? any SimulatedPhoneProvider { return phone.simulatedWorld }
        return World.ofProcess.withLock { $0 }?.world
    }

    /// How long XCTest itself is to wait for something that a test gives `timeout`.
    static func realTimeout(_ timeout: TimeInterval) -> TimeInterval { max(timeout, leastRealTimeout) }

    func end() {
        if isLent { world.standStill() } else { world.setHorizon(nil) }
    }

    /// Lets all of the time pass, in the main thread's run loop.
    func pass() {
        var sight = Sight(time: world.now)
        while isUnderWay(&sight) {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
        }
    }

    /// Lets all of the time pass.
    nonisolated(nonsending) func pass() async {
        var sight = Sight(time: world.now)
        while isUnderWay(&sight) { try? await Task.sleep(nanoseconds: 1_000_000) }
    }

    /// Where the world's clock was seen last, and when it came there on one that nobody sets.
    private struct Sight {
        let time: Instant
        let start = monotonicNanoseconds()
    }

    /// Whether the clock is still to come to the end of the timeout, and on its way.
    private func isUnderWay(_ sight: inout Sight) -> Bool {
        if world.hasMoved(to: limit) { return false }
        let now = world.now
        if now != sight.time { sight = Sight(time: now) }
        return monotonicNanoseconds() - sight.start < Self.patience.count
    }
}
