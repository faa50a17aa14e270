import BluetoothPort
import BluetoothTypes

extension Accessories.Command: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case activate = 1
        case invalidate = 2
        case showPicker = 3
        case updatePicker = 4
        case finishPickerDiscovery = 5
        case finishAuthorization = 6
        case failAuthorization = 7
        case remove = 8
        case rename = 9
        case updateAuthorization = 10
        case reportMisuse = 11
        static let family = "Accessories.Command"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .activate: output.put(Kind.activate)
        case .invalidate: output.put(Kind.invalidate)
        case .showPicker(let items, let settings, let call):
            output.put(Kind.showPicker, items, settings, call)
        case .updatePicker(let items, let call): output.put(Kind.updatePicker, items, call)
        case .finishPickerDiscovery(let call): output.put(Kind.finishPickerDiscovery, call)
        case .finishAuthorization(let accessory, let settings, let call):
            output.put(Kind.finishAuthorization, accessory, settings, call)
        case .failAuthorization(let accessory, let call): output.put(Kind.failAuthorization, accessory, call)
        case .remove(let accessory, let call): output.put(Kind.remove, accessory, call)
        case .rename(let accessory, let call): output.put(Kind.rename, accessory, call)
        case .updateAuthorization(let accessory, let descriptor, let call):
            output.put(Kind.updateAuthorization, accessory, descriptor, call)
        case .reportMisuse(let misuse): output.put(Kind.reportMisuse, misuse)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .activate: self = .activate
        case .invalidate: self = .invalidate
        case .showPicker:
            self = .showPicker(try input("items"), try input("settings"), call: try input("call"))
        case .updatePicker: self = .updatePicker(try input("items"), call: try input("call"))
        case .finishPickerDiscovery: self = .finishPickerDiscovery(call: try input("call"))
        case .finishAuthorization:
            self = .finishAuthorization(
                try input("accessory"), try input("settings"), call: try input("call"))
        case .failAuthorization: self = .failAuthorization(try input("accessory"), call: try input("call"))
        case .remove: self = .remove(try input("accessory"), call: try input("call"))
        case .rename: self = .rename(try input("accessory"), call: try input("call"))
        case .updateAuthorization:
            self = .updateAuthorization(
                try input("accessory"), try input("descriptor"), call: try input("call"))
        case .reportMisuse: self = .reportMisuse(try input("misuse"))
        }
    }
}

extension Accessories.Event: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case activated = 1
        case invalidated = 2
        case migrationComplete = 3
        case added = 4
        case removed = 5
        case changed = 6
        case discovered = 7
        case pickerDidPresent = 8
        case pickerDidDismiss = 9
        case pickerSetupBridging = 10
        case pickerSetupFailed = 11
        case pickerSetupPairing = 12
        case pickerSetupRename = 13
        case completed = 14
        static let family = "Accessories.Event"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .activated(let accessories): output.put(Kind.activated, accessories)
        case .invalidated(let failure): output.put(Kind.invalidated, failure)
        case .migrationComplete(let accessories): output.put(Kind.migrationComplete, accessories)
        case .added(let accessory): output.put(Kind.added, accessory)
        case .removed(let accessory): output.put(Kind.removed, accessory)
        case .changed(let accessory): output.put(Kind.changed, accessory)
        case .discovered(let accessory, let advertisement, let rssi):
            output.put(Kind.discovered, accessory, advertisement, rssi)
        case .pickerDidPresent: output.put(Kind.pickerDidPresent)
        case .pickerDidDismiss: output.put(Kind.pickerDidDismiss)
        case .pickerSetupBridging: output.put(Kind.pickerSetupBridging)
        case .pickerSetupFailed(let failure): output.put(Kind.pickerSetupFailed, failure)
        case .pickerSetupPairing: output.put(Kind.pickerSetupPairing)
        case .pickerSetupRename: output.put(Kind.pickerSetupRename)
        case .completed(let call, let failure): output.put(Kind.completed, call, failure)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .activated: self = .activated(try input("accessories"))
        case .invalidated: self = .invalidated(try input("failure"))
        case .migrationComplete: self = .migrationComplete(try input("accessories"))
        case .added: self = .added(try input("accessory"))
        case .removed: self = .removed(try input("accessory"))
        case .changed: self = .changed(try input("accessory"))
        case .discovered:
            self = .discovered(try input("accessory"), try input("advertisement"), rssi: try input("rssi"))
        case .pickerDidPresent: self = .pickerDidPresent
        case .pickerDidDismiss: self = .pickerDidDismiss
        case .pickerSetupBridging: self = .pickerSetupBridging
        case .pickerSetupFailed: self = .pickerSetupFailed(try input("failure"))
        case .pickerSetupPairing: self = .pickerSetupPairing
        case .pickerSetupRename: self = .pickerSetupRename
        case .completed: self = .completed(call: try input("call"), try input("failure"))
        }
    }
}
