import BluetoothPort
import Foundation

/// What central and peripheral managers have in common: the state of the radio and the app's permission.
@available(iOS 10.0, macOS 10.13, macCatalyst 13.1, tvOS 10.0, watchOS 3.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBManager)
#endif
open class CBManager: NSObject, KeyValueObserved {
    private let storedState = Lock(CBManagerState.unknown)

    /// Only for the two manager classes.
    ///
    /// If it were internal, subclasses of the managers in apps would not inherit convenience initialisers. If
    /// it were simply public, `CBManager()` would compile, and it must not.
    @_spi(Managers) public init(asManager: Void) {
        super.init()
    }

    /// Whether the app may use Bluetooth on the phone of the running task, callback or process;
    /// `.notDetermined` if there is no phone. It can be read before any manager exists, and reading it does
    /// not ask the user (behaviour 1.4).
    @available(iOS 13.1, macOS 10.15, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    open class var authorization: CBManagerAuthorization {
        CBManagerAuthorization(PortEnvironment.resolve()?.authorization ?? .notDetermined)
    }

    /// The state of the radio, as the manager knows it; `.unknown` until the first callback (behaviour 1.1).
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
