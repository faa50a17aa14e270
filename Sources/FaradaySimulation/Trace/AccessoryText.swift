import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// Calls and events of an accessory session, in the words of AccessorySetupKit: `accessoryAdded Tag, authorized`.
enum AccessoryText {
    static func text(_ command: Accessories.Command) -> String {
        switch command {
        case .activate: "activate"
        case .invalidate: "invalidate"
        case .showPicker(nil, _, _): "showPicker"
        case .showPicker(let items?, _, _): "showPicker for " + names(items)
        case .updatePicker(let items, _): "updatePicker showing " + names(items)
        case .finishPickerDiscovery: "finishPickerDiscovery"
        case .finishAuthorization(let accessory, _, _):
            "finishAuthorization for accessory \(accessory.rawValue)"
        case .failAuthorization(let accessory, _): "failAuthorization for accessory \(accessory.rawValue)"
        case .remove(let accessory, _): "removeAccessory \(accessory.rawValue)"
        case .rename(let accessory, _): "renameAccessory \(accessory.rawValue)"
        case .updateAuthorization(let accessory, _, _):
            "updateAuthorization for accessory \(accessory.rawValue)"
        case .reportMisuse(let misuse): "MISUSE \(misuse.call)"
        }
    }

    static func text(_ event: Accessories.Event) -> String {
        switch event {
        case .activated(let accessories): "activated" + list(accessories)
        case .invalidated(let failure): "invalidated" + error(failure)
        case .migrationComplete(let accessories): "migrationComplete" + list(accessories)
        case .added(let accessory): "accessoryAdded " + text(accessory)
        case .removed(let accessory): "accessoryRemoved \(name(accessory))"
        case .changed(let accessory): "accessoryChanged " + text(accessory)
        case .discovered(let accessory, _, let rssi): "accessoryDiscovered \(name(accessory)), \(rssi) dBm"
        case .pickerSetupFailed(let failure): "pickerSetupFailed" + error(failure)
        case .completed(_, nil): "completion handler: no error"
        case .completed(_, let failure?): "completion handler" + error(failure)
        case .pickerDidPresent, .pickerDidDismiss, .pickerSetupBridging, .pickerSetupPairing,
            .pickerSetupRename:
            CompactText.caseName(event)
        }
    }

    static func text(_ reply: AccessoryPickerReply) -> String {
        switch reply {
        case .chooseFirst: "chooses the first accessory"
        case .choose(let entry): "chooses \(entry.itemName)"
        case .chooseItem(let name): "chooses \(name)"
        case .chooseAddress(let address): "chooses \(address)"
        case .accept: "accepts"
        case .name(let name): "calls it \(name)"
        case .cancel: "closes the picker"
        case .wait, .after: "waits"
        }
    }

    /// The name of an event, and its error; for what counts events.
    static func names(of event: Accessories.Event) -> (name: String, error: String?) {
        switch event {
        case .invalidated(let failure?): ("invalidated", errorName(failure))
        case .pickerSetupFailed(let failure): ("pickerSetupFailed", errorName(failure))
        case .completed(_, let failure): ("completionHandler", failure.map(errorName))
        case .added: ("accessoryAdded", nil)
        case .removed: ("accessoryRemoved", nil)
        case .changed: ("accessoryChanged", nil)
        case .discovered: ("accessoryDiscovered", nil)
        default: (CompactText.caseName(event), nil)
        }
    }

    private static func names(_ items: [Accessories.DisplayItem]) -> String {
        items.map { $0.migration == nil ? $0.name : "\($0.name) (migration)" }.joined(separator: ", ")
    }

    private static func name(_ accessory: Accessories.Accessory) -> String {
        "\(accessory.name) (accessory \(accessory.identifier.rawValue))"
    }

    private static func text(_ accessory: Accessories.Accessory) -> String {
        "\(name(accessory)), \(accessory.state)"
    }

    private static func list(_ accessories: [Accessories.Accessory]) -> String {
        accessories.isEmpty ? "" : ": " + accessories.map(text).joined(separator: "; ")
    }

    private static func error(_ failure: Accessories.Failure?) -> String {
        guard let failure else { return "" }
        return ", \(errorName(failure))" + (failure.reason.isEmpty ? "" : " (\(failure.reason))")
    }

    /// `ASError.userCancelled`.
    private static func errorName(_ failure: Accessories.Failure) -> String {
        "ASError." + (codeNames[failure.code] ?? "\(failure.code)")
    }

    private static let codeNames: [Int: String] = [
        0: "success", 1: "unknown", 100: "activationFailed", 150: "connectionFailed", 200: "discoveryTimeout",
        300: "extensionNotFound", 400: "invalidated", 450: "invalidRequest", 500: "pickerAlreadyActive",
        550: "pickerRestricted", 700: "userCancelled", 750: "userRestricted",
    ]
}
