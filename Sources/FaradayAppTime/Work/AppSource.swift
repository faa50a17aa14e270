import BluetoothPort
import CInterposition

/// A source of dispatch that a world emulates: a timer, or data that the app merges.
///
/// The system's object stays what the app holds, so its references, its suspensions and its end are the system's. It never
/// fires: this object does. Used under the world's lock, but for `call`.
package final class AppSource {
    /// What fires the source.
    enum Kind: Int32 {
        case timer = 1
        case add = 2
        case or = 3
        case replace = 4
    }

    /// A handler of the app's.
    package enum Handler: Int32, Sendable {
        case event = 0
        case cancel = 1
        case registration = 2
    }

    let kind: Kind
    let context: AppContext
    /// The queue of the handlers.
    var queue: KeptQueue?
    private(set) var origin = Origin()
    private var handlers: [Handler: faraday_work] = [:]
    /// A source begins suspended, and counts one less with each resumption.
    private var suspensions = 1
    private var isCancelled = false
    private var isRegistered = false
    /// What has come since the event handler last ran.
    private var data: UInt = 0
    /// What the running event handler reads.
    private(set) var shown: UInt = 0
    private var isWaiting = false
    private var interval: Int64?
    private var deadline: Deadlines<AppWork.Due>.Token?

    init(_ kind: Kind, of context: AppContext, queue: KeptQueue?) {
        (self.kind, self.context, self.queue) = (kind, context, queue)
    }

    // MARK: What the app asks for

    /// Sets or moves the timer.
    ///
    /// - Parameters:
    ///   - start: The virtual time of the first event; `nil` for never.
    ///   - interval: The time between two events; `nil` for only one.
    ///   - now: The virtual time.
    func set(_ start: Int64?, _ interval: Int64?, _ origin: Origin, in work: AppWork, now: Int64) {
        self.origin = origin
        self.interval = interval.map { max(1, $0) }
        work.cancel(deadline)
        data = 0
        guard !isCancelled, let start else {
            deadline = nil
            return
        }
        deadline = work.add(.source(self), at: start)
        work.news.add(.set(.source(self), delay: start - now))
    }

    /// Returns the earlier handler, which the caller drops without the lock.
    func set(_ work: faraday_work?, as handler: Handler) -> faraday_work? {
        defer { handlers[handler] = work }
        return handlers[handler]
    }

    func suspend() { suspensions += 1 }

    func resume(in work: AppWork) {
        suspensions -= 1
        activate(in: work)
    }

    func activate(in work: AppWork) {
        if suspensions == 1, !isRegistered { suspensions = 0 }
        guard suspensions <= 0 else { return }
        if !isRegistered {
            isRegistered = true
            if handlers[.registration] != nil { submit(.registration, to: work) }
        }
        goOn(in: work)
    }

    func cancel(in work: AppWork) {
        guard !isCancelled else { return }
        isCancelled = true
        if deadline != nil { work.news.add(.cancelled(.source(self))) }
        work.cancel(deadline)
        deadline = nil
        goOn(in: work)
    }

    /// Data that the app merges into the source.
    func merge(_ value: UInt, in work: AppWork) {
        switch kind {
        case .timer: return
        case .add: data &+= value
        case .or: data |= value
        case .replace: data = value
        }
        goOn(in: work)
    }

    /// The timer's time has come.
    func fire(in work: AppWork, at time: Int64) {
        data += 1
        deadline = interval.map { work.add(.source(self), at: time.addingReportingOverflow($0).partialValue) }
        goOn(in: work)
    }

    // MARK: Handlers

    /// Lets the handler run that has to, if nothing is in its way.
    private func goOn(in work: AppWork) {
        guard suspensions <= 0, isRegistered, !isWaiting else { return }
        if isCancelled {
            // Also without a handler for it: a cancelled source releases what the app has given it, on its queue.
            if !handlers.isEmpty { submit(.cancel, to: work) }
        } else if data != 0, handlers[.event] != nil {
            submit(.event, to: work)
        }
    }

    private func submit(_ handler: Handler, to work: AppWork) {
        if handler != .registration { isWaiting = true }
        work.submit(
            Piece(.source(self, handler), of: context, origin: origin), to: queue?.key ?? AppWork.pool)
    }

    /// Calls a handler, on its queue and without the lock.
    func call(_ handler: Handler) {
        guard let host = context.host else { return }
        let called: faraday_work? = host.change { [self] work, _ in begin(handler) }
        if let called { called.run(called.argument) }
        // What a cancelled source has kept for the app is released here.
        let released = host.change { [self] work, _ in end(handler, in: work) }
        for work in released { work.drop(work.argument) }
    }

    private func begin(_ handler: Handler) -> faraday_work? {
        if handler == .event {
            // Suspended or cancelled since it was submitted.
            guard suspensions <= 0, !isCancelled else { return nil }
            (shown, data) = (data, 0)
        }
        return handlers[handler]
    }

    private func end(_ handler: Handler, in work: AppWork) -> [faraday_work] {
        shown = 0
        guard handler != .registration else { return [] }
        isWaiting = false
        guard handler == .cancel else {
            goOn(in: work)
            return []
        }
        return takeHandlers()
    }

    /// The system's object is gone: nothing comes any more. Returns what the caller drops without the lock.
    func dispose(in work: AppWork) -> [faraday_work] {
        work.cancel(deadline)
        (deadline, isCancelled) = (nil, true)
        return takeHandlers()
    }

    /// Takes all handlers out, for good.
    func takeHandlers() -> [faraday_work] {
        defer { handlers = [:] }
        return Array(handlers.values)
    }
}
