import BluetoothHost
import BluetoothPort
import BluetoothTypes

// What the picker lists, and how an app filters that (behaviour 28.5 to 28.8, 28.11).
extension Picker {
    static var sweepInterval: Nanoseconds { .seconds(1) }

    /// An advertisement came while the picker lists accessories.
    mutating func heard(
        _ report: Host.AdvertisingReport, from peer: Peer, _ book: inout AccessoryBook, _ turn: inout Turn
    ) {
        guard let shown = state else { return }
        if let index = shown.found.firstIndex(where: { $0.peer == peer.identifier }) {
            state?.found[index].heard = turn.now
        } else if let index = shown.unlisted.firstIndex(where: { $0.peer == peer.identifier }) {
            state?.unlisted[index].heard = turn.now
        } else if book.record(of: peer.identifier, shown.app) == nil {
            met(report, peer, shown, &book, &turn)
        }
    }

    private mutating func met(
        _ report: Host.AdvertisingReport, _ peer: Peer, _ shown: PickerState, _ book: inout AccessoryBook,
        _ turn: inout Turn
    ) {
        if shown.settings.filtersDiscovery, shown.isDiscoveryOver { return }
        let profile = turn.profile
        var sighting = peer.sighting
        let decoded = sighting.merged(profile.manufacturerDataStripping)
        let name = decoded.keys.localName ?? peer.name
        let item = shown.items.first { [turn] item in
            item.migration == nil
                && item.descriptor.matches(
                    decoded.keys, name: name, rssi: Int(report.rssi),
                    immediateRSSI: profile.immediateRangeRSSI)
                && isDeclared(item, shown.app, turn)
        }
        guard let item else { return }
        let found = PickerState.Found(
            identifier: book.makeIdentifier(), peer: peer.identifier, address: peer.address, item: item,
            advertisedName: name, rssi: Int(report.rssi), heard: turn.now)
        guard shown.settings.filtersDiscovery else {
            state?.found.append(found)
            return showView(&turn)
        }
        state?.unlisted.append(found)
        let accessory = Accessories.Accessory(
            identifier: found.identifier, state: .unauthorized, peer: nil, name: name ?? item.name,
            descriptor: item.descriptor)
        turn.tell(shown.session, .discovered(accessory, decoded.keys, rssi: found.rssi))
    }

    /// Whether the picker finds accessories of this item; only where such items do not end the app (28.3).
    private func isDeclared(_ item: Accessories.DisplayItem, _ app: AppID, _ turn: Turn) -> Bool {
        if turn.profile.undeclaredItemsEndApp { return true }
        guard let keys = turn.keys(app) else { return false }
        return keys.lacks(item.descriptor) == nil
    }

    /// Accessories that were not heard for some time leave the list.
    mutating func sweep(_ turn: inout Turn) {
        guard let shown = state, shown.phase == .listing else { return }
        turn.schedule(.sweep, after: Self.sweepInterval)
        let (now, lifetime) = (turn.now, turn.profile.pickerEntryLifetime)
        let staying = shown.found.filter { now - $0.heard < lifetime }
        guard staying.count < shown.found.count else { return }
        state?.found = staying
        showView(&turn)
        if shown.isDiscoveryOver { dismissIfEmpty(&turn) }
    }

    mutating func discoveryIsOver(_ turn: inout Turn) {
        state?.isDiscoveryOver = true
        dismissIfEmpty(&turn)
    }

    /// The picker goes with an error when its time is over and there is nothing to choose.
    private mutating func dismissIfEmpty(_ turn: inout Turn) {
        guard let shown = state, shown.phase == .listing, shown.found.isEmpty else { return }
        let failure = Accessories.Failure(code: AccessoryCode.discoveryTimeout)
        let report = turn.profile.pickerTimeoutReport  // 28.8
        if report != .completion { turn.tell(shown.session, .pickerSetupFailed(failure)) }
        dismiss(report == .event ? nil : failure, &turn)
    }

    // MARK: Filtered discovery (28.11)

    /// The app adds accessories that it was told of to the list. Returns why it can't.
    mutating func update(
        _ items: [Accessories.DisplayItem], of session: SessionID, _ turn: inout Turn
    ) -> Accessories.Failure? {
        guard let shown = filtering(of: session) else { return .noFilteringPicker }
        let known = shown.unlisted.map(\.identifier) + shown.found.map(\.identifier)
        guard items.allSatisfy({ $0.found.map(known.contains) ?? false }) else {
            return .invalidRequest("the picker has not found this accessory")
        }
        for item in items {
            guard var found = shown.unlisted.first(where: { $0.identifier == item.found }) else { continue }
            found.item = item
            found.heard = turn.now
            state?.found.append(found)
        }
        if !items.isEmpty { state?.hasUpdated = true }
        let listed = items.compactMap(\.found)
        state?.unlisted.removeAll { listed.contains($0.identifier) }
        showView(&turn)
        return nil
    }

    /// Ends discovery, unless the app has added an accessory: then discovery goes on until the picker's time is over.
    mutating func finishDiscovery(of session: SessionID, _ turn: inout Turn) -> Accessories.Failure? {
        guard let shown = filtering(of: session) else { return .noFilteringPicker }
        if shown.hasUpdated { return nil }
        turn.leave(.cancel(.discovery))
        discoveryIsOver(&turn)
        return nil
    }

    private func filtering(of session: SessionID) -> PickerState? {
        guard let shown = state, shown.session == session, shown.settings.filtersDiscovery,
            shown.phase == .listing
        else { return nil }
        return shown
    }
}

extension Accessories.Failure {
    fileprivate static var noFilteringPicker: Self {
        .invalidRequest("no picker with filterDiscoveryResults is up")
    }
}
