/// The phone of the process, and who may know one.
final class ProcessProvider: Sendable {
    typealias Question = @Sendable () -> (any PortProvider)?

    private struct State {
        var installed: (any PortProvider)?
        var fallback: Question?
        /// How often a fallback was set: an answer is worth nothing when another one has been.
        var generation = 0
        /// What the fallback said.
        var answer: (any PortProvider)?
        var standIn: Question?

        var known: (any PortProvider)? { installed ?? answer }
    }

    private let state = Lock(State())
    /// Held while the fallback is asked, so that whoever comes meanwhile waits for its answer. A fallback opens a
    /// radio and is no app's code; what it creates itself does not come here. What it guards has a size: the thread
    /// sanitizer takes an access to nothing for one to the lock itself.
    private let turn = Lock(false)

    /// The code that runs here is the fallback's, or was begun by it.
    @TaskLocal private static var isAnswering = false

    func install(_ provider: (any PortProvider)?) { change { $0.installed = provider } }

    func setFallback(_ fallback: @escaping Question) {
        change { state in
            (state.fallback, state.answer) = (fallback, nil)
            state.generation += 1
        }
    }

    func setStandIn(_ standIn: Question?) { change { $0.standIn = standIn } }

    /// What is installed.
    var installed: (any PortProvider)? { state.withLock { $0.installed } }

    /// What is installed, else what the fallback says: the same to all who ask at once.
    func resolve() -> (any PortProvider)? {
        let (known, isOpen) = state.withLock { ($0.known, $0.fallback != nil) }
        if known != nil || !isOpen || Self.isAnswering { return known }
        return turn.withLock { _ in Self.$isAnswering.withValue(true, operation: ask) }
    }

    /// Who answers when nobody else has a phone.
    func standIn() -> (any PortProvider)? { state.withLock { $0.standIn }?() }

    /// Asks each fallback once, also one that is set meanwhile.
    private func ask() -> (any PortProvider)? {
        while true {
            let (known, fallback, generation) = state.withLock { ($0.known, $0.fallback, $0.generation) }
            guard known == nil, let fallback else { return known }
            let answer = fallback()
            change { state in
                guard state.generation == generation else { return }
                (state.answer, state.fallback) = (answer, nil)
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
