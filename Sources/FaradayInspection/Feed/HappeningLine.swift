import CoreBluetoothModel
import FaradaySimulation

/// What a reader needs to know of an event of the world beside its text.
enum HappeningLine {
    /// `name` is what messages call an app.
    static func add(
        _ happening: TraceRecord.Happening, to line: inout JSONObject, name: (AppID) -> String
    ) {
        switch happening {
        case .added(_, let position), .moved(let position):
            line.member("at", NodeLine.position(position))
        case .powered(let isOn): line.member("on", isOn ? "true" : "false")
        case .misuse: line.add("flag", "misuse")
        case .fault: line.add("flag", "fault")
        case .brokenInvariant: line.add("flag", "broken")
        case .note: line.add("flag", "note")
        case .appState(let app, let state):
            line.add("app", name(app))
            line.add("state", state.rawValue)
        case .launch(let app, _):
            line.add("app", name(app))
            line.add("state", "launched")
        case .termination(let app, let reason):
            line.add("app", name(app))
            line.add("state", "ended")
            line.add("reason", reason.rawValue)
        case .authorization(let app, _): line.add("app", name(app))
        case .device(.update(let uuid, let value)), .device(.refusedUpdate(let uuid, let value)):
            line.add("uuid", uuid.description)
            line.add("characteristic", uuid.description)
            line.add("value", bytes: value)
            line.add("meaning", Meanings.text(value, of: uuid))
        case .systemAlert(let alert): line.add("app", name(alert.app))
        case .accessoryPicker(let picker): line.add("app", name(picker.app))
        case .removed, .pairingAlert, .pairingAnswer, .systemAlertAnswer, .accessoryPickerReply,
            .bluetooth, .device:
            break
        }
    }
}
