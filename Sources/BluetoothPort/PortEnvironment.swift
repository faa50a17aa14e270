/// How a manager finds its phone without being told: the phone of the running task or callback, else
/// the one installed for the process, else the attachment, else the fallback, else the stand-in.
public enum PortEnvironment {
    /// The phone of the running task, `phone.run { }` block or callback.
    @TaskLocal public static var current: (any PortProvider)?

    private static let process = ProcessProvider()

    /// Makes `provider` the phone of every manager that finds no nearer one; `nil` takes it back, and leaves
    /// the attachment or the fallback if there is one.
    public static func install(_ provider: (any PortProvider)?) {
        process.install(provider)
    }

    /// Sets what is asked, once, when nothing is installed; the answer holds until another attachment is set.
    ///
    /// This is for the radio that somebody names from outside the program, as `FARADAY_HCI` does: it comes before the
    /// fallback, which the program sets itself. `nil` says that nobody named one, and the fallback is asked.
    package static func setAttachment(_ attachment: @escaping @Sendable () -> (any PortProvider)?) {
        process.setAttachment(attachment)
    }

    /// Sets what is asked, once, when nothing is installed; the answer holds until another fallback is set.
    ///
    /// Whoever needs a phone meanwhile waits for the answer, but for managers that the fallback creates itself: they find
    /// what there is without it. It must not wait for managers that other threads create.
    public static func setFallback(_ fallback: @escaping @Sendable () -> (any PortProvider)?) {
        process.setFallback(fallback)
    }

    /// The phone of the running task or callback, else the installed one; the fallback is not asked.
    package static var nearest: (any PortProvider)? { current ?? process.installed }

    /// Sets who answers, each time, when nobody else has a phone: a simulated one that stands in where no other is.
    package static func setStandIn(_ standIn: (@Sendable () -> (any PortProvider)?)?) {
        process.setStandIn(standIn)
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
        if let provider = current ?? process.resolve() { return provider }
        return ignoresStandIn ? nil : process.standIn()
    }
}
