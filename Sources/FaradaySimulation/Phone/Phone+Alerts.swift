import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// What a phone's user does with a system alert.
public indirect enum SystemAlertReply: Hashable, Sendable {
    /// Taps the button that allows what the alert asks for.
    case allow
    /// Taps the button that refuses it.
    case deny
    /// Leaves the alert on the screen; `Phone.answer(_:with:)` may follow later.
    case ignore
    /// Gives this reply after this much virtual time.
    case after(Nanoseconds, SystemAlertReply)
}

extension Phone {
    /// Sets the closure that answers system alerts: those about Bluetooth permission and shared notifications. Without
    /// it, `user` says what the user does; by default, the user allows everything.
    ///
    /// `agent` is called once for each alert, on the thread that drives the world and without its lock.
    ///
    /// ```swift
    /// phone.onSystemAlert { alert in alert.kind == .bluetoothPermission ? .deny : .allow }
    /// ```
    public func onSystemAlert(_ agent: @escaping @Sendable (SystemAlert) -> SystemAlertReply) {
        let old = world.performOnPhone(id) { phone, _ in
            defer { phone.alertAgent = agent }
            return phone.alertAgent as Any?
        }
        _ = old  // The old closure is released outside the lock: it may own objects that call back.
    }

    /// The alerts that the system has shown for any app, oldest first, answered or not; at most the last thousand.
    public var systemAlerts: [SystemAlert] { world.lock.withLock { $0.phone(id).systemAlerts } }

    /// The alerts that wait for the user now, oldest first.
    public var openSystemAlerts: [SystemAlert] {
        world.lock.withLock { $0.phone(id).stack.status.openQuestions }
    }

    /// Answers an alert that is on the screen; does nothing if the alert was answered before.
    public func answer(_ alert: SystemAlert, with reply: SystemAlertReply) {
        world.carryOut(reply, to: alert.number, of: id)
    }
}

extension World {
    func carryOut(_ reply: SystemAlertReply, to number: UInt32, of id: NodeID) {
        switch reply {
        case .ignore: ScreenWatch.leave(number, of: id, in: self)
        case .after(let delay, let reply):
            after(delay) { [weak self] in self?.carryOut(reply, to: number, of: id) }
        case .allow, .deny:
            performOnPhone(id) { phone, now in
                phone.note(.systemAlertAnswer(number, allows: reply == .allow))
                phone.screenWatch?.isAnswered(number, reply == .allow ? "allows" : "denies")
                phone.stack.answerAlert(number, allows: reply == .allow, at: now)
            }
        }
    }
}

extension PhoneNode {
    /// Shows an alert. The user answers it outside the lock.
    func show(_ alert: SystemAlert) {
        if systemAlerts.count == 1000 { systemAlerts.removeFirst() }
        systemAlerts.append(alert)
        note(.systemAlert(alert))
        guard alert.isQuestion else { return }
        let (world, id, user, agent) = (world, id, user, alertAgent)
        later { world.carryOut(agent?(alert) ?? user.alertReply, to: alert.number, of: id) }
    }
}
