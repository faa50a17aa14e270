import BluetoothTypes
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The running thread, as a number that can be compared.
func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}

/// The thread that drives the world, and the runs that wait.
///
/// One thread drives at a time. It is either a *run* (`run(until:)` and similar calls) or the *drain*. The drain
/// processes jobs while a test body that uses the world as its task executor is suspended. A run *parks* if another
/// thread drives: the driver wakes it after each event to check its condition.
struct DriverState {
    /// The driving thread, 0 if none.
    private(set) var thread: UInt = 0
    /// How many claims the driving thread holds: a run inside a job of the drain adds a second one.
    private(set) var depth = 0
    /// How many of them are runs.
    fileprivate var runs = 0
    /// Whether the driver is inside a callback; a run from there would wait for itself.
    var isDelivering = false
    /// Whether app code ran since the last settling.
    var wantsSettling = false
    /// How many deliveries there were.
    var deliveryCount: UInt64 = 0
    /// Runs that have begun and have neither ended nor parked, including the driving one. While a woken run checks its
    /// condition, no thread may move the clock.
    var awake = 0
    var parked: [ParkedRun] = []
    /// Whether something happened since the parked runs last checked their conditions.
    var parkedShouldLook = false
    /// Whether a drain is scheduled or running.
    var isDraining = false
    /// How many test bodies use the world as task executor; if above 0, the world moves by itself.
    var scopes = 0
    /// Set while the world moves by itself for all code, not only for test bodies and parked runs.
    var mover: Mover?
    /// Where the last run or wait of the test was called.
    var lastSite: CallSite?
    /// Threads that wait for their turn to drive.
    var waiters: [DispatchSemaphore] = []
    /// Jobs that came from a thread that did not drive: the order then does not follow from the seed alone.
    var foreignJobs = 0

    /// Whether `me` drives and is inside a callback or a handler: a run there would wait for itself.
    func isInsideCallback(_ me: UInt) -> Bool { thread == me && isDelivering }

    /// Makes `me` the driver, or adds a claim if it drives already. Returns `false` if another thread drives, if a run
    /// on this thread drives and `isNestable` is not set, or inside a callback.
    mutating func claim(_ me: UInt, asRun: Bool, isNestable: Bool) -> Bool {
        if thread == 0 {
            thread = me
            isDelivering = false
        } else {
            guard thread == me, !isDelivering, isNestable || runs == 0 else { return false }
        }
        depth += 1
        if asRun { runs += 1 }
        return true
    }

    /// Releases one claim. Returns the semaphores of the threads that wait for a turn; the caller must signal them.
    mutating func release(asRun: Bool) -> [DispatchSemaphore] {
        precondition(depth > 0, "released a world that nobody drives")
        depth -= 1
        if asRun { runs -= 1 }
        guard depth == 0 else { return [] }
        thread = 0
        defer { waiters = [] }
        return waiters
    }

    /// Removes and returns all parked runs; from now on they count as awake.
    mutating func takeParked() -> [ParkedRun] {
        defer { parked = [] }
        awake += parked.count
        parkedShouldLook = false
        return parked
    }

    /// The earliest limit of the parked runs, or `limit`.
    func earliestLimit(_ limit: Instant) -> Instant { parked.reduce(limit) { min($0, $1.limit) } }
}

/// An asynchronous run whose events another one drives.
struct ParkedRun {
    var continuation: UnsafeContinuation<Wake, Never>
    var limit: Instant

    enum Wake {
        /// Something happened: check the condition, then park again.
        case look
        /// Nothing will ever happen again.
        case dry
        /// The world failed.
        case failed(World.RunError)
    }
}

/// Who must be woken because there is work.
enum Summons {
    case nobody
    case drain
    case pacer
}

extension WorldState {
    /// Who must be woken after a change from outside the driver. A drain that is summoned counts as running.
    mutating func summons() -> Summons {
        if pace.isOn { return .pacer }
        guard driver.thread == 0, !driver.isDraining else { return .nobody }
        // A run that yields to its actor continues through a job: jobs run even while a run is awake.
        let wantsToRun = hasWork && (driver.scopes > 0 || driver.awake > 0 || driver.mover != nil)
        let wantsToMove =
            driver.awake == 0 && refusal == nil
            && (!driver.parked.isEmpty || driver.scopes > 0 && scheduler.count > 0 || canMoveByItself)
        guard wantsToRun || wantsToMove else { return .nobody }
        driver.isDraining = true
        return .drain
    }

    /// The next action of a driving run.
    enum Advance {
        case stepped
        case work
        case limit
        case dry
        case failed(World.RunError)
        /// Runs to resume with `look` or `dry`.
        case wake([ParkedRun], ParkedRun.Wake)
        /// A woken run on another thread still checks its condition.
        case wait
    }

    /// Processes one event, or many if `isBatch`, up to `limit`; the caller drives.
    mutating func advance(until limit: Instant, budget: inout Int, isBatch: Bool) -> Advance {
        if let failure {
            self.failure = nil
            return .failed(failure)
        }
        if let refusal { return .failed(.mistake(refusal)) }
        if hasWork { return .work }
        if driver.awake > driver.runs { return .wait }
        if !driver.parked.isEmpty, driver.parkedShouldLook { return .wake(driver.takeParked(), .look) }
        let near = driver.parked.isEmpty ? limit : driver.earliestLimit(limit)
        var rounds = isBatch ? 1024 : 1
        while rounds > 0 {
            guard budget > 0 else {
                fail(.events(bounds.events))
                return .stepped
            }
            rounds -= 1
            budget -= 1
            switch step(until: near) {
            case .stepped:
                driver.parkedShouldLook = true
                if hasWork { return .work }
            case .limit:
                scheduler.advance(to: near)
                driver.parkedShouldLook = true
                return near < limit ? .stepped : .limit
            case .dry:
                return driver.parked.isEmpty ? .dry : .wake(driver.takeParked(), .dry)
            case .bound(let bound):
                fail(bound)
                return .stepped
            }
        }
        return .stepped
    }
}
