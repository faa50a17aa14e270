import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Who gets the events of one manager; used only under the world's lock.
protocol Recipient: AnyObject {
    var node: NodeID { get }
    var id: SessionID { get }
    /// The events that are on their way, if a schedule delays them.
    var lateness: Lateness? { get set }
    /// How many events of this kind wait for their delivery: a link has ended, Bluetooth is off, or services are no longer
    /// valid. Until the app gets them, it can't know that its commands come too late.
    var unseenEnds: Int { get set }
}

extension Central.Event {
    /// Whether commands that were right before this event are wrong after it. An app that has cancelled a connection
    /// itself knows of the end, which has no error, before the event.
    var isEnd: Bool {
        switch self {
        case .disconnected(_, let error, _, _): error != nil
        case .stateChanged, .servicesModified: true
        default: false
        }
    }
}

extension Peripheral.Event {
    /// Whether commands that were right before this event are wrong after it.
    var isEnd: Bool { if case .stateChanged = self { true } else { false } }
}

extension PhoneOutput {
    /// Whether it is such an event for this manager.
    func isEnd(for session: SessionID) -> Bool {
        switch self {
        case .central(session, let event): event.isEnd
        case .peripheral(session, let event): event.isEnd
        default: false
        }
    }
}

/// Who gets the events of one central manager; used only under the world's lock.
final class CentralRecipient: Recipient {
    let node: NodeID
    let id: SessionID
    var lateness: Lateness?
    var unseenEnds = 0
    /// Held weakly: a manager that the app has released gets no more events.
    weak var sink: (any CentralSink)?
    /// No event follows a close.
    var isClosed = false

    init(node: NodeID, id: SessionID, sink: any CentralSink) {
        (self.node, self.id) = (node, id)
        self.sink = sink
    }
}

/// Who gets the events of one peripheral manager; used only under the world's lock.
final class PeripheralRecipient: Recipient {
    let node: NodeID
    let id: SessionID
    var lateness: Lateness?
    var unseenEnds = 0
    /// Held weakly: a manager that the app has released gets no more events.
    weak var sink: (any PeripheralSink)?
    /// No event follows a close.
    var isClosed = false

    init(node: NodeID, id: SessionID, sink: any PeripheralSink) {
        (self.node, self.id) = (node, id)
        self.sink = sink
    }
}

/// Who gets the events of one accessory session; used only under the world's lock.
final class AccessoryRecipient: Recipient {
    let node: NodeID
    let id: SessionID
    var lateness: Lateness?
    var unseenEnds = 0
    /// Held weakly: a session that the app has released gets no more events.
    weak var sink: (any AccessorySink)?
    /// No event follows a close.
    var isClosed = false

    init(node: NodeID, id: SessionID, sink: any AccessorySink) {
        (self.node, self.id) = (node, id)
        self.sink = sink
    }
}

/// Who gets the events of one session of Nearby Interaction; used only under the world's lock.
final class NearbyRecipient: Recipient {
    let node: NodeID
    let id: SessionID
    var lateness: Lateness?
    var unseenEnds = 0
    /// Whether the phone's camera looks for what the session measures.
    var usesCamera = false
    /// Held weakly: a session that the app has released gets no more events.
    weak var sink: (any NearbySink)?
    /// No event follows a close.
    var isClosed = false

    init(node: NodeID, id: SessionID, sink: any NearbySink) {
        (self.node, self.id) = (node, id)
        self.sink = sink
    }
}
