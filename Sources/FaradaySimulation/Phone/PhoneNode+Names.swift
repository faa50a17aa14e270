import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// What messages say of a phone.
extension PhoneNode {
    /// What its apps have requested and what they scan for, one line each.
    func requests(_ names: TraceNames) -> [String] {
        let central = CentralText(names: names, node: id)
        let name = names.node(id)
        var lines: [String] = []
        for request in ask({ OpenRequests.all(of: $0.model) }) {
            let peer = request.peer.map { names.peer($0, of: id) } ?? ""
            let text =
                switch request.kind {
                case .state: "the \(names.label(of: request.session, id)) waits for its first didUpdateState"
                case .connect: "connect \(peer)"
                case .cancelConnection: "cancelPeripheralConnection \(peer)"
                case .attributes(let command): central.text(command)
                case .readRSSI: "readRSSI of \(peer)"
                case .openChannel(let psm): "openL2CAPChannel \(psm) of \(peer)"
                case .addService(let uuid): "add \(uuid.label)"
                case .startAdvertising: "startAdvertising"
                }
            lines.append("\(name): \(text)")
        }
        for (_, services) in stack.status.openScans {
            lines.append("\(name): " + central.text(.scan(.init(services: services))))
        }
        return lines
    }

    /// What messages call an app of the phone: its identifier, or `app 2`.
    func name(of app: AppID) -> String { ask { $0.identifier(of: app) } ?? "\(app)" }

    /// Adds the UUIDs of attributes that it knows, and the names of its apps and of the devices that it has met.
    func teach(_ names: inout TraceNames, _ nodes: ContiguousArray<Node>) {
        for (app, identifier) in ask({ stack in stack.apps.map { ($0, stack.identifier(of: $0)) } }) {
            names.setName(identifier, of: app, on: id)
        }
        for (identifier, uuid) in ask({ $0.model.router.knownAttributes }) {
            names.setAttribute(identifier, of: id, uuid)
        }
        for case let device as DeviceNode in nodes {
            guard let identifier = identifier(of: device.address) else { continue }
            names.setPeer(identifier, of: id, names.node(device.id))
        }
    }
}
