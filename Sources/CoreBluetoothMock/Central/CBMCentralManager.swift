import BluetoothPort
import FaradayCoreBluetooth

/// Scans for peripherals and links to them: a mock manager, or a real one.
///
/// Made by `CBMCentralManagerFactory`, or as a `CBMCentralManagerMock` or `CBMCentralManagerNative`. A manager that
/// is neither has no radio.
open class CBMCentralManager: NSObject {
    /// What a manager may be asked to support.
    public typealias Feature = CBCentralManager.Feature

    /// What does the work; `nil` in a subclass that is no veneer.
    private(set) var engine: (any CentralEngine)?
    /// Apps set it on any thread; it is asked for on the manager's queue.
    private let stored: Lock<Stored>

    private struct Stored {
        weak var delegate: CBMCentralManagerDelegate?
    }

    /// Creates a manager without a radio, for subclasses that play one themselves.
    public init(_ dummy: Bool) {
        stored = Lock(Stored())
        super.init()
    }

    /// Works on CoreBluetooth's from now on.
    ///
    /// This is no initialiser, as one that clients can't see keeps their subclasses from inheriting any convenience one.
    func start(_ engine: any CentralEngine, for delegate: CBMCentralManagerDelegate?) {
        nonisolated(unsafe) let delegate = delegate
        stored.withLock { $0.delegate = delegate }
        self.engine = engine
        engine.start()
    }

    /// Who is told; every callback comes on the manager's queue.
    open weak var delegate: CBMCentralManagerDelegate? {
        get { stored.withLock { $0.delegate } }
        set {
            nonisolated(unsafe) let delegate = newValue
            stored.withLock { $0.delegate = delegate }
        }
    }

    /// What the manager knows of the radio; `.unknown` at first (behaviour 1.1).
    open var state: CBMManagerState { engine?.state ?? .unknown }

    /// Whether a scan runs; flips at once with the calls (behaviour 2.38).
    #if canImport(Darwin)
    @objc
    #endif
    open var isScanning: Bool { engine?.isScanning ?? false }

    /// Whether the app may use Bluetooth.
    open var authorization: CBMManagerAuthorization { type(of: self).authorization }

    /// Whether the app may use Bluetooth, readable before any manager exists (behaviour 1.4).
    open class var authorization: CBMManagerAuthorization { CBManager.authorization }

    /// Whether the phone can do this.
    @available(macOS, unavailable)
    open class func supports(_ features: Feature) -> Bool { CBCentralManager.supports(features) }

    /// Reports peripherals that advertise any of these services, or all without.
    open func scanForPeripherals(withServices serviceUUIDs: [CBMUUID]?, options: [String: Any]? = nil) {
        engine?.scan(serviceUUIDs, options)
    }

    /// Ends the scan.
    open func stopScan() { engine?.stopScan() }

    /// Links to a peripheral, however long it takes (behaviour 3.1); keep the object meanwhile.
    open func connect(_ peripheral: CBMPeripheral, options: [String: Any]? = nil) {
        engine?.connect(peripheral, options)
    }

    /// Ends a link or a pending connect.
    open func cancelPeripheralConnection(_ peripheral: CBMPeripheral) { engine?.cancel(peripheral) }

    /// The peripherals that the phone still knows among these (behaviour 3.30).
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBMPeripheral] {
        engine?.retrieve(identifiers) ?? []
    }

    /// Peripherals linked to the phone by any app; connect before use (behaviour 3.31).
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBMUUID]) -> [CBMPeripheral] {
        engine?.retrieveConnected(serviceUUIDs) ?? []
    }

    /// Asks to be told when a link of anybody on the phone comes or goes (behaviour 3.35).
    @available(macOS, unavailable)
    open func registerForConnectionEvents(options: [CBMConnectionEventMatchingOption: Any]? = nil) {
        guard let facade = engine?.facade else {
            engine?.reportUnsupported("registerForConnectionEvents(options:)")
            return
        }
        facade.registerForConnectionEvents(options: options)
    }
}
