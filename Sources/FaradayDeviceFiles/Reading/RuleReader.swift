import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Reads rules and variables.
struct RuleReader {
    private let notes: FileNotes
    private let deviceName: String
    private var values: FileValues { FileValues(notes) }
    private var bytes: FileBytes { FileBytes(notes) }

    init(_ notes: FileNotes, deviceName: String) { (self.notes, self.deviceName) = (notes, deviceName) }

    // MARK: Variables

    func variable(_ name: String, _ node: JSONNode) -> DeviceRules.Variable? {
        if case .object = node.value {
            guard var object = ObjectReader(node, "a variable", notes) else { return nil }
            defer { object.finish() }
            let isKept = object.bool("kept") ?? false
            guard let start = object.node("start") else {
                object.require("start")
                return nil
            }
            return self.start(start).map { DeviceRules.Variable(name, $0, isKept: isKept) }
        }
        return start(node).map { DeviceRules.Variable(name, $0) }
    }

    private func start(_ node: JSONNode) -> DeviceRules.Variable.Start? {
        switch node.value {
        case .integer(let number): return .number(number)
        case .string(""): return .bytes([])
        default: return bytes.value(node, "start").map { .bytes($0) }
        }
    }

    // MARK: Values over time

    func readings(_ node: JSONNode) -> DeviceRules.Readings? {
        guard var object = ObjectReader(node, "a list of readings", notes) else { return nil }
        defer { object.finish() }
        object.need("characteristic")
        object.need("values")
        let name = object.node("characteristic").flatMap { values.characteristic($0, "characteristic") }
        let all = object.list("values").compactMap { bytes.value($0, "values") }
        let repeats = object.bool("repeats") ?? false
        return name.map { DeviceRules.Readings($0, all, repeats: repeats) }
    }

    func series(_ node: JSONNode) -> DeviceRules.Series? {
        guard var object = ObjectReader(node, "a series", notes) else { return nil }
        defer { object.finish() }
        object.need("characteristic")
        let name = object.node("characteristic").flatMap { values.characteristic($0, "characteristic") }
        var steps: [DeviceRules.Series.Step] = []
        if let interval = object.time("every") {
            steps = object.list("values").compactMap { bytes.value($0, "values") }.map {
                .init(after: interval, $0)
            }
        } else {
            object.need("steps")
            steps = object.list("steps").compactMap { step($0) }
        }
        let repeats = object.bool("repeats") ?? false
        return name.map { DeviceRules.Series($0, steps, repeats: repeats) }
    }

    private func step(_ node: JSONNode) -> DeviceRules.Series.Step? {
        guard var object = ObjectReader(node, "a step of a series", notes) else { return nil }
        defer { object.finish() }
        object.need("after")
        object.need("value")
        let delay = object.time("after")
        let value = object.node("value").flatMap { bytes.value($0, "value") }
        guard let delay, let value else { return nil }
        return .init(after: delay, value)
    }

    // MARK: Rules

    func rule(_ node: JSONNode) -> DeviceRule? {
        guard var object = ObjectReader(node, "a rule", notes) else { return nil }
        defer { object.finish() }
        let when = object.node("when")
        var states: [String] = []
        if let node = object.node("in") {
            if case .array(let list) = node.value {
                states = list.compactMap { values.string($0, "in") }
            } else {
                states = values.string(node, "in").map { [$0] } ?? []
            }
        }
        let condition = object.node("if").flatMap { bytes.expression($0, "if") }
        let then = object.node("then")
        let note = object.string("note") ?? ""
        guard let when, let then else {
            object.require(when == nil ? "when" : "then")
            return nil
        }
        var actions: [DeviceRule.Action] = []
        if case .array(let list) = then.value {
            actions = list.compactMap { action($0) }
        } else {
            actions = action(then).map { [$0] } ?? []
        }
        return trigger(when).map { DeviceRule($0, in: states, if: condition, actions, note: note) }
    }

    private func trigger(_ node: JSONNode) -> DeviceRule.Trigger? {
        if case .string = node.value {
            return values.choice(
                node, "when",
                [
                    ("started", .started), ("connected", .connected), ("disconnected", .disconnected),
                    ("linkLost", .linkLost), ("paired", .paired), ("secured", .secured),
                ])
        }
        guard var object = ObjectReader(node, "what happens", notes) else { return nil }
        defer { object.finish() }
        object.needSomething("\"written\", \"read\", \"subscribed\", \"every\" or the like")
        if let node = object.node("written") {
            let pattern = object.node("pattern").flatMap { bytes.pattern($0, "pattern") } ?? .any
            return values.characteristic(node, "written").map { .written($0, pattern) }
        }
        if let node = object.node("read") { return values.characteristic(node, "read").map { .read($0) } }
        if let node = object.node("subscribed") {
            return values.characteristic(node, "subscribed").map { .subscribed($0) }
        }
        if let node = object.node("unsubscribed") {
            return values.characteristic(node, "unsubscribed").map { .unsubscribed($0) }
        }
        if let interval = object.time("every") {
            let name = object.node("whileSubscribed").flatMap { values.characteristic($0, "whileSubscribed") }
            return .every(interval, whileSubscribed: name)
        }
        if let delay = object.time("after") { return .after(delay) }
        if let state = object.string("entered") { return .entered(state) }
        return nil
    }

    // MARK: Actions

    private func action(_ node: JSONNode) -> DeviceRule.Action? {
        if case .string = node.value {
            return values.choice(
                node, "then",
                [
                    ("accept", .accept), ("disconnect", .disconnect()),
                    ("startAdvertising", .startAdvertising),
                    ("stopAdvertising", .stopAdvertising), ("reset", .reset()),
                ])
        }
        guard var object = ObjectReader(node, "an action", notes) else { return nil }
        defer { object.finish() }
        object.needSomething("\"notify\", \"answer\", \"wait\", \"assign\" or the like")
        return valueAction(&object) ?? variableAction(&object) ?? deviceAction(&object)
    }

    private func valueAction(_ object: inout ObjectReader) -> DeviceRule.Action? {
        if let node = object.node("answer") { return bytes.template(node, "answer").map { .answer($0) } }
        if let node = object.node("refuse") { return values.error(node, "refuse").map { .refuse($0) } }
        if let node = object.node("set") {
            return named(node, "set", "value", &object).map { .set($0, $1) }
        }
        if let node = object.node("notify") {
            return named(node, "notify", "value", &object).map { .notify($0, $1) }
        }
        if let node = object.node("send") {
            let size: Int? = object.integer("size", 1...512)
            return named(node, "send", "value", &object).map { .send($0, $1, size: size) }
        }
        return nil
    }

    private func variableAction(_ object: inout ObjectReader) -> DeviceRule.Action? {
        if let name = object.string("assign") {
            guard let to = object.node("to") else {
                object.require("to")
                return nil
            }
            return bytes.expression(to, "to").map { .assign(name, $0) }
        }
        for (key, action) in [("fill", DeviceRule.Action.fill), ("append", DeviceRule.Action.append)] {
            guard let name = object.string(key) else { continue }
            guard let with = object.node("with") else {
                object.require("with")
                return nil
            }
            return bytes.template(with, "with").map { action(name, $0) }
        }
        return nil
    }

    private func deviceAction(_ object: inout ObjectReader) -> DeviceRule.Action? {
        if let delay = object.time("wait") { return .wait(delay) }
        if let node = object.node("proceedIf") {
            return bytes.expression(node, "proceedIf").map { .proceed(if: $0) }
        }
        if let state = object.string("enter") { return .enter(state) }
        if let reason = object.choice("disconnect", FileNames.reasons) { return .disconnect(reason) }
        if let delay = object.time("reset") { return .reset(after: delay) }
        if let level = object.choice("requestSecurity", FileNames.levels) { return .requestSecurity(level) }
        if let node = object.node("advertise") {
            let reader = AdvertisingReader(notes)
            return .advertise(
                values.list(node, "advertise").compactMap { reader.set($0, deviceName: deviceName) })
        }
        return nil
    }

    /// An action on a characteristic with a value.
    private func named(
        _ node: JSONNode, _ key: String, _ valueKey: String, _ object: inout ObjectReader
    ) -> (DeviceRule.Characteristic, ByteTemplate)? {
        guard let value = object.node(valueKey) else {
            object.require(valueKey)
            return nil
        }
        guard let name = values.characteristic(node, key), let template = bytes.template(value, valueKey)
        else {
            return nil
        }
        return (name, template)
    }
}
