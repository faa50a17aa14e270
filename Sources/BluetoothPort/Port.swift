/// One central manager's way down. All calls may come from any thread; each returns at once.
public protocol CentralPort: AnyObject, Sendable {
    /// Carries out `command`; events that follow reach the sink later, in order, never inside this call.
    @discardableResult func send(_ command: Central.Command) -> Central.Answer
    /// Answers `query` without any effect.
    func query(_ query: Central.Query) -> Central.Answer
    /// The manager is gone: its scan ends, its links are let go, no event follows.
    func close()
}

/// One peripheral manager's way down. All calls may come from any thread; each returns at once.
public protocol PeripheralPort: AnyObject, Sendable {
    /// Carries out `command`; events that follow reach the sink later, in order, never inside this call.
    @discardableResult func send(_ command: Peripheral.Command) -> Peripheral.Answer
    /// Answers `query` without any effect.
    func query(_ query: Peripheral.Query) -> Peripheral.Answer
    /// The manager is gone: its services and advertising end, no event follows.
    func close()
}

/// How a driver hands an event to a veneer.
public enum Delivery: Hashable, Sendable {
    /// The driver waits until the app has reacted: virtual time.
    case waiting
    /// The driver goes on: real time.
    case posting
}

/// Where a central manager's events go. The veneer runs the app's code on the manager's own queue.
public protocol CentralSink: AnyObject, Sendable {
    /// Hands over events in order; with `.waiting` returns when the app's callbacks have returned, and
    /// what the app had put on the manager's queue before, which goes for no events too.
    func receive(_ events: [Central.Event], _ delivery: Delivery)
    /// Whether the app's code for these events runs on the main queue and leaves nothing behind in a run loop, so that
    /// a driver that is there can hand them over without changing threads.
    func isAtHomeOnMainQueue(_ events: [Central.Event]) -> Bool
}

extension CentralSink {
    public func isAtHomeOnMainQueue(_ events: [Central.Event]) -> Bool { false }
}

/// Where a peripheral manager's events go.
public protocol PeripheralSink: AnyObject, Sendable {
    /// Hands over events in order; with `.waiting` returns when the app's callbacks have returned, and
    /// what the app had put on the manager's queue before, which goes for no events too.
    func receive(_ events: [Peripheral.Event], _ delivery: Delivery)
    /// Whether the app's code for these events runs on the main queue and leaves nothing behind in a run loop, so that
    /// a driver that is there can hand them over without changing threads.
    func isAtHomeOnMainQueue(_ events: [Peripheral.Event]) -> Bool
}

extension PeripheralSink {
    public func isAtHomeOnMainQueue(_ events: [Peripheral.Event]) -> Bool { false }
}

/// What a manager is created with.
public struct ManagerOptions: Hashable, Sendable {
    /// The identifier under which the manager is restored, `CB…ManagerOptionRestoreIdentifierKey`.
    public var restoreIdentifier: String?
    /// Whether the system asks to turn Bluetooth on, `CB…ManagerOptionShowPowerAlertKey`.
    public var showsPowerAlert: Bool
    /// `CBCentralManagerOptionDeviceAccessForMedia` (behaviour 1.37).
    public var accessesMediaDevices: Bool
    /// Creates options; without arguments, those of a manager without any.
    public init(
        restoreIdentifier: String? = nil, showsPowerAlert: Bool = false, accessesMediaDevices: Bool = false
    ) {
        self.restoreIdentifier = restoreIdentifier
        self.showsPowerAlert = showsPowerAlert
        self.accessesMediaDevices = accessesMediaDevices
    }
}

/// A phone, seen from app code: it opens ports for managers. A simulated phone, a live radio and
/// Apple's framework are three of these.
public protocol PortProvider: AnyObject, Sendable {
    /// What a person calls this phone, for messages.
    var portName: String { get }
    /// Whether the app may use Bluetooth, known before any manager exists (behaviour 1.4).
    var authorization: Authorization { get }
    /// Opens the way down for a new central manager; the sink is held weakly.
    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort
    /// Opens the way down for a new peripheral manager; the sink is held weakly.
    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort
}
