#if !canImport(Darwin)
import Foundation

/// Seconds since the beginning of 2001, UTC; Foundation has this name on Apple's platforms only.
public typealias CFAbsoluteTime = Double

/// The time of the wall clock. Timestamps in a world follow the world's clock instead.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
#endif

/// The number that L2CAP channels are opened to, 1…255.
public typealias CBL2CAPPSM = UInt16
