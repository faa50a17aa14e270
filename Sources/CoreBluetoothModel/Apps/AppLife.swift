import BluetoothPort
import BluetoothTypes

extension AppState {
    /// Whether an app can go from this state to another one at once. Only an ended app is tied down: it starts in the
    /// foreground or, for an event, in the background.
    func canBecome(_ next: AppState) -> Bool { self != .terminated || next != .suspended }
}

/// What the phone knows of one app, and where the app is in its life.
///
/// An app is in the foreground, runs in the background for some time, is suspended, or has ended. While it can't take
/// events they wait in `held`.
struct AppLife: Sendable {
    let app: AppID
    /// The entries of the Info.plist.
    var manifest = AppManifest()
    var authorization = Authorization.allowedAlways
    /// The peripherals that the user has set up with AccessorySetupKit (behaviour 1.38).
    var accessories: [PeerIdentifier] = []

    private(set) var state = AppState.foreground
    /// The state that the timeline shows last.
    private(set) var toldState = AppState.foreground
    /// The app was launched, by the user or by the system.
    private(set) var hasStarted = false
    /// Set anew each time the app comes to the foreground. The greatest number belongs to the app that was
    /// there last (behaviour 3.25).
    private(set) var foregroundStamp: UInt32 = 0
    /// Until when the app runs in the background.
    private(set) var runsUntil = Instant.zero
    /// Events that wait until the app runs, or until a restored manager has its state.
    private(set) var held: [PhoneOutput] = []

    init(app: AppID) { self.app = app }

    /// Whether the app takes events now.
    var isRunning: Bool { state == .foreground || state == .background }

    // MARK: States

    private mutating func become(_ next: AppState) {
        precondition(state.canBecome(next), "\(app) is \(state) and can't become \(next)")
        state = next
    }

    /// Reports a new state to the timeline.
    mutating func tellState(into effects: inout PhoneEffects) {
        guard state != toldState else { return }
        toldState = state
        effects.append(.appStateChanged(app, state))
    }

    /// The app is shown; `stamp` is greater than any before. It gets what waited for it.
    mutating func comeToFront(_ stamp: UInt32, _ managers: Managers, into effects: inout PhoneEffects) {
        foregroundStamp = stamp
        become(.foreground)
        endTime(into: &effects)
        tellState(into: &effects)
        releaseHeld(managers, into: &effects)
    }

    /// The user turns to another app; this one runs until `due`.
    mutating func leaveForeground(until due: Instant, into effects: inout PhoneEffects) {
        become(.background)
        run(until: due, into: &effects)
    }

    mutating func suspend(into effects: inout PhoneEffects) {
        become(.suspended)
        endTime(into: &effects)
    }

    /// The timer of the background has fired. Returns whether the app is suspended now; its time may have been
    /// prolonged.
    mutating func timeIsOver(at now: Instant, into effects: inout PhoneEffects) -> Bool {
        guard state == .background else { return false }
        guard runsUntil <= now else {
            effects.schedule(.suspend(app), at: runsUntil)
            return false
        }
        suspend(into: &effects)
        return true
    }

    /// An event wakes the app, or lets it run longer: at least until `due` (behaviour 7.2).
    mutating func wake(until due: Instant, _ managers: Managers, into effects: inout PhoneEffects) {
        let wasSuspended = state == .suspended
        become(.background)
        run(until: due, into: &effects)
        tellState(into: &effects)
        if wasSuspended { releaseHeld(managers, into: &effects) }
    }

    /// The system launches the ended app for an event.
    mutating func relaunch(until due: Instant, into effects: inout PhoneEffects) {
        become(.background)
        run(until: due, into: &effects)
        tellState(into: &effects)
    }

    /// The app has ended. Of the events that wait, only those of preserved managers stay.
    mutating func end(_ managers: Managers, into effects: inout PhoneEffects) {
        become(.terminated)
        held.removeAll { $0.session.flatMap { managers.core(of: $0) }?.phase != .preserved }
        endTime(into: &effects)
    }

    mutating func noteStart() { hasStarted = true }

    /// The app may run in the background at least until `due`.
    private mutating func run(until due: Instant, into effects: inout PhoneEffects) {
        runsUntil = max(runsUntil, due)
        let timer = PhoneEffects.Timer.suspend(app)
        guard !effects.timers.contains(where: { $0.timer == timer }) else { return }
        effects.schedule(timer, at: runsUntil)
    }

    /// The app no longer runs in the background, however much time it had left.
    private mutating func endTime(into effects: inout PhoneEffects) {
        runsUntil = .zero
        effects.cancel(.suspend(app))
    }

    // MARK: Events that wait

    /// Keeps an event for later. A suspended app's discoveries are not kept (behaviour 2.28); beyond the
    /// limit the oldest value is lost.
    mutating func hold(_ output: PhoneOutput, limit: Int) {
        if state == .suspended, case .central(_, .discovered) = output { return }
        if held.count >= max(limit, 1) {
            let oldest = held.firstIndex {
                if case .central(_, .characteristicValue) = $0 { true } else { false }
            }
            held.remove(at: oldest ?? 0)
        }
        held.append(output)
    }

    /// Delivers what waited. Events of managers that still wait for their first state stay.
    mutating func releaseHeld(_ managers: Managers, into effects: inout PhoneEffects) {
        guard !held.isEmpty else { return }
        let waiting = held
        held = []
        for output in waiting {
            if let session = output.session, managers.core(of: session)?.phase == .live {
                effects.append(output)
            } else {
                held.append(output)
            }
        }
    }

    /// Takes the events that wait for one manager.
    mutating func takeHeld(of session: SessionID) -> [PhoneOutput] {
        let waiting = held.filter { $0.session == session }
        held.removeAll { $0.session == session }
        return waiting
    }

    /// Lets events wait behind those that wait already.
    mutating func holdAgain(_ waiting: [PhoneOutput]) { held += waiting }

    /// Drops the events of managers that no longer exist.
    mutating func forgetHeld(_ managers: Managers) {
        held.removeAll { $0.session.flatMap { managers.core(of: $0) } == nil }
    }

    // MARK: Checking

    /// The rule that the state breaks, or `nil`; all of them hold after each input.
    func brokenRule(_ managers: Managers, _ effects: PhoneEffects) -> String? {
        if state != toldState { return "the timeline does not show the state of \(app)" }
        let timers = effects.timers.filter { $0.timer == .suspend(app) }
        if timers.count != (state == .background ? 1 : 0) {
            return "\(app) is \(state) with \(timers.count) timers"
        }
        if (runsUntil == .zero) == (state == .background) { return "\(app) is \(state) until \(runsUntil)" }
        for output in held {
            guard let session = output.session, let core = managers.core(of: session) else {
                return "\(app) keeps what no manager gets"
            }
            if isRunning, core.phase == .live { return "\(app) runs, and an event waits" }
            if state == .terminated, core.phase != .preserved { return "an ended \(app) has a manager" }
        }
        return nil
    }
}
