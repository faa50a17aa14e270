import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The picker: how it comes, what it lists, and how it goes (behaviour 28.5 to 28.13).
extension AccessoryHost {
    // MARK: Coming

    mutating func showPicker(
        _ items: [Accessories.DisplayItem]?, _ settings: Accessories.PickerSettings, call: UInt32,
        of session: AccessorySetup.Session, at now: Instant
    ) {
        guard let items else {  // 28.38
            return end(call, of: session.id, .init(code: AccessoryCode.extensionNotFound))
        }
        if let misuse = pickerMisuse(items, session.app) {  // 28.3, 28.23
            effects.append(.misuse(session.id, misuse))
            return terminate(session.app, .crash, at: now)
        }
        if let failure = pickerFailure(items, session.app) { return end(call, of: session.id, failure) }
        setup.picker = PickerState(
            effects.makeAlert(), of: session.id, session.app, call: call, holder: effects.makeSession(),
            items: items, settings: settings)
        effects.schedule(.picker(.moved), at: now + profile.pickerAnimation)
    }

    /// What ends the app instead of showing the picker.
    private func pickerMisuse(_ items: [Accessories.DisplayItem], _ app: AppID) -> Misuse? {
        if items.contains(where: { $0.descriptor.ssid != nil && $0.descriptor.ssidPrefix != nil }) {
            return .invalidDescriptor("ssid and ssidPrefix are both set")
        }
        guard profile.undeclaredItemsEndApp else { return nil }
        guard let keys = apps.life(of: app)?.manifest.accessorySetup else {
            return .undeclaredAccessory("NSAccessorySetupSupports is missing")
        }
        return items.lazy.compactMap { keys.lacks($0.descriptor) }.first.map { .undeclaredAccessory($0) }
    }

    /// Why the picker does not come.
    private func pickerFailure(_ items: [Accessories.DisplayItem], _ app: AppID) -> Accessories.Failure? {
        let own = managers.cores.filter { $0.app == app && $0.phase != .preserved }
        let isMigrating = items.contains { $0.migration != nil }
        if apps.state(of: app) != .foreground {  // 28.13
            return .init(code: AccessoryCode.pickerRestricted, reason: "Application is not in foreground.")
        }
        if setup.picker != nil { return .init(code: AccessoryCode.pickerAlreadyActive) }
        if items.isEmpty {
            return .init(code: AccessoryCode.invalidRequest, reason: "there are no display items")
        }
        if let flaw = items.lazy.filter({ $0.migration == nil }).compactMap(\.descriptor.flaw).first {
            return .init(code: AccessoryCode.invalidRequest, reason: flaw)
        }
        if own.contains(where: { !$0.isLimited || profile.limitedManagersBlockPicker }) {  // 28.26
            return .init(
                code: AccessoryCode.pickerRestricted, reason: "CBManagers active with global permissions")
        }
        if isMigrating, own.contains(where: { managers.mode(of: $0.id) == .central }) {  // 28.37
            return .init(code: AccessoryCode.pickerRestricted, reason: "CBManagers active")
        }
        if isMigrating, !setup.book.records(of: app).isEmpty {  // 28.37
            return .init(
                code: AccessoryCode.invalidRequest,
                reason: "Migration not allowed since accessories are already authorized")
        }
        return nil
    }

    private mutating func pickerPresented(_ picker: PickerState, at now: Instant) {
        tell(picker.session, .pickerDidPresent)
        if picker.isMigration { return setPicker(.migrating) }
        if let timeout = picker.settings.timeout {
            effects.schedule(.picker(.discovery), at: now + .seconds(min(max(timeout, 0), 1e6)))
        }
        effects.schedule(.picker(.sweep), at: now + Self.sweepInterval)
        setPicker(.listing)
        setPickerScan(true)
    }

    // MARK: Listing

    private static var sweepInterval: Nanoseconds { .seconds(1) }

    /// An advertisement came while the picker lists accessories.
    mutating func pickerHeard(_ report: Host.AdvertisingReport, from slot: Int, at now: Instant) {
        guard var picker = setup.picker else { return }
        let peer = router.peers[slot].identifier
        if let index = picker.found.firstIndex(where: { $0.peer == peer }) {
            picker.found[index].heard = now
            setup.picker = picker
        } else if let index = picker.unlisted.firstIndex(where: { $0.peer == peer }) {
            picker.unlisted[index].heard = now
            setup.picker = picker
        } else if setup.book.record(of: peer, picker.app) == nil {
            pickerMet(report, slot, picker, at: now)
        }
    }

    private mutating func pickerMet(
        _ report: Host.AdvertisingReport, _ slot: Int, _ picker: PickerState, at now: Instant
    ) {
        if picker.settings.filtersDiscovery, picker.isDiscoveryOver { return }
        let decoded = router.peers[slot].sighting.merged(profile.manufacturerDataStripping)
        let peer = router.peers[slot]
        let name = decoded.keys.localName ?? peer.name
        let item = picker.items.first { item in
            item.migration == nil
                && item.descriptor.matches(
                    decoded.keys, name: name, rssi: Int(report.rssi),
                    immediateRSSI: profile.immediateRangeRSSI)
                && isDeclared(item, picker.app)
        }
        guard let item else { return }
        let found = PickerState.Found(
            identifier: setup.book.makeIdentifier(), peer: peer.identifier, address: peer.address, item: item,
            advertisedName: name, rssi: Int(report.rssi), heard: now)
        guard picker.settings.filtersDiscovery else {
            setup.picker?.found.append(found)
            return showPicker()
        }
        setup.picker?.unlisted.append(found)
        let accessory = Accessories.Accessory(
            identifier: found.identifier, state: .unauthorized, peer: nil, name: name ?? item.name,
            descriptor: item.descriptor)
        tell(picker.session, .discovered(accessory, decoded.keys, rssi: found.rssi))
    }

    /// Whether the picker finds accessories of this item; only where such items do not end the app (28.3).
    private func isDeclared(_ item: Accessories.DisplayItem, _ app: AppID) -> Bool {
        profile.undeclaredItemsEndApp
            || apps.life(of: app)?.manifest.accessorySetup?.lacks(item.descriptor) == nil
                && apps.life(of: app)?.manifest.accessorySetup != nil
    }

    /// Accessories that were not heard for some time leave the list.
    private mutating func sweepPicker(at now: Instant) {
        guard let picker = setup.picker, picker.phase == .listing else { return }
        effects.schedule(.picker(.sweep), at: now + Self.sweepInterval)
        let staying = picker.found.filter { now - $0.heard < profile.pickerEntryLifetime }
        guard staying.count < picker.found.count else { return }
        setup.picker?.found = staying
        showPicker()
        if picker.isDiscoveryOver { dismissIfEmpty(at: now) }
    }

    private mutating func discoveryIsOver(at now: Instant) {
        setup.picker?.isDiscoveryOver = true
        dismissIfEmpty(at: now)
    }

    /// The picker goes with an error when its time is over and there is nothing to choose.
    private mutating func dismissIfEmpty(at now: Instant) {
        guard let picker = setup.picker, picker.phase == .listing, picker.found.isEmpty else { return }
        let failure = Accessories.Failure(code: AccessoryCode.discoveryTimeout)
        let report = profile.pickerTimeoutReport  // 28.8
        if report != .completion { tell(picker.session, .pickerSetupFailed(failure)) }
        dismissPicker(report == .event ? nil : failure, at: now)
    }

    // MARK: Filtered discovery (28.11)

    mutating func updatePicker(
        _ items: [Accessories.DisplayItem], of session: AccessorySetup.Session, at now: Instant
    ) -> Accessories.Failure? {
        guard let picker = filteringPicker(of: session) else { return Self.noFilteringPicker }
        let known = picker.unlisted.map(\.identifier) + picker.found.map(\.identifier)
        guard items.allSatisfy({ $0.found.map(known.contains) ?? false }) else {
            return .init(
                code: AccessoryCode.invalidRequest, reason: "the picker has not found this accessory")
        }
        for item in items {
            guard let index = picker.unlisted.firstIndex(where: { $0.identifier == item.found }) else {
                continue
            }
            var found = picker.unlisted[index]
            found.item = item
            found.heard = now
            setup.picker?.found.append(found)
        }
        if !items.isEmpty { setup.picker?.hasUpdated = true }
        let listed = items.compactMap(\.found)
        setup.picker?.unlisted.removeAll { listed.contains($0.identifier) }
        showPicker()
        return nil
    }

    /// Ends discovery, unless the app has added an accessory: then discovery goes on until the picker's time is over.
    mutating func finishPickerDiscovery(
        of session: AccessorySetup.Session, at now: Instant
    ) -> Accessories.Failure? {
        guard let picker = filteringPicker(of: session) else { return Self.noFilteringPicker }
        if picker.hasUpdated { return nil }
        effects.cancel(.picker(.discovery))
        discoveryIsOver(at: now)
        return nil
    }

    private func filteringPicker(of session: AccessorySetup.Session) -> PickerState? {
        guard let picker = setup.picker, picker.session == session.id, picker.settings.filtersDiscovery,
            picker.phase == .listing
        else { return nil }
        return picker
    }

    private static var noFilteringPicker: Accessories.Failure {
        .init(code: AccessoryCode.invalidRequest, reason: "no picker with filterDiscoveryResults is up")
    }

    // MARK: Going

    /// The picker goes away; then its call ends.
    mutating func dismissPicker(_ failure: Accessories.Failure?, at now: Instant) {
        stopPickersWork(lingers: true, at: now)
        setup.picker?.phase = .dismissing(failure)
        effects.schedule(.picker(.moved), at: now + profile.pickerAnimation)
    }

    private mutating func pickerDismissed(_ picker: PickerState, _ failure: Accessories.Failure?) {
        setup.picker = nil
        effects.append(.accessoryPickerEnded(picker.number))
        tell(picker.session, .pickerDidDismiss)
        end(picker.call, of: picker.session, failure)
    }

    /// The picker is gone at once, without any event.
    mutating func dropPicker(at now: Instant) {
        guard let picker = setup.picker else { return }
        stopPickersWork(lingers: false, at: now)
        effects.cancel(.picker(.moved))
        setup.picker = nil
        effects.append(.accessoryPickerEnded(picker.number))
    }

    /// The picker lists nothing more, and uses its link no more. A link that `lingers` stays up for the app, and until the
    /// accessory has all keys.
    private mutating func stopPickersWork(lingers: Bool, at now: Instant) {
        setPickerScan(false)
        for timer in [PickerTimer.discovery, .sweep, .connection] { effects.cancel(.picker(timer)) }
        guard let picker = setup.picker else { return }
        for slot in router.peers.attached(to: picker.holder) {
            letGo(slot, picker.holder, tells: lingers, at: now)
        }
    }

    // MARK: The screen

    /// The picker does something else, and shows it.
    mutating func setPicker(_ phase: PickerState.Phase) {
        setup.picker?.phase = phase
        showPicker()
    }

    /// Shows the user what the picker asks.
    mutating func showPicker() {
        if let view = setup.picker?.view { effects.append(.accessoryPicker(view)) }
    }

    /// Something is due for the picker.
    mutating func pickerTimer(_ timer: PickerTimer, at now: Instant) {
        if case .known(let accessory) = timer {
            _ = setup.book.change(accessory) { $0.isFresh = false }
        }
        guard let picker = setup.picker else { return }
        switch (timer, picker.phase) {
        case (.known, _): break
        case (.moved, .presenting): pickerPresented(picker, at: now)
        case (.moved, .dismissing(let failure)): pickerDismissed(picker, failure)
        case (.moved, _): break
        case (.discovery, _): discoveryIsOver(at: now)
        case (.sweep, _): sweepPicker(at: now)
        case (.connection, .connecting), (.connection, .pairing): pickersLinkFailed(at: now)
        case (.connection, _): break
        }
    }
}

extension Misuse {
    static let showPicker = "ASAccessorySession.showPicker(for:)"

    static func undeclaredAccessory(_ lack: String) -> Misuse {
        Misuse(
            kind: .undeclaredAccessory, call: showPicker,
            message: "the app's Info.plist does not declare what the picker is to find: \(lack). "
                + "Declare it with AppManifest(accessorySetup:), and in the app")
    }

    static func invalidDescriptor(_ flaw: String) -> Misuse {
        Misuse(
            kind: .invalidArgument, call: showPicker, message: "an ASDiscoveryDescriptor is wrong: \(flaw)")
    }
}
