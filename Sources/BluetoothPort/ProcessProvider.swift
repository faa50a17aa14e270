/// The phone of the process, and who may know one.
final class ProcessProvider: Sendable {
    typealias Question = @Sendable () -> (any PortProvider)?

    /// A question that is asked once, and its answer.
    private struct Source {
        /// `nil` when nobody set one, or when it has been asked.
        var question: Question?
        var answer: (any PortProvider)?
        /// How often a question was set: an answer is worth nothing when another question has been set since.
        var generation = 0

        init() {}

        mutating func set(_ question: @escaping Question) {
            (self.question, answer) = (question, nil)
            generation += 1
        }
    }

    private struct State {
        var installed: (any PortProvider)?
        /// In the order in which they are asked.
        var sources = [Source(), Source()]
        var standIn: Question?

        var known: (any PortProvider)? { installed ?? sources.lazy.compactMap(\.answer).first }

        /// Whom to ask next while nothing is known.
        var next: Int? { sources.firstIndex { $0.question != nil } }
    }

    private static let attachment = 0
    private static let fallback = 1

    private let state = Lock(State())
    /// Held while a question is asked, so that whoever comes meanwhile waits for its answer. Questions open a radio
    /// and are no app's code; what they create themselves does not come here. What it guards has a size: the thread
    /// sanitizer takes an access to nothing for one to the lock itself.
    private let turn = Lock(false)

    /// The code that runs here is a question's, or was begun by it.
    @TaskLocal private static var isAnswering = false

    func install(_ provider: (any PortProvider)?) { change { $0.installed = provider } }

    func setAttachment(_ attachment: @escaping Question) {
        change { $0.sources[Self.attachment].set(attachment) }
    }

    func setFallback(_ fallback: @escaping Question) { change { $0.sources[Self.fallback].set(fallback) } }

    func setStandIn(_ standIn: Question?) { change { $0.standIn = standIn } }

    /// What is installed.
    var installed: (any PortProvider)? { state.withLock { $0.installed } }

    /// What is installed, else what the attachment says, else what the fallback says: the same to all who ask at
    /// once.
    func resolve() -> (any PortProvider)? {
        let (known, isOpen) = state.withLock { ($0.known, $0.next != nil) }
        if known != nil || !isOpen || Self.isAnswering { return known }
        return turn.withLock { _ in Self.$isAnswering.withValue(true, operation: ask) }
    }

    /// Who answers when nobody else has a phone.
    func standIn() -> (any PortProvider)? { state.withLock { $0.standIn }?() }

    /// Asks each question once, also one that is set meanwhile.
    private func ask() -> (any PortProvider)? {
        while true {
            let (known, next, sources) = state.withLock { ($0.known, $0.next, $0.sources) }
            guard known == nil, let next, let question = sources[next].question else { return known }
            let answer = question()
            change { state in
                guard state.sources[next].generation == sources[next].generation else { return }
                (state.sources[next].answer, state.sources[next].question) = (answer, nil)
            }
        }
    }

    /// What is replaced goes behind the lock: a phone that ends with it may stop a radio, and app code that this waits
    /// for may look here.
    private func change(_ body: (inout State) -> Void) {
        _ = state.withLock { state in
            defer { body(&state) }
            return state
        }
    }
}
