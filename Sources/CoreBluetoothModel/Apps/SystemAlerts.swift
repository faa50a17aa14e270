import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What the system asks the user about apps.
extension PhoneModel {
    /// Shows an alert because of an app.
    mutating func show(_ kind: SystemAlert.Kind, for app: AppID) {
        lastAlert &+= 1
        let alert = SystemAlert(number: lastAlert, app: app, kind: kind)
        if alert.isQuestion { questions.append(alert) }
        effects.append(.systemAlert(alert))
    }

    /// Answers a question that the system asked. `allows` says whether the user allows it.
    public mutating func answerAlert(_ number: UInt32, allows: Bool, at now: Instant) {
        guard let index = questions.firstIndex(where: { $0.number == number }) else { return }
        let alert = questions.remove(at: index)
        switch alert.kind {
        case .bluetoothPermission:
            setAuthorization(allows ? .allowedAlways : .denied, of: alert.app, at: now)
        case .notificationSharing(let peer): setNotificationSharing(allows, with: peer, at: now)
        case .bluetoothIsOff, .connected, .disconnected, .notified: break
        }
    }
}
