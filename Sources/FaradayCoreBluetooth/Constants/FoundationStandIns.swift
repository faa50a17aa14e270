#if !canImport(Darwin)
/// Seconds since 2001-01-01, which Foundation exports on Apple platforms only.
public typealias CFAbsoluteTime = Double
#endif

/// The number of an L2CAP channel's service.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public typealias CBL2CAPPSM = UInt16
