/// The phone of the process, and the closures that can provide one.
final class ProcessProvider: Sendable {
    typealias Question = @Sendable () -> (any PortProvider)?

    /// A closure that is called once, and its result.
    private struct Source {
        /// `nil` when none was set, or when it was already called.
        var question: Question?
        var answer: (any PortProvider)?
        /// How often a closure was set: the result is discarded if another closure was set meanwhile.
        var generation = 0

        init() {}

        mutating func set(_ question: @escaping Question) {
            (self.question, answer) = (question, nil)
            generation += 1
        }
    }

    private struct State {
        var installed: (any PortProvider)?
        /// In the order in which they are called.
        var sources = [Source(), Source()]
        var standIn: Question?

        var known: (any PortProvider)? { installed ?? sources.lazy.compactMap(\.answer).first }

        /// The next closure to call while no phone is known.
        var next: Int? { sources.firstIndex { $0.question != nil } }
    }

    private static let attachment = 0
    private static let fallback = 1

    private let state = Lock(State())
    /// Held while a closure is called, so that other threads wait for its result. The closures open a radio and are not
    /// app code; managers that they create do not take this lock. The guarded value has a size, because the thread
    /// sanitizer mistakes an access to an empty value for an access to the lock itself.
    private let turn = Lock(false)

    /// Whether the current code is one of the closures, or was started by one.
    @TaskLocal private static var isAnswering = false

    func install(_ provider: (any PortProvider)?) { change { $0.installed = provider } }

    func setAttachment(_ attachment: @escaping Question) {
        change { $0.sources[Self.attachment].set(attachment) }
    }

    func setFallback(_ fallback: @escaping Question) { change { $0.sources[Self.fallback].set(fallback) } }

    func setStandIn(_ standIn: Question?) { change { $0.standIn = standIn } }

    /// The installed phone.
    var installed: (any PortProvider)? { state.withLock { $0.installed } }

    /// The installed phone, otherwise the result of the attachment, otherwise of the fallback; simultaneous callers get
    /// the same result.
    func resolve() -> (any PortProvider)? {
        let (known, isOpen) = state.withLock { ($0.known, $0.next != nil) }
        if known != nil || !isOpen || Self.isAnswering { return known }
        return turn.withLock { _ in Self.$isAnswering.withValue(true, operation: ask) }
    }

    /// The result of the stand-in, if there is one.
    func standIn() -> (any PortProvider)? { state.withLock { $0.standIn }?() }

    /// Calls each closure once, also one that is set meanwhile.
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

    /// The replaced value is released outside the lock: its release may stop a radio and wait for app code that uses
    /// this object.
    private func change(_ body: (inout State) -> Void) {
        _ = state.withLock { state in
            defer { body(&state) }
            return state
        }
    }
}
