import FaradaySimulation

/// Waits for something that has to come true once nothing goes wrong any more.
public enum Recovery {
    /// Checks twice a second. The longest fault lasts two minutes, and the last one begins five minutes after the first.
    ///
    /// - Parameter found: What is there instead, for the error.
    public static func wait(
        _ what: String, in world: World, found: () -> String = { "" }, until isDone: () -> Bool
    ) async throws {
        for _ in 0..<2000 {
            if isDone() { return }
            try await world.run(for: .milliseconds(500))
        }
        throw BrokenPromise.unanswered("\(what) did not come; \(found())")
    }
}
