import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Events of phones for their apps.
extension PortFaults {
    func passes(_ event: Central.Event, to session: SessionID, on node: Node) -> Bool {
        guard let phone = node as? PhoneNode else { return true }
        switch event {
        case .discovered(let peer, _, _):
            return concernsReports
                ? passesReport(event, peer.identifier, session, phone)
                : passesInOrder(event, session, phone)
        case .connected(let peer):
            guard passesInOrder(event, session, phone) else { return false }
            endApproach(of: phone, to: peer.identifier)
            if let fault = expected(.connect(peer.identifier), session, phone),
                case .linkDrop(let end, _) = fault.effect, let link = link(of: phone, with: peer.identifier)
            {
                phone.give(event, to: session)
                drop(link, end)
                return false
            }
            return true
        case .rssi(let peer, _): return passesSignalStrength(event, peer, session, phone)
        case .stateChanged(let state):
            if state != .poweredOn {
                heldEvents.removeAll { $0.phone == phone.id && $0.session == session }
            }
            return true
        default: return passesInOrder(event, session, phone)
        }
    }

    private func passesReport(
        _ event: Central.Event, _ peer: PeerIdentifier, _ session: SessionID, _ phone: PhoneNode
    ) -> Bool {
        var occasion = Occasion(.scanReport, central: phone.id, peripheral: device(peer, of: phone))
        occasion.app = phone.ask { $0.app(of: session) }
        guard let fault = match(occasion), !carryOut(fault) else {
            guard passesInOrder(event, session, phone) else { return false }
            return passesOverTaken(event, peer, session, phone)
        }
        switch fault.effect {
        case .loss: return false
        case .delay(let time): hold(event, peer, session, phone, until: now + time)
        case .overtaking: hold(event, peer, session, phone, until: now + .seconds(1), isOvertaken: true)
        case .repetition(let times):
            for _ in 0..<times { phone.give(event, to: session) }
        default: return true
        }
        return false
    }

    /// A report that waits for the next one follows it.
    private func passesOverTaken(
        _ event: Central.Event, _ peer: PeerIdentifier, _ session: SessionID, _ phone: PhoneNode
    ) -> Bool {
        let place = heldEvents.firstIndex {
            $0.isOvertaken && $0.phone == phone.id && $0.session == session && $0.peer == peer
        }
        guard let place else { return true }
        let held = heldEvents.remove(at: place)
        phone.give(event, to: session)
        give(held)
        return false
    }

    private func passesSignalStrength(
        _ event: Central.Event, _ peer: PeerIdentifier, _ session: SessionID, _ phone: PhoneNode
    ) -> Bool {
        guard let fault = expected(.rssi(peer), session, phone) else {
            return passesInOrder(event, session, phone)
        }
        switch fault.effect {
        case .delay(let time): hold(event, peer, session, phone, until: now + time)
        case .silence: break
        case .linkDrop(let end, _):
            phone.give(event, to: session)
            if let link = link(of: phone, with: peer) { drop(link, end) }
        default: return true
        }
        return false
    }

    func passes(_ event: Peripheral.Event, to session: SessionID, on node: Node) -> Bool {
        guard let phone = node as? PhoneNode else { return true }
        let kind: ExpectedAnswer.Kind
        switch event {
        case .advertisingStarted: kind = .advertising
        case .serviceAdded(let service, _): kind = .publishing(service)
        default: return true
        }
        guard let fault = expected(kind, session, phone) else { return true }
        guard case .delay(let time) = fault.effect else { return false }
        heldEvents.append(
            HeldEvent(
                event: .peripheral(event), phone: phone.id, session: session, peer: nil, due: now + time))
        want(at: now + time)
        return false
    }

    // MARK: Waiting

    private func expected(
        _ kind: ExpectedAnswer.Kind, _ session: SessionID, _ phone: PhoneNode
    ) -> FiringFault? {
        let place = expectedAnswers.firstIndex {
            $0.kind == kind && $0.phone == phone.id && $0.session == session
        }
        return place.map { expectedAnswers.remove(at: $0).fault }
    }

    private func hold(
        _ event: Central.Event, _ peer: PeerIdentifier, _ session: SessionID, _ phone: PhoneNode,
        until due: Instant, isOvertaken: Bool = false
    ) {
        heldEvents.append(
            HeldEvent(
                event: .central(event), phone: phone.id, session: session, peer: peer, due: due,
                isOvertaken: isOvertaken))
        want(at: due)
    }

    /// What a manager hears of one peer keeps its order: behind an event that waits, others wait.
    private func passesInOrder(_ event: Central.Event, _ session: SessionID, _ phone: PhoneNode) -> Bool {
        guard !heldEvents.isEmpty, let peer = event.orderedPeer else { return true }
        let last = heldEvents.last {
            $0.phone == phone.id && $0.session == session && $0.peer == peer && !$0.isOvertaken
        }
        guard let last else { return true }
        hold(event, peer, session, phone, until: last.due)
        return false
    }

    /// Lets go what is due. Returns the phones that have something for their apps.
    func releaseEvents() -> [Node] {
        var touched: [Node] = []
        while let place = heldEvents.firstIndex(where: { $0.due <= now }) {
            let held = heldEvents.remove(at: place)
            give(held)
            touched.append(node(held.phone))
        }
        return touched
    }

    private func give(_ held: HeldEvent) {
        guard let phone = node(held.phone) as? PhoneNode else { return }
        switch held.event {
        case .central(let event): phone.give(event, to: held.session)
        case .peripheral(let event): phone.give(event, to: held.session)
        }
    }
}
