import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A phone whose radio is a real or remote controller, in real time.
///
/// Managers made in its environment work as on a simulated phone; their callbacks come on their own
/// queues. May be used from any thread.
///
/// ```swift
/// let phone = try LivePhone(HCIEndpoint("tcp:127.0.0.1:6402"))
/// PortEnvironment.install(phone)
/// let central = CBCentralManager(delegate: self, queue: nil)
/// ```
public final class LivePhone: PortProvider {
    private let driver: LiveDriver

    /// Connects to a controller and starts the phone on it.
    ///
    /// Blocks until the connection stands; fails with a `LiveError` when it can't be made. What goes wrong
    /// later is told to `onFailure`, from the driver's thread, after the phone's managers have heard that
    /// their radio is gone.
    public init(
        _ endpoint: HCIEndpoint, profile: OSProfile = .iOS(18), name: String = "Faraday",
        onFailure: @escaping @Sendable (LiveError) -> Void = LivePhone.log
    ) throws(LiveError) {
        let connection = try TCPConnection(endpoint)
        driver = LiveDriver(
            connection, endpoint: endpoint, profile: profile, name: name, onFailure: onFailure)
        driver.start()
    }

    deinit { driver.stop() }

    /// Ends the driver's thread and closes the connection; managers hear nothing more.
    public func stop() { driver.stop() }

    /// The phone on the controller that the environment variable `FARADAY_HCI` names; `nil`, with a line on
    /// standard error that says why, when it names none that answers.
    public static func fromEnvironment() -> LivePhone? {
        guard let text = Environment.variable("FARADAY_HCI"), !text.isEmpty else { return nil }
        do {
            return try LivePhone(HCIEndpoint(text))
        } catch {
            log(error)
            return nil
        }
    }

    /// Writes a failure to standard error.
    @Sendable public static func log(_ error: LiveError) { Environment.log("Faraday: \(error)") }

    // MARK: PortProvider

    public var portName: String { driver.name }
    public var authorization: Authorization { .allowedAlways }

    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        LiveCentralPort(driver: driver, session: driver.openCentral(options, sink: sink))
    }

    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        LivePeripheralPort(driver: driver, session: driver.openPeripheral(options, sink: sink))
    }
}

/// A central manager's way down to a live phone.
private final class LiveCentralPort: CentralPort {
    private let driver: LiveDriver
    private let session: SessionID

    init(driver: LiveDriver, session: SessionID) {
        self.driver = driver
        self.session = session
    }

    func send(_ command: Central.Command) -> Central.Answer {
        driver.perform { stack, now in stack.handle(command, from: session, at: now) }
    }

    func query(_ query: Central.Query) -> Central.Answer {
        driver.perform { stack, _ in stack.query(query, from: session) }
    }

    func close() { driver.close(session) }
}

/// A peripheral manager's way down to a live phone.
private final class LivePeripheralPort: PeripheralPort {
    private let driver: LiveDriver
    private let session: SessionID

    init(driver: LiveDriver, session: SessionID) {
        self.driver = driver
        self.session = session
    }

    func send(_ command: Peripheral.Command) -> Peripheral.Answer {
        driver.perform { stack, now in stack.handle(command, from: session, at: now) }
    }

    func query(_ query: Peripheral.Query) -> Peripheral.Answer {
        driver.perform { stack, _ in stack.query(query, from: session) }
    }

    func close() { driver.close(session) }
}
