import CInterposition

extension AppWork {
    /// A run on this thread drives, and runs what comes for the main queue. So an earlier wait of the thread, if it is on
    /// that queue, keeps the queue from nobody any more.
    package func lendMain() {
        var next = faraday_occupations()
        while let occupation = next {
            next = occupation.pointee.outer
            guard occupation.pointee.is_noted, occupation.pointee.queue == faraday_main_queue() else {
                continue
            }
            occupation.pointee.is_noted = false
            leave(Self.mainQueue, isBarrier: occupation.pointee.is_barrier)
        }
    }

    /// Whether a thread is blocked. Asked here, because an access from another module would be checked at run time.
    package var hasStrands: Bool { !strands.isEmpty }

    /// Whether there is something to tell. Asked here, because an access from another module would be checked at run time.
    package var hasNews: Bool { !news.isEmpty }
}
