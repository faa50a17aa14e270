import protocol BluetoothPort.ForwardingPort
import class BluetoothPort.Lock
import FaradayTesting

import class BluetoothPort.AbsentPort
import enum BluetoothPort.Authorization
import enum BluetoothPort.CommandResult
import protocol BluetoothPort.CentralPort
import protocol BluetoothPort.CentralSink
import enum BluetoothPort.Delivery
import struct BluetoothPort.ManagerOptions
import protocol BluetoothPort.PeripheralPort
import protocol BluetoothPort.PeripheralSink
import protocol BluetoothPort.PortProvider
import protocol BluetoothPort.PortSimulation

@testable import FaradayClient

/// A phone whose commands and events are recorded.
final class WatchedPhone: PortProvider {
    private let phone: Phone
    private let record: ChaosRecord

    init(_ phone: Phone, _ record: ChaosRecord) {
        self.phone = phone
        self.record = record
    }

    var portName: String { phone.portName }
    var authorization: Authorization { phone.authorization }
    var simulation: (any PortSimulation)? { phone.simulation }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        WatchedCentral(options, sink: sink, phone, record)
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        phone.openPeripheral(options, sink: sink)
    }
}

/// A central's port that is recorded.
private final class WatchedCentral: ForwardingPort, CentralSink {
    private struct Weak {
        weak var sink: (any CentralSink)?
    }

    private let inner = Lock<(any CentralPort)?>(nil)
    private let sink: Lock<Weak>
    private let record: ChaosRecord

    init(_ options: ManagerOptions, sink: any CentralSink, _ phone: Phone, _ record: ChaosRecord) {
        self.sink = Lock(Weak(sink: sink))
        self.record = record
        let port = phone.openCentral(options, sink: self)
        inner.withLock { $0 = port }
    }

    var port: any CentralPort { inner.withLock { $0 } ?? AbsentPort() }

    @discardableResult func send(_ command: PortCentral.Command) -> CommandResult {
        let answer = port.send(command)
        record.note(command, answer == .accepted ? "command" : "refused command")
        return answer
    }

    func receive(_ event: PortCentral.Event, _ delivery: Delivery) {
        record.note(event, "event")
        if event.isNewsOfRefusals { record.excuse() }
        sink.withLock { $0.sink }?.receive(event, delivery)
    }

    func isAtHomeOnMainQueue(_ event: PortCentral.Event) -> Bool { true }
}

extension PortCentral.Event {
    /// Whether the system refused commands already before it delivered this event.
    fileprivate var isNewsOfRefusals: Bool {
        switch self {
        case .stateChanged(let state): state != .poweredOn
        case .servicesModified, .disconnected: true
        default: false
        }
    }
}
