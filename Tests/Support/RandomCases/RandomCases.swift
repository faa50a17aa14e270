import Foundation

/// How many random cases a test runs.
///
/// A test names the number for `swift test`. `FARADAY_CASES=10` in the environment makes it ten times as many, as
/// `.ci/nightly` does; `.ci/more cases` makes it three times as many. With fewer, some tests do not reach the states that
/// they are about, and say so.
///
/// ```swift
/// for _ in 0..<randomCases(2_500) { attack.step() }
/// ```
public func randomCases(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

private let factor: Double = {
    guard let text = ProcessInfo.processInfo.environment["FARADAY_CASES"] else { return 1 }
    guard let factor = Double(text), factor > 0, factor <= 1_000_000 else {
        preconditionFailure("FARADAY_CASES is \(text), not a number above 0 and up to 1,000,000")
    }
    return factor
}()
