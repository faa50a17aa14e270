/// How a manager finds its phone without being told: the phone of the running task or callback, else
/// the one installed for the process, else the fallback.
public enum PortEnvironment {
    /// The phone of the running task, `phone.run { }` block or callback.
    @TaskLocal public static var current: (any PortProvider)?

    private static let process = Lock(ProcessPhone())

    /// Makes `provider` the phone of every manager that finds no nearer one; `nil` takes it back.
    public static func install(_ provider: (any PortProvider)?) {
        process.withLock { $0.installed = provider }
    }

    /// Sets what is asked when nothing is installed, once; the answer is then installed.
    public static func setFallback(_ fallback: @escaping @Sendable () -> (any PortProvider)?) {
        process.withLock { $0.fallback = fallback }
    }

    /// The phone a manager created here and now belongs to; `nil` when there is none.
    ///
    /// Called from any thread.
    public static func resolve() -> (any PortProvider)? {
        if let current { return current }
        switch process.withLock({ $0.next() }) {
        case .installed(let provider): return provider
        case .nobody: return nil
        case .ask(let fallback):
            // Not under the lock: it may connect to something.
            guard let provider = fallback() else { return nil }
            install(provider)
            return provider
        }
    }
}

/// The phone of the process, and who may know one.
struct ProcessPhone {
    enum Next {
        case installed(any PortProvider)
        case ask(@Sendable () -> (any PortProvider)?)
        case nobody
    }

    var installed: (any PortProvider)?
    var fallback: (@Sendable () -> (any PortProvider)?)?

    /// Where to look now; a fallback is handed out once.
    mutating func next() -> Next {
        if let installed { return .installed(installed) }
        guard let fallback else { return .nobody }
        self.fallback = nil
        return .ask(fallback)
    }
}
