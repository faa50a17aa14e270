import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// Who gets the events of one central manager; used only under the world's lock.
final class CentralRecipient {
    let id: SessionID
    /// Held weakly: a manager that the app has released gets no more events.
    weak var sink: (any CentralSink)?
    /// No event follows a close.
    var isClosed = false

    init(id: SessionID, sink: any CentralSink) {
        self.id = id
        self.sink = sink
    }
}

/// Who gets the events of one peripheral manager; used only under the world's lock.
final class PeripheralRecipient {
    let id: SessionID
    /// Held weakly: a manager that the app has released gets no more events.
    weak var sink: (any PeripheralSink)?
    /// No event follows a close.
    var isClosed = false

    init(id: SessionID, sink: any PeripheralSink) {
        self.id = id
        self.sink = sink
    }
}
