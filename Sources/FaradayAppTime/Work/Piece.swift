import CInterposition

/// A piece of an app's work: a block, a part of a task, a handler. A world runs one piece at a time.
///
/// An object, because a piece passes through several queues and tables on its way: as a value of 120 bytes it was copied ten
/// times, which cost a read of the client 2,000 instructions.
package final class Piece {
    /// What the piece is.
    package enum Body {
        /// What a call of the system's handed on.
        case work(faraday_work)
        /// A closure of ours.
        case closure(() -> Void)
        /// The handlers of a source that has fired, was cancelled or was registered.
        case source(AppSource, AppSource.Handler)
        /// A timer of a run loop that has fired.
        case timer(AppTimer)
        /// A blocked thread that waits for its turn here.
        case strand(Strand)
    }

    /// The order in which pieces came; a piece that was made later than it came stands where it would have come.
    @exclusivity(unchecked) package var number: UInt64 = 0
    /// Whether the piece is alone on its concurrent queue.
    package let isBarrier: Bool
    package let body: Body
    /// Whose work it is.
    package let context: AppContext
    /// Where it was handed on.
    package let origin: Origin
    /// The run loop of a thread outside the world, if the piece is for one.
    @exclusivity(unchecked) var foreignLoop: ForeignLoop?

    var isTimer: Bool { if case .timer = body { true } else { false } }

    package init(_ body: Body, of context: AppContext, isBarrier: Bool = false, origin: Origin = Origin()) {
        self.body = body
        self.context = context
        self.isBarrier = isBarrier
        self.origin = origin
    }

    /// Runs the piece on its queue, which the caller has chosen, and on this thread if the queue allows it.
    package func run(on queue: UnsafeRawPointer?) {
        if let foreignLoop {
            nonisolated(unsafe) let piece = atHome
            return foreignLoop.run { piece.run(on: nil) }
        }
        switch body {
        case .work(let work): faraday_run_on_queue(context.raw, queue, isBarrier, work.run, work.argument)
        case .closure(let closure): run(on: queue, closure)
        case .source(let source, let handler): run(on: queue) { source.call(handler) }
        case .timer(let timer): run(on: queue) { timer.call() }
        case .strand: preconditionFailure("a blocked thread is woken, and not run")
        }
    }

    /// The same piece for the thread of its loop.
    private var atHome: Piece { Piece(body, of: context, isBarrier: isBarrier, origin: origin) }

    /// A closure with nothing around it: as a parameter of a generic type it would be called through two thunks.
    private struct Call { let body: () -> Void }

    private func run(on queue: UnsafeRawPointer?, _ body: @escaping () -> Void) {
        var call = Call(body: body)
        withUnsafeMutablePointer(to: &call) { pointer in
            faraday_run_on_queue(
                context.raw, queue, isBarrier,
                { $0?.assumingMemoryBound(to: Call.self).pointee.body() }, pointer)
        }
    }

    /// Hands the piece on to its queue, which runs it as the system does.
    package func post(to queue: UnsafeRawPointer?) {
        if let foreignLoop {
            nonisolated(unsafe) let piece = atHome
            foreignLoop.post { piece.run(on: nil) }
            return
        }
        guard let queue else { return run(on: nil) }
        if case .work(let work) = body { return faraday_post(context.raw, queue, work) }
        faraday_post(
            context.raw, queue,
            faraday_work(
                run: { argument in
                    guard let argument else { return }
                    Unmanaged<Piece>.fromOpaque(argument).takeRetainedValue().run(on: nil)
                },
                drop: { argument in
                    guard let argument else { return }
                    Unmanaged<Piece>.fromOpaque(argument).release()
                }, argument: Unmanaged.passRetained(self).toOpaque()))
    }

    /// Releases what the piece holds, without running it. Not under the lock: what is released may be the app's.
    package func drop() {
        if case .work(let work) = body { work.drop(work.argument) }
    }
}
