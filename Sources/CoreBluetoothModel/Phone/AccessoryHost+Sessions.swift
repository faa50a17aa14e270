import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Accessory sessions: their calls and events (behaviour section 28).
extension AccessoryHost {
    /// Opens an accessory session.
    mutating func openAccessorySession(app: AppID, at now: Instant) -> SessionID {
        clock = now
        noteRunning(app)
        let id = effects.makeSession()
        setup.open(id, app)
        return id
    }

    /// Removes an accessory session: its picker goes away, and no event follows.
    mutating func closeAccessorySession(_ session: SessionID, at now: Instant) {
        clock = now
        if setup.picker?.session == session { dropPicker(at: now) }
        setup.close(session)
    }

    /// Executes a call of an accessory session; events follow as outputs.
    mutating func handle(_ command: Accessories.Command, from session: SessionID, at now: Instant) {
        clock = now
        defer { screenEvents() }
        guard let current = setup.session(session) else { return }
        switch command {
        case .reportMisuse(let misuse): effects.append(.misuse(session, misuse))
        case .activate: activate(current)
        case .invalidate: invalidate(current, at: now)
        default: call(command, of: current, at: now)
        }
    }

    private mutating func activate(_ session: AccessorySetup.Session) {
        guard session.phase == .idle else { return }
        guard profile.knowsAccessorySetup else {
            setup.set(.ended, of: session.id)
            let reason = "\(profile) has no AccessorySetupKit"
            return tell(session.id, .invalidated(.init(code: AccessoryCode.activationFailed, reason: reason)))
        }
        setup.set(.active, of: session.id)
        tell(session.id, .activated(setup.book.records(of: session.app).map(\.handedOut)))
    }

    private mutating func invalidate(_ session: AccessorySetup.Session, at now: Instant) {
        guard session.phase != .ended else { return }
        setup.set(.ended, of: session.id)
        if let picker = setup.picker, picker.session == session.id {
            dropPicker(at: now)
            if !picker.isSheet { tell(session.id, .pickerDidDismiss) }
            end(picker.call, of: session.id, .init(code: AccessoryCode.invalidated))
        }
        tell(session.id, .invalidated(nil))
    }

    private mutating func call(
        _ command: Accessories.Command, of session: AccessorySetup.Session, at now: Instant
    ) {
        guard let number = command.call else { return }
        switch session.phase {
        case .active: break
        case .idle:
            return end(
                number, of: session.id,
                .init(code: AccessoryCode.invalidRequest, reason: "activate was not called"))
        case .ended:
            return end(
                number, of: session.id,
                .init(code: AccessoryCode.invalidated, reason: "the session was invalidated"))
        }
        switch command {
        case .showPicker(let items, let settings, _):
            showPicker(items, settings, call: number, of: session, at: now)
        case .updatePicker(let items, _):
            end(number, of: session.id, updatePicker(items, of: session, at: now))
        case .finishPickerDiscovery:
            end(number, of: session.id, finishPickerDiscovery(of: session, at: now))
        case .rename(let identifier, _):
            showSheet(identifier, call: number, of: session) { .renaming(identifier, old: $0.name) }
        case .updateAuthorization(let identifier, let descriptor, _):
            if let flaw = descriptor.flaw {
                let failure = Accessories.Failure(code: AccessoryCode.invalidRequest, reason: flaw)
                return end(number, of: session.id, failure)
            }
            showSheet(identifier, call: number, of: session) {
                .authorizing(identifier, descriptor, name: $0.name)
            }
        default: end(number, of: session.id, change(command, of: session.app, at: now))
        }
    }

    /// Executes a call that changes an accessory at once. Returns why it can't.
    private mutating func change(
        _ command: Accessories.Command, of app: AppID, at now: Instant
    ) -> Accessories.Failure? {
        switch command {
        case .finishAuthorization(let identifier, let settings, _):
            return finishAuthorization(identifier, settings, of: app)
        case .failAuthorization(let identifier, _):
            guard let record = setup.book.record(identifier, of: app), record.state == .awaitingAuthorization
            else { return Self.notWaiting }
            remove(record, at: now)
        case .remove(let identifier, _):
            guard let record = setup.book.record(identifier, of: app) else { return Self.unknownAccessory }
            remove(record, at: now)
        default: break
        }
        return nil
    }

    private static var notWaiting: Accessories.Failure {
        .init(code: AccessoryCode.invalidRequest, reason: "the accessory does not wait for the app")
    }

    static var unknownAccessory: Accessories.Failure {
        .init(code: AccessoryCode.invalidRequest, reason: "the accessory is none of this app's")
    }

    /// The app ends the set-up of an accessory (28.9).
    private mutating func finishAuthorization(
        _ identifier: AccessoryIdentifier, _ settings: Accessories.AccessorySettings, of app: AppID
    ) -> Accessories.Failure? {
        guard let record = setup.book.record(identifier, of: app), record.state == .awaitingAuthorization
        else { return Self.notWaiting }
        if record.isBridged, settings.bridgingIdentifier != nil {  // 28.10
            let reason = "the picker has derived the keys of Bluetooth Classic already"
            return .init(code: AccessoryCode.invalidRequest, reason: reason)
        }
        changeRecord(identifier) { record in
            record.state = .authorized
            record.ssid = settings.ssid ?? record.ssid
            record.bridgingIdentifier = settings.bridgingIdentifier ?? record.bridgingIdentifier
        }
        return nil
    }

    // MARK: Events

    /// Gives a session an event: now, or when its app is no longer suspended.
    mutating func tell(_ session: SessionID, _ event: Accessories.Event) {
        guard let app = setup.session(session)?.app else { return }
        if apps.state(of: app) == .suspended { return setup.hold(event, for: session) }
        effects.append(.accessory(session, event))
    }

    /// Gives an event to all sessions of an app.
    mutating func tellAll(of app: AppID, _ event: Accessories.Event) {
        for session in setup.active(of: app) { tell(session, event) }
    }

    /// A call has ended.
    mutating func end(_ call: UInt32, of session: SessionID, _ failure: Accessories.Failure?) {
        tell(session, .completed(call: call, failure))
    }

    /// Apps may run again: their sessions get what waited.
    mutating func releaseAccessoryEvents() {
        guard setup.hasHeld else { return }
        for (session, event) in setup.takeHeld(isRunning: { [apps] in apps.state(of: $0) != .suspended }) {
            effects.append(.accessory(session, event))
        }
    }
}

/// The codes of `ASErrorDomain` (behaviour 28.15).
enum AccessoryCode {
    static let activationFailed = 100
    static let connectionFailed = 150
    static let discoveryTimeout = 200
    static let extensionNotFound = 300
    static let invalidated = 400
    static let invalidRequest = 450
    static let pickerAlreadyActive = 500
    static let pickerRestricted = 550
    static let userCancelled = 700
}
