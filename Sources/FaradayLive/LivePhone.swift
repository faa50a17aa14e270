import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A phone whose radio is a real or remote controller, in real time.
///
/// Managers made in its environment work as on a simulated phone; their callbacks come on their own
/// queues. May be used from any thread.
///
/// On air it shows private addresses that rotate, as its profile says; bonded peers know it by the identity that its
/// store keeps. (A controller that takes no random address shows its public one, and bonds get no identity key then.)
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
    /// Blocks until the connection stands, with the endpoints that listen until a controller has come; fails
    /// with a `LiveError` when that can't be. What goes wrong later is told to `onFailure`, from the driver's
    /// thread: the loss of the connection once, after the phone's managers have heard that their radio is gone
    /// (`.resetting`, then `.unsupported`).
    ///
    /// - Parameters:
    ///   - store: The file where the phone keeps its identity and its bonds; a new phone each time without.
    ///   - onListening: Told what the controller is to open, if that comes to us, before the wait for it.
    public convenience init(
        _ endpoint: HCIEndpoint, profile: OSProfile = .onForeignController, name: String = "Faraday",
        store: String? = nil, onListening: (HCIEndpoint) -> Void = LivePhone.logListening,
        onFailure: @escaping @Sendable (LiveError) -> Void = LivePhone.log
    ) throws(LiveError) {
        let memory = try LiveMemory(path: store)
        let connection = try HCIConnection(endpoint, onListening: onListening)
        self.init(connection, profile: profile, name: name, memory: memory, onFailure: onFailure)
    }

    /// Starts the phone on a connection that stands, and that `wait` works on; it belongs to the phone.
    init(
        _ connection: HCIConnection, profile: OSProfile = .onForeignController, name: String = "Faraday",
        memory: LiveMemory, onFailure: @escaping @Sendable (LiveError) -> Void = LivePhone.log
    ) {
        driver = LiveDriver(connection, profile: profile, name: name, memory: memory, onFailure: onFailure)
        driver.start()
    }

    deinit { driver.stop() }

    /// Ends the links, resets the controller and closes the connection; managers hear nothing more.
    ///
    /// Returns at once. The links end within half a second, or by their peers' supervision timeouts. A program that links
    /// `FaradayAttachment` does the same for its phones when it ends by `exit` or at the end of `main`.
    public func stop() { driver.stop() }

    /// Stops all phones of the process, and waits until they have left the air: a second at most.
    package static func leaveAll() { LiveDrivers.leave() }

    /// Makes `agent` the user who answers this phone's pairing alerts; before, `FARADAY_PAIRING` says what they
    /// do: `accept`, `reject`, `ignore` or the six digits to type. It is called from the driver's thread.
    public func onPairing(_ agent: @escaping @Sendable (PairingAlert) -> PairingReply) {
        driver.setUser(agent)
    }

    /// What the phone keeps of its pairings.
    public var bonds: [Bond] { driver.perform { stack, _ in stack.host.bonds } }

    /// "Forget This Device": the bond goes, and the link with it.
    public func forget(_ peer: DeviceAddress) { driver.perform { stack, now in stack.forget(peer, at: now) } }

    /// The phone on the controller that the environment variable `FARADAY_HCI` names; `nil`, with a line on
    /// standard error that says why, when it names none that answers. `FARADAY_STORE` names the file where it
    /// keeps its identity and its bonds; `FARADAY_MTU` is the ATT MTU it offers, 23…517, instead of an iPhone's.
    public static func fromEnvironment() -> LivePhone? {
        guard let text = Environment.variable("FARADAY_HCI"), !text.isEmpty else { return nil }
        do {
            let store = Environment.variable("FARADAY_STORE").flatMap { $0.isEmpty ? nil : $0 }
            var profile = OSProfile.onForeignController
            if let text = Environment.variable("FARADAY_MTU"), !text.isEmpty {
                if let mtu = UInt16(text), 23...517 ~= mtu {
                    profile.attMTU = mtu
                } else {
                    Environment.log("Faraday: FARADAY_MTU is a number from 23 to 517, not '\(text)'")
                }
            }
            return try LivePhone(HCIEndpoint(text), profile: profile, store: store)
        } catch {
            log(error)
            return nil
        }
    }

    /// Writes a failure to standard error.
    @Sendable public static func log(_ error: LiveError) { Environment.log("Faraday: \(error)") }

    /// Writes to standard error what a controller is to open.
    @Sendable public static func logListening(_ peer: HCIEndpoint) {
        Environment.log("Faraday: waiting for a controller to open \(peer)")
    }

    // MARK: PortProvider

    /// The phone's name, for messages.
    public var portName: String { driver.name }
    /// Always allowed: nobody asks on a live phone.
    public var authorization: Authorization { .allowedAlways }

    /// Opens a central manager; the façade's `CBCentralManager` does so.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        LiveCentralPort(driver: driver, session: driver.openCentral(options, sink: sink))
    }

    /// Opens a peripheral manager; the façade's `CBPeripheralManager` does so.
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
