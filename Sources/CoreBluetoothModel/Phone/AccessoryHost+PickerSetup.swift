import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What the user does with the picker, and how a chosen accessory is set up (behaviour 28.5, 28.9 to 28.18).
extension AccessoryHost {
    /// The user does something with the picker of this number. Does nothing if it is gone, or does not ask for that.
    mutating func answerPicker(_ number: UInt32, _ reply: AccessoryPickerReply, at now: Instant) {
        clock = now
        guard let picker = setup.picker, picker.number == number else { return }
        defer { screenEvents() }
        if reply == .cancel { return cancelPicker(picker, at: now) }
        switch picker.phase {
        case .listing: if let found = picker.choice(reply) { chose(found, picker, at: now) }
        case .asking(let found): if picker.accepts(found, reply) { begin(found, at: now) }
        case .naming(let found): named(found, reply, at: now)
        case .finishing(let found): if picker.accepts(found, reply) { dismissPicker(nil, at: now) }
        case .migrating:
            if reply == .accept || reply == .chooseFirst { migrate(picker, endsPicker: true, at: now) }
        case .renaming(let identifier, _): renamed(identifier, picker, reply)
        case .authorizing(let identifier, let descriptor, _):
            guard reply == .accept || reply == .chooseFirst else { return }
            changeRecord(identifier) { $0.descriptor = descriptor }
            endSheet(picker, nil)
        case .presenting, .connecting, .pairing, .dismissing: break
        }
    }

    private mutating func cancelPicker(_ picker: PickerState, at now: Instant) {
        let failure = Accessories.Failure(code: AccessoryCode.userCancelled)
        switch picker.phase {
        case .renaming, .authorizing: endSheet(picker, failure)
        case .finishing: dismissPicker(nil, at: now)  // The set-up has not failed: the accessory is there.
        case .dismissing: break
        case .presenting, .listing, .asking, .connecting, .pairing, .naming, .migrating:
            effects.cancel(.picker(.moved))
            dismissPicker(failure, at: now)
        }
    }

    // MARK: Setting up

    private mutating func chose(_ found: PickerState.Found, _ picker: PickerState, at now: Instant) {
        setPickerScan(false)
        for timer in [PickerTimer.discovery, .sweep] { effects.cancel(.picker(timer)) }
        if setup.book.isShared(found.peer, besides: picker.app) {  // 28.33
            return setPicker(.asking(found))
        }
        begin(found, at: now)
    }

    private mutating func begin(_ found: PickerState.Found, at now: Instant) {
        guard let picker = setup.picker else { return }
        let isBonded = router.peers.bonds.contains(found.address)
        guard found.item.descriptor.supportedOptions.contains(.pairing), !isBonded else {  // 28.6, 28.33
            return paired(found, at: now)
        }
        tell(picker.session, .pickerSetupPairing)
        setPicker(.connecting(found))
        effects.schedule(.picker(.connection), at: now + profile.pickerConnectionTimeout)
        connect(found.peer, Central.ConnectOptions(), from: picker.holder, at: now)
        followPicker(at: now)
    }

    /// Looks how far the link of the picker's accessory is; called after everything that may change it.
    mutating func followPicker(at now: Instant) {
        guard let picker = setup.picker else { return }
        switch picker.phase {
        case .connecting(let found):
            guard let slot = router.peers.slot(of: found.peer),
                let state = router.peers[slot].connection.state(of: picker.holder)
            else { return pickersLinkFailed(at: now) }
            guard state == .connected, let link = router.peers[slot].link else { return }
            guard router.peers.barrier(slot) == nil else { return pickersLinkFailed(at: now) }
            setup.picker?.phase = .pairing(found)
            secure(link)
            followPicker(at: now)
        case .pairing(let found):
            guard let slot = router.peers.slot(of: found.peer),
                router.peers[slot].connection.state(of: picker.holder) == .connected,
                let link = router.peers[slot].link
            else { return pickersLinkFailed(at: now) }
            guard router.links[link].security.state == .idle else { return }
            if router.links[link].security.level >= .encrypted {
                paired(found, at: now)
            } else {
                pickersLinkFailed(at: now)
            }
        default: return
        }
    }

    /// The accessory could not be connected or paired (28.12).
    mutating func pickersLinkFailed(at now: Instant) {
        guard let picker = setup.picker else { return }
        let failure = Accessories.Failure(code: AccessoryCode.connectionFailed)
        tell(picker.session, .pickerSetupFailed(failure))
        dismissPicker(failure, at: now)
    }

    /// Whether the picker itself is the user's consent to this pairing: only codes are asked for (28.5).
    func isPickersConsent(_ link: Host.LinkID, _ prompt: Host.PairingPrompt) -> Bool {
        guard prompt == .consent, setup.followsLink, let picker = setup.picker,
            let slot = router.links.slot(of: link)
        else { return false }
        return router.peers[router.links[slot].peer].attachment(of: picker.holder) != nil
    }

    private mutating func paired(_ found: PickerState.Found, at now: Instant) {
        guard let picker = setup.picker else { return }
        effects.cancel(.picker(.connection))
        let isLinked = !router.peers.attached(to: picker.holder).isEmpty
        if isLinked, found.item.descriptor.supportedOptions.contains(.bridging) {  // 28.10
            tell(picker.session, .pickerSetupBridging)
            setup.picker?.isBridged = true
        }
        guard found.item.setupOptions.contains(.rename) else { return finish(found, nil, at: now) }
        tell(picker.session, .pickerSetupRename)
        setPicker(.naming(found))
    }

    private mutating func named(_ found: PickerState.Found, _ reply: AccessoryPickerReply, at now: Instant) {
        switch reply {
        case .name(let name): finish(found, name, at: now)
        case .accept, .chooseFirst: finish(found, nil, at: now)
        default: break
        }
    }

    private mutating func finish(_ found: PickerState.Found, _ name: String?, at now: Instant) {
        guard let picker = setup.picker else { return }
        let waits = found.item.setupOptions.contains(.confirmAuthorization)  // 28.9
        var record = AccessoryRecord(
            identifier: found.identifier, app: picker.app, peer: found.peer, name: name ?? found.item.name,
            state: waits ? .awaitingAuthorization : .authorized, descriptor: found.item.descriptor)
        if picker.isBridged, let slot = router.peers.slot(of: found.peer) {
            record.isBridged = true
            record.bridgingIdentifier = router.peers[slot].address.bigEndianBytes
        }
        add(record, at: now)
        if !picker.migrations.isEmpty { migrate(picker, endsPicker: false, at: now) }
        if found.item.setupOptions.contains(.finishInApp) { return setPicker(.finishing(found)) }  // 28.14
        dismissPicker(nil, at: now)
    }

    // MARK: Migration (28.18)

    private mutating func migrate(_ picker: PickerState, endsPicker: Bool, at now: Instant) {
        for item in picker.migrations {
            guard let peer = item.migration?.peer, router.peers.slot(of: peer) != nil,
                setup.book.record(of: peer, picker.app) == nil
            else { continue }
            setup.book.add(
                AccessoryRecord(
                    identifier: setup.book.makeIdentifier(), app: picker.app, peer: peer, name: item.name,
                    state: .authorized, descriptor: item.descriptor))
        }
        tell(picker.session, .migrationComplete(setup.book.records(of: picker.app).map(\.handedOut)))
        accessoriesChanged(picker.app)
        if endsPicker { dismissPicker(nil, at: now) }
    }

    // MARK: The app's sheets: another name (28.17), another authorization (28.19)

    /// Shows a sheet about an accessory, in the phase that `phase` makes of its record.
    mutating func showSheet(
        _ identifier: AccessoryIdentifier, call: UInt32, of session: AccessorySetup.Session,
        _ phase: (AccessoryRecord) -> PickerState.Phase
    ) {
        guard let record = setup.book.record(identifier, of: session.app) else {
            return end(call, of: session.id, Self.unknownAccessory)
        }
        guard apps.state(of: session.app) == .foreground else {
            return end(call, of: session.id, .init(code: AccessoryCode.pickerRestricted))
        }
        guard setup.picker == nil else {
            return end(call, of: session.id, .init(code: AccessoryCode.pickerAlreadyActive))
        }
        setup.picker = PickerState(
            effects.makeAlert(), of: session.id, session.app, call: call, holder: effects.makeSession())
        setPicker(phase(record))
    }

    private mutating func renamed(
        _ identifier: AccessoryIdentifier, _ picker: PickerState, _ reply: AccessoryPickerReply
    ) {
        switch reply {
        case .name(let name): changeRecord(identifier) { $0.name = name }
        case .accept, .chooseFirst: break
        default: return
        }
        endSheet(picker, nil)
    }

    private mutating func endSheet(_ picker: PickerState, _ failure: Accessories.Failure?) {
        setup.picker = nil
        effects.append(.accessoryPickerEnded(picker.number))
        end(picker.call, of: picker.session, failure)
    }
}

extension PickerState {
    /// Whether a reply is the user's yes to what the picker asks about an accessory.
    fileprivate func accepts(_ found: Found, _ reply: AccessoryPickerReply) -> Bool {
        reply == .accept || choice(reply)?.identifier == found.identifier
    }
}

extension DeviceAddress {
    /// The six bytes as people write them, the most significant first.
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<6).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
