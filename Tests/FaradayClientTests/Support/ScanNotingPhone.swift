import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// A phone that notes which scans its centrals ask for.
final class ScanNotingPhone: PortProvider {
    /// A scan, by the services of its filter, or the end of one.
    enum Note: Hashable, Sendable {
        case scan([BluetoothUUID])
        case stop
    }

    let phone: Phone
    private let noted = Lock<[Note]>([])

    init(_ phone: Phone) { self.phone = phone }

    /// What was asked for so far.
    var notes: [Note] { noted.withLock { $0 } }

    var portName: String { phone.portName }
    var authorization: Authorization { phone.authorization }
    var simulation: (any PortSimulation)? { phone.simulation }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        ScanNotingPort(phone.openCentral(options, sink: sink)) { note in
            self.noted.withLock { $0.append(note) }
        }
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        phone.openPeripheral(options, sink: sink)
    }
}

private final class ScanNotingPort: ForwardingPort {
    let port: any CentralPort
    private let note: @Sendable (ScanNotingPhone.Note) -> Void

    init(_ port: any CentralPort, _ note: @escaping @Sendable (ScanNotingPhone.Note) -> Void) {
        (self.port, self.note) = (port, note)
    }

    func send(_ command: Central.Command) -> CommandResult {
        switch command {
        case .scan(let request): note(.scan(request.services))
        case .stopScan: note(.stop)
        default: break
        }
        return port.send(command)
    }
}
