import BluetoothPort
import BluetoothTypes
import BluetoothWire

// How a chosen accessory is set up (behaviour 28.5, 28.9 to 28.12, 28.18).
extension Picker {
    mutating func chose(
        _ found: PickerState.Found, _ shown: PickerState, _ book: inout AccessoryBook, _ turn: inout Turn
    ) {
        turn.leave(.scan(false))
        for timer in [PickerTimer.discovery, .sweep] { turn.leave(.cancel(timer)) }
        if book.isShared(found.peer, besides: shown.app) { return set(.asking(found), &turn) }  // 28.33
        begin(found, &book, &turn)
    }

    mutating func begin(_ found: PickerState.Found, _ book: inout AccessoryBook, _ turn: inout Turn) {
        guard let shown = state else { return }
        let pairs = found.item.descriptor.supportedOptions.contains(.pairing)
        guard pairs, !turn.isBonded(found.address) else {  // 28.6, 28.33
            return paired(found, &book, &turn)
        }
        turn.tell(shown.session, .pickerSetupPairing)
        set(.connecting(found), &turn)
        turn.schedule(.connection, after: turn.profile.pickerConnectionTimeout)
        turn.leave(.connect(found.peer, from: shown.holder))
        turn.leave(.follow)
    }

    /// Looks how far the link of the accessory is; called after everything that may change it.
    mutating func follow(_ book: inout AccessoryBook, _ turn: inout Turn) {
        guard let shown = state else { return }
        switch shown.phase {
        case .connecting(let found):
            switch turn.link(found.peer, shown.holder) {
            case .none: linkFailed(&turn)
            case .underway: break
            case .up(let security) where security.isBarred: linkFailed(&turn)
            case .up(let security):
                state?.phase = .pairing(found)
                turn.leave(.secure(link: security.link))
                turn.leave(.follow)
            }
        case .pairing(let found):
            switch turn.link(found.peer, shown.holder) {
            case .none, .underway: linkFailed(&turn)
            case .up(let security) where security.isRunning: break
            case .up(let security) where security.isEncrypted: paired(found, &book, &turn)
            case .up: linkFailed(&turn)
            }
        default: break
        }
    }

    /// The accessory could not be connected or paired (28.12).
    mutating func linkFailed(_ turn: inout Turn) {
        guard let shown = state else { return }
        let failure = Accessories.Failure(code: AccessoryCode.connectionFailed)
        turn.tell(shown.session, .pickerSetupFailed(failure))
        dismiss(failure, &turn)
    }

    private mutating func paired(
        _ found: PickerState.Found, _ book: inout AccessoryBook, _ turn: inout Turn
    ) {
        guard let shown = state else { return }
        turn.leave(.cancel(.connection))
        let isLinked = turn.link(found.peer, shown.holder) != .none
        if isLinked, found.item.descriptor.supportedOptions.contains(.bridging) {  // 28.10
            turn.tell(shown.session, .pickerSetupBridging)
            state?.isBridged = true
        }
        guard found.item.setupOptions.contains(.rename) else { return finish(found, nil, &book, &turn) }
        turn.tell(shown.session, .pickerSetupRename)
        set(.naming(found), &turn)
    }

    mutating func named(
        _ found: PickerState.Found, _ reply: AccessoryPickerReply, _ book: inout AccessoryBook,
        _ turn: inout Turn
    ) {
        switch reply {
        case .name(let name): finish(found, name, &book, &turn)
        case .accept, .chooseFirst: finish(found, nil, &book, &turn)
        default: break
        }
    }

    private mutating func finish(
        _ found: PickerState.Found, _ name: String?, _ book: inout AccessoryBook, _ turn: inout Turn
    ) {
        guard let shown = state else { return }
        let waits = found.item.setupOptions.contains(.confirmAuthorization)  // 28.9
        var record = AccessoryRecord(
            identifier: found.identifier, app: shown.app, peer: found.peer, name: name ?? found.item.name,
            state: waits ? .awaitingAuthorization : .authorized, descriptor: found.item.descriptor)
        if shown.isBridged, let address = turn.address(found.peer) {
            record.isBridged = true
            record.bridgingIdentifier = address.bigEndianBytes
        }
        book.add(record, &turn)
        if !shown.migrations.isEmpty { migrate(shown, &book, &turn) }
        if found.item.setupOptions.contains(.finishInApp) {  // 28.14
            return set(.finishing(found), &turn)
        }
        dismiss(nil, &turn)
    }

    /// What the app asks to migrate becomes its accessories (28.18).
    func migrate(_ shown: PickerState, _ book: inout AccessoryBook, _ turn: inout Turn) {
        let accessories = book.migrate(shown.migrations, of: shown.app, turn)
        turn.tell(shown.session, .migrationComplete(accessories))
        book.changed(shown.app, &turn)
    }
}

extension DeviceAddress {
    /// The six bytes as people write them, the most significant first.
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<6).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}
