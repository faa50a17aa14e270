import BluetoothPort
import BluetoothTypes

/// The picker of AccessorySetupKit on one phone, and the sheets that look like it: how they come, ask and go (behaviour
/// 28.5 to 28.19).
///
/// Inputs are what apps ask for, advertisements, how far its link is, what the user does, and what is due. It changes the
/// accessories in the book; everything else it leaves in its turn.
///
/// ```swift
/// var picker = Picker()
/// picker.show([item], settings, call: 1, of: session, book, &turn, into: &effects)
/// picker.due(.moved, &turn)
/// #expect(picker.isListing && turn.following.contains(.scan(true)))
/// ```
struct Picker: Sendable {
    typealias Turn = AccessorySetup.Turn

    /// There is one at most (28.13).
    var state: PickerState?

    /// Whether it needs advertisements.
    var isListing: Bool { state?.phase == .listing }

    /// Whether it waits for a link.
    var followsLink: Bool {
        switch state?.phase {
        case .connecting, .pairing: true
        default: false
        }
    }

    /// The session on whose links the picker itself is the user's consent to a pairing: only codes are asked for (28.5).
    var consenting: SessionID? { followsLink ? state?.holder : nil }

    // MARK: Coming

    mutating func show(
        _ items: [Accessories.DisplayItem]?, _ settings: Accessories.PickerSettings, call: UInt32,
        of session: AccessorySetup.Session, _ book: AccessoryBook, _ turn: inout Turn,
        into effects: inout PhoneEffects
    ) {
        guard let items else {  // 28.38
            return turn.end(call, of: session.id, .init(code: AccessoryCode.extensionNotFound))
        }
        if let misuse = misuse(items, session.app, turn) {  // 28.3, 28.23
            turn.leave(.output(.misuse(session.id, misuse)))
            return turn.leave(.terminate(session.app))
        }
        if let failure = failure(items, session.app, book, turn) {
            return turn.end(call, of: session.id, failure)
        }
        state = PickerState(
            effects.makeAlert(), of: session.id, session.app, call: call, holder: effects.makeSession(),
            items: items, settings: settings)
        turn.schedule(.moved, after: turn.profile.pickerAnimation)
    }

    private mutating func presented(_ shown: PickerState, _ turn: inout Turn) {
        turn.tell(shown.session, .pickerDidPresent)
        if shown.isMigration { return set(.migrating, &turn) }
        if let timeout = shown.settings.timeout {
            turn.schedule(.discovery, after: .seconds(min(max(timeout, 0), 1e6)))
        }
        turn.schedule(.sweep, after: Self.sweepInterval)
        set(.listing, &turn)
        turn.leave(.scan(true))
    }

    // MARK: Going

    /// The picker goes away; then its call ends.
    mutating func dismiss(_ failure: Accessories.Failure?, _ turn: inout Turn) {
        stopWork(lingers: true, &turn)
        state?.phase = .dismissing(failure)
        turn.schedule(.moved, after: turn.profile.pickerAnimation)
    }

    private mutating func dismissed(
        _ shown: PickerState, _ failure: Accessories.Failure?, _ turn: inout Turn
    ) {
        state = nil
        turn.leave(.output(.accessoryPickerEnded(shown.number)))
        turn.tell(shown.session, .pickerDidDismiss)
        turn.end(shown.call, of: shown.session, failure)
    }

    /// The picker is gone at once, without any event.
    mutating func drop(_ turn: inout Turn) {
        guard let shown = state else { return }
        stopWork(lingers: false, &turn)
        turn.leave(.cancel(.moved))
        state = nil
        turn.leave(.output(.accessoryPickerEnded(shown.number)))
    }

    /// The picker lists nothing more, and uses its link no more. A link that `lingers` stays up for the app, and until the
    /// accessory has all keys.
    private func stopWork(lingers: Bool, _ turn: inout Turn) {
        turn.leave(.scan(false))
        for timer in [PickerTimer.discovery, .sweep, .connection] { turn.leave(.cancel(timer)) }
        if let shown = state { turn.leave(.release(shown.holder, lingers: lingers)) }
    }

    // MARK: The screen

    /// The picker does something else, and shows it.
    mutating func set(_ phase: PickerState.Phase, _ turn: inout Turn) {
        state?.phase = phase
        showView(&turn)
    }

    /// Shows the user what the picker asks.
    func showView(_ turn: inout Turn) {
        if let view = state?.view { turn.leave(.output(.accessoryPicker(view))) }
    }

    /// Something is due.
    mutating func due(_ timer: PickerTimer, _ turn: inout Turn) {
        guard let shown = state else { return }
        switch (timer, shown.phase) {
        case (.moved, .presenting): presented(shown, &turn)
        case (.moved, .dismissing(let failure)): dismissed(shown, failure, &turn)
        case (.discovery, _): discoveryIsOver(&turn)
        case (.sweep, _): sweep(&turn)
        case (.connection, .connecting), (.connection, .pairing): linkFailed(&turn)
        case (.known, _), (.moved, _), (.connection, _): break
        }
    }
}
