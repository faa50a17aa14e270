import FaradayCoreBluetooth

/// A central manager on a simulated phone.
///
/// Its static members control that phone: the phone of the current code (`phone.run { }`, a task of a `.simulated`
/// test), otherwise one phone for the whole process.
///
/// ```swift
/// CBMCentralManagerMock.simulatePeripherals([blinky])
/// CBMCentralManagerMock.simulateInitialState(.poweredOn)
/// let manager = CBMCentralManagerMock(delegate: self, queue: nil)
/// ```
open class CBMCentralManagerMock: CBMCentralManager {
    /// Creates a manager without a delegate, on the main queue.
    public init() {
        super.init(true)
        start(for: nil, on: nil, nil)
    }

    /// Creates a manager; without a queue, callbacks come on the main queue.
    public init(delegate: CBMCentralManagerDelegate?, queue: DispatchQueue?) {
        super.init(true)
        start(for: delegate, on: queue, nil)
    }

    /// Creates a manager; a callback reports its state later, never inside this call (behaviour 1.1).
    public init(delegate: CBMCentralManagerDelegate?, queue: DispatchQueue?, options: [String: Any]?) {
        super.init(true)
        start(for: delegate, on: queue, options)
    }

    private func start(
        for delegate: CBMCentralManagerDelegate?, on queue: DispatchQueue?, _ options: [String: Any]?
    ) {
        let mock = MockPhone.current
        let engine = mock.simulation.makeCentral(of: self, queue: queue, options: options)
        mock.register(engine)
        start(engine, for: delegate)
    }

    /// Whether the simulated app may use Bluetooth.
    open override class var authorization: CBMManagerAuthorization { MockPhone.current.authorization }

    /// Whether the simulated phone's radio supports these features: the result of `simulateFeaturesSupport`, otherwise
    /// the phone's own features.
    @available(macOS, unavailable)
    open override class func supports(_ features: Feature) -> Bool { MockPhone.current.supports(features) }
}
