import FaradayEngine

/// What is told of a phone's screen.
package enum ScreenNews: Hashable, Sendable {
    /// It shows this, and nobody answers by itself.
    case asks(ScreenQuestion)
    /// The user has done something with what it showed: `allows`.
    case answered(ScreenQuestion, String)
    /// It shows this no longer, and nobody has answered.
    case gone(ScreenQuestion)
}

/// Which questions on a phone's screen wait, for somebody who is told of them.
///
/// ```swift
/// var watch = ScreenWatch { print($0) }
/// _ = watch.asks(question)                 // [.asks(question)]
/// watch.isAnswered(question.number, "allows")
/// _ = watch.shows([])                      // [.answered(question, "allows")]
/// ```
struct ScreenWatch {
    let tell: @Sendable (ScreenNews) -> Void
    private var waiting: [ScreenQuestion] = []
    /// What the user has done with questions that are still shown.
    private var answers: [UInt32: String] = [:]

    init(_ tell: @escaping @Sendable (ScreenNews) -> Void) { self.tell = tell }

    /// The user of a phone leaves the question with this number on the screen.
    static func leave(_ number: UInt32, of id: NodeID, in world: World) {
        guard world.lock.withLock({ $0.phone(id).screenWatch != nil }) else { return }
        world.performOnPhone(id) { phone, _ in phone.waits(for: number) }
    }

    var isWaiting: Bool { !waiting.isEmpty }

    /// A question waits. A picker keeps its number when it asks something else.
    mutating func asks(_ question: ScreenQuestion) -> [ScreenNews] {
        guard let place = waiting.firstIndex(where: { $0.number == question.number }) else {
            waiting.append(question)
            return [.asks(question)]
        }
        let old = waiting[place]
        guard old != question else { return [] }
        waiting[place] = question
        let answer = answers.removeValue(forKey: question.number)
        return (answer.map { [.answered(old, $0)] } ?? []) + [.asks(question)]
    }

    /// The user does something with a question.
    mutating func isAnswered(_ number: UInt32, _ words: String) {
        if waiting.contains(where: { $0.number == number }) { answers[number] = words }
    }

    /// These questions are shown, and no others.
    mutating func shows(_ questions: [ScreenQuestion]) -> [ScreenNews] {
        var news: [ScreenNews] = []
        for old in waiting where !questions.contains(where: { $0.number == old.number }) {
            let answer = answers.removeValue(forKey: old.number)
            news.append(answer.map { .answered(old, $0) } ?? .gone(old))
        }
        waiting.removeAll { old in !questions.contains { $0.number == old.number } }
        return news
    }
}
