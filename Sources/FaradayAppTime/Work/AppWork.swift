import CInterposition

/// The work of a world's apps that has not run yet, and the threads that are blocked in it.
///
/// A machine without a clock, a lock and threads of its own: its world calls it under the lock, takes one piece after the
/// other, and runs them. What it gives back to be dropped is released without the lock.
package final class AppWork {
    /// What happens at a time.
    package enum Due {
        case piece(Piece, KeptQueue)
        case strand(Strand)
        case source(AppSource)
        case timer(AppTimer)
    }

    /// What runs next.
    package enum Choice {
        case piece(Piece, queue: UInt)
        /// A blocked thread goes on.
        case strand(Strand)
        /// A piece for the main thread, which has to take it.
        case main
    }

    private enum Found: Hashable {
        case piece(WorkQueues.Candidate)
        case strand(UInt64)

        var number: UInt64 {
            switch self {
            case .piece(let candidate): candidate.number
            case .strand(let number): number
            }
        }
    }

    @exclusivity(unchecked) package private(set) var queues = WorkQueues()
    @exclusivity(unchecked) package private(set) var deadlines = Deadlines<Due>()
    @exclusivity(unchecked) package private(set) var strands: [Strand] = []
    @exclusivity(unchecked) private var notifications: [(group: UInt, queue: KeptQueue, piece: Piece)] = []
    /// Queues of the system that are kept because they are in use here.
    @exclusivity(unchecked) private var kept: [UInt: KeptQueue] = [:]
    @exclusivity(unchecked) private var arrivals: UInt64 = 0
    /// What was chosen and not taken yet, and whether others came before it.
    @exclusivity(unchecked) private var chosen: Found?
    @exclusivity(unchecked) private var isOvertaking = false
    /// The number that pieces get now, if it is not the next one.
    package var standingNumber: UInt64? {
        get { standing }
        set { standing = newValue }
    }
    @exclusivity(unchecked) private var standing: UInt64?
    /// Draws a number below another; `nil` for the order in which things came.
    @exclusivity(unchecked) package var draw: ((Int) -> Int)?
    /// So many of what may run next are drawn from.
    private static let window = 16

    package let clock: AppClock
    /// Tells what the app's own work does, for the story of a test.
    @exclusivity(unchecked) package var news = WorkNews()

    package init(_ clock: AppClock) { self.clock = clock }

    /// Whether nothing waits to run, nobody is blocked, and every queue is free.
    package var isEmpty: Bool { isIdle }
    /// The same, stored, since drivers ask at every event. Private, since the other module's accesses would be checked.
    @exclusivity(unchecked) private var isIdle = true

    /// The number of the last arrival: what comes from now on has a higher one.
    package var lastNumber: UInt64 { arrivals }

    private func nextNumber() -> UInt64 {
        arrivals += 1
        return standingNumber ?? arrivals
    }

    private func noteChange() {
        isIdle = queues.isEmpty && strands.isEmpty && notifications.isEmpty
        clock.isBusy = !isIdle
        clock.watchesLocks = !strands.isEmpty
    }

    // MARK: Queues of our own

    /// Pieces without an order, on no queue of the system.
    package static let pool: UInt = 1
    /// Pieces that keep their order, on no queue of the system: what the test and devices' scripts do.
    package static let script: UInt = 2

    private func describe(_ key: UInt) -> WorkQueues.Description {
        switch key {
        case Self.pool: return WorkQueues.Description(.global)
        case Self.script: return WorkQueues.Description(.serial)
        default: break
        }
        guard let queue = UnsafeRawPointer(bitPattern: key) else {
            preconditionFailure("a queue without an address")
        }
        if loops.contains(key) {
            // The main run loop runs by itself, and so does one of which no thread of this world knows.
            if key == Self.mainLoop { return WorkQueues.Description(.serial, target: Self.mainQueue) }
            return WorkQueues.Description(.serial, isInactive: knownLoops.contains(key))
        }
        switch faraday_queue_kind(queue) {
        case Int32(FARADAY_GLOBAL.rawValue): return WorkQueues.Description(.global)
        case Int32(FARADAY_NO_QUEUE.rawValue):
            // An object that orders its own jobs.
            return WorkQueues.Description(.serial)
        case let kind:
            if kept[key] == nil { kept[key] = KeptQueue(key) }
            clock.add(.queues)
            return WorkQueues.Description(
                kind == Int32(FARADAY_CONCURRENT.rawValue) ? .concurrent : .serial,
                target: faraday_queue_target(queue).map { UInt(bitPattern: $0) },
                isInactive: faraday_queue_is_inactive(queue))
        }
    }

    /// Run loops of the system for which there was work.
    @exclusivity(unchecked) private var loops: Set<UInt> = [] { didSet { clock.add(.loops) } }
    /// The loops of threads on which code of this world has run: these run when that code runs them.
    @exclusivity(unchecked) private var knownLoops: Set<UInt> = []

    func note(loop: UInt) { knownLoops.insert(loop) }

    /// Whether a thread outside this world runs the loop, by itself.
    func isForeign(loop: UInt) -> Bool { loop != Self.mainLoop && !knownLoops.contains(loop) }

    /// Something of the system's may have come for a loop.
    func wake(loop: UInt) {
        for run in loopRuns where run.loop == loop { run.run.isWoken = true }
    }

    /// The runs of run loops, in the order in which they began.
    @exclusivity(unchecked) private var loopRuns: [(loop: UInt, run: LoopRun)] = []

    func begin(_ run: LoopRun, on loop: UInt) {
        loops.insert(loop)
        knownLoops.insert(loop)
        loopRuns.append((loop, run))
    }

    func end(_ run: LoopRun) { loopRuns.removeAll { $0.run === run } }

    /// Stops the innermost run of a loop. Returns `false` if there is none.
    func stop(loop: UInt) -> Bool {
        guard let run = loopRuns.last(where: { $0.loop == loop })?.run else { return false }
        run.isStopped = true
        return true
    }

    /// Whether a timer is in the loop.
    func hasTimers(onLoop loop: UInt) -> Bool {
        if queues.oldest(on: loop) != nil { return true }
        return deadlines.all.contains {
            if case .timer(let timer) = $0.value { timer.loop == loop } else { false }
        }
    }

    /// A piece for a run loop.
    package func submit(_ piece: Piece, toLoop loop: UInt) {
        loops.insert(loop)
        submit(piece, to: loop)
    }

    package static var mainLoop: UInt { UInt(bitPattern: faraday_main_loop()) }
    package static let mainQueue = UInt(bitPattern: faraday_main_queue())

    /// Lets queues go that are no longer in use; called when the piece that was taken has run.
    private func letGo() {
        for key in queues.takeForgotten() { kept[key] = nil }
    }

    /// The system's queue on which the pieces of a queue run; `nil` if they run anywhere.
    package func systemQueue(of key: UInt) -> UnsafeRawPointer? {
        if key == Self.pool || key == Self.script { return nil }
        if kept[key] != nil { return UnsafeRawPointer(bitPattern: key) }
        return loops.contains(key) && key == Self.mainLoop
            ? UnsafeRawPointer(bitPattern: Self.mainQueue) : nil
    }

    // MARK: Pieces

    package func submit(_ piece: Piece, to queue: UInt) {
        piece.number = nextNumber()
        queues.add(piece, to: queue, describe)
        noteChange()
    }

    /// - Parameter time: The virtual time, in nanoseconds since the world began.
    package func submit(_ piece: Piece, to queue: UInt, at time: Int64) {
        _ = deadlines.add(.piece(piece, KeptQueue(queue)), at: time)
    }

    /// A group's notification: at once if the group is empty.
    package func notify(_ piece: Piece, on queue: UInt, after group: UInt, isEmpty: Bool) {
        if isEmpty { return submit(piece, to: queue) }
        notifications.append((group, KeptQueue(queue), piece))
        Owners.add(piece.context, to: group)
        noteChange()
    }

    /// A group is empty now.
    package func groupIsEmpty(_ group: UInt) {
        for notification in notifications where notification.group == group {
            submit(notification.piece, to: notification.queue.key)
        }
        notifications.removeAll { $0.group == group }
        noteChange()
    }

    // MARK: Tasks

    /// The tasks that code of this world has created. They are its own until the world ends, whoever resumes them.
    @exclusivity(unchecked) private var tasks: Set<UInt64> = []
    private static let mostTasks = 1_000_000

    package func note(task: UInt64, of context: AppContext) {
        guard task != 0, tasks.count < Self.mostTasks else { return }
        tasks.insert(task)
        Owners.set(context, of: task)
    }

    func owns(task: UInt64) -> Bool { tasks.contains(task) }

    /// The task is no longer one of this world.
    package func forget(task: UInt64) { if tasks.remove(task) != nil { Owners.forget([task]) } }

    private func forgetTasks() {
        Owners.forget(tasks)
        tasks = []
    }

    deinit { forgetTasks() }

    // MARK: Time

    /// When the next thing is due.
    package var nextTime: Int64? { deadlines.first }

    /// How many of the deadlines are the ends of waits of a test's thread.
    @exclusivity(unchecked) private var testsWaits = 0
    /// Whether anything is due at some time, apart from those.
    package var hasDeadlines: Bool {
        deadlines.count > testsWaits || strands.contains { $0.isTestsLoop && $0.isDue }
    }

    package func add(_ due: Due, at time: Int64) -> Deadlines<Due>.Token { deadlines.add(due, at: time) }
    package func cancel(_ token: Deadlines<Due>.Token?) { if let token { deadlines.remove(token) } }

    /// Lets the earliest thing happen that is due at `time`. Returns whether there was any.
    package func reach(_ time: Int64) -> Bool {
        guard let due = deadlines.popFirst(until: time) else { return false }
        news.add(.due(due))
        switch due {
        case .piece(let piece, let queue): submit(piece, to: queue.key)
        case .strand(let strand): strand.isDue = true
        case .source(let source): source.fire(in: self, at: time)
        case .timer(let timer): timer.fire(in: self)
        }
        return true
    }

    // MARK: Strands

    /// The strand's thread is blocked from now on.
    package func add(_ strand: Strand, at now: Int64) {
        strand.since = now
        if let deadline = strand.deadline {
            strand.deadlineToken = deadlines.add(.strand(strand), at: deadline)
            if strand.isTestsLoop { testsWaits += 1 }
        }
        for (queue, isBarrier) in strand.occupied { queues.occupy(queue, isBarrier: isBarrier, describe) }
        if strand.blocksMain { queues.occupy(Self.mainQueue, isBarrier: false, describe) }
        strands.append(strand)
        if strand.isInterrupted { news.interrupts(strand) }
        if let semaphore = strand.semaphore { faraday_count_waiters(semaphore, 1) }
        noteChange()
    }

    /// Whether a thread that has the main queue runs what comes for it.
    package var servesMain: Bool { strands.contains(where: \.servesMain) }

    /// The strand's thread goes on.
    package func remove(_ strand: Strand) {
        cancel(strand.deadlineToken)
        if strand.isTestsLoop, strand.deadlineToken != nil { testsWaits -= 1 }
        strands.removeAll { $0 === strand }
        if strand.blocksMain { queues.leave(Self.mainQueue, isBarrier: false) }
        if let semaphore = strand.semaphore { faraday_count_waiters(semaphore, -1) }
        noteChange()
    }

    /// The thread is done with a queue that it was on when it was blocked.
    package func leave(_ queue: UInt, isBarrier: Bool) {
        queues.leave(queue, isBarrier: isBarrier)
        noteChange()
    }

    /// Asks every strand whether its wait is over. Other worlds ask too, at any time: only `find` gives numbers.
    private func look() {
        for strand in strands where !strand.isReady {
            if strand.isOver() {
                strand.wake = .woken
            } else if case .runLoop(let loop) = strand.wait, queues.oldest(on: loop) != nil {
                strand.wake = .called
            } else if strand.isDue {
                strand.wake = .timedOut
            } else {
                continue
            }
            strand.isReady = true
        }
    }

    /// The strands that can go on, each with its place among pieces.
    private func ready() -> [Found] {
        look()
        return strands.filter(\.isReady).map { strand in
            if let number = strand.readyNumber { return .strand(number) }
            arrivals += 1
            strand.readyNumber = arrivals
            return .strand(arrivals)
        }
    }

    /// Lets a strand go on that waits in vain.
    package func `break`(_ strand: Strand, _ wake: Strand.Wake) {
        guard strands.contains(where: { $0 === strand }) else { return }
        strand.wake = wake
        strand.isReady = true
    }

    // MARK: What is next

    /// Whether something can run now.
    package var hasNextPiece: Bool {
        if isIdle { return false }
        look()
        return queues.hasCandidate || strands.contains(where: \.isReady)
    }

    /// Whether a piece waits for a queue that a blocked thread is on, and nothing else can run.
    package var hasHeldUpPiece: Bool { !strands.isEmpty && queues.hasPiece && !hasNextPiece }

    /// Whether a run waits until nothing can run.
    package var hasIdleWaiter: Bool { !strands.isEmpty && strands.contains { $0.wait == .idle } }

    /// Whether the next thing to run is a piece that needs the main thread or the main queue. It stays the next one until
    /// it is taken.
    package var isNextForMain: Bool {
        guard case .piece(let candidate)? = find() else { return false }
        return queues.goes(candidate.queue, to: Self.mainQueue)
    }

    /// Takes out what runs next.
    ///
    /// - Parameter runsMain: Whether the caller may run what the main queue gets.
    package func takeNext(runsMain: Bool) -> Choice? {
        letGo()
        guard let found = find() else {
            guard let strand = strands.last(where: { $0.wait == .idle }) else { return nil }
            return take(strand, .woken)
        }
        switch found {
        case .piece(let candidate):
            if queues.goes(candidate.queue, to: Self.mainQueue) {
                if let servant = strands.last(where: \.servesMain) { return take(servant, .called) }
                if !runsMain { return .main }
            }
            chosen = nil
            let overtakes = isOvertaking
            defer { noteChange() }
            let piece = queues.take(candidate)
            if loops.contains(candidate.queue), isForeign(loop: candidate.queue) {
                piece.foreignLoop = ForeignLoop(loop: candidate.queue)
            }
            if case .strand(let strand) = piece.body { return take(strand, .woken) }
            news.runs(piece, on: candidate.queue, overtakes: overtakes)
            if !piece.isTimer, !loopRuns.isEmpty, queues.goes(candidate.queue, to: Self.mainQueue) {
                loopRuns.last?.run.hasServed = true
            }
            return .piece(piece, queue: candidate.queue)
        case .strand(let number):
            chosen = nil
            guard let strand = strands.first(where: { $0.readyNumber == number }) else {
                preconditionFailure("no strand has the number \(number)")
            }
            return take(strand, strand.wake)
        }
    }

    private func take(_ strand: Strand, _ wake: Strand.Wake) -> Choice {
        strand.wake = wake
        remove(strand)
        if strand.isInterrupted { news.goesOn(strand) }
        return .strand(strand)
    }

    /// Takes out a piece for a run loop that the caller runs, and the system's queue for it.
    ///
    /// - Parameter orMain: Whether it may be one of the main queue, if that is what runs next.
    func takeNext(onLoop loop: UInt, orMain: Bool) -> (Piece, UnsafeRawPointer?)? {
        defer { noteChange() }
        if let candidate = queues.oldest(on: loop) {
            if case .piece(candidate)? = chosen { chosen = nil }
            return (queues.take(candidate), systemQueue(of: loop))
        }
        guard orMain, isNextForMain, case .piece(let piece, let queue)? = takeNext(runsMain: true) else {
            return nil
        }
        return (piece, systemQueue(of: queue))
    }

    private func find() -> Found? {
        if strands.isEmpty {
            // Nearly always there is one piece at most, and nothing to draw.
            if chosen == nil, let only = queues.only {
                isOvertaking = false
                return .piece(only)
            }
            if draw == nil { return queues.first().map(Found.piece) }
        }
        let ready = ready()
        guard let draw else {
            return (ready + [queues.first().map(Found.piece)].compactMap(\.self)).min {
                $0.number < $1.number
            }
        }
        let found = (ready + queues.candidates(atMost: Self.window).map(Found.piece))
            .sorted { $0.number < $1.number }.prefix(Self.window)
        if let chosen, found.contains(chosen) { return chosen }
        guard found.count > 1 else {
            isOvertaking = false
            return found.first
        }
        let place = draw(found.count)
        isOvertaking = place > 0
        chosen = found[place]
        return chosen
    }

    // MARK: Suspending

    package func suspend(_ queue: UInt) {
        queues.suspend(queue, describe)
        noteChange()
    }

    package func resume(_ queue: UInt) -> Bool {
        defer { noteChange() }
        return queues.resume(queue)
    }

    package func activate(_ queue: UInt) {
        queues.activate(queue)
        noteChange()
    }

    // MARK: The end

    /// What an app has left behind.
    package struct Left {
        /// Threads that are blocked, and have to be let go.
        package let strands: [Strand]
        fileprivate let pieces: [Piece]
        fileprivate let sources: [AppSource]
        fileprivate let timers: [AppTimer]

        /// Releases what it holds. Not under the lock: what is released may be the app's.
        package func drop() {
            for piece in pieces { piece.drop() }
            for work in sources.flatMap({ $0.takeHandlers() }) { work.drop(work.argument) }
            for timer in timers where timer.isScheduled { faraday_timer_release(timer.timer) }
        }
    }

    /// Takes everything out, for good.
    package func takeAll() -> Left {
        var pieces = queues.takeAll() + notifications.map(\.piece)
        for case .piece(let piece, _) in deadlines.takeAll() { pieces.append(piece) }
        notifications = []
        forgetTasks()
        // A thread that serves its world goes on as ever, when the driver lets it: the test framework is below it.
        for strand in strands where strand.wait.serves && strand.wait != .idle { self.break(strand, .woken) }
        let blocked = strands.filter { !$0.wait.serves }
        for strand in blocked {
            strand.wake = .abandoned
            remove(strand)
        }
        noteChange()
        return Left(
            strands: blocked, pieces: pieces, sources: AppSources.takeAll(of: clock.raw),
            timers: AppTimers.takeAll(of: clock.raw))
    }
}
