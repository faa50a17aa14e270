import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// One value that crossed a stair, in virtual time.
public struct TraceRecord: Hashable, Sendable {
    /// Where it crossed.
    public enum Stair: String, Hashable, Sendable {
        /// Between app code and the phone's stack.
        case port
        /// Between host and controller.
        case hci
        /// Between controllers.
        case air
        /// What happened to the world itself.
        case world
    }

    /// Which way it went.
    public enum Direction: String, Hashable, Sendable {
        /// Towards the air.
        case down
        /// Towards the app.
        case up
        /// Neither up nor down.
        case none
    }

    /// Which role a manager has.
    public enum Role: String, Hashable, Sendable {
        /// A central manager's.
        case central
        /// A peripheral manager's.
        case peripheral
    }

    /// What crossed.
    public enum Payload: Hashable, Sendable {
        /// An app has made a manager.
        case opened(SessionID, Role)
        /// A manager has gone, with its last reference or with its app.
        case closed(SessionID)
        /// An app asks its central manager for something.
        case centralCommand(SessionID, Central.Command)
        /// A central manager tells its app something.
        case centralEvent(SessionID, Central.Event)
        /// An app asks its peripheral manager for something.
        case peripheralCommand(SessionID, Peripheral.Command)
        /// A peripheral manager tells its app something.
        case peripheralEvent(SessionID, Peripheral.Event)
        /// A packet between host and controller.
        case hci(HCI.Packet)
        /// A packet on air.
        case air(AirFrame)
        /// Something that is no packet.
        case world(Happening)
    }

    /// What happened to the world itself.
    public enum Happening: Hashable, Sendable {
        /// A node was added, with its name and its place.
        case added(name: String, Position)
        /// A node stands somewhere else now.
        case moved(Position)
        /// A node was switched on or off.
        case powered(Bool)
        /// A node was taken away.
        case removed
        /// App code did something that CoreBluetooth logs, drops or throws at.
        case misuse(Misuse)
        /// A phone asks its user to pair.
        case pairingAlert(PairingAlert)
        /// The user has answered.
        case pairingAnswer(Host.PairingAnswer)
        /// The system shows an alert on an app's account.
        case systemAlert(SystemAlert)
        /// The user has answered the alert of this number: allows what it asks for, or not.
        case systemAlertAnswer(UInt32, allows: Bool)
        /// Somebody sets whether an app may use Bluetooth, as in Settings.
        case authorization(AppID, Authorization)
        /// Somebody sets the phone's radio, as in Settings or Control Center.
        case bluetooth(RadioState)
        /// An app ends, and why.
        case termination(AppID, TerminationReason)
        /// An app runs more or less than before.
        case appState(AppID, AppState)
        /// An app starts.
        case launch(AppID, AppLaunch)
        /// The test, or the device's own script, does something with a device.
        case device(DeviceAction)
        /// A line of the test's own.
        case note(String)
    }

    /// When; a frame on air has its own time, which may lie some milliseconds ahead of its neighbours'.
    public var time: Instant
    /// Whose stair it is; `nil` for the world itself.
    public var node: NodeID?
    /// Which way it went.
    public var direction: Direction
    /// What crossed.
    public var payload: Payload

    /// Creates a record.
    public init(time: Instant, node: NodeID?, direction: Direction, payload: Payload) {
        self.time = time
        self.node = node
        self.direction = direction
        self.payload = payload
    }

    /// Where it crossed.
    public var stair: Stair {
        switch payload {
        case .opened, .closed, .centralCommand, .centralEvent, .peripheralCommand, .peripheralEvent: .port
        case .hci: .hci
        case .air: .air
        case .world: .world
        }
    }
}
