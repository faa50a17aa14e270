import BluetoothPort
import BluetoothTypes

/// One manager of one app on a phone; counted from 1 over the phone's life.
public struct SessionID: Hashable, Sendable, Comparable {
    /// The manager's number, which also stands for its address in log texts.
    public let rawValue: UInt32
    /// Wraps a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    /// Orders managers as they were made.
    public static func < (left: SessionID, right: SessionID) -> Bool { left.rawValue < right.rawValue }
}

/// One app on a phone; managers of one app share nothing but this name (behaviour 1.31).
public struct AppID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let rawValue: UInt32
    /// Wraps a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    /// Orders apps by their numbers.
    public static func < (left: AppID, right: AppID) -> Bool { left.rawValue < right.rawValue }
    /// The app with its number: `app 2`.
    public var description: String { "app \(rawValue)" }
}

/// What the person who holds the phone, or a fault, does with its radio.
public enum RadioState: Hashable, Sendable {
    /// Switched on.
    case on
    /// Switched off in Settings or Control Center (behaviour 1.15, 1.23).
    case off
    /// The Bluetooth daemon restarts (behaviour 1.22).
    case resetting
    /// A phone, or Apple's simulator, without Bluetooth LE (behaviour 1.25).
    case unsupported
    /// The Bluetooth daemon has not started yet: managers that have no other state get none (behaviour 1.2).
    case unknown
}

/// Where a manager is in the life of its app.
enum SessionPhase: Hashable, Sendable {
    /// The app has it.
    case live
    /// The app ended, and the system continues the manager's work (behaviour 7.3).
    case preserved
    /// The app has created it again, but has not received its first state yet (behaviour 7.4).
    case restoring
}

/// What central and peripheral managers have in common.
struct SessionCore: Sendable {
    /// Gets another number after the app has ended.
    var id: SessionID
    let app: AppID
    var options: ManagerOptions
    /// The state that the app got last.
    var state = ManagerState.unknown
    var phase = SessionPhase.live
    /// The manager reaches only some peers (1.37, 1.38).
    var isLimited = false
}

/// One central manager.
struct CentralSession: Sendable {
    var core: SessionCore
    /// The connects that continue after a restart of the phone (7.11).
    var pendingConnects: [PendingConnect] = []
}

/// One peripheral manager.
struct PeripheralSession: Sendable {
    var core: SessionCore
}

/// A connect that outlives a restart of the phone.
struct PendingConnect: Sendable {
    var peer: PeerIdentifier
    var options: Central.ConnectOptions
}
