import BluetoothPort
import BluetoothTypes

// What the user does with the picker and with the app's sheets (behaviour 28.5, 28.14, 28.17 to 28.19).
extension Picker {
    /// The user does something with the picker of this number. Does nothing if it is gone, or does not ask for that.
    mutating func answer(
        _ number: UInt32, _ reply: AccessoryPickerReply, _ book: inout AccessoryBook, _ turn: inout Turn
    ) {
        guard let shown = state, shown.number == number else { return }
        if reply == .cancel { return cancel(shown, &turn) }
        switch shown.phase {
        case .listing: if let found = shown.choice(reply) { chose(found, shown, &book, &turn) }
        case .asking(let found): if shown.accepts(found, reply) { begin(found, &book, &turn) }
        case .naming(let found): named(found, reply, &book, &turn)
        case .finishing(let found): if shown.accepts(found, reply) { dismiss(nil, &turn) }
        case .migrating:
            guard reply == .accept || reply == .chooseFirst else { return }
            migrate(shown, &book, &turn)
            dismiss(nil, &turn)
        case .renaming(let identifier, _): renamed(identifier, shown, reply, &book, &turn)
        case .authorizing(let identifier, let descriptor, _):
            guard reply == .accept || reply == .chooseFirst else { return }
            book.change(identifier, &turn) { $0.descriptor = descriptor }
            endSheet(shown, nil, &turn)
        case .presenting, .connecting, .pairing, .dismissing: break
        }
    }

    private mutating func cancel(_ shown: PickerState, _ turn: inout Turn) {
        let failure = Accessories.Failure(code: AccessoryCode.userCancelled)
        switch shown.phase {
        case .renaming, .authorizing: endSheet(shown, failure, &turn)
        case .finishing: dismiss(nil, &turn)  // The set-up has not failed: the accessory is there.
        case .dismissing: break
        case .presenting, .listing, .asking, .connecting, .pairing, .naming, .migrating:
            turn.leave(.cancel(.moved))
            dismiss(failure, &turn)
        }
    }

    // MARK: The app's sheets: another name (28.17), another authorization (28.19)

    /// Shows a sheet about an accessory, in the phase that `phase` makes of its record.
    mutating func showSheet(
        _ identifier: AccessoryIdentifier, call: UInt32, of session: AccessorySetup.Session,
        _ book: AccessoryBook, _ turn: inout Turn, into effects: inout PhoneEffects,
        _ phase: (AccessoryRecord) -> PickerState.Phase
    ) {
        guard let record = book.record(identifier, of: session.app) else {
            return turn.end(call, of: session.id, .unknownAccessory)
        }
        guard turn.state(session.app) == .foreground else {
            return turn.end(call, of: session.id, .init(code: AccessoryCode.pickerRestricted))
        }
        guard state == nil else {
            return turn.end(call, of: session.id, .init(code: AccessoryCode.pickerAlreadyActive))
        }
        state = PickerState(
            effects.makeAlert(), of: session.id, session.app, call: call, holder: effects.makeSession())
        set(phase(record), &turn)
    }

    private mutating func renamed(
        _ identifier: AccessoryIdentifier, _ shown: PickerState, _ reply: AccessoryPickerReply,
        _ book: inout AccessoryBook, _ turn: inout Turn
    ) {
        switch reply {
        case .name(let name): book.change(identifier, &turn) { $0.name = name }
        case .accept, .chooseFirst: break
        default: return
        }
        endSheet(shown, nil, &turn)
    }

    private mutating func endSheet(
        _ shown: PickerState, _ failure: Accessories.Failure?, _ turn: inout Turn
    ) {
        state = nil
        turn.leave(.output(.accessoryPickerEnded(shown.number)))
        turn.end(shown.call, of: shown.session, failure)
    }
}

extension PickerState {
    /// Whether a reply is the user's yes to what the picker asks about an accessory.
    fileprivate func accepts(_ found: Found, _ reply: AccessoryPickerReply) -> Bool {
        reply == .accept || choice(reply)?.identifier == found.identifier
    }
}
