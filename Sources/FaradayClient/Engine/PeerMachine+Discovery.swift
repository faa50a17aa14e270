import BluetoothPort
import BluetoothTypes

// Discoveries on demand. Requests that are made in one turn share one, and later ones join what is under way.
extension PeerMachine {
    /// Lets the request wait for a discovery, or fails it if the discovery has just ended without its types.
    mutating func discover(_ scope: Scope, _ uuids: [BluetoothUUID]?, at index: Int) {
        if case .discovering(let joined, let round) = requests[index].stage, joined == scope {
            let discovery = discoveries[scope]
            if discovery?.current?.number == round || discovery?.next?.number == round { return }
            let reason = missing(scope, uuids ?? [], requests[index])
            // A service in which nothing is may be one that the peripheral has just changed: the news follows soon.
            if scope.attribute != nil, database.types(in: scope).isEmpty {
                return wait(forNewsWithin: .milliseconds(500), reason, at: index)
            }
            return finish(at: index, .failure(reason))
        }
        let round = discoveries[scope, default: Discovery()].join(uuids)
        requests[index].stage = .discovering(scope, round: round)
        guard discoveries[scope]?.current == nil, !isTurnAwaited else { return }
        isTurnAwaited = true
        outputs.append(.wake(.turn(generation: generation), after: .zero))
    }

    private func missing(_ scope: Scope, _ uuids: [BluetoothUUID], _ request: Request) -> ClientError {
        let known = database.types(in: scope)
        var missing = uuids.filter { !known.contains($0) }
        // Of a type that is there once, a second one was asked for.
        if missing.isEmpty { missing = uuids }
        switch scope {
        case .services, .includedServices: return error(.servicesNotFound(missing), request)
        case .characteristics: return error(.characteristicsNotFound(missing), request)
        case .descriptors:
            let types = request.kind.place.2.map { [$0] } ?? missing
            return error(.descriptorsNotFound(types), request)
        }
    }

    /// The turn is over: what it asked for is sent.
    mutating func turnEnded(generation: Int) {
        guard generation == self.generation else { return }
        isTurnAwaited = false
        guard link == .connected else { return }
        for scope in discoveries.keys.sorted() { startDiscovery(scope) }
    }

    private mutating func startDiscovery(_ scope: Scope) {
        guard let round = discoveries[scope]?.start() else { return }
        log(.discovering(scope, round.uuids))
        outputs.append(.command(scope.command(peer, round.uuids)))
    }

    /// A discovery was answered: who has what it needs goes on, and the others fail with what is missing.
    mutating func discovered(
        _ scope: Scope, _ underlying: PortError?, _ event: PortCentral.Event
    ) {
        guard let round = discoveries[scope]?.finish() else { return }
        database.learn(event, types: round.uuids)
        if underlying == nil, round.uuids == nil { database.setComplete(scope) }
        if let underlying {
            for request in requests.filter({ $0.waits(for: scope, round.number) }) {
                guard let index = index(of: request.id) else { continue }
                failed(at: index, underlying)
            }
        }
        startDiscovery(scope)
        advanceAll()
    }

    /// The port refused a discovery at once; nothing follows.
    mutating func discoveryRefused(_ scope: Scope) {
        guard let round = discoveries[scope]?.finish() else { return }
        for request in requests where request.waits(for: scope, round.number) {
            guard let index = index(of: request.id) else { continue }
            let reason = scope == .services ? ClientError.Reason.disconnected : .servicesChanged
            finish(at: index, .failure(error(reason, request)))
        }
        startDiscovery(scope)
        advanceAll()
    }

    /// The peripheral has changed services: what was known of them is forgotten, and requests for them begin again, except
    /// for writes, which may have been done.
    mutating func servicesModified(_ invalidated: [AttributeIdentifier]) {
        log(.servicesChanged(invalidated.count))
        let sends = sends()
        outputs.append(.servicesChanged(database.discovered(invalidated)))
        let gone = database.forget(invalidated)
        for (id, attribute) in sends where gone.contains(attribute) { sendIsCutOff(id) }
        discoveries = discoveries.filter { scope, _ in
            scope.attribute.map { !gone.contains($0) } ?? true
        }
        for id in answers.remove(gone) {
            guard let index = index(of: id) else { continue }
            switch requests[index].kind {
            case .write, .writeDescriptor:
                finish(at: index, .failure(error(.servicesChanged, requests[index])))
            default: requests[index].stage = .waiting
            }
        }
        for index in requests.indices where requests[index].waitsForChange(discoveries) {
            requests[index].stage = .waiting
        }
        resubscribe(after: gone)
        advanceAll()
    }
}

extension Request {
    /// Whether it begins again after a change of services: its discovery is gone, or it has waited for the change.
    fileprivate func waitsForChange(_ discoveries: [Scope: Discovery]) -> Bool {
        switch stage {
        case .discovering(let scope, _): discoveries[scope] == nil
        case .outdated: true
        case .waiting, .issued: false
        }
    }

    fileprivate func waits(for scope: Scope, _ round: Int) -> Bool {
        guard case .discovering(scope, round) = stage else { return false }
        return true
    }
}

extension Scope: Comparable {
    /// The order in which discoveries of one turn are sent; it must not depend on a hash.
    static func < (left: Scope, right: Scope) -> Bool { left.rank < right.rank }

    private var rank: (Int, UInt64) {
        switch self {
        case .services: (0, 0)
        case .includedServices(let service): (1, service.rawValue)
        case .characteristics(let service): (2, service.rawValue)
        case .descriptors(let characteristic): (3, characteristic.rawValue)
        }
    }

    fileprivate func command(_ peer: PeerIdentifier, _ uuids: [BluetoothUUID]?) -> PortCentral.Command {
        switch self {
        case .services: .discoverServices(peer, uuids)
        case .includedServices(let service): .discoverIncludedServices(peer, uuids, service: service)
        case .characteristics(let service): .discoverCharacteristics(peer, uuids, service: service)
        case .descriptors(let characteristic): .discoverDescriptors(peer, characteristic: characteristic)
        }
    }

    var attribute: AttributeIdentifier? {
        switch self {
        case .services: nil
        case .includedServices(let id), .characteristics(let id), .descriptors(let id): id
        }
    }

    var name: String {
        switch self {
        case .services: "discover services"
        case .includedServices: "discover included services"
        case .characteristics: "discover characteristics"
        case .descriptors: "discover descriptors"
        }
    }
}
