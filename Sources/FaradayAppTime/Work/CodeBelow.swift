import CInterposition

/// Code that is no piece of a world, on the thread that runs it.
package enum CodeBelow {
    /// Runs a test's body. A test on the main actor may be on the main queue without its world having begun it there, in a
    /// process without a main thread of its own: the world would wait for the queue on another thread, and the test for
    /// the world.
    package static func ofTest<Result>(_ body: () throws -> Result) rethrows -> Result {
        try run(isDriver: false, body)
    }

    /// Runs what drives a world. The calls with which it takes callbacks to their queues are no app's.
    package static func ofDriver<Result>(_ body: () throws -> Result) rethrows -> Result {
        try run(isDriver: true, body)
    }

    private static func run<Result>(isDriver: Bool, _ body: () throws -> Result) rethrows -> Result {
        var occupation = faraday_occupation()
        return try withUnsafeMutablePointer(to: &occupation) { place in
            faraday_begin_below(place, isDriver)
            defer { faraday_end_below(place) }
            return try body()
        }
    }
}
