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
        guard let (timer, origin) = timer(due), let place = Symbols.place(of: origin) else { return nil }
        return "\(timer) (\(place))"
    }

    private func text(of due: AppWork.Due) -> String? {
        switch due {
        case .piece(let piece, _):
            if case .work(let work) = piece.body, faraday_is_job(work.run) { return "a Task.sleep" }
        case .strand(let strand):
            // A test's wait ends with the test, and says so itself.
            return strand.isTestsLoop ? nil : "the end of a wait: \(WaitText(strand, in: work).text)"
        case .timer, .source: break
        }
        guard let (timer, origin) = Self.timer(due) else { return nil }
        return timer + (Symbols.place(of: origin).map { ", set in \($0)" } ?? "")
    }

    /// What an app has set, and where; `nil` for the end of a wait.
    private static func timer(_ due: AppWork.Due) -> (text: String, origin: Origin)? {
        switch due {
        case .piece(let piece, let queue): ("asyncAfter on \(QueueText.name(queue.key))", piece.origin)
        case .timer(let timer): ("a Timer", timer.origin)
        case .source(let source):
            (
                "a DispatchSource timer" + (source.queue.map { " on \(QueueText.name($0.key))" } ?? ""),
                source.origin
            )
        case .strand: nil
        }
    }
}
