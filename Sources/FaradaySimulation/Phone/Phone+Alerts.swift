import BluetoothTypes
import CoreBluetoothModel

/// What a phone's user does about an alert of the system.
public indirect enum SystemAlertReply: Hashable, Sendable {
    /// Taps the button that allows what the alert asks.
    case allow
    /// Taps the button that does not.
    case deny
    /// Leaves the alert on the screen; `Phone.answer(_:with:)` may follow later.
    case ignore
    /// Does so after this much virtual time.
    case after(Nanoseconds, SystemAlertReply)
}

extension Phone {
    /// Sets who answers the alerts of the system: those about Bluetooth permission and shared notifications. Without
    /// an agent the user allows everything.
    ///
    /// `agent` is called once for each alert, on the thread that drives the world and without its lock.
    ///
    /// ```swift
    /// phone.onSystemAlert { alert in alert.kind == .bluetoothPermission ? .deny : .allow }
    /// ```
    public func onSystemAlert(_ agent: @escaping @Sendable (SystemAlert) -> SystemAlertReply) {
        let old = world.performOnPhone(id) { phone, _ in
            defer { phone.alertAgent = agent }
            return phone.alertAgent
        }
        _ = old  // A closure is let go outside the lock: it may own things that call back.
    }

    /// The alerts that the system has shown about any app, oldest first, answered or not; the last thousand.
    public var systemAlerts: [SystemAlert] { world.lock.withLock { $0.phone(id).systemAlerts } }

    /// Answers an alert that is on the screen; nothing happens if it was answered before.
    public func answer(_ alert: SystemAlert, with reply: SystemAlertReply) {
        world.carryOut(reply, to: alert.number, of: id)
    }
}

extension World {
    func carryOut(_ reply: SystemAlertReply, to number: UInt32, of id: NodeID) {
        switch reply {
        case .ignore: break
        case .after(let delay, let reply):
            after(delay) { [weak self] in self?.carryOut(reply, to: number, of: id) }
        case .allow, .deny:
            performOnPhone(id) { phone, now in
                phone.note(.systemAlertAnswer(number, allows: reply == .allow))
                phone.stack.answerAlert(number, allows: reply == .allow, at: now)
            }
        }
    }
}

extension PhoneNode {
    /// Shows an alert to the user, who answers outside the lock.
    func show(_ alert: SystemAlert) {
        if systemAlerts.count == 1000 { systemAlerts.removeFirst() }
        systemAlerts.append(alert)
        note(.systemAlert(alert))
        guard alert.isQuestion else { return }
        let (world, id, agent) = (world, id, alertAgent)
        later { world.carryOut(agent(alert), to: alert.number, of: id) }
    }
}
