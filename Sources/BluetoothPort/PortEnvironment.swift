/// How a manager finds its phone without being told: the phone of the running task or callback, else
/// the one installed for the process, else the fallback, else the stand-in.
public enum PortEnvironment {
    /// The phone of the running task, `phone.run { }` block or callback.
    @TaskLocal public static var current: (any PortProvider)?

    private static let process = Lock(ProcessPhone())

    /// Makes `provider` the phone of every manager that finds no nearer one; `nil` takes it back, and leaves
    /// the fallback if there is one.
    public static func install(_ provider: (any PortProvider)?) {
        process.withLock { $0.installed = provider }
    }

    /// Sets what is asked when nothing is installed, once; the answer holds until another fallback is set.
    public static func setFallback(_ fallback: @escaping @Sendable () -> (any PortProvider)?) {
        process.withLock { process in
            process.fallback = fallback
            process.answer = nil
        }
    }

    /// The phone of the running task or callback, else the installed one; the fallback is not asked.
    package static var nearest: (any PortProvider)? { current ?? process.withLock { $0.installed } }

    /// Sets who answers, each time, when nobody else has a phone: a simulated one that stands in where no other is.
    package static func setStandIn(_ standIn: (@Sendable () -> (any PortProvider)?)?) {
        process.withLock { $0.standIn = standIn }
    }

    /// Runs `body` without the stand-in: managers created in it find a phone that was meant, or none.
    package static func withoutStandIn<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $ignoresStandIn.withValue(true, operation: body)
    }

    @TaskLocal private static var ignoresStandIn = false

    /// The phone a manager created here and now belongs to; `nil` when there is none.
    ///
    /// Called from any thread.
    public static func resolve() -> (any PortProvider)? {
        if let current { return current }
        switch process.withLock({ $0.next() }) {
        case .known(let provider): return provider
        case .nobody: break
        case .ask(let fallback):
            // Not under the lock: it may connect to something.
            guard let provider = fallback() else { break }
            process.withLock { $0.answer = provider }
            return provider
        }
        if ignoresStandIn { return nil }
        return process.withLock { $0.standIn }?()
    }
}

/// The phone of the process, and who may know one.
struct ProcessPhone {
    enum Next {
        case known(any PortProvider)
        case ask(@Sendable () -> (any PortProvider)?)
        case nobody
    }

    var installed: (any PortProvider)?
    var fallback: (@Sendable () -> (any PortProvider)?)?
    /// What the fallback said.
    var answer: (any PortProvider)?
    var standIn: (@Sendable () -> (any PortProvider)?)?

    /// Where to look now; a fallback is handed out once.
    mutating func next() -> Next {
        if let provider = installed ?? answer { return .known(provider) }
        guard let fallback else { return .nobody }
        self.fallback = nil
        return .ask(fallback)
    }
}
