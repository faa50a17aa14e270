import BluetoothHost
import BluetoothPort
import BluetoothTypes

// How apps end, and what the system continues without them (behaviour 7.3, 7.10, 7.11, 3.38, 6.28).
extension PhoneModel {
    /// An app ends. The system continues the work of managers with a restore identifier, if the profile says
    /// that the app is relaunched after such an end. Everything else of the app ends too.
    package mutating func terminate(_ app: AppID, _ reason: TerminationReason, at now: Instant) {
        clock = now
        let comesBack = apps.relaunches(app, after: reason)
        if reason != .reboot { route(at: now) { $0.releaseHolds(app, $1, into: &$2) } }
        switch reason {
        case .memoryPressure, .crash, .userForceQuit: end(app, keepsWork: comesBack, at: now)
        case .bluetoothToggled, .airplaneMode, .controlCenterToggled:
            end(app, keepsWork: comesBack, at: now)
            restartRadio(keepsWork: keepsPreserved(after: reason, at: now), after: .zero, at: now)
        case .reboot:
            var all = apps.lives.map(\.app)
            for other in managers.cores.map(\.app) + [app] where !all.contains(other) { all.append(other) }
            for other in all { end(other, keepsWork: comesBack, at: now) }
            forgetAttributes()  // 4.11
            restartRadio(keepsWork: comesBack, after: profile.restartDuration, at: now)
        }
    }

    mutating func end(_ app: AppID, keepsWork: Bool, at now: Instant) {
        var ended = setup.sessions(of: app)
        changeSetup(at: now) { setup, turn, _ in setup.end(of: app, &turn) }
        ended += nearby.end(of: app, &ranging, into: &effects)
        for session in managers.sessions(of: app) {
            guard let core = managers.core(of: session) else { continue }
            if core.phase != .preserved { ended.append(session) }
            if !keepsWork || !apps.continues(core, managers.mode(of: session)) {
                close(session, at: now)
            } else if core.phase != .preserved {
                preserve(session)
            }
        }
        apps.end(app, with: ended, managers, into: &effects)
        appsMoved()
    }

    /// Ends what the system does for apps that have not created their managers again (behaviour 7.10, 7.11).
    mutating func discardPreserved(of app: AppID?, at now: Instant) {
        for core in managers.preserved where app == nil || core.app == app {
            close(core.id, at: now)
        }
        apps.forgetHeld(of: app, managers)
        appsMoved()
    }

    /// Ends what the system does for the apps that it does not launch after this (7.41, 7.43). Returns whether it still
    /// continues the work of any ended app.
    mutating func keepsPreserved(after reason: TerminationReason, at now: Instant) -> Bool {
        for app in Set(managers.preserved.map(\.app)).sorted() where !apps.relaunches(app, after: reason) {
            discardPreserved(of: app, at: now)
        }
        return !managers.preserved.isEmpty
    }

    // MARK: Restarts

    /// Notes which connects the system continues for ended apps when the radio is on again.
    mutating func notePendingConnects() {
        for index in managers.centrals.indices where managers.centrals[index].core.phase == .preserved {
            let session = managers.centrals[index].core.id
            managers.centrals[index].pendingConnects += router.pendingConnects(of: session)
            router.connections.events.remove(session)
        }
        for index in managers.peripherals.indices where managers.peripherals[index].core.phase == .preserved {
            let session = managers.peripherals[index].core.id
            advertiser.stop(session, into: &effects)
            server.removeAll(of: session, into: &effects)
        }
    }

    /// Resumes pending connects when the host has started after a restart. Apps may have created their
    /// managers again before that.
    mutating func resumePendingConnects(at now: Instant) {
        for index in managers.centrals.indices {
            let pending = managers.centrals[index].pendingConnects
            managers.centrals[index].pendingConnects = []
            for var connect in pending {
                connect.options.startDelay = 0
                self.connect(connect.peer, connect.options, from: managers.centrals[index].core.id, at: now)
            }
        }
    }
}
