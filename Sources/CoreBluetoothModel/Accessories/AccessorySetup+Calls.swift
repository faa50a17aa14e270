import BluetoothPort
import BluetoothTypes

// The calls of accessory sessions (behaviour section 28).
extension AccessorySetup {
    /// Executes a call of a session.
    mutating func handle(
        _ command: Accessories.Command, from session: SessionID, _ turn: inout Turn,
        into effects: inout PhoneEffects
    ) {
        guard let current = self.session(session) else { return }
        switch command {
        case .reportMisuse(let misuse): turn.leave(.output(.misuse(session, misuse)))
        case .activate: activate(current, &turn)
        case .invalidate: invalidate(current, &turn)
        default: call(command, of: current, &turn, into: &effects)
        }
    }

    /// Removes a session: its picker goes away, and no event follows.
    mutating func remove(_ session: SessionID, _ turn: inout Turn) {
        if picker.state?.session == session { picker.drop(&turn) }
        close(session)
    }

    /// The sessions of an app end with it, and with them its picker.
    mutating func end(of app: AppID, _ turn: inout Turn) {
        for session in sessions(of: app) { remove(session, &turn) }
    }

    private mutating func activate(_ session: Session, _ turn: inout Turn) {
        guard session.phase == .idle else { return }
        guard turn.profile.knowsAccessorySetup else {
            set(.ended, of: session.id)
            let reason = "\(turn.profile) has no AccessorySetupKit"
            let failure = Accessories.Failure(code: AccessoryCode.activationFailed, reason: reason)
            return turn.tell(session.id, .invalidated(failure))
        }
        set(.active, of: session.id)
        turn.tell(session.id, .activated(accessories(of: session.app)))
    }

    private mutating func invalidate(_ session: Session, _ turn: inout Turn) {
        guard session.phase != .ended else { return }
        set(.ended, of: session.id)
        if let shown = picker.state, shown.session == session.id {
            picker.drop(&turn)
            if !shown.isSheet { turn.tell(session.id, .pickerDidDismiss) }
            turn.end(shown.call, of: session.id, .init(code: AccessoryCode.invalidated))
        }
        turn.tell(session.id, .invalidated(nil))
    }

    private mutating func call(
        _ command: Accessories.Command, of session: Session, _ turn: inout Turn,
        into effects: inout PhoneEffects
    ) {
        guard let number = command.call else { return }
        switch session.phase {
        case .active: break
        case .idle: return turn.end(number, of: session.id, .invalidRequest("activate was not called"))
        case .ended:
            let reason = "the session was invalidated"
            return turn.end(
                number, of: session.id, .init(code: AccessoryCode.invalidated, reason: reason))
        }
        switch command {
        case .showPicker(let items, let settings, _):
            picker.show(items, settings, call: number, of: session, book, &turn, into: &effects)
        case .updatePicker(let items, _):
            turn.end(number, of: session.id, picker.update(items, of: session.id, &turn))
        case .finishPickerDiscovery:
            turn.end(number, of: session.id, picker.finishDiscovery(of: session.id, &turn))
        case .rename(let identifier, _):
            picker.showSheet(identifier, call: number, of: session, book, &turn, into: &effects) {
                .renaming(identifier, old: $0.name)
            }
        case .updateAuthorization(let identifier, let descriptor, _):
            if let flaw = descriptor.flaw { return turn.end(number, of: session.id, .invalidRequest(flaw)) }
            picker.showSheet(identifier, call: number, of: session, book, &turn, into: &effects) {
                .authorizing(identifier, descriptor, name: $0.name)
            }
        default: turn.end(number, of: session.id, change(command, of: session.app, &turn))
        }
    }

    /// Executes a call that changes an accessory at once. Returns why it can't.
    private mutating func change(
        _ command: Accessories.Command, of app: AppID, _ turn: inout Turn
    ) -> Accessories.Failure? {
        switch command {
        case .finishAuthorization(let identifier, let settings, _):
            return finishAuthorization(identifier, settings, of: app, &turn)
        case .failAuthorization(let identifier, _):
            guard let record = book.record(identifier, of: app), record.state == .awaitingAuthorization
            else { return .notWaiting }
            book.remove(record, &turn)
        case .remove(let identifier, _):
            guard let record = book.record(identifier, of: app) else { return .unknownAccessory }
            book.remove(record, &turn)
        default: break
        }
        return nil
    }

    /// The app ends the set-up of an accessory (28.9).
    private mutating func finishAuthorization(
        _ identifier: AccessoryIdentifier, _ settings: Accessories.AccessorySettings, of app: AppID,
        _ turn: inout Turn
    ) -> Accessories.Failure? {
        guard let record = book.record(identifier, of: app), record.state == .awaitingAuthorization
        else { return .notWaiting }
        if record.isBridged, settings.bridgingIdentifier != nil {  // 28.10
            return .invalidRequest("the picker has derived the keys of Bluetooth Classic already")
        }
        book.change(identifier, &turn) { record in
            record.state = .authorized
            record.ssid = settings.ssid ?? record.ssid
            record.bridgingIdentifier = settings.bridgingIdentifier ?? record.bridgingIdentifier
        }
        return nil
    }
}
