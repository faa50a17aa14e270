import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// One value that passed between two layers, in virtual time.
public struct TraceRecord: Hashable, Sendable {
    /// Between which layers the value passed.
    public enum Stair: String, Hashable, Sendable {
        /// Between app code and the phone's stack.
        case port
        /// Between host and controller.
        case hci
        /// Between controllers.
        case air
        /// An event of the world itself.
        case world
    }

    /// The direction of a value.
    public enum Direction: String, Hashable, Sendable {
        /// Towards the air.
        case down
        /// Towards the app.
        case up
        /// Neither up nor down.
        case none
    }

    /// The role of a manager.
    public enum Role: String, Hashable, Sendable {
        /// A central manager's.
        case central
        /// A peripheral manager's.
        case peripheral
        /// Not a manager's, but an accessory session's.
        case accessory
        /// Not a manager's, but that of a session of Nearby Interaction.
        case nearby
    }

    /// The value that passed.
    public enum Payload: Hashable, Sendable {
        /// An app has created a manager.
        case opened(SessionID, Role)
        /// A manager has ended, because its last reference was released or its app ended.
        case closed(SessionID)
        /// An app gives its central manager a command.
        case centralCommand(SessionID, Central.Command)
        /// A central manager gives its app an event.
        case centralEvent(SessionID, Central.Event)
        /// An app gives its peripheral manager a command.
        case peripheralCommand(SessionID, Peripheral.Command)
        /// An app gives its peripheral manager a value for subscribers.
        case peripheralUpdate(SessionID, Peripheral.Update)
        /// A peripheral manager gives its app an event.
        case peripheralEvent(SessionID, Peripheral.Event)
        /// An app calls its accessory session.
        case accessoryCommand(SessionID, Accessories.Command)
        /// An accessory session gives its app an event.
        case accessoryEvent(SessionID, Accessories.Event)
        /// An app calls its session of Nearby Interaction.
        case nearbyCommand(SessionID, Nearby.Command)
        /// A session of Nearby Interaction gives its app an event.
        case nearbyEvent(SessionID, Nearby.Event)
        /// A packet between host and controller.
        case hci(HCI.Packet)
        /// A packet on air.
        case air(AirFrame)
        /// An event that is not a packet.
        case world(Happening)
    }

    /// An event of the world itself.
    public enum Happening: Hashable, Sendable {
        /// A node was added, with its name and its position.
        case added(name: String, Position)
        /// A node has moved to this position.
        case moved(Position)
        /// A node's radio was switched on or off.
        case powered(Bool)
        /// A node was removed.
        case removed
        /// App code did something that CoreBluetooth logs, drops or answers with an exception.
        case misuse(Misuse)
        /// A phone asks its user about a pairing.
        case pairingAlert(PairingAlert)
        /// The user has answered a pairing alert.
        case pairingAnswer(Host.PairingAnswer)
        /// The system shows an alert for an app.
        case systemAlert(SystemAlert)
        /// The user has answered the alert with this number, and allows or denies the request.
        case systemAlertAnswer(UInt32, allows: Bool)
        /// The picker of AccessorySetupKit shows its user something.
        case accessoryPicker(AccessoryPicker)
        /// The user does something with the picker.
        case accessoryPickerReply(AccessoryPickerReply)
        /// The app's Bluetooth permission was set, as in Settings.
        case authorization(AppID, Authorization)
        /// The phone's radio was set, as in Settings or Control Center.
        case bluetooth(RadioState)
        /// An app ends, for this reason.
        case termination(AppID, TerminationReason)
        /// An app changes its state.
        case appState(AppID, AppState)
        /// An app starts.
        case launch(AppID, AppLaunch)
        /// The test, or the device's own script, acts on a device.
        case device(DeviceAction)
        /// A rule of the test does not hold; the text says which.
        case brokenInvariant(String)
        /// A fault acted.
        case fault(FaultFiring)
        /// A line that the test wrote.
        case note(String)
    }

    /// The time of the record. A frame on air has its own time, which may be some milliseconds later than its
    /// neighbours' times.
    public var time: MonotonicInstant
    /// The node of the layers; `nil` for the world itself.
    public var node: NodeID?
    /// The direction of the value.
    public var direction: Direction
    /// The value that passed.
    public var payload: Payload
    /// The packet as somebody outside the world sent it, if that is not what `payload` encodes to: it has octets that
    /// receivers ignore, or is not as the specification says. An H4 packet, or the PDU of a packet on air.
    public var sentBytes: [UInt8]?
    /// Where the app or the test has called, if that is known. It makes no record differ from another.
    package var caller: CallPlace?

    public init(
        time: MonotonicInstant, node: NodeID?, direction: Direction, payload: Payload,
        sentBytes: [UInt8]? = nil
    ) {
        self.time = time
        self.node = node
        self.direction = direction
        self.payload = payload
        self.sentBytes = sentBytes
    }

    /// The packet as it was sent: an H4 packet, or the PDU of a packet on air; `nil` for what is no packet.
    package var packetBytes: [UInt8]? {
        switch payload {
        case .hci(let packet): sentBytes ?? packet.h4Bytes
        case .air(let frame): sentBytes ?? frame.pduBytes
        default: nil
        }
    }

    /// Between which layers the value passed.
    public var stair: Stair {
        switch payload {
        case .opened, .closed, .centralCommand, .centralEvent, .peripheralCommand, .peripheralUpdate,
            .peripheralEvent, .accessoryCommand, .accessoryEvent, .nearbyCommand, .nearbyEvent:
            .port
        case .hci: .hci
        case .air: .air
        case .world: .world
        }
    }
}
