import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// Measures the distance and the direction to an accessory by Channel Sounding (behaviour section 29).
///
/// A session finds its phone by itself, as a `CBCentralManager` does. The accessory has to be set up with
/// AccessorySetupKit, and the app has to be connected to it; Ultra Wideband is not there.
///
/// ```swift
/// let session = NISession()
/// session.delegate = self
/// let configuration = NINearbyAccessoryConfiguration(
///     bluetoothChannelSoundingIdentifier: peripheral.identifier, previousBluetoothIdentifier: nil)
/// configuration.isCameraAssistanceEnabled = NISession.deviceCapabilities.supportsCameraAssistance
/// session.run(configuration)  // session(_:didUpdate:) follows again and again
/// ```
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FNISession)
#endif
open class NISession: NSObject {
    private let core: NearbySessionCore
    private let port: any NearbyPort

    /// Creates a session, which does nothing before `run(_:)`.
    public override init() {
        let provider = PortEnvironment.resolve() as? any NearbyProvider
        core = NearbySessionCore(provider)
        port = provider?.openNearbySession(sink: core) ?? AbsentNearbyPort(sink: core)
        super.init()
        core.session = self
    }

    /// No callback follows.
    deinit { port.close() }

    /// What the phone of the current code can do; a phone without Nearby Interaction can do nothing.
    @available(iOS 16.0, macCatalyst 16.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open class var deviceCapabilities: any NIDeviceCapability {
        let provider = PortEnvironment.resolve() as? any NearbyProvider
        return PhoneCapability(provider?.nearbyCapabilities ?? Nearby.Capabilities())
    }

    /// Gets the session's callbacks.
    open weak var delegate: (any NISessionDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// The queue of the callbacks; with `nil`, the main queue.
    open var delegateQueue: DispatchQueue? {
        get { core.delegateQueue }
        set { core.delegateQueue = newValue }
    }

    /// What the session ran with last; a copy, `nil` before `run(_:)`.
    open var configuration: NIConfiguration? { core.configuration?.copy() as? NIConfiguration }

    /// Measures from now on. Either `sessionDidStartRunning(_:)` follows and then `session(_:didUpdate:)` again and again,
    /// or `session(_:didInvalidateWith:)`. A session that was invalidated ignores the call (behaviours 29.4 to 29.7).
    open func run(_ configuration: NIConfiguration) {
        core.configuration = configuration.copy() as? NIConfiguration
        port.send(.run(configuration.value))
    }

    /// Measures no more until `run(_:)` is called again; no callback follows (behaviour 29.12).
    open func pause() { port.send(.pause) }

    /// Ends the session, which can't run again; no callback follows (behaviour 29.12).
    open func invalidate() { port.send(.invalidate) }

    /// Says how the accessory that is measured moves. What a simulated camera sees does not depend on it (behaviour
    /// 29.11).
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open func updateMotionState(
        _ motionState: NIMotionActivityState, forObjectWithToken token: NIDiscoveryToken
    ) {
        port.send(.setMotion(motionState.motion, of: token.peer))
    }
}
