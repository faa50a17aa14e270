/// Hears of the failures of tests that use the world of the process.
package protocol FailureWatch {
    static func watchProcess()
}

/// Finds the one in `FaradayTesting`. Mocks do not import that product, and a test need not call anything of it.
package enum FailureWatches {
    /// The mangled name of `FaradayTesting.TestStories`.
    private static let name = "14FaradayTesting11TestStoriesC"

    /// Begins to watch, if the test links that product.
    package static func begin() { (_typeByName(name) as? any FailureWatch.Type)?.watchProcess() }
}
