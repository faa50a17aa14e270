import FaradayTesting
import protocol BluetoothPort.ForwardingPort

import class BluetoothPort.Lock
import enum BluetoothPort.Authorization
import enum BluetoothPort.CommandResult
import enum BluetoothPort.PortError
import protocol BluetoothPort.CentralPort
import protocol BluetoothPort.CentralSink
import protocol BluetoothPort.PeripheralPort
import protocol BluetoothPort.PeripheralSink
import protocol BluetoothPort.PortProvider
import protocol BluetoothPort.PortSimulation
import struct BluetoothPort.AttributeIdentifier
import struct BluetoothPort.ManagerOptions

@testable import FaradayClient

/// A phone that writes down what the client asks of it, and can tell the client what no simulated device does.
final class RecordingPhone: PortProvider {
    private struct State {
        var commands: [String] = []
        var options: [PortCentral.ConnectOptions] = []
        var subscribed: [AttributeIdentifier] = []
        var connectFailures: [PortError] = []
        weak var sink: (any CentralSink)?
    }

    private let phone: Phone
    private let world = World.current
    private let state = Lock(State())

    init(_ phone: Phone) { self.phone = phone }

    /// The commands so far, as `services FF00`, `read`, `notify on`.
    var commands: [String] { state.withLock { $0.commands } }
    /// How often a command was sent.
    func count(_ command: String) -> Int { commands.filter { $0.hasPrefix(command) }.count }
    /// The options of each attempt to connect.
    var connectOptions: [PortCentral.ConnectOptions] { state.withLock { $0.options } }
    /// The characteristics that the client subscribed to, in order.
    var subscribed: [AttributeIdentifier] { state.withLock { $0.subscribed } }

    /// Returns when a command has been sent.
    func sent(_ command: String) async throws {
        while count(command) == 0 { try await world.sleep(for: .milliseconds(1)) }
    }

    /// The next attempts to connect fail.
    func failConnects(_ count: Int = 1, with error: PortError) {
        state.withLock { $0.connectFailures += Array(repeating: error, count: count) }
    }

    /// Tells the client something.
    func deliver(_ event: PortCentral.Event) {
        let sink = state.withLock { $0.sink }
        sink?.receive(event, .waiting)
    }

    // MARK: The phone

    var portName: String { phone.portName }
    var authorization: Authorization { phone.authorization }
    var simulation: (any PortSimulation)? { phone.simulation }

    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        state.withLock { $0.sink = sink }
        return RecordingPort(phone.openCentral(options, sink: sink), self)
    }

    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        phone.openPeripheral(options, sink: sink)
    }

    /// Whether the phone itself gets the command.
    fileprivate func take(_ command: PortCentral.Command) -> Bool {
        let failure = state.withLock { state -> PortError? in
            state.commands.append(Self.text(command))
            switch command {
            case .setNotify(_, let attribute, true): state.subscribed.append(attribute)
            case .connect(_, let options):
                state.options.append(options)
                return state.connectFailures.isEmpty ? nil : state.connectFailures.removeFirst()
            default: break
            }
            return nil
        }
        guard let failure, case .connect(let peer, _) = command else { return true }
        world.after(.milliseconds(5)) { self.deliver(.failedToConnect(peer, failure)) }
        return false
    }

    private static func text(_ command: PortCentral.Command) -> String {
        func line(_ word: String, _ uuids: [BluetoothUUID]?) -> String {
            ([word] + (uuids ?? []).map(\.description).sorted()).joined(separator: " ")
        }
        switch command {
        case .scan(let request): return line("scan", request.services)
        case .stopScan: return "stop scan"
        case .connect: return "connect"
        case .cancelConnection: return "cancel"
        case .discoverServices(_, let uuids): return line("services", uuids)
        case .discoverCharacteristics(_, let uuids, _): return line("characteristics", uuids)
        case .readCharacteristic: return "read"
        case .writeCharacteristic(_, _, _, .withResponse): return "write"
        case .writeCharacteristic(_, _, _, .withoutResponse): return "send"
        case .setNotify(_, _, let isOn): return isOn ? "notify on" : "notify off"
        case .readRSSI: return "rssi"
        default: return "other"
        }
    }
}

private final class RecordingPort: ForwardingPort {
    let port: any CentralPort
    private let phone: RecordingPhone

    init(_ port: any CentralPort, _ phone: RecordingPhone) { (self.port, self.phone) = (port, phone) }

    @discardableResult func send(_ command: PortCentral.Command) -> CommandResult {
        phone.take(command) ? port.send(command) : .accepted
    }
}
