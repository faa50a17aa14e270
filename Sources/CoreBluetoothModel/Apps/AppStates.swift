import BluetoothPort
import BluetoothTypes

// Apps that enter and leave the foreground (behaviour 7.1, 7.2, 9.14).
extension PhoneModel {
    /// The user switches to another app. This one still runs for `OSProfile.backgroundGrace`; then it is
    /// suspended.
    public mutating func enterBackground(_ app: AppID, at now: Instant) {
        clock = now
        guard profile.suspendsApps else { return }
        let index = place(of: app)
        guard apps[index].state == .foreground else { return }
        apps[index].state = .background
        run(index, for: profile.backgroundGrace)
        appsMoved()
    }

    /// Suspends an app that is not in the foreground at once, before its time has run out.
    public mutating func suspend(_ app: AppID, at now: Instant) {
        clock = now
        guard profile.suspendsApps else { return }
        let index = place(of: app)
        guard apps[index].state == .foreground || apps[index].state == .background else { return }
        apps[index].state = .suspended
        endTime(index)
        suspended(app, at: now)
    }

    /// Does what follows from an app's suspension.
    private mutating func suspended(_ app: AppID, at now: Instant) {
        appsMoved()
        guard profile.endsLinksOnSuspension else { return }  // 1.36
        for session in sessions(of: app) {
            for slot in peers.attached(to: session) { letGo(slot, session, tells: true, at: now) }
        }
    }

    /// The user returns to an app. It gets the events that waited for it (behaviour 7.1). An app that has
    /// ended is launched.
    public mutating func enterForeground(_ app: AppID, at now: Instant) {
        clock = now
        let index = place(of: app)
        if apps[index].state == .terminated { return launch(app, fromDebugger: false, at: now) }
        comeToFront(index)
        appsMoved()
    }

    mutating func comeToFront(_ index: Int) {
        lastForeground &+= 1
        apps[index].foregroundStamp = lastForeground
        apps[index].state = .foreground
        endTime(index)
        tellState(index)
        for session in centrals.indices where centrals[session].core.app == apps[index].app {
            centrals[session].endedScan = nil
        }
        releaseHeld(index)
    }

    /// Lets an app that is not in the foreground run for at least this much time from now on.
    mutating func run(_ index: Int, for time: Nanoseconds) {
        apps[index].runsUntil = max(apps[index].runsUntil, clock + time)
        let timer = PhoneEffects.Timer.suspend(apps[index].app)
        guard !effects.timers.contains(where: { $0.timer == timer }) else { return }
        effects.schedule(timer, at: apps[index].runsUntil)
    }

    /// The app no longer runs in the background, however much time it had left.
    mutating func endTime(_ index: Int) {
        apps[index].runsUntil = .zero
        effects.cancel(.suspend(apps[index].app))
    }

    /// Ends the app's time in the background if it is used up.
    mutating func endBackgroundRun(_ app: AppID, at now: Instant) {
        let index = place(of: app)
        guard apps[index].state == .background else { return }
        guard apps[index].runsUntil <= now else {
            return effects.schedule(.suspend(app), at: apps[index].runsUntil)
        }
        apps[index].state = .suspended
        suspended(app, at: now)
    }

    /// An event wakes a suspended app, or lets it run longer (behaviour 7.2).
    mutating func wake(_ index: Int) {
        let wasSuspended = apps[index].state == .suspended
        apps[index].state = .background
        run(index, for: profile.wakeWindow)
        tellState(index)
        if wasSuspended { releaseHeld(index) }
    }

    /// Delivers what waited for an app that runs now. Events of managers that still wait for their first
    /// state stay.
    mutating func releaseHeld(_ index: Int) {
        let held = apps[index].held
        apps[index].held = []
        for output in held {
            if let session = output.session, core(of: session)?.phase == .live {
                effects.append(output)
            } else {
                apps[index].held.append(output)
            }
        }
    }
}

extension PhoneModel.Output {
    /// The manager that an event is for.
    var session: SessionID? {
        switch self {
        case .central(let session, _), .peripheral(let session, _): session
        default: nil
        }
    }
}
