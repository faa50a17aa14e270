import BluetoothPort
import BluetoothTypes
import CInterposition
import FaradayAppTime

/// Something that the driver runs without the lock, as code of an app or of the test: what it is, how it is handed over, and
/// whose code it is.
///
/// It is as large as the largest event, and each function that returned it would copy it again: there were 18 copies a read.
/// So the functions below put it into a place of the driver's, and it is used up when it runs.
enum Work {
    case central(any CentralSink, Central.Event, BluetoothPort.Delivery, AppContext)
    case peripheral(any PeripheralSink, Peripheral.Event, BluetoothPort.Delivery, AppContext)
    case accessory(any AccessorySink, Accessories.Event, BluetoothPort.Delivery, AppContext)
    case nearby(any NearbySink, Nearby.Event, BluetoothPort.Delivery, AppContext)
    case call(@Sendable () -> Void, AppContext)
    case piece(Piece, queue: UnsafeRawPointer?, BluetoothPort.Delivery)

    consuming func run() {
        switch consume self {
        case .central(let sink, let event, let delivery, let context):
            // What `context.run` does, which is generic in another module, and 40 instructions more for each callback.
            let outer = faraday_enter(context.raw)
            sink.receive(event, delivery)
            _ = faraday_enter(outer)
        case .peripheral(let sink, let event, let delivery, let context):
            context.run { sink.receive(event, delivery) }
        case .accessory(let sink, let event, let delivery, let context):
            context.run { sink.receive(event, delivery) }
        case .nearby(let sink, let event, let delivery, let context):
            context.run { sink.receive(event, delivery) }
        case .call(let body, let context): context.run(body)
        case .piece(let piece, let queue, let delivery):
            if delivery == .posting { piece.post(to: queue) } else { piece.run(on: queue) }
        }
    }
}

// What the driver runs before the clock may move.
extension WorldState {
    /// Whether there is anything.
    var hasWork: Bool { hasCalls || work.hasNextPiece }

    private var hasCalls: Bool { !calls.isEmpty || deliveries?.hasDue == true }

    // MARK: Calls

    /// Takes out the next call of an app, a device's script or the test. Returns `false` if there is none.
    mutating func takeCall(_ delivery: BluetoothPort.Delivery, into place: inout Work?) -> Bool {
        while true {
            if isScheduled { pickCall() }
            guard let call = calls.popFirst() else { return false }
            let number = calls.takeArrival()
            driver.callbackBegins(isPosted: delivery == .posting)
            if case .bound(let bound)? = countWork() { fail(bound) }
            work.standingNumber = delivery == .posting && holdsWork ? number ?? work.lastNumber : nil
            if put(call, delivery, into: &place) { return true }
        }
    }

    /// What a call is; `false` if nobody gets it any more.
    private mutating func put(
        _ call: consuming World.PendingCall, _ delivery: BluetoothPort.Delivery, into place: inout Work?
    ) -> Bool {
        switch consume call {
        case .central(let session, let event):
            if event.isEnd { session.unseenEnds -= 1 }
            guard !session.isClosed, let sink = session.sink else { return false }
            if isScheduled { record(event, for: session) }
            place = .central(sink, event, delivery, session.context)
        case .peripheral(let session, let event):
            if event.isEnd { session.unseenEnds -= 1 }
            guard !session.isClosed, let sink = session.sink else { return false }
            if isScheduled { record(event, for: session) }
            place = .peripheral(sink, event, delivery, session.context)
        case .accessory(let session, let event):
            guard !session.isClosed, let sink = session.sink else { return false }
            if isScheduled { record(event, for: session) }
            place = .accessory(sink, event, delivery, session.context)
        case .nearby(let session, let event):
            guard !session.isClosed, let sink = session.sink else { return false }
            place = .nearby(sink, seen(event, by: session), delivery, session.context)
        case .call(let body), .callOffMain(let body):
            place = .call(body, context)
        }
        return true
    }

    // MARK: In a world that holds its apps' work

    /// What runs next there.
    enum Next {
        /// What was put into the driver's place.
        case work
        /// A blocked thread goes on.
        case goOn(Strand)
        /// A piece for the main thread.
        case main
    }

    /// Takes out what runs next, if the calling thread may run it.
    ///
    /// Without work of the apps a callback is called at once, unless it is for another thread. Otherwise it goes to its
    /// queue first, behind what came before it there.
    mutating func takeNext(runsMain: Bool, into place: inout Work?) -> Next? {
        work.standingNumber = nil
        work.clock.show(now.nanoseconds)
        if work.isEmpty, !isNextCallElsewhere() { return takeCallInTurn(into: &place) ? .work : nil }
        if hasCalls, queueCall(into: &place) { return .work }
        driver.callbacksEnd()
        guard let choice = work.takeNext(runsMain: runsMain) else { return nil }
        work.tellNews(to: trace)
        switch choice {
        case .strand(let strand): return .goOn(strand)
        case .main: return .main
        case .piece(let piece, let queue):
            if case .bound(let bound)? = countWork() { fail(bound) }
            place = .piece(piece, queue: work.systemQueue(of: queue), .inTurn)
            return .work
        }
    }

    /// Takes out a callback that is called at once.
    private mutating func takeCallInTurn(into place: inout Work?) -> Bool {
        if takeCall(.inTurn, into: &place) { return true }
        driver.callbacksEnd()
        return false
    }

    /// Whether the next callback is for the main thread, and this is another one: it would have to wait there for what came
    /// later.
    private mutating func isNextCallElsewhere() -> Bool {
        guard faraday_main_is_bound(), !faraday_is_on_main_queue() else { return false }
        if isScheduled { pickCall() }
        return calls.isNextForMainQueue(others: false)
    }

    /// Gives all calls their places among the work of the apps. Returns whether it has found one that its sink has to put on
    /// its queue.
    private mutating func queueCall(into place: inout Work?) -> Bool {
        while takeCall(.posting, into: &place) {
            guard case .call(let body, let context)? = place else { return true }
            work.submit(Piece(.closure(body), of: context), to: AppWork.script)
            place = nil
        }
        work.standingNumber = nil
        return false
    }

    /// What a run does before it checks its condition.
    enum WorkStep {
        case nothing
        /// It runs what was put into its place.
        case run
        /// A drain runs what there is, while the run's thread is blocked.
        case handOver
        /// A drain runs it, when the run's task is suspended.
        case leave
        /// The world does not hold its apps' work.
        case settle
    }

    /// Finds out what a run does that drives.
    ///
    /// Callbacks are called on the run's own thread, and so is what the main queue gets, if that is the thread for it.
    mutating func nextOfRun(canPark: Bool, into place: inout Work?) -> WorkStep {
        guard holdsWork else { return .settle }
        // The condition may read the clock.
        work.clock.show(now.nanoseconds)
        if work.isEmpty, !hasCalls {
            driver.callbacksEnd()
            return .nothing
        }
        if canPark { return hasCalls || work.hasNextPiece ? .leave : .nothing }
        if work.isEmpty, !isNextCallElsewhere() {
            work.standingNumber = nil
            return takeCallInTurn(into: &place) ? .run : .nothing
        }
        if hasCalls, queueCall(into: &place) { return .run }
        driver.callbacksEnd()
        if faraday_is_on_main_queue(), work.isNextForMain,
            case .work? = takeNext(runsMain: true, into: &place)
        {
            return .run
        }
        return work.hasNextPiece ? .handOver : .nothing
    }

    /// Whether the schedule lets others go first, now that the driving thread asks for a lock or a queue.
    mutating func setsAside(_ thread: DriverMachine.Thread) -> Bool {
        guard let deliveries, let gap = deliveries.nextGap() else {
            work.clock.callsLeft = 0
            return false
        }
        work.clock.callsLeft = gap
        guard holdsWork, driver.thread == thread, hasCalls || work.hasNextPiece else { return false }
        deliveries.setAside()
        return true
    }

    // MARK: In other worlds

    /// Takes out what runs next where the apps' work runs by itself: calls first, then jobs that the world runs.
    ///
    /// - Parameter mayBeginWithJob: Whether a schedule may let a job run before calls that wait.
    mutating func takeWork(_ delivery: BluetoothPort.Delivery, mayBeginWithJob: Bool = false) -> Work? {
        if mayBeginWithJob, hasCalls, work.hasNextPiece, calls.isEmpty, deliveries?.putsJobFirst() == true {
            return takePiece(delivery)
        }
        var place: Work?
        return takeCall(delivery, into: &place) ? place : takePiece(delivery)
    }

    private mutating func takePiece(_ delivery: BluetoothPort.Delivery) -> Work? {
        if delivery != .posting { driver.callbacksEnd() }
        guard case .piece(let piece, let queue)? = work.takeNext(runsMain: true) else { return nil }
        driver.isUnsettled = true
        if case .bound(let bound)? = countWork() { fail(bound) }
        return .piece(piece, queue: work.systemQueue(of: queue), delivery)
    }

    /// Whether the next work can run on the main queue. Most callbacks of apps can, and handlers run anywhere.
    mutating func hasWorkForMainQueue() -> Bool {
        if isScheduled { pickCall() }
        return calls.isNextForMainQueue(others: true)
    }
}
