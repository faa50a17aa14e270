import CInterposition
import Dispatch

extension Handlers {
    static func fillWaits(_ handlers: inout faraday_handlers) {
        handlers.wait = { raw, request in
            guard let raw, let request else { return 0 }
            let context = AppContext.of(raw)
            let asked = request.pointee
            let isOver = asked.is_over
            let strand = Strand(
                Handlers.wait(asked), of: context,
                semaphore: asked.kind == Int32(FARADAY_WAIT_SEMAPHORE.rawValue) ? asked.object : nil,
                deadline: asked.deadline == .max ? nil : Handlers.time(asked.deadline),
                origin: Handlers.origin(withUnsafePointer(to: asked.origin) { $0 }),
                isOver: { isOver?(asked.argument) ?? false })
            guard let host = context.host else { return Strand.Wake.abandoned.rawValue }
            host.block(strand) { _ in }
            return strand.wake.rawValue
        }
        handlers.is_blocked = { raw, thread in
            Handlers.host(raw)?.change { held, _ in held.strands.contains { $0.thread == thread } } ?? false
        }
        handlers.poke = { raw in
            // The world whose code this is looks by itself when the code has run.
            for host in LiveHosts.blocked(otherThan: raw?.pointee.clock) { host.change { _, _ in } }
        }
        handlers.enter_queue = { raw, queue, isBarrier, run, argument, origin in
            guard let raw, let queue, let run else { return true }
            let context = AppContext.of(raw)
            guard let host = context.host else { return true }
            return Handlers.enter(
                UInt(bitPattern: queue), isBarrier: isBarrier, goesToMain: Handlers.runsOnMain(queue, host),
                host,
                context, Handlers.origin(origin)
            ) { run(argument) }
        }
        handlers.waits_for_itself = { raw, queue, origin in
            guard let raw, let queue else { return }
            let context = AppContext.of(raw)
            context.host?.fail(
                Strand(.queue(UInt(bitPattern: queue)), of: context, origin: Handlers.origin(origin)))
        }
        handlers.left_queue = { raw, queue, isBarrier in
            Handlers.host(raw)?.change { held, _ in held.leave(UInt(bitPattern: queue), isBarrier: isBarrier)
            }
        }
        handlers.enter_world = { raw, run, argument, placed in
            guard let raw, let run else { return }
            let context = AppContext.of(raw)
            guard faraday_clock_mode(raw.pointee.clock) == Int32(FARADAY_HELD.rawValue),
                let host = context.host
            else {
                placed?(argument)
                return context.run { run(argument) }
            }
            // The thread is the system's, and on the source's queue already, or a new one: it gets a turn there.
            let strand = Strand(.turn, of: context)
            Handlers.wait(strand, in: host) { placed?(argument) }
            guard strand.wake == .woken else { return }
            context.run { run(argument) }
            host.leave()
        }
    }

    /// The system has called a source's handler, on a queue that is the source's alone: it runs as a piece of the world, on
    /// the app's queue, and the source waits for it.
    static func fillBringing(_ handlers: inout faraday_handlers) {
        handlers.bring = { raw, queue, run, argument in
            guard let raw, let queue, let run else { return }
            let context = AppContext.of(raw)
            guard faraday_clock_mode(raw.pointee.clock) == Int32(FARADAY_HELD.rawValue),
                let host = context.host
            else { return faraday_run_on_queue(raw, queue, false, run, argument) }
            let isDone = DispatchSemaphore(value: 0)
            nonisolated(unsafe) let body = argument
            do {
                // Also when the piece is dropped: the world has ended.
                let end = Ending { isDone.signal() }
                let piece = Piece(.closure { withExtendedLifetime(end) { run(body) } }, of: context)
                host.change { held, _ in held.submit(piece, to: UInt(bitPattern: queue)) }
            }
            isDone.wait()
        }
    }

    /// Says when nobody has it any more.
    private final class Ending {
        private let end: () -> Void
        init(_ end: @escaping () -> Void) { self.end = end }
        deinit { end() }
    }

    /// Waits for a turn among the world's pieces. `placed` is called under the lock when the strand has its place.
    static func wait(_ strand: Strand, in host: any AppTimeHost, _ placed: () -> Void = {}) {
        host.block(strand) { held in
            held.submit(Piece(.strand(strand), of: strand.context), to: AppWork.pool)
            placed()
        }
    }

    private static func wait(_ request: faraday_wait_request) -> Strand.Wait {
        switch request.kind {
        case Int32(FARADAY_WAIT_SEMAPHORE.rawValue): .semaphore
        case Int32(FARADAY_WAIT_GROUP.rawValue): .group
        case Int32(FARADAY_WAIT_CONDITION.rawValue): .condition
        case Int32(FARADAY_WAIT_LOCK.rawValue): .lock(owner: request.owner)
        case Int32(FARADAY_WAIT_THREAD.rawValue): .thread
        default: .sleep
        }
    }

    /// Waits until the thread may run something on a queue at once. Returns `false` if it has been run elsewhere: what goes
    /// to the main queue runs on the main thread.
    private static func enter(
        _ queue: UInt, isBarrier: Bool, goesToMain: Bool, _ host: any AppTimeHost, _ context: AppContext,
        _ origin: Origin, _ body: @escaping () -> Void
    ) -> Bool {
        if goesToMain {
            runOnMain(queue, host, context, origin, body)
            return false
        }
        let isFree = host.change { held, _ in held.queues.isFree(queue, isBarrier: isBarrier) }
        if isFree { return true }
        let strand = Strand(.queue(queue), of: context, origin: origin)
        host.block(strand) { held in
            // It keeps the call's place on the queue.
            held.submit(Piece(.strand(strand), of: context, isBarrier: isBarrier, origin: origin), to: queue)
        }
        if strand.wake == .abandoned { faraday_end_thread() }
        return true
    }

    /// Whether something for the queue runs on another thread: the main one, or that of a test on the main actor.
    private static func runsOnMain(_ queue: UnsafeRawPointer, _ host: any AppTimeHost) -> Bool {
        if faraday_waits_for_main(queue) { return true }
        return faraday_goes_to_main(queue) && !faraday_is_on_main_queue()
            && host.change { held, _ in held.servesMain }
    }

    /// Runs something on the main thread, and waits for it.
    private static func runOnMain(
        _ queue: UInt, _ host: any AppTimeHost, _ context: AppContext, _ origin: Origin,
        _ body: @escaping () -> Void
    ) {
        // Written and read under the world's lock, or by the thread whose turn it is.
        nonisolated(unsafe) var isDone = false
        let strand = Strand(.queue(queue), of: context, origin: origin, isOver: { isDone })
        host.block(strand) { held in
            let piece = Piece(
                .closure {
                    body()
                    isDone = true
                }, of: context, origin: origin)
            held.submit(piece, to: queue)
        }
        if strand.wake == .abandoned { faraday_end_thread() }
    }
}
