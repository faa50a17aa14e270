import BluetoothPort
import BluetoothTypes

/// Updates that wait for room, in the order of their calls.
struct UpdateQueue {
    struct Update {
        /// The call that waits; none for the answer of a control point.
        let request: RoleRequest?
        /// Tells it apart from every other one of the machine's life.
        let ticket: UInt64
        let characteristic: AttributeIdentifier
        let uuid: BluetoothUUID
        let bytes: [UInt8]
        /// `nil` for all subscribers.
        let centrals: [RemoteCentral]?
    }

    private var list: [Update] = []
    private var count: UInt64 = 0
    /// The updates before this place are done.
    private var head = 0
    /// The ticket of the update that was given to the port, whose answer is not there yet.
    var inFlight: UInt64?
    /// The system has no room.
    var isFull = false
    /// Room came before the answer that there was none.
    var hasNewRoom = false

    var first: Update? { head < list.count ? list[head] : nil }

    mutating func append(
        _ bytes: [UInt8], of characteristic: PublishedCharacteristic, to centrals: [RemoteCentral]?,
        for request: RoleRequest?
    ) {
        count += 1
        list.append(
            Update(
                request: request, ticket: count, characteristic: characteristic.identifier,
                uuid: characteristic.uuid, bytes: bytes, centrals: centrals))
    }

    mutating func removeFirst() -> Update {
        defer {
            head += 1
            if head > 64, head * 2 > list.count {
                list.removeFirst(head)
                head = 0
            }
        }
        return list[head]
    }

    mutating func remove(_ id: UInt64) -> RoleRequest? {
        guard let index = list[head...].firstIndex(where: { $0.request?.id == id }) else { return nil }
        return list.remove(at: index).request
    }

    func contains(_ id: UInt64) -> Bool { list[head...].contains { $0.request?.id == id } }

    /// Removes everything; returns the calls that waited.
    mutating func removeAll() -> [RoleRequest] {
        defer { (list, head, inFlight, isFull) = ([], 0, nil, false) }
        return list[head...].compactMap(\.request)
    }

    /// Removes what is about characteristics that are gone.
    mutating func removeAll(where isGone: (AttributeIdentifier) -> Bool) -> [Update] {
        list.removeFirst(head)
        head = 0
        let gone = list.filter { isGone($0.characteristic) }
        if !gone.isEmpty { list.removeAll { isGone($0.characteristic) } }
        return gone
    }
}

extension PeripheralMachine {
    mutating func enqueue(
        _ request: RoleRequest, _ target: AttributeTarget, _ bytes: [UInt8], _ centrals: [RemoteCentral]?
    ) {
        guard let characteristic = find(target) else {
            return fail(request, .characteristicsNotFound([target.uuid]))
        }
        let isKept =
            characteristic.definition?.keepsValue == true && characteristic.definition?.isStatic == false
        guard characteristic.isNotifying || isKept else { return fail(request, .notSupported) }
        guard bytes.count <= 512 else { return fail(request, .valueTooLong(limit: 512)) }
        // Reads get the value from now on, also if there is no room for the update yet.
        if isKept, centrals == nil { keep(bytes, characteristic.handle.identifier) }
        guard characteristic.isNotifying else { return finish(request, .success(.done)) }
        updates.append(bytes, of: characteristic.handle, to: centrals, for: request)
        pump()
    }

    /// Sends the answer of a control point to the central that asked.
    mutating func answer(_ bytes: [UInt8], _ characteristic: AttributeIdentifier, to central: RemoteCentral) {
        guard let place = place(of: characteristic) else { return }
        let handle = services[place.service].characteristics[place.characteristic].handle
        updates.append(bytes, of: handle, to: [central], for: nil)
        pump()
    }

    func keepsValue(_ identifier: AttributeIdentifier) -> Bool {
        guard let place = place(of: identifier) else { return false }
        return services[place.service].characteristics[place.characteristic].definition?.keepsValue == true
    }

    mutating func keep(_ bytes: [UInt8], _ identifier: AttributeIdentifier) {
        guard let place = place(of: identifier) else { return }
        services[place.service].characteristics[place.characteristic].value = bytes
    }

    /// Gives the next update to the port, one at a time.
    mutating func pump() {
        guard radio == .poweredOn, !updates.isFull, updates.inFlight == nil else { return }
        while let update = updates.first {
            guard let place = place(of: update.characteristic) else {
                end(updates.removeFirst(), .characteristicsNotFound([update.uuid]))
                continue
            }
            // It is added again after a reset.
            guard services[place.service].stage == .published else { return }
            let characteristic = services[place.service].characteristics[place.characteristic]
            let targets = characteristic.subscribers.filter { update.centrals?.contains($0) ?? true }
            if update.centrals != nil, targets.isEmpty {
                end(updates.removeFirst())
                continue
            }
            // The system would cut the value (behaviour 6.18).
            if let limit = targets.map(\.maximumUpdateLength).min(), update.bytes.count > limit {
                end(updates.removeFirst(), .valueTooLong(limit: limit))
                continue
            }
            updates.inFlight = update.ticket
            updates.hasNewRoom = false
            outputs.append(
                .update(
                    update.ticket,
                    PortPeripheral.Update(
                        update.bytes, characteristic: update.characteristic,
                        centrals: update.centrals == nil ? nil : targets.map(\.identifier))))
            return
        }
    }

    private mutating func end(_ update: UpdateQueue.Update, _ reason: ClientError.Reason? = nil) {
        switch (update.request, reason) {
        case (let request?, nil): finish(request, .success(.done))
        case (let request?, let reason?): fail(request, reason)
        case (nil, nil): break
        case (nil, let reason?): log(.answerNotSent(reason))
        }
    }

    /// The port has said whether it took the update.
    mutating func updateAnswered(_ ticket: UInt64, isTaken: Bool) {
        // After a reset the answer is about nothing any more.
        guard updates.inFlight == ticket else { return }
        updates.inFlight = nil
        if isTaken {
            // A call that was cancelled meanwhile has left.
            if let first = updates.first, first.ticket == ticket { end(updates.removeFirst()) }
        } else if !updates.hasNewRoom {
            updates.isFull = true
        }
        pump()
    }

    mutating func roomCame() {
        updates.isFull = false
        updates.hasNewRoom = true
        pump()
    }

    mutating func endUpdatesOfRemovedServices() {
        let known = Set(
            services.filter { !$0.isWithdrawn }.flatMap(\.characteristics).map(\.handle.identifier))
        for update in updates.removeAll(where: { !known.contains($0) }) {
            end(update, .characteristicsNotFound([update.uuid]))
        }
        pump()
    }
}

extension HostedCharacteristic {
    var isNotifying: Bool { !properties.isDisjoint(with: [.notify, .indicate]) }
}
