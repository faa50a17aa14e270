import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A fob for keys, with the Immediate Alert, Link Loss and Tx Power services.
    ///
    /// It alerts while a central wants it to. When a link is lost it alerts as the central asked for, until a central
    /// connects again; a link that a side ends is not lost. An immediate alert ends with its link.
    ///
    /// ```swift
    /// let fob = world.add(.keyfob { device, level in print("\(device.name) alerts: \(level)") })
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - txPower: The transmit power in dBm, -100…20.
    ///   - onAlert: Called with the new level whenever the fob begins to alert, alerts differently, or stops.
    public static func keyfob(
        name: String = "Keyfob", txPower: Int8 = 0,
        onAlert: @escaping @Sendable (Device, AlertLevel) -> Void = { _, _ in }
    ) -> DeviceDefinition {
        let buzzer = Lock(Buzzer())
        @Sendable func change(_ device: Device, _ body: (inout Buzzer) -> Void) {
            let level: AlertLevel? = buzzer.withLock { buzzer in
                let before = buzzer.level
                body(&buzzer)
                return buzzer.level == before ? nil : buzzer.level
            }
            if let level { onAlert(device, level) }
        }
        return DeviceDefinition(name: name, appearance: Appearance.keyring.rawValue, txPower: txPower) {
            DeviceAdvertising(services: [ImmediateAlert.service, LinkLoss.service, TxPower.service])
            DeviceService(ImmediateAlert.service) {
                DeviceCharacteristic(ImmediateAlert.alertLevel, .writeWithoutResponse)
                    .onWrite(ImmediateAlert.alertLevel) { level, write in
                        change(write.device) { $0.immediate = level }
                    }
            }
            DeviceService(LinkLoss.service) {
                DeviceCharacteristic(LinkLoss.alertLevel, [.read, .write])
                    .onRead(LinkLoss.alertLevel) { _ in buzzer.withLock { $0.whenLost } }
                    .onWrite(LinkLoss.alertLevel) { level, _ in buzzer.withLock { $0.whenLost = level } }
            }
            DeviceService(TxPower.service) {
                DeviceCharacteristic(TxPower.level, .read, value: txPower)
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .connected: change(device) { $0.lost = .noAlert }
                case .linkLost: change(device) { $0.lost = $0.whenLost }
                case .disconnected: change(device) { $0.immediate = .noAlert }
                default: break
                }
            }
        }
    }
}

/// Why a fob alerts, and how.
private struct Buzzer: Sendable {
    /// What a central wants now.
    var immediate = AlertLevel.noAlert
    /// What a central wants when the link is lost.
    var whenLost = AlertLevel.noAlert
    /// The alert since a link was lost.
    var lost = AlertLevel.noAlert

    var level: AlertLevel { immediate.rawValue > lost.rawValue ? immediate : lost }
}
