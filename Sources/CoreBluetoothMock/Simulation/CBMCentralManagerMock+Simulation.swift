import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// Controls of the phone and of the peripherals around it; they act at once, on the caller's thread.
extension CBMCentralManagerMock {
    // MARK: Whose behaviour

    /// Makes mock managers created from now on, and the peripherals around them, behave like CoreBluetooth on a phone
    /// with a radio, and no longer like CoreBluetoothMock.
    ///
    /// Call it before the first manager is created; `false` reverts it. In a test's own world it applies to that world.
    /// Otherwise it applies to the process until it is reverted; `tearDownSimulation()` does not revert it. The
    /// environment variable `FARADAY_MOCK=CoreBluetooth` has the same effect, for UI tests and schemes.
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

    /// Sets the state that managers report, before the first manager is created or at any time later.
    public static func simulateInitialState(_ state: CBMManagerState) { MockPhone.current.setState(state) }

    /// Switches Bluetooth on.
    public static func simulatePowerOn() { MockPhone.current.setPower(true) }

    /// Switches Bluetooth off; links end without a callback of the spec delegates (behaviour 1.23).
    public static func simulatePowerOff() { MockPhone.current.setPower(false) }

    // MARK: What is around

    /// Replaces all peripherals; refused while managers are powered on.
    public static func simulatePeripherals(_ peripherals: [CBMPeripheralSpec]) {
        MockPhone.current.setPeripherals(peripherals)
    }

    /// Adds a peripheral at any time. This method is not part of CoreBluetoothMock's interface.
    public static func simulateAddition(of peripheral: CBMPeripheralSpec) {
        MockPhone.current.add(peripheral)
    }

    /// Removes a peripheral permanently; it does not announce this to phones. This method is not part of
    /// CoreBluetoothMock's interface.
    public static func simulateRemoval(of peripheral: CBMPeripheralSpec) {
        MockPhone.current.remove(peripheral)
    }

    /// Sets how much reported signal strengths vary; the initial value is up to 15 dB.
    public static func simulateRSSIDeviation(_ deviation: CBMProximity.Deviation) {
        MockPhone.current.setRSSIDeviation(deviation)
    }

    /// Ends the simulation: existing managers report `.unknown` and then nothing more, all peripherals are removed, and
    /// the radio is off.
    ///
    /// Time is real again. The values of `simulateAuthorization`, `simulateStateRestoration` and
    /// `simulateFeaturesSupport` stay.
    public static func tearDownSimulation() { MockPhone.current.tearDown() }

    // MARK: The app

    /// Sets whether the app may use Bluetooth.
    public static func simulateAuthorization(_ authorization: CBMManagerAuthorization) {
        MockPhone.current.setAuthorization(authorization)
    }

    /// Returns the restored state for a manager with this restore identifier, under the keys
    /// `CBMCentralManagerRestoredState…`; its peripherals are `CBMPeripheralSpec`s. `nil` restores nothing.
    public static var simulateStateRestoration: ((_ identifierKey: String) -> [String: Any]?)? {
        get { MockPhone.current.stateRestoration }
        set { MockPhone.current.stateRestoration = newValue }
    }

    /// Returns the result of `supports(_:)`; without this closure, the simulated phone's own features count.
    public static var simulateFeaturesSupport: ((_ features: Feature) -> Bool)? {
        get { MockPhone.current.featuresSupport }
        set { MockPhone.current.featuresSupport = newValue }
    }

    // MARK: Time

    /// Makes time virtual, until `tearDownSimulation()`. Time stands still while the main thread works. It runs as fast
    /// as it can while the main thread waits, in `wait(for:timeout:)` or in a run loop.
    ///
    /// On Linux the time of the test and of its apps is virtual too: timeouts, timers, sleeps, dates. In a world that a test
    /// drives itself this does nothing, because time is already virtual there.
    public static func simulateVirtualTime() { MockPhone.current.useVirtualTime() }

    // MARK: Below

    /// The phone that these controls affect. The simulation uses its clock. The other features of Faraday's phones
    /// (pairing, background, other apps) affect mock managers only with `simulateCoreBluetooth()`.
    public static var simulatedPhone: Phone { MockPhone.current.phone }

    /// The simulated device of a mock peripheral, with all features of Faraday's devices. It is `nil` if the peripheral
    /// was not added, and without `simulateCoreBluetooth()`.
    public static func simulatedDevice(for peripheral: CBMPeripheralSpec) -> Device? {
        MockPhone.current.simulation.device(for: peripheral)
    }

    // MARK: Mistakes

    /// The mistakes of tests since the simulation began, oldest first; each is also printed.
    public static var simulationErrors: [CBMSimulationError] { MockPhone.current.errors }
}
