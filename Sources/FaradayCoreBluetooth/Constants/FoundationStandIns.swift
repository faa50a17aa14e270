#if !canImport(Darwin)
/// Seconds since 2001-01-01, which Foundation exports on Apple platforms only.
public typealias CFAbsoluteTime = Double
#endif

/// The number of an L2CAP channel's service.
public typealias CBL2CAPPSM = UInt16
