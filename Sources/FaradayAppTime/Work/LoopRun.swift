import CInterposition

/// A run of a run loop by code of a world, on the code's own thread: timers and blocks of the loop run on it, and on the
/// main thread what the main queue gets.
final class LoopRun {
    private let loop: UInt
    private let systemLoop: UnsafeRawPointer
    private let mode: UnsafeRawPointer?
    private let context: AppContext
    private let host: any AppTimeHost
    /// Set under the world's lock by `CFRunLoopStop`.
    var isStopped = false
    /// Set under the world's lock when something of the system's may have come.
    var isWoken = false
    /// Whether a block of the main queue or of the loop has run. Set under the world's lock.
    var hasServed = false
    /// Whether this run has the turn only because it was woken, and gives it back at its end.
    private var hasTurn = false

    init(
        _ loop: UnsafeRawPointer, _ mode: UnsafeRawPointer?, of context: AppContext, on host: any AppTimeHost
    ) {
        (self.loop, systemLoop, self.mode) = (UInt(bitPattern: loop), loop, mode)
        (self.context, self.host) = (context, host)
    }

    /// Whether the world has ended meanwhile. A test's thread goes on, since the test framework is below it, and its next
    /// run is the system's; a thread that an app has begun must not.
    private var hasLostItsWorld: Bool {
        guard context.clock.mode == .real else { return false }
        if faraday_thread_kind() == Int32(FARADAY_THREAD_OF_APP.rawValue) { faraday_end_thread() }
        return true
    }

    /// The main thread of a test drives its world by itself, as long as nobody else waits for it.
    private func driveHere(until end: Int64, _ returnsAfterSource: Bool) -> LoopEnd? {
        guard !hasTurn, loop == AppWork.mainLoop, Strand.mayServeMain(.runLoop(loop)), end != .max else {
            return nil
        }
        let hasReachedEnd = host.drive(until: end) { [self] in isStopped || returnsAfterSource && hasServed }
        if isStopped { return .stopped }
        if returnsAfterSource, hasServed { return .handledSource }
        return hasReachedEnd ? .timedOut : nil
    }

    func run(for seconds: Double, returnsAfterSource: Bool) -> LoopEnd {
        // What the system brings to the loop is not the world's; it gets its chance.
        if poll(), returnsAfterSource { return .handledSource }
        let end = host.change { [self] held, now in
            held.begin(self, on: loop)
            return seconds >= 9e9 ? Int64.max : now + Int64((max(0, seconds) * 1e9).rounded())
        }
        defer {
            host.change { [self] held, _ in held.end(self) }
            if hasTurn { host.leave() }
        }
        while true {
            if hasLostItsWorld { return .timedOut }
            if let result = turn(until: end, returnsAfterSource) { return result }
        }
    }

    /// Lets the loop do what the system has for it. Returns whether there was anything.
    private func poll() -> Bool {
        faraday_poll_loop(context.raw, systemLoop, mode) == LoopEnd.handledSource.rawValue
    }

    private func turn(until end: Int64, _ returnsAfterSource: Bool) -> LoopEnd? {
        if let result = driveHere(until: end, returnsAfterSource) { return result }
        let strand = Strand(
            .runLoop(loop), of: context, deadline: end == .max ? nil : end,
            isOver: { [self] in isStopped || isWoken })
        host.block(strand) { _ in }
        switch strand.wake {
        case .woken where isStopped: return .stopped
        case .woken: break
        case .timedOut: return .timedOut
        case .abandoned: faraday_end_thread()
        case .deadlocked: return .finished
        case .called: break
        }
        // A thread that an app has begun keeps it until its next wait, also behind this run.
        hasTurn = hasTurn || strand.gotTurn && !strand.isOfApp
        if strand.wake == .woken {
            host.change { [self] _, _ in isWoken = false }
            return poll() && returnsAfterSource ? .handledSource : nil
        }
        let found = host.change { [self] held, _ in
            held.takeNext(onLoop: loop, orMain: strand.servesMain)
        }
        guard let (piece, queue) = found else { return nil }
        piece.run(on: queue)
        return returnsAfterSource && !piece.isTimer ? .handledSource : nil
    }
}

/// What ends a run of a run loop, as Core Foundation numbers it.
enum LoopEnd: Int32 {
    case finished = 1
    case stopped = 2
    case timedOut = 3
    case handledSource = 4
}
