/// How a manager finds its phone by itself. The first of these counts: the phone of the running task or callback, the
/// phone installed for the process, the attachment, the fallback, the stand-in.
public enum PortEnvironment {
    /// The phone of the running task, `phone.run { }` block or callback.
    @TaskLocal public static var current: (any PortProvider)?

    private static let process = ProcessProvider()
    /// Who knows the phone of the running code. It is a type of its own because a closure in a lock would get a layer more
    /// with each access.
    private struct Context: Sendable { let phone: @Sendable () -> (any PortProvider)? }
    private static let context = Lock<Context?>(nil)

    /// Sets a closure that answers with the phone of the running code, where no task says it: a block on a queue, a timer.
    package static func setContext(_ question: @escaping @Sendable () -> (any PortProvider)?) {
        context.withLock { $0 = Context(phone: question) }
    }

    /// The phone of the running task, callback or piece of work.
    private static var running: (any PortProvider)? { current ?? context.withLock({ $0 })?.phone() }

    /// Makes `provider` the phone of every manager without a phone of its task or callback. `nil` removes it again;
    /// then the attachment or the fallback is used, if there is one.
    public static func install(_ provider: (any PortProvider)?) {
        process.install(provider)
    }

    /// Sets a closure that is called once, when no phone is installed; its result is used until another attachment is
    /// set.
    ///
    /// This is for a radio that is named outside the program, as with `FARADAY_HCI`. It has precedence over the
    /// fallback, which the program itself sets. A `nil` result means that no radio is named; then the fallback is used.
    package static func setAttachment(_ attachment: @escaping @Sendable () -> (any PortProvider)?) {
        process.setAttachment(attachment)
    }

    /// Sets a closure that is called once, when no phone is installed; its result is used until another fallback is
    /// set.
    ///
    /// Managers that are created during this call wait for its result. Managers that the fallback itself creates do not
    /// wait: they use the phone that exists without the fallback. The fallback must not wait for managers that other
    /// threads create.
    public static func setFallback(_ fallback: @escaping @Sendable () -> (any PortProvider)?) {
        process.setFallback(fallback)
    }

    /// The phone of the running task or callback, otherwise the installed one; the fallback is not called.
    package static var nearest: (any PortProvider)? { running ?? process.installed }

    /// Sets a closure that is called each time if there is no other phone; it returns a simulated phone.
    package static func setStandIn(_ standIn: (@Sendable () -> (any PortProvider)?)?) {
        process.setStandIn(standIn)
    }

    /// Runs `body` without the stand-in: managers created in it find an explicitly chosen phone, or none.
    package static func withoutStandIn<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $ignoresStandIn.withValue(true, operation: body)
    }

    @TaskLocal private static var ignoresStandIn = false

    /// The phone to which a manager created now by the current code belongs; `nil` when there is none.
    ///
    /// May be called from any thread.
    public static func resolve() -> (any PortProvider)? {
        if let provider = running ?? process.resolve() { return provider }
        return ignoresStandIn ? nil : process.standIn()
    }
}
