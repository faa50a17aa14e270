import BluetoothTypes

/// What a port did with a command, known before the call returns.
public enum CommandResult: Hashable, Sendable {
    /// The command was accepted; events follow.
    case accepted
    /// The command was ignored; a misuse was reported if Apple's framework logs one.
    case ignored
}

/// The connection of one central manager to its phone. Calls may come from any thread; each returns at once.
///
/// A command has effects. Everything else, apart from `close`, is a question: it has no effect, and its answer is true
/// at the time of the call. A closed port ignores every command, and retrieves nobody.
public protocol CentralPort: AnyObject, Sendable {
    /// Performs `command`; its events reach the sink later, in order, never inside this call.
    @discardableResult func send(_ command: Central.Command) -> CommandResult
    /// The manager was released: its scan and its use of links end, and no event follows.
    func close()

    /// Whether the manager's app may use Bluetooth.
    var authorization: Authorization { get }
    /// How the phone's system does what systems do differently.
    var traits: Central.Traits { get }
    /// The known peers among `peers`, in the same order; unknown ones are left out (behaviour 3.30).
    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer]
    /// Peers to which any app of the phone has a link and that have one of `services` (behaviour 3.31).
    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer]
    /// Whether there is room for a write without response (behaviour 5.16, 5.17).
    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool
    /// The maximum number of bytes of one write (behaviour 5.9, 5.10); 0 if there is no phone, or it
    /// has no such peer.
    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int
    /// The ATT MTU in bytes, as `description` prints it: 0 disconnected, 23 at first, then negotiated (behaviour 1.35).
    func mtu(of peer: PeerIdentifier) -> Int
    /// Whether the user shares notifications with the peer (behaviour 3.25).
    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool
    /// Whether a request of the app for the peer's attributes is not answered yet (behaviour 4.27); Apple's framework
    /// does not provide this.
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool
}

/// The connection of one peripheral manager to its phone. Calls may come from any thread; each returns at once.
public protocol PeripheralPort: AnyObject, Sendable {
    /// Performs `command`; its events reach the sink later, in order, never inside this call.
    @discardableResult func send(_ command: Peripheral.Command) -> CommandResult
    /// Sends an update to subscribers. Returns `false` if it was not sent: if the queue had no room for it,
    /// `.readyToUpdateSubscribers` follows (behaviour 6.19); otherwise the update was a misuse, and no event follows.
    @discardableResult func update(_ update: Peripheral.Update) -> Bool
    /// The manager was released: its services and advertising end, and no event follows.
    func close()

    /// Whether the manager's app may use Bluetooth.
    var authorization: Authorization { get }
}

/// How a driver hands an event to the façade.
public enum Delivery: Hashable, Sendable {
    /// The driver runs one piece of the app's work after the other: it goes on when the callback has returned, and what the
    /// callback has put on queues runs later. Used in virtual time.
    case inTurn
    /// The driver waits until the app has reacted; used in virtual time where the app's queues run by themselves.
    case waiting
    /// The driver continues at once; used in real time.
    case posting
}

/// What both kinds of managers' sinks can do.
public protocol ManagerSink: AnyObject, Sendable {
    /// Returns when all earlier work on the manager's queue has run.
    func settle()
    /// Whether the app's code must run on the main queue, which all worlds of a process share.
    var isOnMainQueue: Bool { get }
}

extension ManagerSink {
    public func settle() {}
    public var isOnMainQueue: Bool { false }
}

/// Receives a central manager's events. The façade runs the app's code on the manager's own queue.
public protocol CentralSink: ManagerSink {
    /// Delivers an event. With `.waiting`, it returns when the app's callback has returned and all earlier work on the
    /// manager's queue has run.
    func receive(_ event: Central.Event, _ delivery: Delivery)
    /// Whether the app's code for this event runs on the main queue and leaves no work in a run loop. A driver on the
    /// main queue can then deliver it without changing threads.
    func isAtHomeOnMainQueue(_ event: Central.Event) -> Bool
}

extension CentralSink {
    public func isAtHomeOnMainQueue(_ event: Central.Event) -> Bool { false }
}

/// Receives a peripheral manager's events.
public protocol PeripheralSink: ManagerSink {
    /// Delivers an event. With `.waiting`, it returns when the app's callback has returned and all earlier work on the
    /// manager's queue has run.
    func receive(_ event: Peripheral.Event, _ delivery: Delivery)
    /// Whether the app's code for this event runs on the main queue and leaves no work in a run loop. A driver on the
    /// main queue can then deliver it without changing threads.
    func isAtHomeOnMainQueue(_ event: Peripheral.Event) -> Bool
}

extension PeripheralSink {
    public func isAtHomeOnMainQueue(_ event: Peripheral.Event) -> Bool { false }
}

/// The options with which a manager is created.
public struct ManagerOptions: Hashable, Sendable {
    /// The identifier under which the manager is restored, `CB…ManagerOptionRestoreIdentifierKey`.
    public var restoreIdentifier: String?
    /// Whether the system asks the user to turn Bluetooth on, `CB…ManagerOptionShowPowerAlertKey`.
    public var showsPowerAlert: Bool
    /// `CBCentralManagerOptionDeviceAccessForMedia` (behaviour 1.37).
    public var accessesMediaDevices: Bool
    /// Creates options; without arguments, the options of a manager that was created without any.
    public init(
        restoreIdentifier: String? = nil, showsPowerAlert: Bool = false, accessesMediaDevices: Bool = false
    ) {
        self.restoreIdentifier = restoreIdentifier
        self.showsPowerAlert = showsPowerAlert
        self.accessesMediaDevices = accessesMediaDevices
    }
}

/// A phone as app code uses it: it opens ports for managers. Examples are a simulated phone, a live radio and Apple's
/// framework.
public protocol PortProvider: AnyObject, Sendable {
    /// The phone's name in messages.
    var portName: String { get }
    /// Whether the app may use Bluetooth, known before any manager exists (behaviour 1.4).
    var authorization: Authorization { get }
    /// The simulated time and the seed's random numbers; `nil` on a real radio.
    var simulation: (any PortSimulation)? { get }
    /// Opens a port for a new central manager; the sink is held weakly.
    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort
    /// Opens a port for a new peripheral manager; the sink is held weakly.
    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort
}
