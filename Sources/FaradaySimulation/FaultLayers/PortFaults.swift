import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// The layer between apps and their phones: commands down, events up.
final class PortFaults {
    private unowned let engine: FaultEngine
    /// Events of phones that wait.
    @exclusivity(unchecked) var heldEvents: [HeldEvent] = []
    /// Answers of phones that faults wait for.
    @exclusivity(unchecked) var expectedAnswers: [ExpectedAnswer] = []
    /// What phones that connect do not hear.
    let approach = ApproachLayer()
    /// Whether any fault is about an app's requests on a link.
    @exclusivity(unchecked) var concernsRequests = false
    /// Whether any fault is about scan reports.
    @exclusivity(unchecked) var concernsReports = false

    init(_ engine: FaultEngine) { self.engine = engine }

    var now: Instant { engine.now }
    var medium: Medium { engine.medium }
    var allNodes: [Node] { engine.allNodes }
    func node(_ id: NodeID) -> Node { engine.node(id) }
    func want(at time: Instant) { engine.want(at: time) }
    func match(_ occasion: Occasion) -> FiringFault? { engine.match(occasion, at: .port) }
    func carryOut(_ fault: FiringFault) -> Bool { engine.carryOut(fault) }
    func drop(_ link: RadioLink, _ end: Fault.LinkEnd) { engine.drop(link, end) }

    // MARK: Commands

    func isSwallowed(_ command: Central.Command, from session: SessionID, on node: Node) -> Bool {
        guard let phone = node as? PhoneNode, phone.ask({ $0.model.isRadioOn }) else { return false }
        switch command {
        case .connect(let peer, _): return isConnectSwallowed(peer, session, phone)
        case .cancelConnection(let peer):
            endApproach(of: phone, to: peer)
            expectedAnswers.removeAll {
                $0.kind == .connect(peer) && $0.phone == phone.id && $0.session == session
            }
            return false
        default: return concernsRequests && isRequestSwallowed(command, session, phone)
        }
    }

    private func isConnectSwallowed(_ peer: PeerIdentifier, _ session: SessionID, _ phone: PhoneNode) -> Bool
    {
        let device = device(peer, of: phone)
        var occasion = Occasion(.connect, central: phone.id, peripheral: device)
        occasion.app = phone.ask { $0.app(of: session) }
        guard let fault = match(occasion), !carryOut(fault) else { return false }
        switch fault.effect {
        case .failure(.local(let code)):
            phone.give(.failedToConnect(peer, .local(code: code)), to: session)
            return true
        case .delay(let time):
            approach.deafen(phone.id, to: device, until: now + time)
            want(at: now + time)
        case .silence: approach.deafen(phone.id, to: device, until: nil)
        case .loss: approach.loseRequest(of: phone.id, to: device)
        case .linkDrop: expect(.connect(peer), session, phone, fault)
        default: break
        }
        updateApproach()
        return false
    }

    /// Requests that an app makes about a link.
    private func isRequestSwallowed(
        _ command: Central.Command, _ session: SessionID, _ phone: PhoneNode
    ) -> Bool {
        // The error is the fault's: here it only tells which command this is.
        guard let (operation, peer, attribute, _) = command.failure(.unknown),
            let link = link(of: phone, with: peer)
        else { return false }
        var occasion = Occasion(operation, central: phone.id, peripheral: link.peripheral.controller.node)
        occasion.app = phone.ask { $0.app(of: session) }
        if let attribute {
            let place = node(link.peripheral.controller.node).attributePlace(
                UInt16(truncatingIfNeeded: attribute.rawValue))
            (occasion.service, occasion.characteristic) = (place?.service, place?.characteristic)
        }
        guard let fault = match(occasion), !carryOut(fault) else { return false }
        switch fault.effect {
        case .failure(.local(let code)):
            if let answer = command.failure(.local(code: code)) { phone.give(answer.3, to: session) }
            return true
        case .delay, .silence, .linkDrop(_, .after): expect(.rssi(peer), session, phone, fault)
        case .linkDrop(let end, _):
            drop(link, end)
            return true
        default: break
        }
        return false
    }

    func isSwallowed(_ command: Peripheral.Command, from session: SessionID, on node: Node) -> Bool {
        guard let phone = node as? PhoneNode, phone.ask({ $0.model.isRadioOn }) else { return false }
        var occasion: Occasion
        let kind: ExpectedAnswer.Kind
        switch command {
        case .startAdvertising:
            occasion = Occasion(.advertising, central: nil, peripheral: phone.id)
            kind = .advertising
        case .add(let service):
            occasion = Occasion(.publishing, central: nil, peripheral: phone.id)
            occasion.service = service.uuid
            kind = .publishing(service.identifier)
        default: return false
        }
        occasion.app = phone.ask { $0.app(of: session) }
        guard let fault = match(occasion), !carryOut(fault) else { return false }
        guard case .failure(.local(let code)) = fault.effect else {
            expect(kind, session, phone, fault)
            return false
        }
        let error = PortError.local(code: code)
        switch kind {
        case .publishing(let service): phone.give(.serviceAdded(service, error), to: session)
        default: phone.give(Peripheral.Event.advertisingStarted(error), to: session)
        }
        return true
    }

    private func expect(
        _ kind: ExpectedAnswer.Kind, _ session: SessionID, _ phone: PhoneNode, _ fault: FiringFault
    ) {
        expectedAnswers.append(ExpectedAnswer(kind: kind, phone: phone.id, session: session, fault: fault))
    }

    // MARK: Who it is

    /// The node that a phone knows under an identifier.
    func device(_ peer: PeerIdentifier, of phone: PhoneNode) -> NodeID? {
        if let link = link(of: phone, with: peer) { return link.peripheral.controller.node }
        for node in allNodes {
            if let device = node as? DeviceNode, phone.identifier(of: device.address) == peer {
                return node.id
            }
            if let other = node as? PhoneNode, phone.identifier(of: other.ask({ $0.host.identity })) == peer {
                return node.id
            }
        }
        return nil
    }

    /// The link of a phone in the central role with a peer.
    func link(of phone: PhoneNode, with peer: PeerIdentifier) -> RadioLink? {
        medium.links.lazy.compactMap { $0 }.first { link in
            link.central.controller.node == phone.id && link.central.isOpen
                && phone.identifier(of: link.central.peer) == peer
        }
    }

    // MARK: The layer of the medium

    /// An attempt of a phone has ended.
    func endApproach(of phone: PhoneNode, to peer: PeerIdentifier) {
        guard !approach.isEmpty else { return }
        approach.end(phone.id, device(peer, of: phone))
        updateApproach()
    }

    /// Puts the layer into the medium while it has something to do.
    func updateApproach() {
        let others = medium.faults.filter { !($0 is ApproachLayer) }
        if approach.isEmpty {
            if others.count != medium.faults.count { medium.setFaults(others) }
        } else if others.count == medium.faults.count {
            medium.setFaults(others + [approach])
        }
    }
}
