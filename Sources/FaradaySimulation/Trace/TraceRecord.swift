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
        /// Neither.
        case none
    }

    /// Which role a manager has.
    public enum Role: String, Hashable, Sendable {
        case central
        case peripheral
    }

    /// What crossed.
    public enum Payload: Hashable, Sendable {
        case opened(SessionID, Role)
        case closed(SessionID)
        case centralCommand(SessionID, Central.Command)
        case centralEvent(SessionID, Central.Event)
        case peripheralCommand(SessionID, Peripheral.Command)
        case peripheralEvent(SessionID, Peripheral.Event)
        case hci(HCI.Packet)
        case air(AirFrame)
        case world(Happening)
    }

    /// What happened to the world itself.
    public enum Happening: Hashable, Sendable {
        case added(name: String, Position)
        case moved(Position)
        case powered(Bool)
        case removed
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
