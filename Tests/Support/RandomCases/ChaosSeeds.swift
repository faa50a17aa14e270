import Foundation

/// The seeds that a test of chaos plays: `count` from 0 on, as `randomCases` counts.
///
/// `FARADAY_CHAOS_SEEDS=2000` plays so many, and `FARADAY_CHAOS_FIRST=100` begins with that one. `swift test` plays few
/// seeds, which find what is often wrong; `.ci/more chaos` plays many, for what is seldom wrong.
public func chaosSeeds(_ count: Int) -> Range<UInt64> {
    let first = chaosNumber("FARADAY_CHAOS_FIRST", or: 0)
    return first..<first + chaosNumber("FARADAY_CHAOS_SEEDS", or: UInt64(randomCases(count)))
}

/// A setting of a test of chaos, as `FARADAY_CHAOS_STEPS=300`.
public func chaosNumber(_ name: String, or other: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? other
}
