import CInterposition

/// What an app has set for a later time, in words.
package struct DueText {
    private let work: AppWork

    package init(of work: AppWork) { self.work = work }

    /// What is due next, in order, as virtual time and text: `asyncAfter on ble, set in Connection.connect`.
    package func next(_ limit: Int) -> [(time: Int64, text: String)] {
        var texts: [(time: Int64, text: String)] = []
        for (time, due) in work.deadlines.all {
            guard texts.count < limit else { break }
            if let text = text(of: due) { texts.append((time, text)) }
        }
        return texts
    }

    /// What an app has set, with its place: `asyncAfter on ble (Connection.connect)`; `nil` if the place is not known.
    static func story(of due: AppWork.Due) -> String? {
        switch due {
        case .piece(let piece, let queue):
            guard let place = Symbols.place(of: piece.origin) else { return nil }
            return "asyncAfter on \(QueueText.name(queue.key)) (\(place))"
        case .timer(let timer): return Symbols.place(of: timer.origin).map { "a Timer (\($0))" }
        case .source(let source):
            let queue = source.queue.map { " on \(QueueText.name($0.key))" } ?? ""
            return Symbols.place(of: source.origin).map { "a DispatchSource timer\(queue) (\($0))" }
        case .strand: return nil
        }
    }

    private func text(of due: AppWork.Due) -> String? {
        switch due {
        case .piece(let piece, let queue):
            if case .work(let work) = piece.body, faraday_is_job(work.run) { return "a Task.sleep" }
            return "asyncAfter on \(QueueText.name(queue.key))\(place(piece.origin))"
        case .timer(let timer): return "a Timer\(place(timer.origin))"
        case .source(let source):
            let queue = source.queue.map { " on \(QueueText.name($0.key))" } ?? ""
            return "a DispatchSource timer\(queue)\(place(source.origin))"
        case .strand(let strand):
            // A test's wait ends with the test, and says so itself.
            guard !strand.isTestsLoop else { return nil }
            return "the end of a wait: \(WaitText(strand, in: work).text)"
        }
    }

    private func place(_ origin: Origin) -> String {
        Symbols.place(of: origin).map { ", set in \($0)" } ?? ""
    }
}
