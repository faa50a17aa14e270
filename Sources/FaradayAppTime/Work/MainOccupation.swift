import CInterposition

/// The main queue's use by code that no world has begun there, as a test on the main actor in a process without a main thread
/// of its own. Without it a world would wait for the queue on another thread, and the test for the world.
package enum MainOccupation {
    /// Runs `body`, and lets worlds know that it is on the main queue, if it is.
    package static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        var occupation = faraday_occupation()
        return try withUnsafeMutablePointer(to: &occupation) { place in
            faraday_occupy_main(place)
            defer { faraday_vacate_main(place) }
            return try body()
        }
    }
}
