/// The connection of one central manager to its phone. Calls may come from any thread; each returns at once.
public protocol CentralPort: AnyObject, Sendable {
    /// Performs `command`; its events reach the sink later, in order, never inside this call.
    @discardableResult func send(_ command: Central.Command) -> Central.Answer
    /// Answers `query` without any effect.
    func query(_ query: Central.Query) -> Central.Answer
    /// The manager was released: its scan and its use of links end, and no event follows.
    func close()
}

/// The connection of one peripheral manager to its phone. Calls may come from any thread; each returns at once.
public protocol PeripheralPort: AnyObject, Sendable {
    /// Performs `command`; its events reach the sink later, in order, never inside this call.
    @discardableResult func send(_ command: Peripheral.Command) -> Peripheral.Answer
    /// Answers `query` without any effect.
    func query(_ query: Peripheral.Query) -> Peripheral.Answer
    /// The manager was released: its services and advertising end, and no event follows.
    func close()
}

/// How a driver hands an event to the façade.
public enum Delivery: Hashable, Sendable {
    /// The driver waits until the app has reacted; used in virtual time.
    case waiting
    /// The driver continues at once; used in real time.
    case posting
}

/// Receives a central manager's events. The façade runs the app's code on the manager's own queue.
public protocol CentralSink: AnyObject, Sendable {
    /// Delivers events in order. With `.waiting`, it returns when the app's callbacks have returned and all earlier
    /// work on the manager's queue has run, also if `events` is empty.
    func receive(_ events: [Central.Event], _ delivery: Delivery)
    /// Whether the app's code for these events runs on the main queue and leaves no work in a run loop. A driver on the
    /// main queue can then deliver them without changing threads.
    func isAtHomeOnMainQueue(_ events: [Central.Event]) -> Bool
}

extension CentralSink {
    public func isAtHomeOnMainQueue(_ events: [Central.Event]) -> Bool { false }
}

/// Receives a peripheral manager's events.
public protocol PeripheralSink: AnyObject, Sendable {
    /// Delivers events in order. With `.waiting`, it returns when the app's callbacks have returned and all earlier
    /// work on the manager's queue has run, also if `events` is empty.
    func receive(_ events: [Peripheral.Event], _ delivery: Delivery)
    /// Whether the app's code for these events runs on the main queue and leaves no work in a run loop. A driver on the
    /// main queue can then deliver them without changing threads.
    func isAtHomeOnMainQueue(_ events: [Peripheral.Event]) -> Bool
}

extension PeripheralSink {
    public func isAtHomeOnMainQueue(_ events: [Peripheral.Event]) -> Bool { false }
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
