import BluetoothPort
import FaradayCoreBluetooth

/// Scans for peripherals and connects to them: a mock manager, or a native one.
///
/// Create one with `CBMCentralManagerFactory`, or as a `CBMCentralManagerMock` or `CBMCentralManagerNative`. Any other
/// manager has no radio.
open class CBMCentralManager: NSObject {
    /// Optional features of a phone's radio.
    public typealias Feature = CBCentralManager.Feature

    /// The implementation; `nil` in a subclass that is neither mock nor native.
    private(set) var engine: (any CentralEngine)?
    /// Apps set the delegate on any thread; the manager reads it on its queue.
    private let stored: Lock<Stored>

    private struct Stored {
        weak var delegate: CBMCentralManagerDelegate?
    }

    /// Creates a manager without a radio, for subclasses that simulate one themselves.
    public init(_ dummy: Bool) {
        stored = Lock(Stored())
        super.init()
    }

    /// Sets the implementation and starts it.
    ///
    /// This is not an initialiser: an initialiser that clients cannot see would prevent their subclasses from
    /// inheriting convenience initialisers.
    func start(_ engine: any CentralEngine, for delegate: CBMCentralManagerDelegate?) {
        nonisolated(unsafe) let delegate = delegate
        stored.withLock { $0.delegate = delegate }
        self.engine = engine
        engine.start()
    }

    /// The receiver of all callbacks, on the manager's queue.
    open weak var delegate: CBMCentralManagerDelegate? {
        get { stored.withLock { $0.delegate } }
        set {
            nonisolated(unsafe) let delegate = newValue
            stored.withLock { $0.delegate = delegate }
        }
    }

    /// The state of the radio, as the manager knows it; `.unknown` at first (behaviour 1.1).
    open var state: CBMManagerState { engine?.state ?? .unknown }

    /// Whether a scan is running; it changes inside the calls that start and stop scans (behaviour 2.38).
    #if canImport(Darwin)
    @objc
    #endif
    open var isScanning: Bool { engine?.isScanning ?? false }

    /// Whether the app may use Bluetooth.
    open var authorization: CBMManagerAuthorization { type(of: self).authorization }

    /// Whether the app may use Bluetooth, readable before any manager exists (behaviour 1.4).
    open class var authorization: CBMManagerAuthorization { CBManager.authorization }

    /// Whether the phone's radio supports these features.
    @available(macOS, unavailable)
    open class func supports(_ features: Feature) -> Bool { CBCentralManager.supports(features) }

    /// Scans for peripherals that advertise any of these services; for all peripherals if the list is `nil` or empty.
    open func scanForPeripherals(withServices serviceUUIDs: [CBMUUID]?, options: [String: Any]? = nil) {
        engine?.scan(serviceUUIDs, options)
    }

    /// Stops the scan.
    open func stopScan() { engine?.stopScan() }

    /// Connects to a peripheral, without a timeout (behaviour 3.1); keep a reference to the object meanwhile.
    open func connect(_ peripheral: CBMPeripheral, options: [String: Any]? = nil) {
        engine?.connect(peripheral, options)
    }

    /// Ends a link or cancels a pending connect.
    open func cancelPeripheralConnection(_ peripheral: CBMPeripheral) { engine?.cancel(peripheral) }

    /// The peripherals with these identifiers that the phone still knows (behaviour 3.30).
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBMPeripheral] {
        engine?.retrieve(identifiers) ?? []
    }

    /// Peripherals to which any app of the phone has a link; connect to one before you use it (behaviour 3.31).
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBMUUID]) -> [CBMPeripheral] {
        engine?.retrieveConnected(serviceUUIDs) ?? []
    }

    /// Requests callbacks when a link of any app on the phone is established or ends (behaviour 3.35).
    @available(macOS, unavailable)
    open func registerForConnectionEvents(options: [CBMConnectionEventMatchingOption: Any]? = nil) {
        guard let facade = engine?.facade else {
            engine?.reportUnsupported("registerForConnectionEvents(options:)")
            return
        }
        facade.registerForConnectionEvents(options: options)
    }
}
