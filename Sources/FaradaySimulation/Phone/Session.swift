import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// One central manager of a phone, as the world knows it; used only under the world's lock.
final class CentralSession {
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

/// One peripheral manager of a phone, as the world knows it; used only under the world's lock.
final class PeripheralSession {
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
