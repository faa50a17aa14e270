/// How a manager finds its phone without being told: the phone of the running task or callback, else
/// the one installed for the process, else the fallback.
public enum PortEnvironment {
    /// The phone of the running task, `phone.run { }` block or callback.
    @TaskLocal public static var current: (any PortProvider)?

    private struct Process {
        var installed: (any PortProvider)?
        var fallback: (@Sendable () -> (any PortProvider)?)?
    }

    private static let process = Lock(Process())

    /// Makes `provider` the phone of every manager that finds no nearer one; `nil` takes it back.
    public static func install(_ provider: (any PortProvider)?) {
        process.withLock { $0.installed = provider }
    }

    /// Sets what is asked when nothing is installed, once per process; the answer is then installed.
    public static func setFallback(_ fallback: @escaping @Sendable () -> (any PortProvider)?) {
        process.withLock { $0.fallback = fallback }
    }

    /// The phone a manager created here and now belongs to; `nil` when there is none.
    ///
    /// Called from any thread.
    public static func resolve() -> (any PortProvider)? {
        if let current { return current }
        let (installed, fallback) = process.withLock { state in
            defer { state.fallback = nil }
            return (state.installed, state.installed == nil ? state.fallback : nil)
        }
        if let installed { return installed }
        guard let provider = fallback?() else { return nil }
        install(provider)
        return provider
    }
}
