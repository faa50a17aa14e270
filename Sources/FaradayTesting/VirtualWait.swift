import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// A wait for expectations whose timeout is virtual time.
///
/// During the wait the world moves by itself, up to the timeout. An inverted expectation waits for the whole timeout.
/// Other expectations end the wait when they are fulfilled. A wait that fails takes little more real time than the
/// simulation of its timeout.
///
/// Some threads of the app are neither the main thread nor a manager's queue, for example those of operation queues.
/// They work in real time, and virtual time may reach the timeout meanwhile. So an operation that starts outside
/// callbacks gets the whole timeout, whatever the clock shows. When virtual time has reached the timeout, the wait
/// continues while such threads and timers exist, but at most for the timeout in real time (at least 5 s).
struct VirtualWait {
    private let world: World
    private let limit: Instant
    private let timeout: TimeInterval
    /// Whether the world moves only for this wait.
    private let isLent: Bool
    /// How long a world may stand still, in real time, until the wait gives up. The wait never gives up on a world that
    /// moves, however slow the machine is.
    private static let patience = Nanoseconds.seconds(60)

    /// Begins a wait; `nil` if time is real. `isExact`: the wait never extends beyond the timeout, whatever operation
    /// starts.
    ///
    /// `isOver` is called on the main thread before each event of the world; once it returns `true`, time stands still.
    init?(_ timeout: TimeInterval, isExact: Bool, _ isOver: (@Sendable () -> Bool)? = nil) {
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
            world.moveByItself(until: limit, grace: grace, or: isOver)
        } else {
            world.setHorizon(limit, grace: grace, or: isOver)
        }
    }

    /// The wait was called in this line.
    func note(file: StaticString, line: Int) { world.noteWait(file: file, line: UInt(max(0, line))) }

    static var currentWorld: World? {
        if let world = World.scoped { return world }
        if let phone = PortEnvironment.nearest as? any SimulatedPhoneProvider { return phone.simulatedWorld }
        return World.ofProcess.withLock { $0 }?.world
    }

    /// How long a wait may still take in real time when its timeout has passed in virtual time: a busy machine may give
    /// the app's threads little of a short timeout.
    static func realTimeout(_ timeout: TimeInterval) -> TimeInterval { max(timeout, 5) }

    func end() {
        if isLent { world.standStill() } else { world.setHorizon(nil) }
    }

    /// How much longer than the timeout the wait has taken in virtual time.
    var overtime: Nanoseconds { max(.zero, Nanoseconds(world.now.nanoseconds - limit.nanoseconds)) }

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

    /// The last time seen on the world's clock, and when it was first seen, on a monotonic real clock.
    private struct Sight {
        let time: Instant
        let start = monotonicNanoseconds()
        init(_ time: Instant) { self.time = time }
    }

    /// Whether the clock has not reached an instant yet, and still moves.
    private func isUnderWay(to end: Instant, _ sight: inout Sight) -> Bool {
        if world.hasMoved(to: end) { return false }
        let now = world.now
        if now != sight.time { sight = Sight(now) }
        return monotonicNanoseconds() - sight.start < Self.patience.count
    }
}

#if canImport(XCTest) && !canImport(Darwin)
extension VirtualWait {
    /// Lets time pass until the wait is over, or until nothing can fulfil its expectations before the timeout.
    func pass(until wait: ExpectationWait) {
        var watch = Watch(self)
        while !wait.evaluatesToOver(), watch.goesOn() {
            guard watch.isOver else {
                Self.turn()
                continue
            }
            // Without a timeout, because its timer would count as pending work.
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            watch.pause()
        }
    }

    /// Lets time pass until the wait is over, or until nothing can fulfil its expectations before the timeout.
    nonisolated(nonsending) func pass(until wait: ExpectationWait) async {
        var watch = Watch(self)
        await wait.predicates.evaluate()
        while !wait.isOver, watch.goesOn() {
            guard watch.isOver else {
                try? await Task.sleep(nanoseconds: 1_000_000)
                continue
            }
            await Task.yield()
            // After the yield, so that the thread on which the task was before has come to rest.
            watch.pause()
            await wait.predicates.evaluate()
        }
    }

    /// Checks whether the expectations of a wait can still be fulfilled.
    private struct Watch {
        private let wait: VirtualWait
        private var sight: Sight
        /// When virtual time reached the timeout, on the real clock.
        private var end: Int64?
        /// Counts checks without pending work in real time; a check that finds work lowers the count by 2.
        private var quietLooks = 0
        /// This many quiet checks end the wait; work passes from thread to thread in less time. A thread that wakes now
        /// and then, as XCTest's own threads do, delays the end but does not prevent it.
        private static let enough = 50
        /// The longest pause between two checks. Nobody tells what the app's threads do, but when they call the world the
        /// next check comes at once.
        private static let longestPause = Nanoseconds.milliseconds(2)
        /// Whether virtual time has reached the timeout.
        var isOver: Bool { end != nil }

        init(_ wait: VirtualWait) {
            self.wait = wait
            sight = Sight(wait.world.now)
        }

        /// Waits before the next check, without a timer, which would count as pending work.
        mutating func pause() {
            // Somebody is at work who calls the world.
            if wait.world.waitForChange(atMost: Self.longestPause) { quietLooks = max(0, quietLooks - 2) }
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
