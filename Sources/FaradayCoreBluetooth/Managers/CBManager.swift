import BluetoothPort
import Foundation

/// What central and peripheral managers have in common: the state of the radio and the app's permission.
@available(iOS 10.0, macOS 10.13, macCatalyst 13.1, tvOS 10.0, watchOS 3.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBManager)
#endif
open class CBManager: NSObject, KeyValueObserved {
    private let storedState = Lock(CBManagerState.unknown)

    /// For the two managers alone.
    ///
    /// Not internal, since apps' subclasses of the managers would then inherit no convenience initialisers;
    /// not plainly public, since `CBManager()` must not compile.
    @_spi(Managers) public init(asManager: Void) {
        super.init()
    }

    /// Whether the app may use Bluetooth: what the phone of the running task, callback or process says, or
    /// `.notDetermined` where there is no phone. It can be read before any manager exists, and asks nobody
    /// (behaviour 1.4).
    @available(iOS 13.1, macOS 10.15, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    open class var authorization: CBManagerAuthorization {
        CBManagerAuthorization(PortEnvironment.resolve()?.authorization ?? .notDetermined)
    }

    /// What the manager knows of the radio; `.unknown` until the first callback (behaviour 1.1).
    #if canImport(Darwin)
    @objc
    #endif
    open dynamic var state: CBManagerState { storedState.withLock { $0 } }

    /// Whether the app may use Bluetooth, on this manager's phone.
    @available(
        iOS, introduced: 13.0, deprecated: 13.1, message: "use the CBManager.authorization type property"
    )
    @available(
        macCatalyst, introduced: 13.1, deprecated: 13.1,
        message: "use the CBManager.authorization type property"
    )
    @available(macOS, introduced: 10.13)
    @available(tvOS, introduced: 13.0)
    @available(watchOS, introduced: 6.0)
    @available(visionOS, introduced: 1.0)
    open var authorization: CBManagerAuthorization { CBManagerAuthorization(portAuthorization) }

    var portAuthorization: Authorization { .notDetermined }

    func changeState(to state: CBManagerState) {
        changing(.state) { storedState.withLock { $0 = state } }
    }

    func announce(_ moment: ChangeMoment, _ keys: ObservedKeys) { tellObservers(moment, keys) }
}
