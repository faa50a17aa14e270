import BluetoothPort
import BluetoothTypes

// Why a picker does not come (behaviour 28.3, 28.13, 28.23, 28.26, 28.37).
extension Picker {
    /// What ends the app instead of showing the picker.
    func misuse(_ items: [Accessories.DisplayItem], _ app: AppID, _ turn: Turn) -> Misuse? {
        if items.contains(where: { $0.descriptor.ssid != nil && $0.descriptor.ssidPrefix != nil }) {
            return .invalidDescriptor("ssid and ssidPrefix are both set")
        }
        guard turn.profile.undeclaredItemsEndApp else { return nil }
        guard let keys = turn.keys(app) else {
            return .undeclaredAccessory("NSAccessorySetupSupports is missing")
        }
        return items.lazy.compactMap { keys.lacks($0.descriptor) }.first.map { .undeclaredAccessory($0) }
    }

    /// With which failure the call ends instead.
    func failure(
        _ items: [Accessories.DisplayItem], _ app: AppID, _ book: AccessoryBook, _ turn: Turn
    ) -> Accessories.Failure? {
        let own = turn.managers.cores.filter { $0.app == app && $0.phase != .preserved }
        let isMigrating = items.contains { $0.migration != nil }
        if turn.state(app) != .foreground {  // 28.13
            return .restricted("Application is not in foreground.")
        }
        if state != nil { return .init(code: AccessoryCode.pickerAlreadyActive) }
        if items.isEmpty { return .invalidRequest("there are no display items") }
        if let flaw = items.lazy.filter({ $0.migration == nil }).compactMap(\.descriptor.flaw).first {
            return .invalidRequest(flaw)
        }
        if own.contains(where: { !$0.isLimited || turn.profile.limitedManagersBlockPicker }) {  // 28.26
            return .restricted("CBManagers active with global permissions")
        }
        if isMigrating, own.contains(where: { turn.managers.mode(of: $0.id) == .central }) {  // 28.37
            return .restricted("CBManagers active")
        }
        if isMigrating, !book.records(of: app).isEmpty {  // 28.37
            return .invalidRequest("Migration not allowed since accessories are already authorized")
        }
        return nil
    }
}

extension Accessories.Failure {
    fileprivate static func restricted(_ reason: String) -> Self {
        Self(code: AccessoryCode.pickerRestricted, reason: reason)
    }
}

extension Misuse {
    static let showPicker = "ASAccessorySession.showPicker(for:)"

    static func undeclaredAccessory(_ lack: String) -> Misuse {
        Misuse(
            kind: .undeclaredAccessory, call: showPicker,
            message: "the app's Info.plist does not declare what the picker is to find: \(lack). "
                + "Declare it with AppManifest(accessorySetup:), and in the app")
    }

    static func invalidDescriptor(_ flaw: String) -> Misuse {
        Misuse(
            kind: .invalidArgument, call: showPicker, message: "an ASDiscoveryDescriptor is wrong: \(flaw)")
    }
}
