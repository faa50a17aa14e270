import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// The layer between the models of phones and their hosts: discoveries that a phone does not answer (behaviour 4.25).
final class StackFaults {
    /// A phone that no longer answers discoveries of a peer's services.
    private struct Wedge {
        let place: Int
        let phone: NodeID
        let peripheral: NodeID
        /// How long after each discovery the link ends.
        let patience: Nanoseconds?
    }

    /// A link that will end.
    private struct Ending {
        let phone: PhoneNode
        let link: Host.LinkID
        let due: Instant
    }

    private unowned let engine: FaultEngine
    private var wedges: [Wedge] = []
    private var endings: [Ending] = []

    init(_ engine: FaultEngine) { self.engine = engine }

    /// Puts the layer into a phone.
    func insert(into node: Node) {
        guard let phone = node as? PhoneNode else { return }
        phone.stack.layer = StackLayer(self, phone)
    }

    /// A phone looks for services. Returns whether its host must not see that.
    func isDiscoveryTaken(
        by phone: PhoneNode, on connection: UInt16, _ link: Host.LinkID, of services: [BluetoothUUID]
    ) -> Bool {
        guard let end = engine.medium.controller(of: phone.id)?.end(connection), end.isCentral else {
            return false
        }
        let peripheral = end.link.peripheral.controller.node
        guard let wedge = wedge(phone.id, peripheral, services) else { return false }
        if let patience = wedge.patience {
            let due = engine.now + patience
            endings.append(Ending(phone: phone, link: link, due: due))
            engine.want(at: due)
        }
        return true
    }

    /// The wedge that takes this discovery: one that is there, or one that begins now.
    private func wedge(_ phone: NodeID, _ peripheral: NodeID, _ services: [BluetoothUUID]) -> Wedge? {
        if let wedge = wedges.first(where: { $0.phone == phone && $0.peripheral == peripheral }) {
            return wedge
        }
        var occasion = Occasion(.serviceDiscovery, central: phone, peripheral: peripheral)
        if services.count == 1 { occasion.service = services[0] }
        guard let fault = engine.match(occasion, at: .stack), case .wedge(let patience) = fault.effect else {
            return nil
        }
        let wedge = Wedge(place: fault.place, phone: phone, peripheral: peripheral, patience: patience)
        wedges.append(wedge)
        return wedge
    }

    /// A phone restarts: what was wedged on it works again.
    func restarts(_ phone: Node) {
        for wedge in wedges where wedge.phone == phone.id {
            engine.change(wedge.place) { $0.cured.append(phone.id) }
        }
        wedges.removeAll { $0.phone == phone.id }
        endings.removeAll { $0.phone === phone }
    }

    /// When the next link ends.
    var nextDue: Instant? { endings.map(\.due).min() }

    /// Ends the links whose time has come. Returns their phones.
    func endLinks() -> [Node] {
        let due = endings.filter { $0.due <= engine.now }
        endings.removeAll { $0.due <= engine.now }
        for ending in due { ending.phone.stack.end(ending.link, saying: .unknown, at: engine.now) }
        return due.map(\.phone)
    }
}

/// The layer as the stack of one phone sees it. Only the world's lock holder calls it, as it does all of the stack.
private final class StackLayer: HostLayer {
    private unowned let faults: StackFaults
    private unowned let phone: PhoneNode

    init(_ faults: StackFaults, _ phone: PhoneNode) {
        self.faults = faults
        self.phone = phone
    }

    func isDiscoveryTaken(
        on connection: UInt16, _ link: Host.LinkID, of services: [BluetoothUUID]
    ) -> Bool {
        faults.isDiscoveryTaken(by: phone, on: connection, link, of: services)
    }
}
