import BluetoothPort
import BluetoothProfiles
import BluetoothTypes

/// What a device with the Phone Alert Status service alerts of: a test begins and ends the alerts.
///
/// ```swift
/// let ringer = Ringer()
/// let device = world.add(.ringer(ringer))
/// ringer.begin(on: device)
/// ```
///
/// May be used from any thread and from handlers. Each device needs its own.
public final class Ringer: Sendable {
    fileprivate let state: Lock<RingerState>

    /// Creates a ringer that is quiet.
    ///
    /// - Parameters:
    ///   - setting: Whether it may ring, until a central changes that.
    ///   - vibrates: Whether it vibrates with each alert.
    public init(_ setting: PhoneAlertStatus.RingerSetting = .normal, vibrates: Bool = true) {
        state = Lock(RingerState(setting: setting, vibrates: vibrates))
    }

    /// An alert begins, such as a call. Subscribers are notified of it, unless there is one already.
    public func begin(on device: Device) { change(device) { $0.begin() } }

    /// The alert ends. Subscribers are notified of it, if there was one.
    public func end(on device: Device) { change(device) { $0.isAlerting = false } }

    /// Changes the state, and notifies what is another value now.
    fileprivate func change(_ device: Device, _ body: (inout RingerState) -> Void) {
        let (before, after) = state.withLock { state in
            let before = state
            body(&state)
            return (before, state)
        }
        if after.setting != before.setting { device.update(PhoneAlertStatus.ringerSetting, after.setting) }
        if after.status != before.status { device.update(PhoneAlertStatus.alertStatus, after.status) }
    }
}

private struct RingerState: Sendable {
    var setting: PhoneAlertStatus.RingerSetting
    let vibrates: Bool
    var isAlerting = false
    /// Whether a central has muted the alert that goes on.
    private var isMuted = false

    init(setting: PhoneAlertStatus.RingerSetting, vibrates: Bool) {
        (self.setting, self.vibrates) = (setting, vibrates)
    }

    var status: PhoneAlertStatus.AlertStatus {
        guard isAlerting else { return [] }
        var status: PhoneAlertStatus.AlertStatus = .display
        if vibrates { status.insert(.vibrate) }
        if setting == .normal, !isMuted { status.insert(.ringer) }
        return status
    }

    mutating func begin() {
        if !isAlerting { isMuted = false }
        isAlerting = true
    }

    mutating func obey(_ command: PhoneAlertStatus.RingerCommand) {
        switch command {
        case .silentMode: setting = .silent
        case .muteOnce: isMuted = true
        case .cancelSilentMode: setting = .normal
        default: break
        }
    }
}

extension DeviceDefinition {
    /// A device with the Phone Alert Status service, such as a phone that a watch can silence.
    ///
    /// A central reads how the device alerts and whether it may ring, is notified of changes, and writes commands. Commands
    /// that the service does not have are ignored. What a central has set stays when its link ends.
    ///
    /// - Parameters:
    ///   - ringer: The alerts; `Ringer.begin` starts one.
    ///   - name: The name on air and in GAP.
    public static func ringer(_ ringer: Ringer, name: String = "Ringer") -> DeviceDefinition {
        DeviceDefinition(name: name, appearance: Appearance.phone.rawValue) {
            DeviceAdvertising(services: [PhoneAlertStatus.service])
            DeviceService(PhoneAlertStatus.service) {
                DeviceCharacteristic(PhoneAlertStatus.alertStatus, [.read, .notify])
                    .onRead(PhoneAlertStatus.alertStatus) { _ in ringer.state.withLock { $0.status } }
                DeviceCharacteristic(PhoneAlertStatus.ringerSetting, [.read, .notify])
                    .onRead(PhoneAlertStatus.ringerSetting) { _ in ringer.state.withLock { $0.setting } }
                DeviceCharacteristic(PhoneAlertStatus.ringerControlPoint, .writeWithoutResponse)
                    .onWrite(PhoneAlertStatus.ringerControlPoint) { command, write in
                        ringer.change(write.device) { $0.obey(command) }
                    }
            }
        }
    }
}
