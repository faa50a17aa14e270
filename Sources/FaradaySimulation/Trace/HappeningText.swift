import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// Events of the world itself, in words.
enum HappeningText {
    /// `name` is what messages call an app.
    static func text(_ happening: TraceRecord.Happening, name: (AppID) -> String) -> String {
        switch happening {
        case .added(_, let position): "added \(place(position))"
        case .moved(let position): "moved, now \(place(position))"
        case .powered(let isOn): isOn ? "radio on" : "radio off"
        case .removed: "removed"
        case .pairingAlert(let alert): "pairing alert: " + straight(alert.message)
        case .pairingAnswer(let answer): "user: \(answer)"
        case .misuse(let misuse): "MISUSE \(misuse.call): \(MisuseText.short(misuse.message))"
        case .systemAlert(let alert): "alert " + alert.text(naming: name(alert.app))
        case .systemAlertAnswer(let number, let allows):
            "user: \(allows ? "allows" : "denies") alert \(number)"
        case .accessoryPicker(let picker):
            "picker of \(name(picker.app)): " + straight(picker.text(naming: name(picker.app)))
        case .accessoryPickerReply(let reply): "user: \(AccessoryText.text(reply))"
        case .authorization(let app, let authorization): "\(name(app)): authorization \(authorization)"
        case .bluetooth(let radio): "Bluetooth: \(radio)"
        case .termination(let app, let reason): "\(name(app)): ends, \(reason.rawValue)"
        case .appState(let app, let state): "\(name(app)): \(state.rawValue)"
        case .launch(let app, let launch): "\(name(app)): launched \(launch)"
        case .device(let action): text(action)
        case .brokenInvariant(let text): "BROKEN: \(text)"
        case .fault(let firing): "FAULT \(firing.fault)"
        case .note(let text): text
        }
    }

    private static func text(_ action: DeviceAction) -> String {
        switch action {
        case .update(let uuid, let value): "update \(uuid.label): \(CompactText.text(value))"
        case .refusedUpdate(let uuid, let value):
            "update \(uuid.label): \(CompactText.text(value)), not sent: its queue is full"
        case .disconnect(let links): links == 1 ? "disconnect" : "disconnect, \(links) links"
        case .stopAdvertising: "stopAdvertising"
        case .startAdvertising: "startAdvertising"
        case .setConnectable(let isConnectable): "setConnectable \(isConnectable)"
        case .setAdvertising(let sets): "setAdvertising, \(sets) sets"
        case .rename(let name): "rename to \(name)"
        case .changeAddress: "changeAddress"
        case .install(let name): "install other firmware: \(name)"
        case .setServices(let uuids): "setServices " + uuids.map(\.label).joined(separator: ", ")
        case .setRSSI(let values):
            values.isEmpty
                ? "setRSSI as measured" : "setRSSI " + values.map { "\($0)" }.joined(separator: ", ")
        case .requestParameters(let interval, let latency, let timeout):
            "requestParameters interval \(interval.lowerBound.milliseconds) to "
                + "\(interval.upperBound.milliseconds) ms, latency \(latency), timeout \(timeout.milliseconds) ms"
        case .setBonds(let count): "has \(count) bonds now"
        case .requestSecurity(let level): "requestSecurity \(level)"
        case .authorize(let isAuthorized):
            isAuthorized ? "authorizes a central" : "no longer authorizes a central"
        case .openChannel(let psm): "openChannel \(psm)"
        case .send(let psm, let count): "channel \(psm): send \(count) bytes"
        case .closeChannel(let psm): "channel \(psm): close"
        case .setReading(let psm, let isReading): "channel \(psm): \(isReading ? "reads" : "stops reading")"
        }
    }

    /// `at 2 m`; all three coordinates if the position is off the axis.
    static func place(_ position: Position) -> String {
        if position == .outOfRange { return "out of range" }
        if position.y == 0, position.z == 0 { return "at \(metres(position.x)) m" }
        return "at (\(metres(position.x)), \(metres(position.y)), \(metres(position.z))) m"
    }

    /// A length with at most two decimals.
    static func metres(_ length: Double) -> String {
        guard length.magnitude < 1e12 else { return "\(length)" }
        let hundredths = Int64((length.magnitude * 100) + 0.5)
        let sign = length < 0 && hundredths > 0 ? "-" : ""
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }

    /// Apple's texts have curly quotes.
    static func straight(_ text: String) -> String {
        String(text.map { $0 == "\u{201C}" || $0 == "\u{201D}" ? "\"" : $0 })
    }
}
