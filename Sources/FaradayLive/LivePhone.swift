import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A phone whose radio is a real or remote controller, in real time.
///
/// Managers created in its environment work as on a simulated phone; their callbacks come on their own queues. The
/// phone may be used from any thread.
///
/// It uses private addresses that change as its profile says; bonded peers recognise it by the identity in its store.
/// (A controller that accepts no random address uses its public one; then bonds get no identity key.)
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
    /// Blocks until the connection is established; with an endpoint that listens, until a controller has connected.
    /// Fails with a `LiveError` if that is not possible. The driver's thread reports later errors to `onFailure`. It
    /// reports the loss of the connection once, after the phone's managers have got their state callbacks
    /// (`.resetting`, then `.unsupported`).
    ///
    /// - Parameters:
    ///   - store: The file in which the phone stores its identity and its bonds; without it, the phone is a new one
    ///     each time.
    ///   - onListening: Called with the endpoint that the controller has to open, before the wait for it, if the
    ///     endpoint listens.
    public convenience init(
        _ endpoint: HCIEndpoint, profile: OSProfile = .onForeignController, name: String = "Faraday",
        store: String? = nil, onListening: (HCIEndpoint) -> Void = LivePhone.logListening,
        onFailure: @escaping @Sendable (LiveError) -> Void = LivePhone.log
    ) throws(LiveError) {
        let memory = try LiveMemory(path: store)
        let connection = try HCIConnection(endpoint, onListening: onListening)
        self.init(connection, profile: profile, name: name, memory: memory, onFailure: onFailure)
    }

    /// Starts the phone on an established connection that supports `wait`; the phone owns the connection.
    init(
        _ connection: HCIConnection, profile: OSProfile = .onForeignController, name: String = "Faraday",
        memory: LiveMemory, onFailure: @escaping @Sendable (LiveError) -> Void = LivePhone.log
    ) {
        driver = LiveDriver(connection, profile: profile, name: name, memory: memory, onFailure: onFailure)
        driver.start()
    }

    deinit { driver.stop() }

    /// Ends the links, resets the controller and closes the connection; managers get no more callbacks.
    ///
    /// Returns at once. The links end within half a second, or by their peers' supervision timeouts. A program that links
    /// `FaradayAttachment` does the same for its phones when it ends by `exit` or at the end of `main`.
    public func stop() { driver.stop() }

    /// Stops all phones of the process, and waits until they have ended their links: at most one second.
    package static func leaveAll() { LiveDrivers.leave() }

    /// Makes `agent` answer this phone's pairing alerts, on the driver's thread. Until then, `FARADAY_PAIRING` contains
    /// the answer: `accept`, `reject`, `ignore` or the six digits of a passkey.
    public func onPairing(_ agent: @escaping @Sendable (PairingAlert) -> PairingReply) {
        driver.setUser(agent)
    }

    /// The phone's bonds.
    public var bonds: [Bond] { driver.perform { stack, _ in stack.host.bonds } }

    /// "Forget This Device": removes the bond and ends the link.
    public func forget(_ peer: DeviceAddress) { driver.perform { stack, now in stack.forget(peer, at: now) } }

    /// The phone on the controller that the environment variable `FARADAY_HCI` names. If that controller does not
    /// answer, it returns `nil` and prints the reason on standard error. `FARADAY_STORE` names the file in which the
    /// phone stores its identity and its bonds. `FARADAY_MTU` is the ATT MTU that it offers, 23…517, instead of an
    /// iPhone's.
    public static func fromEnvironment() -> LivePhone? {
        guard let text = Environment.variable("FARADAY_HCI"), !text.isEmpty else { return nil }
        do {
            let store = Environment.variable("FARADAY_STORE").flatMap { $0.isEmpty ? nil : $0 }
            var profile = OSProfile.onForeignController
            if let text = Environment.variable("FARADAY_MTU"), !text.isEmpty {
                if let mtu = UInt16(text), 23...517 ~= mtu {
                    profile.attMTU = mtu
                } else {
                    Environment.log("Faraday: FARADAY_MTU must be a number from 23 to 517, not '\(text)'")
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

    /// Writes the endpoint that a controller has to open to standard error.
    @Sendable public static func logListening(_ peer: HCIEndpoint) {
        Environment.log("Faraday: waiting for a controller to open \(peer)")
    }

    // MARK: PortProvider

    /// The phone's name, for messages.
    public var portName: String { driver.name }
    /// Always allowed: a live phone has no permission alert.
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

/// The port of a central manager on a live phone.
private final class LiveCentralPort: CentralPortOfModel {
    private let driver: LiveDriver
    let session: SessionID

    init(driver: LiveDriver, session: SessionID) {
        self.driver = driver
        self.session = session
    }

    func send(_ command: Central.Command) -> CommandResult {
        driver.perform { stack, now in stack.handle(command, from: session, at: now) }
    }

    func close() { driver.close(session) }

    func ask<Answer>(_ question: (inout PhoneModel) -> Answer) -> Answer {
        driver.perform { stack, _ in question(&stack.model) }
    }
}

/// The port of a peripheral manager on a live phone.
private final class LivePeripheralPort: PeripheralPort {
    private let driver: LiveDriver
    private let session: SessionID

    init(driver: LiveDriver, session: SessionID) {
        self.driver = driver
        self.session = session
    }

    func send(_ command: Peripheral.Command) -> CommandResult {
        driver.perform { stack, now in stack.handle(command, from: session, at: now) }
    }

    func update(_ update: Peripheral.Update) -> Bool {
        driver.perform { stack, now in stack.update(update, from: session, at: now) }
    }

    var authorization: Authorization {
        driver.perform { stack, _ in stack.model.authorization(for: session) }
    }

    func close() { driver.close(session) }
}
