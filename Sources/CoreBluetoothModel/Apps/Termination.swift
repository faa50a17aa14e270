import BluetoothHost
import BluetoothPort
import BluetoothTypes

// How apps end, and what the system continues without them (behaviour 7.3, 7.10, 7.11, 3.38, 6.28).
extension PhoneModel {
    /// An app ends. The system continues the work of managers with a restore identifier, if the profile says
    /// that the app is relaunched after such an end. Everything else of the app ends too.
    public mutating func terminate(_ app: AppID, _ reason: TerminationReason, at now: Instant) {
        clock = now
        let comesBack = profile.relaunchesAfter.contains(reason)
        if reason != .reboot { letGoAll(app, at: now) }
        switch reason {
        case .memoryPressure, .crash, .userForceQuit: end(app, keepsWork: comesBack, at: now)
        case .bluetoothToggled, .airplaneMode, .controlCenterToggled:
            end(app, keepsWork: comesBack, at: now)
            restartRadio(keepsWork: comesBack, after: .zero, at: now)
        case .reboot:
            var all = apps.map(\.app)
            for other in centrals.map(\.core.app) + peripherals.map(\.core.app) + [app]
            where !all.contains(other) {
                all.append(other)
            }
            for other in all { end(other, keepsWork: comesBack, at: now) }
            forgetAttributes()  // 4.11
            restartRadio(keepsWork: comesBack, after: profile.restartDuration, at: now)
        }
    }

    mutating func end(_ app: AppID, keepsWork: Bool, at now: Instant) {
        var ended: [SessionID] = []
        for session in sessions(of: app) {
            guard let core = core(of: session) else { continue }
            if core.phase != .preserved { ended.append(session) }
            if !keepsWork || !isRestorable(session, core) {
                close(session, at: now)
            } else if core.phase != .preserved {
                preserve(session)
            }
        }
        let index = place(of: app)
        apps[index].state = .terminated
        forgetHeld(index)
        endTime(index)
        effects.cancel(.discard(app))
        questions.removeAll { $0.app == app && $0.kind == .bluetoothPermission }
        effects.append(.appEnded(app, ended))
        appsMoved()
    }

    /// Whether the system continues a manager's work (behaviour 7.3): it has a restore identifier, it has a
    /// state, and the app has its background mode.
    private func isRestorable(_ session: SessionID, _ core: SessionCore) -> Bool {
        if core.phase == .preserved { return true }
        let mode: AppManifest.BackgroundModes = centralIndex(session) == nil ? .peripheral : .central
        return core.options.restoreIdentifier != nil
            && record(of: core.app)?.manifest.backgroundModes.contains(mode) == true
            && (core.phase == .restoring || core.state != .unknown)
    }

    /// Drops the events of managers that no longer exist.
    private mutating func forgetHeld(_ index: Int) {
        let held = apps[index].held
        apps[index].held = held.filter { output in
            output.session.flatMap { core(of: $0) }?.phase == .preserved
        }
    }

    /// Ends what the system does for apps that have not created their managers again (behaviour 7.10, 7.11).
    mutating func discardPreserved(of app: AppID?, at now: Instant) {
        let all = centrals.map(\.core) + peripherals.map(\.core)
        for core in all where core.phase == .preserved && (app == nil || core.app == app) {
            close(core.id, at: now)
        }
        for index in apps.indices where app == nil || apps[index].app == app {
            let held = apps[index].held
            apps[index].held = held.filter { output in output.session.map { core(of: $0) != nil } ?? false }
        }
        appsMoved()
    }

    // MARK: Restarts

    /// The radio goes off and on again. With `keepsWork` pending connects return with it; links do not.
    private mutating func restartRadio(keepsWork: Bool, after delay: Nanoseconds, at now: Instant) {
        guard radio == .on else { return }
        if keepsWork { notePendingConnects() } else { discardPreserved(of: nil, at: now) }
        changeRadio(.off, at: now)
        if delay > .zero { effects.schedule(.restarted, at: now + delay) } else { changeRadio(.on, at: now) }
    }

    /// Notes which connects the system continues for ended apps when the radio is on again.
    mutating func notePendingConnects() {
        for index in centrals.indices where centrals[index].core.phase == .preserved {
            let session = centrals[index].core.id
            var pending: [PendingConnect] = []
            for slot in peers.attached(to: session) {
                guard let place = peers[slot].attachment(of: session) else { continue }
                let attachment = peers[slot].attachments[place]
                guard attachment.state == .connecting || attachment.state == .waiting else { continue }
                pending.append(PendingConnect(peer: peers[slot].identifier, options: attachment.options))
            }
            centrals[index].pendingConnects += pending
            centrals[index].scan = nil
            centrals[index].connectionEvents = nil
        }
        for index in peripherals.indices where peripherals[index].core.phase == .preserved {
            let session = peripherals[index].core.id
            stopAdvertising(session)
            server.removeAll(of: session, into: &effects)
        }
    }

    /// Resumes pending connects when the host has started after a restart. Apps may have created their
    /// managers again before that.
    mutating func resumePendingConnects(at now: Instant) {
        for index in centrals.indices {
            let pending = centrals[index].pendingConnects
            centrals[index].pendingConnects = []
            for var connect in pending {
                connect.options.startDelay = 0
                self.connect(connect.peer, connect.options, from: centrals[index].core.id, at: now)
            }
        }
    }
}

/// A connect that outlives a restart of the phone.
struct PendingConnect: Sendable {
    var peer: PeerIdentifier
    var options: Central.ConnectOptions
}
