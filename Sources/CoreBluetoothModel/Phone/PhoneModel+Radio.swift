import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The radio, and what ends and resumes with it (behaviour 1.15-1.25).
extension PhoneModel {
    /// Whether apps may use the radio.
    package var isRadioOn: Bool { power.level == .poweredOn }

    /// What the phone's radio is set to.
    package var radio: RadioState { power.state }

    var hostPhase: HostPhase { power.host }

    /// Starts the host, if the radio is on; call once, before anything else.
    package mutating func start(at now: Instant) { ask(power.start()) }

    private mutating func ask(_ request: RadioPower.Request?) {
        switch request {
        case .powerOn: effects.append(.host(.powerOn))
        case .powerOff: effects.append(.host(.powerOff))
        case nil: break
        }
    }

    /// Sets the radio, as a person or a fault does. Switching it off in Settings ends what the system kept
    /// for ended apps (3.38, 7.11). Switching it off in Control Center keeps their pending connects (7.41).
    package mutating func setRadio(
        _ radio: RadioState, in place: BluetoothSwitch = .settings, at now: Instant
    ) {
        clock = now
        effects.cancel(.restarted)
        guard radio == .off, effects.screensEvents else { return changeRadio(radio, at: now) }
        if place == .controlCenter, keepsPreserved(after: .controlCenterToggled, at: now) {
            switchOff(keepsWork: true, at: now)
        } else {
            discardPreserved(of: nil, at: now)
            changeRadio(.off, at: now)
        }
    }

    /// The radio goes off and on again. With `keepsWork` pending connects return with it; links do not.
    mutating func restartRadio(keepsWork: Bool, after delay: Nanoseconds, at now: Instant) {
        guard radio == .on else { return }
        if !keepsWork { discardPreserved(of: nil, at: now) }
        switchOff(keepsWork: keepsWork, at: now)
        if delay > .zero { effects.schedule(.restarted, at: now + delay) } else { changeRadio(.on, at: now) }
    }

    /// Switches the radio off. With `keepsWork` the connects of ended apps resume when it is on again, and nothing else
    /// of their work.
    private mutating func switchOff(keepsWork: Bool, at now: Instant) {
        let keeps = keepsWork && radio == .on
        if keeps { notePendingConnects() }
        changeRadio(.off, at: now)
        guard keeps else { return }  // Ended apps scan no more after a restart.
        for core in managers.preserved { scanning.forgetScan(of: core.id, into: &effects) }
    }

    mutating func changeRadio(_ next: RadioState, at now: Instant) {
        guard next != radio else { return }
        ask(power.set(next))
        reportRadio()
    }

    mutating func hostReady(_ address: DeviceAddress, at now: Instant) {
        guard power.hostReady() else { return }
        self.address = address
        scanning.hostReady()
        advertiser.powerOn()
        route(at: now) { $0.radioWentOn(&$1, into: &$2) }
        reportRadio()
        resumePendingConnects(at: now)
    }

    mutating func hostFailed(_ failure: Host.ControllerFailure, at now: Instant) {
        switch power.hostFailed() {
        case .restarts:
            reportRadio()
            changeRadio(.on, at: now)
        case .isFinal: reportRadio()
        case nil: break
        }
    }

    /// Ends what the radio ends, and reports the new state.
    private mutating func reportRadio() {
        guard let level = power.level else { return }
        if level != .poweredOn { endEverything(level) }
        reportStates()
        if level == .poweredOn {
            scanning.update(restart: true, into: &effects)
            scanning.pace(at: clock, into: &effects)
            advertiser.resume(into: &effects)
        }
    }

    /// Ends all links, scans and requests without events: apps only get the new state (1.15, 1.18, 1.20,
    /// 1.22). In states below `.poweredOff` the phone's own database is cleared too (6.13).
    private mutating func endEverything(_ state: ManagerState) {
        scanning.hostLost(keepsScans: profile.resumesScanAfterPowerOff && state == .poweredOff)
        let isCleared = state.rawValue < ManagerState.poweredOff.rawValue
        channels.radioEnded(isCleared: isCleared, into: &effects)
        ranging.radioEnded()
        router.radioWentOff(isSwitchedOff: radio == .off, into: &effects)
        server.radioEnded(isCleared: isCleared, into: &effects)
        advertiser.powerOff(isCleared: isCleared)
    }
}
