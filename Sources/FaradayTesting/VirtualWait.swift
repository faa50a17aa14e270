import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// A wait for expectations, as the world around it takes it: its timeout is virtual time.
///
/// While it lasts, the world moves by itself, and not beyond the timeout. What must *not* happen has the whole of
/// that time for it; what must, ends the wait where it happens. A wait that fails takes no more real time than its
/// virtual time takes to pass.
///
/// Threads of the app's that are neither the main one nor a manager's queue, such as those of operation queues, work in real time, in which virtual time may come to the timeout. So what is begun outside callbacks has the
/// whole timeout for it, wherever the clock is; and when virtual time is over, such threads and timers are waited for as
/// long as there are any, at most for the timeout in real time.
struct VirtualWait {
    private let world: World
    private let limit: Instant
    private let timeout: TimeInterval
    /// Whether the world moves only for this wait.
    private let isLent: Bool
    /// How long a world may stand still, in real time, before nobody waits for it any more; one that moves is waited for,
    /// however slow the machine is.
    private static let patience = Nanoseconds.seconds(60)

    /// Begins a wait; `nil` where time is real. `isExact`: not beyond the timeout, whatever is begun.
    init?(_ timeout: TimeInterval, isExact: Bool) {
        guard let world = Self.currentWorld, !world.isPaced else { return nil }
        #if canImport(XCTest)
        TestStories.watchProcess()
        #endif
        let duration = Nanoseconds.seconds(max(0, min(timeout, 1e8)))
        let grace = isExact ? .zero : duration
        self.world = world
        self.timeout = timeout
        limit = world.now + duration
        isLent = !world.isMovingByItself
        if isLent {
            world.moveByItself(until: limit, grace: grace)
        } else {
            world.setHorizon(limit, grace: grace)
        }
    }

    static var currentWorld: World? {
        if let world = World.scoped { return world }
        if let phone = PortEnvironment.nearest as? any SimulatedPhoneProvider { return phone.simulatedWorld }
        return World.ofProcess.withLock { $0 }?.world
    }

    /// What XCTest itself is to wait for where it is not known what fulfils an expectation, as for predicates: it measures
    /// real time, and a busy machine may give us little of it.
    static func realTimeout(_ timeout: TimeInterval) -> TimeInterval { max(timeout, 5) }

    func end() {
        if isLent { world.standStill() } else { world.setHorizon(nil) }
    }

    /// Lets all of the time pass, in the main thread's run loop.
    func pass() {
        var sight = Sight(world.now)
        while isUnderWay(to: limit, &sight) { Self.turn() }
    }

    /// Lets all of the time pass.
    nonisolated(nonsending) func pass() async {
        var sight = Sight(world.now)
        while isUnderWay(to: limit, &sight) { try? await Task.sleep(nanoseconds: 1_000_000) }
    }

    private static func turn() {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
    }

    /// Where the world's clock was seen last, and when it came there on one that nobody sets.
    private struct Sight {
        let time: Instant
        let start = monotonicNanoseconds()
        init(_ time: Instant) { self.time = time }
    }

    /// Whether the clock is still to come to an instant, and on its way.
    private func isUnderWay(to end: Instant, _ sight: inout Sight) -> Bool {
        if world.hasMoved(to: end) { return false }
        let now = world.now
        if now != sight.time { sight = Sight(now) }
        return monotonicNanoseconds() - sight.start < Self.patience.count
    }
}

#if canImport(XCTest) && !canImport(Darwin)
extension VirtualWait {
    /// Lets time pass until `isDone`, or until nothing can bring it about any more in time.
    func pass(until isDone: () -> Bool) {
        var watch = Watch(self)
        while !isDone(), watch.goesOn() {
            guard watch.isOver else {
                Self.turn()
                continue
            }
            // Without a timeout, whose timer would be work that is seen.
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            usleep(Watch.pause)
        }
    }

    /// Lets time pass until `isDone`, or until nothing can bring it about any more in time.
    nonisolated(nonsending) func pass(until isDone: () -> Bool) async {
        var watch = Watch(self)
        while !isDone(), watch.goesOn() {
            guard watch.isOver else {
                try? await Task.sleep(nanoseconds: 1_000_000)
                continue
            }
            usleep(Watch.pause)
            await Task.yield()
        }
    }

    /// Looks whether a wait may still be fulfilled.
    private struct Watch {
        private let wait: VirtualWait
        private var sight: Sight
        /// When virtual time was over, on the real clock.
        private var end: Int64?
        /// How many looks more found nothing that goes on in real time than found something.
        private var quietLooks = 0
        /// So many end the wait: work passes from thread to thread in less. A thread that wakes now and then, as XCTest's
        /// own do, puts it off and does not keep it.
        private static let enough = 50
        /// Between two looks, in microseconds.
        static let pause: UInt32 = 2000
        /// Whether virtual time is over.
        var isOver: Bool { end != nil }

        init(_ wait: VirtualWait) {
            self.wait = wait
            sight = Sight(wait.world.now)
        }

        mutating func goesOn() -> Bool {
            let horizon = max(wait.limit, wait.world.horizon ?? wait.limit)
            guard wait.world.hasMoved(to: horizon) else {
                (end, quietLooks) = (nil, 0)
                return wait.isUnderWay(to: horizon, &sight)
            }
            let now = monotonicNanoseconds()
            let start = end ?? now
            end = start
            let left = VirtualWait.realTimeout(wait.timeout) - Double(now - start) / 1e9
            guard left > 0 else { return false }
            if RealTimeWork.isPending(within: left) {
                quietLooks = max(0, quietLooks - 2)
                return true
            }
            quietLooks += 1
            return quietLooks < Self.enough
        }
    }
}
#endif
