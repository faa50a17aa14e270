#if !canImport(Darwin)
import Foundation

/// Seconds since 2001-01-01, which Foundation exports on Apple platforms only.
public typealias CFAbsoluteTime = Double

/// The wall clock, as `CFAbsoluteTime`; in a world, timestamps follow the world's clock instead.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
#endif

/// The number of an L2CAP channel's service.
public typealias CBL2CAPPSM = UInt16
