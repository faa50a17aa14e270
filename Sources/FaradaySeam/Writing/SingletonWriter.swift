/// Writes where an app gets its one shared object, so that each test can have its own.
struct SingletonWriter {
    let facade: Facade
    let access: String

    func write(_ text: inout SourceText) {
        guard let singleton = facade.singleton else { return }
        let name = "Current" + facade.stem
        let type = "any \(facade.name)"
        text.gap()
        text.line(
            "/// The ``\(facade.realName)`` that the app uses: `\(facade.realName).\(singleton.property)`, unless a test has put another in its place."
        )
        text.line("///")
        for line in explanation(singleton) { text.line("/// \(line)") }
        for attribute in facade.attributes { text.line(attribute) }
        text.block("\(access)enum \(name)") { text in
            body(&text, singleton, type)
        }
    }

    private func explanation(_ singleton: Facade.Singleton) -> [String] {
        switch singleton.initializer {
        case .none:
            return [
                "The initialiser can't be reached: there is one real object in the process, and what a test does to it is still there in",
                "the next. A test puts a spy or a dummy in its place.",
            ]
        case .withoutArguments:
            return [
                "The initialiser can be reached: with ``useNewInstance()`` a test has a real object of its own."
            ]
        case .withArguments:
            return [
                "The initialiser can be reached: a test can make a real object of its own, and give its facade to ``use(_:)``."
            ]
        }
    }

    private func body(_ text: inout SourceText, _ singleton: Facade.Singleton, _ type: String) {
        let real = wrapped("\(facade.realName).\(singleton.property)")
        text.line("private struct Box: @unchecked Sendable { let value: \(type) }")
        // A proxy lives as long as somebody holds it.
        if facade.route == .proxy { text.line("private static let real = Box(value: \(real))") }
        text.line("@TaskLocal private static var ofTask: Box?")
        text.line("private static let lock = NSLock()")
        text.line("nonisolated(unsafe) private static var ofProcess: Box?")
        text.gap()
        text.line("/// The object for this call: the task's own, else the process's, else the real one.")
        text.block("\(access)static var value: \(type)") { text in
            text.line("if let ofTask { return ofTask.value }")
            text.line("lock.lock()")
            text.line("defer { lock.unlock() }")
            text.line(
                "return \(facade.route == .proxy ? "(ofProcess ?? real).value" : "ofProcess?.value ?? \(real)")"
            )
        }
        text.gap()
        replacing(&text, singleton, type)
    }

    /// The functions with which a test puts an object in the place of the shared one.
    private func replacing(_ text: inout SourceText, _ singleton: Facade.Singleton, _ type: String) {
        text.line(
            "/// Runs a body in which this object is the shared one: for tests that run in parallel. What the body starts on a queue or in a"
        )
        text.line("/// detached task gets the process's object.")
        text.block(
            "\(access)static func with<Result>(_ object: \(type), _ body: () throws -> Result) rethrows -> Result"
        ) { text in
            text.line("try $ofTask.withValue(Box(value: object), operation: body)")
        }
        text.gap()
        text.line("/// The same, for a body that waits.")
        text.block(
            "\(access)static func with<Result>(_ object: \(type), isolation: isolated (any Actor)? = #isolation, "
                + "_ body: () async throws -> Result) async rethrows -> Result"
        ) { text in
            text.line(
                "try await $ofTask.withValue(Box(value: object), operation: body, isolation: isolation)")
        }
        text.gap()
        text.line("/// Makes an object the shared one until ``reset()``, on every thread.")
        text.block("\(access)static func use(_ object: \(type))") { text in
            text.line("lock.lock()")
            text.line("defer { lock.unlock() }")
            text.line("ofProcess = Box(value: object)")
        }
        if singleton.initializer == .withoutArguments {
            text.gap()
            text.line("/// Makes a new real object the shared one until ``reset()``.")
            text.owned(by: facade.symbol + "::init()") { text in
                text.block("\(access)static func useNewInstance()") { text in
                    text.line("use(\(wrapped("\(facade.realName)()")))")
                }
            }
        }
        text.gap()
        text.line(
            "/// Gives the app the real shared object again. Call this at the end of each test that has used another."
        )
        text.block("\(access)static func reset()") { text in
            text.line("lock.lock()")
            text.line("defer { lock.unlock() }")
            text.line("ofProcess = nil")
        }
    }

    private func wrapped(_ real: String) -> String {
        facade.route == .proxy ? "\(facade.proxyName).facade(of: \(real))" : real
    }
}
