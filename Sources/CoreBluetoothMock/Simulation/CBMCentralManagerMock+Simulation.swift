import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// What happens to the phone, and to what is around it; at once, on the caller's thread.
extension CBMCentralManagerMock {
    // MARK: Whose behaviour

    /// Mock managers that are made from now on, and the peripherals around them, behave as CoreBluetooth's do on a phone
    /// with a radio, and no longer as those of the library whose interface this is.
    ///
    /// Call it before the first manager is made; `false` takes it back. In the world of a test's own it is about that
    /// world; else about the process, until it is taken back: `tearDownSimulation()` leaves it. The environment variable
    /// `FARADAY_MOCK=CoreBluetooth` says it from outside, for UI tests and schemes.
    ///
    /// ```swift
    /// override func setUp() {
    ///     CBMCentralManagerMock.simulateCoreBluetooth()
    ///     CBMCentralManagerMock.simulatePeripherals([blinky])
    ///     CBMCentralManagerMock.simulateInitialState(.poweredOn)
    /// }
    /// ```
    public static func simulateCoreBluetooth(_ isOn: Bool = true) {
        (isOn ? MockBehaviour.coreBluetooth : .library).adopt()
    }

    // MARK: The radio

    /// Sets what managers say of the radio, before the first of them or any time later.
    public static func simulateInitialState(_ state: CBMManagerState) { MockPhone.current.setState(state) }

    /// Bluetooth is switched on.
    public static func simulatePowerOn() { MockPhone.current.setPower(true) }

    /// Bluetooth is switched off: links end without a word to peripherals' delegates (behaviour 1.23).
    public static func simulatePowerOff() { MockPhone.current.setPower(false) }

    // MARK: What is around

    /// Sets the peripherals that there are, in place of all before; refused while the radio of managers is on.
    public static func simulatePeripherals(_ peripherals: [CBMPeripheralSpec]) {
        MockPhone.current.setPeripherals(peripherals)
    }

    /// One more peripheral comes, while everything goes on. Beyond that library's interface.
    public static func simulateAddition(of peripheral: CBMPeripheralSpec) {
        MockPhone.current.add(peripheral)
    }

    /// A peripheral goes for good, without a word. Beyond that library's interface.
    public static func simulateRemoval(of peripheral: CBMPeripheralSpec) {
        MockPhone.current.remove(peripheral)
    }

    /// Sets how much reported signal strengths vary; by up to 15 dB at first.
    public static func simulateRSSIDeviation(_ deviation: CBMRSSIDeviation) {
        MockPhone.current.setRSSIDeviation(deviation)
    }

    /// Ends it all: managers that there are say `.unknown` and hear of nothing any more, no peripheral is left, and
    /// the radio is off.
    ///
    /// Time is real again. What `simulateAuthorization`, `simulateStateRestoration` and `simulateFeaturesSupport` said
    /// stays.
    public static func tearDownSimulation() { MockPhone.current.tearDown() }

    // MARK: The app

    /// Sets whether the app may use Bluetooth.
    public static func simulateAuthorization(_ authorization: CBMManagerAuthorization) {
        MockPhone.current.setAuthorization(authorization)
    }

    /// What a manager with this restore identifier is restored with, under the keys
    /// `CBMCentralManagerRestoredState…`; its peripherals are `CBMPeripheralSpec`s. `nil` restores nothing.
    public static var simulateStateRestoration: ((_ identifierKey: String) -> [String: Any]?)? {
        get { MockPhone.current.stateRestoration }
        set { MockPhone.current.stateRestoration = newValue }
    }

    /// What `supports(_:)` answers; what the simulated phone is where there is none.
    public static var simulateFeaturesSupport: ((_ features: Feature) -> Bool)? {
        get { MockPhone.current.featuresSupport }
        set { MockPhone.current.featuresSupport = newValue }
    }

    // MARK: Time

    /// Time is virtual from now on, until `tearDownSimulation()`: it stands still while the main thread works, and runs
    /// as fast as it can while that waits, in `wait(for:timeout:)` or in a run loop.
    ///
    /// On Linux, timeouts and expectations that must *not* be fulfilled count virtual time if the test imports
    /// `FaradayTesting`. In a world that a test drives itself this does nothing: time is virtual there.
    public static func simulateVirtualTime() { MockPhone.current.useVirtualTime() }

    // MARK: Below

    /// The phone that all this happens to. Its clock is the simulation's; what else Faraday's phones can (pairing,
    /// background, other apps) reaches mock managers with `simulateCoreBluetooth()`.
    public static var simulatedPhone: Phone { MockPhone.current.phone }

    /// The device that stands for a mock peripheral there, with all that Faraday's devices can; `nil` unless it is
    /// among the peripherals, and without `simulateCoreBluetooth()`.
    public static func simulatedDevice(for peripheral: CBMPeripheralSpec) -> Device? {
        MockPhone.current.simulation.device(for: peripheral)
    }

    // MARK: Mistakes

    /// What tests have done wrong since the simulation began, oldest first; each is also printed.
    public static var simulationErrors: [CBMSimulationError] { MockPhone.current.errors }
}
