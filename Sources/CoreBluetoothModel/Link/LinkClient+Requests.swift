import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

extension LinkClient {
    /// What a system does on its links; it follows from the profile.
    struct Rules: Sendable {
        var background: BackgroundWork.Rules
        var attributes: PeerAttributes.Rules
        /// Writes without response get a callback (behaviour 5.8).
        var answersWritesWithoutResponse: Bool
        /// What happens to requests when their link ends (behaviour 3.24).
        var cutOffRequests: OSProfile.CutOffRequests

        init(_ profile: OSProfile) {
            background = BackgroundWork.Rules(
                mtu: profile.attMTU, readsName: profile.readsPeerName,
                subscribesToServiceChanged: profile.subscribesToServiceChanged)
            attributes = PeerAttributes.Rules(
                hiddenServices: profile.hiddenServices,
                accumulatesDiscoveries: profile.accumulatesDiscoveries)
            answersWritesWithoutResponse = profile.answersWritesWithoutResponse
            cutOffRequests = profile.cutOffRequests
        }
    }

    /// How far the client is.
    enum Phase: Hashable, Sendable {
        /// No manager is or was connected.
        case unused
        /// The phone has begun to use the link.
        case used
        /// The host was asked to end the link, or the link is already down and the event is on its way. Nothing
        /// starts any more.
        case ending(wasUsed: Bool)
    }

    /// What others have to do before the client goes on.
    enum Effect: Hashable, Sendable {
        case nothing
        /// The peer has said its name.
        case nameRead([UInt8])
        /// Services were found for a discovery. `tellServices` answers it.
        case servicesFound(for: SessionID?, filter: [BluetoothUUID])
        /// The bearer is dead, and the link has to end with this error (behaviour 4.26, 4.28).
        case bearerFailed(PortError)
    }
}

// What apps ask for.
extension LinkClient {
    /// Executes an app's command for the peer, or queues it behind earlier ones (4.27). Writes without response need
    /// room first: `writeTarget`, then `enqueue`. Channels are not the client's.
    mutating func handle(
        _ command: Central.Command, from session: SessionID, into effects: inout PhoneEffects
    ) -> CommandResult {
        let kind: Operation.Kind
        switch command {
        case .readRSSI:
            readSignal(for: session, into: &effects)
            return .accepted
        case .discoverServices(_, let filter): kind = .discoverServices(filter ?? [])
        case .discoverIncludedServices(_, let filter, let name):
            guard let service = attributes.handle(name) else { return foreign(command, session, &effects) }
            kind = .discoverIncludedServices(filter ?? [], service: service)
        case .discoverCharacteristics(_, let filter, let name):
            guard let service = attributes.handle(name) else { return foreign(command, session, &effects) }
            kind = .discoverCharacteristics(filter ?? [], service: service)
        case .discoverDescriptors(_, let name):
            guard let handle = attributes.characteristic(name) else {
                return foreign(command, session, &effects)
            }
            kind = .discoverDescriptors(handle)
        case .readCharacteristic(_, let name):
            guard let handle = attributes.characteristic(name) else {
                return foreign(command, session, &effects)
            }
            if readsNow(handle, for: session, into: &effects) { return .accepted }
            kind = .read(handle)
        case .writeCharacteristic(_, let name, let value, .withResponse):
            guard let handle = attributes.characteristic(name) else {
                return foreign(command, session, &effects)
            }
            kind = .write(handle, value)
        case .setNotify(_, let name, let isOn):
            guard let handle = attributes.characteristic(name) else {
                return foreign(command, session, &effects)
            }
            kind = .setNotify(handle, isOn)
        case .readDescriptor(_, let name):
            guard let handle = attributes.handle(name) else { return foreign(command, session, &effects) }
            kind = .readDescriptor(handle)
        case .writeDescriptor(_, let name, let value):
            guard let handle = attributes.handle(name) else { return foreign(command, session, &effects) }
            kind = .writeDescriptor(handle, value)
        case .writeCharacteristic(_, _, _, .withoutResponse), .openChannel, .scan, .stopScan, .connect,
            .cancelConnection, .release, .reportMisuse, .registerForConnectionEvents, .channel,
            .ranging:
            return .ignored
        }
        enqueue(kind, from: session, into: &effects)
        return .accepted
    }

    /// The handle that a write without response goes to; `nil` is misuse (5.7), which is reported.
    func writeTarget(
        _ name: AttributeIdentifier, of command: Central.Command, from session: SessionID,
        into effects: inout PhoneEffects
    ) -> ATT.Handle? {
        guard let handle = attributes.characteristic(name) else {
            _ = foreign(command, session, &effects)
            return nil
        }
        let properties = attributes.database.characteristics[handle]?.properties
        guard properties?.contains(.writeWithoutResponse) == true else {
            let text = attributes.text(ofCharacteristic: handle, session)
            effects.append(.misuse(session, .unsupportedWriteWithoutResponse(text)))
            return nil
        }
        return handle
    }

    /// Begins a read, if nothing is under way: what `enqueue` does then, in half the instructions.
    @inline(__always)
    private mutating func readsNow(
        _ handle: ATT.Handle, for session: SessionID, into effects: inout PhoneEffects
    ) -> Bool {
        guard !isEnding, operations.isIdle else { return false }
        run(.read(handle), for: Operation(session: session, kind: .read(handle)), into: &effects)
        return true
    }

    private func foreign(
        _ command: Central.Command, _ session: SessionID, _ effects: inout PhoneEffects
    ) -> CommandResult {
        effects.append(.misuse(session, .foreignObject(call: command.call)))
        return .ignored
    }

    // MARK: Open requests

    /// Visits the requests of apps that have not been answered yet, in call order, until `visit` returns false.
    /// Returns whether it visited all.
    func visitRequests(_ visit: (() -> OpenRequest) -> Bool) -> Bool {
        if let current = operations.current, !self.visit(current, visit) { return false }
        for operation in operations.waiting.all {
            guard self.visit(operation, visit) else { return false }
        }
        for read in signalReads {
            guard visit({ OpenRequest(session: read.session, peer: peer, kind: .readRSSI) }) else {
                return false
            }
        }
        return true
    }

    private func visit(_ operation: Operation, _ visit: (() -> OpenRequest) -> Bool) -> Bool {
        guard let session = operation.session, let command = command(of: operation.kind) else { return true }
        return visit { OpenRequest(session: session, peer: peer, kind: .attributes(command)) }
    }

    /// The call of the app; `nil` for what the phone does by itself.
    private func command(of kind: Operation.Kind) -> Central.Command? {
        let names = attributes
        return switch kind {
        case .background, .unsubscribe: nil
        case .discoverServices(let uuids): .discoverServices(peer, uuids.isEmpty ? nil : uuids)
        case .discoverIncludedServices(let uuids, let service):
            .discoverIncludedServices(peer, uuids.isEmpty ? nil : uuids, service: names.name(service))
        case .discoverCharacteristics(let uuids, let service):
            .discoverCharacteristics(peer, uuids.isEmpty ? nil : uuids, service: names.name(service))
        case .discoverDescriptors(let handle): .discoverDescriptors(peer, characteristic: names.name(handle))
        case .read(let handle): .readCharacteristic(peer, names.name(handle))
        case .write(let handle, let value):
            .writeCharacteristic(peer, names.name(handle), value, .withResponse)
        case .command(let handle, let value):
            .writeCharacteristic(peer, names.name(handle), value, .withoutResponse)
        case .setNotify(let handle, let isOn): .setNotify(peer, names.name(handle), isOn)
        case .readDescriptor(let handle): .readDescriptor(peer, names.name(handle))
        case .writeDescriptor(let handle, let value): .writeDescriptor(peer, names.name(handle), value)
        }
    }

    // MARK: Values and attributes

    /// The peer sent a value by itself: every manager that subscribed gets it (5.1, 5.25). Returns the range that the
    /// peer reports as changed, if this is an indication of Service Changed on a link where the phone did not look
    /// for it, because it already knew the handle (4.10).
    //
    // It changes nothing. It is `mutating` because a link in the table of links would be copied for it otherwise.
    mutating func valueReceived(
        _ handle: ATT.Handle, _ value: consuming [UInt8], into effects: inout PhoneEffects
    ) -> ATT.HandleRange? {
        let subscribers = attributes.database.subscribers(of: handle)
        // Mostly there is one.
        if subscribers.count == 1 {
            effects.tell(
                subscribers[0], .characteristicValue(peer, attributes.name(handle), .success(value)))
            return nil
        }
        if subscribers.isEmpty {
            guard handle == background.serviceChanged, value.count == 4 else { return nil }
            let first = UInt16(value[0]) | UInt16(value[1]) << 8
            return ATT.HandleRange(first: first, last: UInt16(value[2]) | UInt16(value[3]) << 8)
        }
        let name = attributes.name(handle)
        for session in subscribers {
            effects.tell(session, .characteristicValue(peer, name, .success(value)))
        }
        return nil
    }

    /// Sends a write without response. What does not fit is cut off, with a log line; iOS 10 also says that the value
    /// is written (5.8, 5.15).
    ///
    /// It changes nothing, either.
    mutating func send(
        _ value: [UInt8], to handle: ATT.Handle, _ session: SessionID?, into effects: inout PhoneEffects
    ) {
        let token = effects.token(for: session)
        let room = Int(mtu) - 3
        let isTooLong = value.count > room
        let cut = isTooLong ? Array(value.prefix(room)) : value
        effects.append(.host(.gatt(.writeWithoutResponse(id, token, handle, cut))))
        guard let session else { return }
        if isTooLong { effects.append(.misuse(session, .truncatedWrite(value.count, room))) }
        if answersWritesWithoutResponse {
            effects.tell(session, .characteristicWritten(peer, attributes.name(handle), nil))
        }
    }

    /// Tells a manager whether it gets a value's notifications.
    func tellNotify(
        _ session: SessionID, _ handle: ATT.Handle, _ isOn: Bool, into effects: inout PhoneEffects
    ) {
        effects.tell(
            session, .notifyStateChanged(peer, attributes.name(handle), isNotifying: isOn, nil))
    }

    /// What outlives the link, if behaviour 4.10 says so. The phone keeps everything of a peer without Service
    /// Changed. It keeps what it knows of a peer with Service Changed only while they are bonded, because only then
    /// the peer reports changes.
    func remembered(isBonded: Bool, limit: Int) -> RememberedAttributes? {
        let database = attributes.database
        guard keepsAttributes, background.knowsServiceChanged, background.serviceChanged == nil || isBonded,
            !database.isEmpty, database.count <= limit, !database.isUncertain || database.isComplete
        else { return nil }
        return RememberedAttributes(database: database.remembered, serviceChanged: background.serviceChanged)
    }

    // MARK: Invariant

    /// The rule that is broken after an input, if one is; only a defect of Faraday breaks one, whatever host and peer
    /// say.
    var brokenRule: String? {
        if let rule = attributes.brokenRule ?? operations.brokenRule ?? background.brokenRule { return rule }
        if mtu < ATT.defaultMTU { return "the MTU is below the least one" }
        return wasUsed || background.step == .off ? nil : "the phone works on a link that nobody uses"
    }

    /// What stands still although the client has proceeded, if something does.
    var stall: String? {
        guard !isEnding, operations.isFree else { return nil }
        if !operations.waiting.isEmpty { return "operations wait, and none is under way" }
        return background.step == .off ? nil : "the phone's own work waits for nothing"
    }
}
