import BluetoothPort
import BluetoothTypes

// Discoveries on demand. Requests that are made in one turn share one, and later ones join what is under way.
extension PeerMachine {
    /// Lets the request wait for a discovery, or fails it if the discovery has just ended without its types.
    mutating func discover(_ scope: Scope, _ uuids: [BluetoothUUID]?, at index: Int) {
        if case .discovering(let joined, let round) = requests[index].stage, joined == scope {
            let discovery = discoveries[scope]
            if discovery?.current?.number == round || discovery?.next?.number == round { return }
            return finish(at: index, .failure(missing(scope, uuids ?? [], requests[index])))
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
        log(.debug, .discovery) { "\(scope.name): \(round.uuids.map { "\($0)" } ?? "all")" }
        switch scope {
        case .services: outputs.append(.command(.discoverServices(peer, round.uuids)))
        case .includedServices(let service):
            outputs.append(.command(.discoverIncludedServices(peer, round.uuids, service: service)))
        case .characteristics(let service):
            outputs.append(.command(.discoverCharacteristics(peer, round.uuids, service: service)))
        case .descriptors(let characteristic):
            outputs.append(.command(.discoverDescriptors(peer, characteristic: characteristic)))
        }
    }

    /// A discovery was answered: who has what it needs goes on, and the others fail with what is missing.
    mutating func discovered(_ scope: Scope, _ underlying: PortError?, _ learn: (inout PeerDatabase) -> Void)
    {
        guard let round = discoveries[scope]?.finish() else { return }
        learn(&database)
        if underlying == nil, round.uuids == nil { database.setComplete(scope) }
        if let underlying {
            for request in requests.filter({ $0.waits(for: scope, round.number) }) {
                guard let index = index(of: request.id) else { continue }
                finish(at: index, .failure(error(underlying, request)))
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
            finish(at: index, .failure(error(.servicesChanged, request)))
        }
        advanceAll()
    }

    /// The peripheral has changed services: what was known of them is forgotten, and requests for them begin again, except
    /// for writes, which may have been done.
    mutating func servicesModified(_ invalidated: [AttributeIdentifier]) {
        log(.info, .discovery) { "\(invalidated.count) services changed" }
        let gone = database.forget(invalidated)
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
        for index in requests.indices {
            if case .discovering(let scope, _) = requests[index].stage, discoveries[scope] == nil {
                requests[index].stage = .waiting
            }
        }
        resubscribe(after: gone)
        advanceAll()
    }
}

extension Request {
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
