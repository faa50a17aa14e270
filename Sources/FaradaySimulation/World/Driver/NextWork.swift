/// What a worker's thread runs as soon as it has done what it runs now.
///
/// Another thread would have to be woken for it, while this one falls asleep. Such a change takes some ten microseconds, and
/// systems often put both threads on one processor.
struct NextWork {
    /// What may follow what the thread runs now.
    enum Followers {
        /// What the thread runs may take long.
        case none
        /// A world's drain runs. A job is the way back of its last task, or else is released with the drain's next step.
        case jobs
        /// A job of a task runs, after which the thread is free.
        case any
    }

    /// A type of its own, because a closure in a lock would get a layer more with each access.
    struct Work {
        let body: WorkerThreads.Body
    }

    var followers = Followers.none
    private var kept: Work?

    /// Keeps a body, unless something else follows already, or what runs now may take long.
    mutating func keep(_ body: @escaping WorkerThreads.Body, isJob: Bool) -> Bool {
        guard kept == nil, followers == .any || followers == .jobs && isJob else { return false }
        kept = Work(body: body)
        return true
    }

    /// Takes out what follows; nothing may follow from now on.
    mutating func end() -> WorkerThreads.Body? {
        followers = .none
        return take()
    }

    /// Takes out what would have followed.
    mutating func take() -> WorkerThreads.Body? {
        defer { kept = nil }
        return kept?.body
    }
}
