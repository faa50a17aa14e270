import Testing

@testable import FaradayAppTime

/// Names of functions, without what only a compiler needs.
@Suite struct FunctionNameTests {
    @Test(
        "A report names the type and the function",
        arguments: [
            ("App.Connection.read(of: Swift.Int) -> ()", "App", "Connection.read"),
            ("static App.Log.write(Swift.String) -> ()", "App", "Log.write"),
            ("App.(Connection in _0A1B2C).read() -> ()", "App", "Connection.read"),
            (
                "closure #1 @Sendable () -> () in App.(Connection in _0A1B).read(of: Swift.Int) -> ()", "App",
                "Connection.read"
            ),
            ("(extension in App):Foundation.Date.round() -> ()", "Foundation", "Date.round"),
            (
                "(1) suspend resume partial function for App.Store.add(Swift.Int) async -> Swift.Int", "App",
                "Store.add"
            ),
            ("App.Pool.take<A>(of: A.Type) -> A", "App", "Pool.take"),
        ])
    func names(_ words: String, _ module: String, _ text: String) {
        let name = FunctionName(words)
        #expect(name?.text == text)
        #expect(name.map { String($0.module) } == module)
    }

    @Test(
        "What is no function of Swift has no name",
        arguments: ["main", "reabstraction thunk helper from A.b to C.d"])
    func unnamed(_ words: String) { #expect(FunctionName(words) == nil) }
}
