import FaradayCoreBluetooth

/// A central manager on the platform's own Bluetooth.
///
/// On Apple's platforms that is CoreBluetooth. Elsewhere it is the controller that `FARADAY_HCI` names, or the
/// simulated phone of the current code (`phone.run { }`). Without either, the state is `.unsupported`.
open class CBMCentralManagerNative: CBMCentralManager {
    /// Creates a manager without a delegate, on the main queue.
    public convenience init() {
        self.init(delegate: nil, queue: nil, options: nil)
    }

    /// Creates a manager; without a queue, callbacks come on the main queue.
    public convenience init(delegate: CBMCentralManagerDelegate?, queue: DispatchQueue?) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Creates a manager; a callback reports its state later, never inside this call (behaviour 1.1).
    public init(delegate: CBMCentralManagerDelegate?, queue: DispatchQueue?, options: [String: Any]?) {
        super.init(true)
        start(FacadeCentral(of: self, queue: queue, options: options, mock: nil), for: delegate)
    }

    /// Whether the app may use the platform's own Bluetooth.
    open override class var authorization: CBMManagerAuthorization {
        NativeRadio.run { CBManager.authorization }
    }

    /// Whether the platform's own Bluetooth supports these features.
    @available(macOS, unavailable)
    open override class func supports(_ features: Feature) -> Bool {
        NativeRadio.run { CBCentralManager.supports(features) }
    }
}
