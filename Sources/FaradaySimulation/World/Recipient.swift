import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// Who gets the events of one manager or session; used only under the world's lock, so that nothing has to check for
/// exclusive access.
///
/// Each kind holds its sink weakly: what the app has released gets no more events.
class Recipient {
    final let node: NodeID
    final let id: SessionID
    /// Whose code gets them.
    final let context: AppContext
    /// The events that are on their way, if a schedule delays them.
    @exclusivity(unchecked) final var lateness: Lateness?
    /// How many events of this kind wait for their delivery: a link has ended, Bluetooth is off, or services are no longer
    /// valid. Until the app gets them, it can't know that its commands come too late.
    @exclusivity(unchecked) final var unseenEnds = 0
    /// No event follows a close.
    @exclusivity(unchecked) final var isClosed = false

    fileprivate init(node: NodeID, id: SessionID, context: AppContext) {
        (self.node, self.id, self.context) = (node, id, context)
    }
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

/// Who gets the events of one central manager.
final class CentralRecipient: Recipient {
    @exclusivity(unchecked) weak var sink: (any CentralSink)?

    init(node: NodeID, id: SessionID, context: AppContext, sink: any CentralSink) {
        self.sink = sink
        super.init(node: node, id: id, context: context)
    }
}

/// Who gets the events of one peripheral manager.
final class PeripheralRecipient: Recipient {
    @exclusivity(unchecked) weak var sink: (any PeripheralSink)?

    init(node: NodeID, id: SessionID, context: AppContext, sink: any PeripheralSink) {
        self.sink = sink
        super.init(node: node, id: id, context: context)
    }
}

/// Who gets the events of one accessory session.
final class AccessoryRecipient: Recipient {
    @exclusivity(unchecked) weak var sink: (any AccessorySink)?

    init(node: NodeID, id: SessionID, context: AppContext, sink: any AccessorySink) {
        self.sink = sink
        super.init(node: node, id: id, context: context)
    }
}

/// Who gets the events of one session of Nearby Interaction.
final class NearbyRecipient: Recipient {
    /// Whether the phone's camera looks for what the session measures.
    @exclusivity(unchecked) var usesCamera = false
    @exclusivity(unchecked) weak var sink: (any NearbySink)?

    init(node: NodeID, id: SessionID, context: AppContext, sink: any NearbySink) {
        self.sink = sink
        super.init(node: node, id: id, context: context)
    }
}
