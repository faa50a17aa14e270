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
}

/// Who gets the events of one central manager; used only under the world's lock.
final class CentralRecipient: Recipient {
    let node: NodeID
    let id: SessionID
    var lateness: Lateness?
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
    /// Held weakly: a manager that the app has released gets no more events.
    weak var sink: (any PeripheralSink)?
    /// No event follows a close.
    var isClosed = false

    init(node: NodeID, id: SessionID, sink: any PeripheralSink) {
        (self.node, self.id) = (node, id)
        self.sink = sink
    }
}
