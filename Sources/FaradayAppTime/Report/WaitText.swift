import CInterposition

/// What a blocked thread waits for, and on which queue it is, in words.
package struct WaitText {
    private let strand: Strand
    private let work: AppWork

    package init(_ strand: Strand, in work: AppWork) { (self.strand, self.work) = (strand, work) }

    /// Who is blocked in an app's code, one line each; `time` is a virtual time in words.
    package static func lines(of work: AppWork, _ time: (Int64) -> String) -> [String] {
        work.strands.filter { $0.wait != .idle }.map { strand in
            WaitText(strand, in: work).text + ", since \(time(strand.since)) s"
        }
    }

    /// `main waits for a semaphore (in Connection.read)`.
    package var text: String {
        let place = Symbols.place(of: strand.origin).map { " (in \($0))" } ?? ""
        return "\(who) waits \(what)\(place)"
    }

    /// Which queue or thread it is.
    package var who: String {
        if let queue = strand.queues.first { return QueueText.name(queue) }
        return strand.isMain ? "the main thread" : strand.isOfApp ? "a thread of the app's own" : "a task"
    }

    private var what: String {
        switch strand.wait {
        case .sleep: "for its time"
        case .semaphore: "for a semaphore"
        case .group: "for a group"
        case .condition: "for a condition"
        case .lock(let owner): "for a lock that \(holder(owner)) has"
        case .queue(let queue): "for its turn on \(QueueText.name(queue))"
        case .turn: "for its turn"
        case .thread: "for the end of a thread"
        case .runLoop: "in a run loop"
        case .idle: "for the rest to run"
        }
    }

    private func holder(_ thread: Int32) -> String {
        guard let holder = work.strands.first(where: { $0.thread == thread }) else { return "another thread" }
        return WaitText(holder, in: work).who
    }
}

/// Queues in words.
package enum QueueText {
    /// The label of a queue, or what it is if it has none.
    package static func name(_ key: UInt) -> String {
        if key == AppWork.mainQueue { return "main" }
        guard key > AppWork.script, let queue = UnsafeRawPointer(bitPattern: key) else { return "the world" }
        guard faraday_queue_kind(queue) != Int32(FARADAY_NO_QUEUE.rawValue) else { return "a run loop" }
        let label = String(cString: faraday_queue_label(queue))
        if label.hasPrefix("com.apple.root.") { return "a global queue" }
        return label.isEmpty ? "a queue without a label" : label
    }
}
