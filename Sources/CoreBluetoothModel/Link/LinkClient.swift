import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The client side of one link: it does what apps ask of the peer's attributes, one request at a time, answers from
/// what the phone knows, and does the phone's own work when no app waits (behaviour sections 4 and 5).
///
/// Commands for the host and events for managers go to the effects that come with each input. What concerns the rest
/// of the phone is returned; then the client waits for `proceed`.
///
/// ```swift
/// var client = LinkClient(Host.LinkID(7), peer, LinkClient.Rules(.iOS(18)))
/// client.begin(into: &effects)
/// _ = client.handle(.discoverServices(peer, nil), from: session, into: &effects)
/// ```
struct LinkClient: Sendable {
    let id: Host.LinkID
    let answersWritesWithoutResponse: Bool
    private let cutOffRequests: OSProfile.CutOffRequests
    private(set) var phase = Phase.unused
    private(set) var mtu = ATT.defaultMTU
    private(set) var attributes: PeerAttributes
    private(set) var operations = OperationQueue()
    private(set) var background: BackgroundWork
    /// Readings of the signal strength: no ATT requests, so they need not wait (behaviour 5.30).
    private(set) var signalReads: [(token: Host.Token, session: SessionID)] = []
    /// What was found may outlive the link.
    private(set) var keepsAttributes = true

    init(_ id: Host.LinkID, _ peer: PeerIdentifier, _ rules: Rules) {
        self.id = id
        attributes = PeerAttributes(peer, names: id.rawValue, rules.attributes)
        background = BackgroundWork(rules.background)
        answersWritesWithoutResponse = rules.answersWritesWithoutResponse
        cutOffRequests = rules.cutOffRequests
    }

    /// The peer, as apps know it.
    var peer: PeerIdentifier { attributes.peer }

    // MARK: Phases

    /// The link is going down.
    var isEnding: Bool { if case .ending = phase { true } else { false } }
    /// A manager is or was connected.
    var wasUsed: Bool { phase != .unused && phase != .ending(wasUsed: false) }

    /// The first manager is connected: the phone begins its own work on the link (5.38, 9.7).
    mutating func begin(into effects: inout PhoneEffects) {
        guard phase == .unused else { return }
        phase = .used
        background.begin()
        // 5.11: the MTU exchange is the first request of all.
        if background.step == .exchangeMTU, operations.isFree { startBackground(into: &effects) }
    }

    /// The link is going down: nothing starts any more.
    mutating func end() {
        if !isEnding { phase = .ending(wasUsed: wasUsed) }
    }

    /// The link has ended: open requests get no completion, unless the profile says otherwise (3.24).
    mutating func linkEnded(into effects: inout PhoneEffects) {
        end()
        switch cutOffRequests {
        case .unanswered: break
        case .writeInFlightFails:
            guard case .write = operations.current?.kind, let current = operations.takeCurrent() else {
                return
            }
            fail(current, .unknown, into: &effects)
        }
    }

    // MARK: Attributes of other links

    /// The link begins with what the phone has kept of the peer (4.10). A peer with Service Changed that is not bonded
    /// would not have reported changes, so nothing is used of it.
    mutating func recall(_ remembered: RememberedAttributes, isBonded: Bool) {
        guard remembered.serviceChanged == nil || isBonded else { return }
        attributes.recall(remembered.database)
        background.recall(serviceChanged: remembered.serviceChanged)
    }

    /// The link replaces one that was lost (3.19).
    mutating func resume(_ kept: KeptAttributes) { attributes.resume(kept) }

    /// The peer has these services, as the phone knows without a discovery.
    mutating func note(_ services: [BluetoothUUID]) { attributes.note(services) }

    /// Nothing that was found outlives the link.
    mutating func keepNothing() { keepsAttributes = false }

    // MARK: Managers

    /// A manager is connected. It has discovered nothing, unless the system has reconnected the peer for it (3.19).
    mutating func attach(_ session: SessionID, keepsDiscoveries: Bool) {
        if !keepsDiscoveries { attributes.forgetDiscoveries(of: session) }
    }

    /// A manager releases the link: its requests are forgotten, and the subscriptions that only this manager had end
    /// with the next `proceed` (5.25).
    mutating func release(_ session: SessionID) {
        // If the peer accepts a subscription that is under way, the notifications are turned off again.
        if let current = operations.current, current.session == session,
            case .setNotify(let handle, true) = current.kind
        {
            attributes.unsubscribe(session, from: handle)
        }
        forgetRequests(of: session)
        attributes.forgetDiscoveries(of: session)
        for (handle, _) in attributes.database.subscriptions {
            guard attributes.unsubscribe(session, from: handle) else { continue }
            if !isEnding { operations.append(Operation(session: nil, kind: .unsubscribe(handle))) }
        }
    }

    /// A manager's app has ended. The system keeps what the manager has discovered and subscribed to under another
    /// number; its requests get no answer.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        forgetRequests(of: old)
        attributes.preserve(old, as: new)
    }

    /// A manager without requests does not use the peer any more.
    mutating func forgetDiscoveries(of session: SessionID) { attributes.forgetDiscoveries(of: session) }

    private mutating func forgetRequests(of session: SessionID) {
        operations.drop(session)
        signalReads.removeAll { $0.session == session }
    }

    // MARK: Operations

    /// Queues an operation behind earlier ones (4.27).
    mutating func enqueue(
        _ kind: Operation.Kind, from session: SessionID?, into effects: inout PhoneEffects
    ) {
        let operation = Operation(session: session, kind: kind)
        // The link is already down, but the app does not know it yet (section 8, CB 3).
        if isEnding { return fail(operation, .notConnected, into: &effects) }
        if operations.isIdle {
            // The usual case: nothing waits, so nothing is queued.
            start(operation, into: &effects)
            if operations.isFree { proceed(into: &effects) }
        } else {
            operations.append(operation)
            proceed(into: &effects)
        }
    }

    /// Asks the host for the signal strength (5.30).
    mutating func readSignal(for session: SessionID, into effects: inout PhoneEffects) {
        let token = effects.token(for: session)
        signalReads.append((token, session))
        effects.append(.host(.link(.readRSSI(id, token))))
    }

    /// Starts everything that can start, in call order: writes without response at once, and one request at a
    /// time. The phone's own steps follow when no app waits (4.27, 5.19).
    mutating func proceed(into effects: inout PhoneEffects) {
        while !isEnding {
            guard let operation = operations.next() else {
                if operations.isFree { startBackground(into: &effects) }
                return
            }
            start(operation, into: &effects)
        }
    }

    /// Sends a procedure to the host; the result goes to `operation`.
    @inline(__always)
    mutating func run(
        _ procedure: GATT.Procedure, for operation: Operation, into effects: inout PhoneEffects
    ) {
        let token = effects.token(for: operation.session)
        operations.begin(operation, token)
        effects.append(.host(.gatt(.procedure(id, token, procedure))))
    }

    private mutating func startBackground(into effects: inout PhoneEffects) {
        guard let procedure = background.procedure else { return }
        run(procedure, for: Operation(session: nil, kind: .background), into: &effects)
    }

    private mutating func fail(
        _ operation: Operation, _ error: PortError, into effects: inout PhoneEffects
    ) {
        if let session = operation.session, case .setNotify(let handle, true) = operation.kind {
            attributes.unsubscribe(session, from: handle)
        }
        attributes.tell(error, of: operation, into: &effects)
    }

    // MARK: Beginnings

    private mutating func start(_ operation: Operation, into effects: inout PhoneEffects) {
        switch operation.kind {
        case .background: preconditionFailure("background steps are never queued")
        case .unsubscribe(let handle):
            guard attributes.database.subscribers(of: handle).isEmpty,
                let configuration = attributes.database.characteristics[handle]?.configuration
            else { return }
            run(.write(configuration, [0x00, 0x00]), for: operation, into: &effects)
        case .discoverServices(let filter):
            guard let visible = attributes.visible(filter),
                let missing = attributes.database.missing(visible)
            else { return attributes.tellServices(filter, operation.session, into: &effects) }
            run(.discoverPrimaryServices(missing), for: operation, into: &effects)
        case .discoverIncludedServices(let filter, let service):
            let isAsked = ask(
                { .discoverIncludedServices($0) }, inside: service, isKnown: { $0.includedServices != nil },
                for: operation, into: &effects)
            guard !isAsked else { return }
            attributes.tellIncludedServices(filter, in: service, operation.session, into: &effects)
        case .discoverCharacteristics(let filter, let service):
            let isAsked = ask(
                { .discoverCharacteristics($0) }, inside: service, isKnown: { $0.characteristics != nil },
                for: operation, into: &effects)
            guard !isAsked else { return }
            attributes.tellCharacteristics(filter, in: service, operation.session, into: &effects)
        case .discoverDescriptors(let handle):
            guard let entry = attributes.database.characteristics[handle] else {
                return fail(operation, .unknown, into: &effects)
            }
            guard entry.descriptors == nil, let range = entry.descriptorRange else {
                return attributes.tellDescriptors(of: handle, operation.session, into: &effects)
            }
            run(.discoverDescriptors(range), for: operation, into: &effects)
        case .read(let handle), .readDescriptor(let handle):
            run(.read(handle), for: operation, into: &effects)
        case .write(let handle, let value), .writeDescriptor(let handle, let value):
            guard value.count <= ATT.maximumValueLength else {  // 5.13
                let code = ATT.ErrorCode.invalidAttributeValueLength.rawValue
                return fail(operation, .att(code: code), into: &effects)
            }
            run(.write(handle, value), for: operation, into: &effects)
        case .command(let handle, let value): send(value, to: handle, operation.session, into: &effects)
        case .setNotify(let handle, let isOn): startNotify(operation, handle, isOn, into: &effects)
        }
    }

    /// Asks the peer for what is inside a service; `false` if that is known already.
    private mutating func ask(
        _ procedure: (ATT.HandleRange) -> GATT.Procedure, inside service: UInt16,
        isKnown: (AttributeDatabase.Service) -> Bool, for operation: Operation,
        into effects: inout PhoneEffects
    ) -> Bool {
        guard let entry = attributes.database.service(service) else {
            fail(operation, .unknown, into: &effects)
            return true
        }
        guard !isKnown(entry), entry.range.first < entry.range.last else { return false }
        run(procedure(entry.range), for: operation, into: &effects)
        return true
    }

    // MARK: Results

    /// The host's answer to a procedure. A refusal may first make the phone secure the link; `barrier` is the reason
    /// why it does not begin to pair, if there is one.
    @inline(never)
    mutating func procedureEnded(
        _ token: Host.Token, _ outcome: consuming GATT.Outcome, _ security: inout LinkSecurity,
        barrier: PairingBarrier?, into effects: inout PhoneEffects
    ) -> Effect {
        guard operations.isUnderWay(token) else { return .nothing }
        switch consume outcome {
        // The most frequent case comes first, before kind and outcome are copied for comparison.
        case .value(let value):
            if let (handle, session) = operations.takeRead() {
                readEnded(value, of: handle, session, into: &effects)
                return .nothing
            }
            guard let operation = operations.takeCurrent() else { return .nothing }
            return ended(operation, .value(value), &security, barrier, into: &effects)
        case let other:
            if case .failed(.linkLost) = other {
                end()  // `.disconnected` is on its way, and decides about the request.
                return .nothing
            }
            guard let operation = operations.takeCurrent() else { return .nothing }
            return ended(operation, other, &security, barrier, into: &effects)
        }
    }

    @inline(never)
    private mutating func ended(
        _ operation: Operation, _ outcome: GATT.Outcome, _ security: inout LinkSecurity,
        _ barrier: PairingBarrier?, into effects: inout PhoneEffects
    ) -> Effect {
        if case .failed(.error(let code)) = outcome,
            waitsForPairing(operation, code, &security, barrier, into: &effects)
        {
            return .nothing
        }
        var effect = finish(operation, outcome, into: &effects)
        if case .failed(let failure) = outcome, let error = PortError(bearerFailedBy: failure) {
            effect = .bearerFailed(error)
        }
        if case .nothing = effect { proceed(into: &effects) }
        return effect
    }

    /// A function of its own, so that it owns the value: in its caller, each use would be a copy.
    @inline(never)
    private mutating func readEnded(
        _ value: consuming [UInt8], of handle: ATT.Handle, _ session: SessionID?,
        into effects: inout PhoneEffects
    ) {
        attributes.store(value, of: handle)
        if let session {
            effects.tell(session, .characteristicValue(peer, attributes.name(handle), .success(value)))
        }
        proceed(into: &effects)
    }

    private mutating func finish(
        _ operation: Operation, _ outcome: GATT.Outcome, into effects: inout PhoneEffects
    ) -> Effect {
        switch (operation.kind, outcome) {
        case (.background, _): return finishBackground(outcome)
        case (.unsubscribe, _): break
        case (.setNotify(let handle, true), .written) where operation.session == nil:
            // The manager that subscribed has released the peer before the peer answered.
            operations.append(Operation(session: nil, kind: .unsubscribe(handle)))
        case (.setNotify(let handle, let isOn), .descriptors(let found)):
            attributes.add(found, of: handle)
            startNotify(operation, handle, isOn, into: &effects)
        case (.setNotify(let handle, let isOn), .written):
            guard let session = operation.session else { break }
            if !isOn { attributes.unsubscribe(session, from: handle) }
            tellNotify(session, handle, isOn, into: &effects)
        case (_, .failed(let failure)): fail(operation, PortError(failure), into: &effects)
        case _ where operation.isOutdated && operation.findsServices:
            // What the peer named before the change may be gone: it is asked again.
            var repeated = operation
            repeated.isOutdated = false
            start(repeated, into: &effects)
        case (.discoverServices(let filter), .services(let found)):
            attributes.add(primary: found, searchedFor: attributes.visible(filter) ?? [])
            return .servicesFound(for: operation.session, filter: filter)
        case (.discoverIncludedServices(let filter, let service), .includedServices(let found)):
            attributes.add(included: found, in: service)
            attributes.tellIncludedServices(filter, in: service, operation.session, into: &effects)
        case (.discoverCharacteristics(let filter, let service), .characteristics(let found)):
            attributes.add(found, in: service)
            attributes.tellCharacteristics(filter, in: service, operation.session, into: &effects)
        case (.discoverDescriptors(let handle), .descriptors(let found)):
            attributes.add(found, of: handle)
            attributes.tellDescriptors(of: handle, operation.session, into: &effects)
        case (.readDescriptor(let handle), .value(let value)):
            guard let session = operation.session else { break }
            effects.tell(session, .descriptorValue(peer, attributes.name(handle), .success(value)))
        case (.write(let handle, _), .written):
            guard let session = operation.session else { break }
            effects.tell(session, .characteristicWritten(peer, attributes.name(handle), nil))
        case (.writeDescriptor(let handle, _), .written):
            guard let session = operation.session else { break }
            effects.tell(session, .descriptorWritten(peer, attributes.name(handle), nil))
        default: fail(operation, .unknown, into: &effects)
        }
        return .nothing
    }

    /// Answers a discovery of services, after `servicesFound`.
    mutating func tellServices(
        _ filter: [BluetoothUUID], to session: SessionID?, into effects: inout PhoneEffects
    ) {
        attributes.tellServices(filter, session, into: &effects)
    }

    private mutating func finishBackground(_ outcome: GATT.Outcome) -> Effect {
        switch background.ended(outcome) {
        case .nothing: break
        case .mtu(let mtu): mtuChanged(mtu)
        case .name(let name): if !name.isEmpty { return .nameRead(name) }
        }
        return .nothing
    }

    /// The link's MTU has changed.
    mutating func mtuChanged(_ mtu: UInt16) { self.mtu = max(mtu, ATT.defaultMTU) }

    /// The host has read the signal strength.
    mutating func signalRead(
        _ token: Host.Token, _ result: Result<Int8, HCI.ErrorCode>, into effects: inout PhoneEffects
    ) {
        guard let index = signalReads.firstIndex(where: { $0.token == token }) else { return }
        // The link is gone: `.disconnected` follows, and decides about the request (3.24).
        if case .failure(.unknownConnectionIdentifier) = result { return }
        let session = signalReads.remove(at: index).session
        let level = result.map { Int($0) }.mapError { _ in PortError.unknown }
        effects.tell(session, .rssi(peer, level))
    }

    // MARK: Pairing (behaviour 5.31–5.33)

    /// Lets a refused request wait while the phone pairs. Returns false if pairing would not help. A pairing
    /// that the peer asked for and that is already running serves the request too.
    private mutating func waitsForPairing(
        _ operation: Operation, _ code: ATT.ErrorCode, _ security: inout LinkSecurity,
        _ barrier: PairingBarrier?, into effects: inout PhoneEffects
    ) -> Bool {
        guard operation.session != nil, !isEnding else { return false }
        switch security.requestRefused(code, after: operation.pairings, barrier: barrier, into: &effects) {
        case .useless: return false
        case .noRoom:
            fail(operation, .tooManyBonds, into: &effects)
            proceed(into: &effects)
        case .pairs:
            var blocked = operation
            blocked.pairings += 1
            operations.block(blocked)
        }
        return true
    }

    /// The pairing that a request waited for has ended. The phone repeats the request by itself, or the app
    /// gets the refusal (5.31, 5.33).
    mutating func pairingEnded(
        _ refusal: ATT.ErrorCode, isSecured: Bool, into effects: inout PhoneEffects
    ) {
        guard let operation = operations.takeCurrent() else { return }
        if let session = operation.session {
            if isSecured {
                if case .setNotify(let handle, true) = operation.kind {
                    attributes.unsubscribe(session, from: handle)
                }
                start(operation, into: &effects)
            } else {
                fail(operation, .att(code: refusal.rawValue), into: &effects)
            }
        }
        if operations.isFree { proceed(into: &effects) }
    }

    // MARK: Subscriptions (behaviour 5.20–5.25)

    private mutating func startNotify(
        _ operation: Operation, _ handle: ATT.Handle, _ isOn: Bool, into effects: inout PhoneEffects
    ) {
        guard let session = operation.session else { return }
        guard let entry = attributes.database.characteristics[handle] else {
            return fail(operation, .unknown, into: &effects)
        }
        guard entry.properties.contains(.notify) || entry.properties.contains(.indicate) else {  // 5.22
            let code = ATT.ErrorCode.requestNotSupported.rawValue
            return fail(operation, .att(code: code), into: &effects)
        }
        let subscribers = attributes.database.subscribers(of: handle)
        guard subscribers.contains(session) != isOn else {  // 5.24
            return tellNotify(session, handle, isOn, into: &effects)
        }
        // 5.25: the first manager turns the peer's notifications on, the last one turns them off.
        guard subscribers.count - (isOn ? 0 : 1) == 0 else {
            if isOn {
                attributes.subscribe(session, to: handle)
            } else {
                attributes.unsubscribe(session, from: handle)
            }
            return tellNotify(session, handle, isOn, into: &effects)
        }
        if let configuration = entry.configuration {
            let bits: UInt8 = entry.properties.contains(.notify) ? 0x01 : 0x02  // 5.20
            // A value may come before the peer's answer; the manager gets it too (5.21).
            if isOn { attributes.subscribe(session, to: handle) }
            run(.write(configuration, [isOn ? bits : 0x00, 0x00]), for: operation, into: &effects)
        } else if entry.descriptors == nil, let range = entry.descriptorRange {
            run(.discoverDescriptors(range), for: operation, into: &effects)
        } else {  // section 8, ATT 10
            fail(operation, .att(code: ATT.ErrorCode.attributeNotFound.rawValue), into: &effects)
        }
    }

    // MARK: Changes of the peer's database

    /// The peer reports that its attributes in a range have changed (4.14). The `managers` are those that are
    /// connected. `discoverer` is a user of the link without a manager, which discovers again.
    mutating func servicesChanged(
        _ range: ATT.HandleRange, managers: [SessionID], discoverer: SessionID?,
        into effects: inout PhoneEffects
    ) {
        guard range.isValid else { return }
        if !background.nameMayChange(in: range) {
            attributes.forget(range, telling: managers, into: &effects)
            operations.attributesChanged()
            if let discoverer { enqueue(.discoverServices([]), from: discoverer, into: &effects) }
            background.attributesChanged(in: range)
        }
        guard wasUsed, background.step == .off else { return }
        background.resume()
        proceed(into: &effects)
    }
}
