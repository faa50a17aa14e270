import BluetoothTypes
import BluetoothWire

extension AttributeBearer {
    /// The indications of this end's server.
    struct UpdateSide: Sendable {
        struct InFlight: Hashable, Sendable {
            /// `nil` on Service Changed.
            let deadline: Instant
            let token: Host.Token?
        }
        struct Waiting: Hashable, Sendable {
            let token: Host.Token?
            let handle: ATT.Handle
            var value: [UInt8]
        }
        private struct Open {
            var inFlight: InFlight?
            var waiting: [Waiting] = []
        }
        /// One value while an indication is open, else none: most links never have one.
        private var open: [Open] = []

        /// The indication that waits for its confirmation.
        var inFlight: InFlight? {
            @inline(__always) get { open.isEmpty ? nil : open[0].inFlight }
            set { change { $0.inFlight = newValue } }
        }
        /// In the order they were called; empty if none is in flight.
        var waiting: [Waiting] { open.isEmpty ? [] : open[0].waiting }

        mutating func wait(_ indication: Waiting) { change { $0.waiting.append(indication) } }

        /// Takes the first one that waits; there must be one.
        mutating func takeFirst() -> Waiting { change { $0.waiting.removeFirst() } }

        /// Gives one that waits another value.
        mutating func setValue(_ value: [UInt8], at index: Int) { change { $0.waiting[index].value = value } }

        private mutating func change<Result>(_ body: (inout Open) -> Result) -> Result {
            if open.isEmpty { open.append(Open()) }
            defer { if open[0].inFlight == nil, open[0].waiting.isEmpty { open = [] } }
            return body(&open[0])
        }
    }

    /// How many notifications and commands the controller does not have yet, and how many indications wait.
    var waitingCount: Int { departing.count + updates.waiting.count }

    /// Sends a notification at once, or an indication in its turn, cut to ATT_MTU − 3.
    ///
    /// Ends with `.updateSent`: `true` when it was sent (an indication: was confirmed), `false` if this
    /// client is not subscribed to it, and an ATT error if no characteristic with such updates has this
    /// handle.
    mutating func update(
        _ value: [UInt8], of handle: ATT.Handle, kind: GATT.UpdateKind, token: Host.Token,
        server database: inout GATTServer, at now: Instant, into actions: inout [Action]
    ) {
        let refused: Result<Bool, ATT.Failure>
        switch isDead ? .unwanted : database.check(kind, of: handle, to: link) {
        case .allowed:
            switch kind {
            case .notification:
                let tag = Host.SendTag(kind: .notification, token: token)
                departing.append(tag)
                actions.append(.send(valuePDU(.handleValueNotification, handle, value), tag: tag))
            case .indication:
                let indication = UpdateSide.Waiting(token: token, handle: handle, value: value)
                indicate(indication, &database, at: now, into: &actions)
            }
            return
        case .unwanted: refused = isDead ? .failure(.linkLost) : .success(false)
        case .refused(let code): refused = .failure(.error(code))
        }
        actions.append(.event(.updateSent(link, token, refused)))
    }

    /// Indicates Service Changed for `range` if the client subscribed to it. Call it on the bearer of each of
    /// `GATTServer.clientsToTellOfChange` after a service was added or removed.
    mutating func databaseChanged(
        _ range: ATT.HandleRange, server database: inout GATTServer, at now: Instant,
        into actions: inout [Action]
    ) {
        let handle = GATTServer.serviceChangedHandle
        guard !isDead, database.check(.indication, of: handle, to: link) == .allowed else { return }
        var (first, last) = (range.first, range.last)
        if let (index, old) = placeToJoin(range, database) {
            // One indication that has not been sent yet can report both changes.
            first = min(first, old.first)
            last = max(last, old.last)
            updates.setValue(.littleEndian(first) + .littleEndian(last), at: index)
            return
        }
        let value: [UInt8] = .littleEndian(first) + .littleEndian(last)
        indicate(.init(token: nil, handle: handle, value: value), &database, at: now, into: &actions)
    }

    /// Indicates to a client that has just subscribed to Service Changed which changes it has missed.
    mutating func tellOfMissedChanges(
        _ database: inout GATTServer, at now: Instant, into actions: inout [Action]
    ) {
        for range in database.takeMissedChanges(of: link) {
            databaseChanged(range, server: &database, at: now, into: &actions)
        }
    }

    /// A waiting Service Changed that can report `range` too, without including unchanged attributes. If many
    /// wait, any of them.
    private func placeToJoin(
        _ range: ATT.HandleRange, _ database: GATTServer
    ) -> (index: Int, range: ATT.HandleRange)? {
        var (count, last) = (0, (index: 0, range: range))
        for (index, waiting) in updates.waiting.enumerated() where waiting.token == nil {
            let value = waiting.value
            let first = UInt16(value[0]) | UInt16(value[1]) << 8
            let old = ATT.HandleRange(first: first, last: UInt16(value[2]) | UInt16(value[3]) << 8)
            if database.nothingStands(between: old, and: range) { return (index, old) }
            count += 1
            last = (index, old)
        }
        return count < Self.mostWaitingChanges ? nil : last
    }

    /// How many changes can wait for a client that does not confirm them.
    private static let mostWaitingChanges = 8

    /// A confirmation was received; without an indication in flight it is ignored.
    mutating func confirmed(
        _ database: inout GATTServer, at now: Instant, into actions: inout [Action]
    ) {
        guard let inFlight = updates.inFlight else { return }
        updates.inFlight = nil
        if let token = inFlight.token {
            actions.append(.event(.updateSent(link, token, .success(true))))
        } else if !updates.waiting.contains(where: { $0.token == nil }) {
            database.changeConfirmed(by: link)
        }
        while updates.inFlight == nil, !updates.waiting.isEmpty {
            indicate(updates.takeFirst(), &database, at: now, into: &actions)
        }
    }

    private mutating func indicate(
        _ indication: UpdateSide.Waiting, _ database: inout GATTServer, at now: Instant,
        into actions: inout [Action]
    ) {
        guard updates.inFlight == nil else {
            updates.wait(indication)
            return
        }
        // The client may have ended its subscription while this waited.
        guard database.check(.indication, of: indication.handle, to: link) == .allowed else {
            if let token = indication.token {
                actions.append(.event(.updateSent(link, token, .success(false))))
            }
            return
        }
        updates.inFlight = .init(deadline: now + Self.transactionTimeout, token: indication.token)
        actions.append(
            .send(valuePDU(.handleValueIndication, indication.handle, indication.value), tag: nil))
    }
}
