import Foundation

/// The callbacks of a session, on its `delegateQueue`; every method is optional.
///
/// ```swift
/// func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {
///     guard let tag = nearbyObjects.first, let distance = tag.distance else { return }
///     show(distance, tag.horizontalAngle)
/// }
/// ```
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public protocol NISessionDelegate: NSObjectProtocol {
    /// Called at the end of each procedure of Channel Sounding, with the accessory (behaviour 29.8).
    func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject])

    /// Called when the system no longer measures an object; simulated phones never call it (behaviour 29.15).
    func session(
        _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
        reason: NINearbyObject.RemovalReason)

    /// Called when the camera's algorithm is nearer to a direction, or farther from it; simulated phones never call it
    /// (behaviour 29.19).
    @available(iOS 16.0, macCatalyst 16.0, *)
    func session(
        _ session: NISession, didUpdateAlgorithmConvergence convergence: NIAlgorithmConvergence,
        for object: NINearbyObject?)

    /// Called when the app has left the foreground: the phone measures no more (behaviour 29.13). If the app stays in the
    /// background for too long, the session is invalidated (behaviour 29.21).
    func sessionWasSuspended(_ session: NISession)

    /// Called when the app is in the foreground again: it may call `run(_:)` again (behaviour 29.13).
    func sessionSuspensionEnded(_ session: NISession)

    /// Called when the session has ended with an `NIError`; it can't run again (behaviours 29.3 to 29.7, 29.14, 29.18 and
    /// 29.21).
    func session(_ session: NISession, didInvalidateWith error: any Error)

    /// Called when the phone begins to measure (behaviour 29.4).
    @available(iOS 16.0, macCatalyst 16.0, *)
    func sessionDidStartRunning(_ session: NISession)
}

@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension NISessionDelegate {
    public func session(_ session: NISession, didUpdate nearbyObjects: [NINearbyObject]) {}

    public func session(
        _ session: NISession, didRemove nearbyObjects: [NINearbyObject],
        reason: NINearbyObject.RemovalReason
    ) {}

    @available(iOS 16.0, macCatalyst 16.0, *)
    public func session(
        _ session: NISession, didUpdateAlgorithmConvergence convergence: NIAlgorithmConvergence,
        for object: NINearbyObject?
    ) {}

    public func sessionWasSuspended(_ session: NISession) {}

    public func sessionSuspensionEnded(_ session: NISession) {}

    public func session(_ session: NISession, didInvalidateWith error: any Error) {}

    @available(iOS 16.0, macCatalyst 16.0, *)
    public func sessionDidStartRunning(_ session: NISession) {}
}
