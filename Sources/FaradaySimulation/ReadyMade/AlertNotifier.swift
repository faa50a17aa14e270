import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// The alerts of a device with the Alert Notification service: a test raises them, and marks them as read.
///
/// ```swift
/// let inbox = AlertInbox()
/// let phone = world.add(.alertNotifier(inbox))
/// inbox.raise(.email, text: "Anna", on: phone)
/// ```
///
/// May be used from any thread and from handlers. Each device needs its own.
public final class AlertInbox: Sendable {
    fileprivate let state = Lock(AlertState())

    /// Creates an inbox without alerts.
    public init() {}

    /// A new alert comes in. Centrals that have enabled its category are notified.
    public func raise(_ category: AlertNotification.Category, text: String = "", on device: Device) {
        state.withLock { $0.raise(category, text) }
        notify(device, category, nil)
    }

    /// All alerts of a category have been read. Centrals that count unread alerts are notified.
    public func markRead(_ category: AlertNotification.Category, on device: Device) {
        let hadUnread = state.withLock { $0.markRead(category) }
        if hadUnread { notify(device, category, nil, newAlerts: false) }
    }

    fileprivate func obey(
        _ command: AlertNotification.Command, from link: DeviceLink, on device: Device,
        _ supported: AlertNotification.Categories
    ) throws(ATT.ErrorCode) {
        guard command.category == .all || supported.contains(command.category) else {
            throw ATT.ErrorCode(rawValue: AlertNotification.commandNotSupported)
        }
        let categories = command.category == .all ? supported.categories : [command.category]
        switch command.code {
        case .enableNewAlerts: state.withLock { $0.newAlerts[link, default: []].formUnion(categories) }
        case .enableUnreadStatus: state.withLock { $0.unread[link, default: []].formUnion(categories) }
        case .disableNewAlerts: state.withLock { $0.newAlerts[link, default: []].subtract(categories) }
        case .disableUnreadStatus: state.withLock { $0.unread[link, default: []].subtract(categories) }
        case .notifyNewAlertsNow:
            for category in categories { notify(device, category, link, unread: false) }
        case .notifyUnreadStatusNow:
            for category in categories { notify(device, category, link, newAlerts: false) }
        default: throw ATT.ErrorCode(rawValue: AlertNotification.commandNotSupported)
        }
    }

    fileprivate func forget(_ link: DeviceLink) {
        state.withLock {
            $0.newAlerts[link] = nil
            $0.unread[link] = nil
        }
    }

    /// Notifies one link, or all, as far as they have enabled the category.
    private func notify(
        _ device: Device, _ category: AlertNotification.Category, _ link: DeviceLink?,
        newAlerts: Bool = true, unread: Bool = true
    ) {
        let state = state.withLock { $0 }
        func links(_ enabled: [DeviceLink: Set<AlertNotification.Category>]) -> [DeviceLink] {
            enabled.filter { $0.value.contains(category) && (link == nil || $0.key == link) }.map(\.key)
                .sorted { $0.id.rawValue < $1.id.rawValue }
        }
        let alert = state.alert(category)
        if newAlerts {
            for link in links(state.newAlerts) {
                device.send(alert, of: AlertNotification.newAlert, to: link)
            }
        }
        guard unread else { return }
        let status = AlertNotification.UnreadAlertStatus(category, count: state.count(category))
        for link in links(state.unread) {
            device.send(status, of: AlertNotification.unreadAlertStatus, to: link)
        }
    }
}

/// The unread alerts, and which categories each central has enabled.
private struct AlertState: Sendable {
    var newAlerts: [DeviceLink: Set<AlertNotification.Category>] = [:]
    var unread: [DeviceLink: Set<AlertNotification.Category>] = [:]
    private var counts: [AlertNotification.Category: UInt8] = [:]
    private var texts: [AlertNotification.Category: String] = [:]

    mutating func raise(_ category: AlertNotification.Category, _ text: String) {
        let count = counts[category, default: 0]
        counts[category] = count == .max ? .max : count + 1
        texts[category] = text
    }

    mutating func markRead(_ category: AlertNotification.Category) -> Bool {
        texts[category] = nil
        return counts.removeValue(forKey: category) != nil
    }

    func count(_ category: AlertNotification.Category) -> UInt8 { counts[category] ?? 0 }

    func alert(_ category: AlertNotification.Category) -> AlertNotification.NewAlert {
        AlertNotification.NewAlert(category, count: count(category), text: texts[category] ?? "")
    }
}

extension DeviceDefinition {
    /// A device with the Alert Notification service, such as a phone that tells a watch of calls and messages.
    ///
    /// A central subscribes and enables categories at the control point; each central for itself, until its link ends. The
    /// count of a new alert is that of the unread alerts of its category. A command or category that the device does
    /// not have is refused with error 0xA0.
    ///
    /// - Parameters:
    ///   - inbox: The alerts; `AlertInbox.raise` adds one.
    ///   - name: The name on air and in GAP.
    ///   - categories: The categories that the device supports.
    public static func alertNotifier(
        _ inbox: AlertInbox, name: String = "Alerts",
        categories: AlertNotification.Categories = .init([.email, .call, .missedCall, .message])
    ) -> DeviceDefinition {
        DeviceDefinition(name: name, appearance: Appearance.phone.rawValue) {
            DeviceAdvertising(services: [AlertNotification.service])
            DeviceService(AlertNotification.service) {
                DeviceCharacteristic(
                    AlertNotification.supportedNewAlertCategories, .read, value: categories)
                DeviceCharacteristic(AlertNotification.newAlert, .notify)
                DeviceCharacteristic(
                    AlertNotification.supportedUnreadAlertCategories, .read, value: categories)
                DeviceCharacteristic(AlertNotification.unreadAlertStatus, .notify)
                DeviceCharacteristic(AlertNotification.controlPoint, .write)
                    .onWrite(answering: { write, answer in
                        do {
                            let command = try write.value(of: AlertNotification.controlPoint)
                            try inbox.obey(command, from: write.link, on: write.device, categories)
                            answer(.success(()))
                        } catch {
                            answer(.failure(ATT.Failure(thrown: error)))
                        }
                    })
            }
            DeviceBehaviour.onEvent { _, event in
                if case .disconnected(let link) = event { inbox.forget(link) }
            }
        }
    }
}
