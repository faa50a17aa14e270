import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Writes rules, variables and states.
struct RuleWriter {
    private let rules: DeviceRules

    init(_ rules: DeviceRules) { self.rules = rules }

    func add(to object: inout JSONMembers) {
        if !rules.variables.isEmpty {
            object.add("variables", .object(rules.variables.map { ($0.name, Self.variable($0)) }))
        }
        object.add("states", rules.states.map { .string($0) })
        object.add("series", rules.series.map(Self.series))
        object.add("reads", rules.readings.map(Self.readings))
        object.add("rules", rules.rules.map(Self.rule))
        if let conversation = rules.conversation {
            object.add("conversation", .array(conversation.steps.map { ConversationWriter(step: $0).json }))
        }
    }

    private static func variable(_ variable: DeviceRules.Variable) -> JSONText {
        let start: JSONText =
            switch variable.start {
            case .number(let number): .integer(number)
            case .bytes(let bytes): ByteWriters.hexadecimal(bytes)
            }
        return variable.isKept ? .object([("start", start), ("kept", .bool(true))]) : start
    }

    private static func series(_ series: DeviceRules.Series) -> JSONText {
        var object = JSONMembers()
        object.add("characteristic", .string("\(series.characteristic)"))
        if let first = series.steps.first, series.steps.count > 1,
            series.steps.allSatisfy({ $0.delay == first.delay })
        {
            object.add("every", time(first.delay))
            object.add("values", .array(series.steps.map { ByteWriters.hexadecimal($0.value) }))
        } else {
            object.add(
                "steps",
                .array(
                    series.steps.map {
                        .object([("after", time($0.delay)), ("value", ByteWriters.hexadecimal($0.value))])
                    }))
        }
        object.add("repeats", series.repeats, unless: false)
        return object.json
    }

    private static func readings(_ readings: DeviceRules.Readings) -> JSONText {
        var object = JSONMembers()
        object.add("characteristic", .string("\(readings.characteristic)"))
        object.add("values", .array(readings.values.map(ByteWriters.hexadecimal)))
        object.add("repeats", readings.repeats, unless: false)
        return object.json
    }

    private static func time(_ time: Nanoseconds) -> JSONText { .string(FileTime(time).text) }

    // MARK: Rules

    private static func rule(_ rule: DeviceRule) -> JSONText {
        var object = JSONMembers()
        object.add("when", trigger(rule.trigger))
        if rule.states.count == 1 {
            object.add("in", .string(rule.states[0]))
        } else {
            object.add("in", rule.states.map { .string($0) })
        }
        if let condition = rule.condition { object.add("if", ByteWriters.expression(condition)) }
        object.add(
            "then", rule.actions.count == 1 ? action(rule.actions[0]) : .array(rule.actions.map(action)))
        if !rule.note.isEmpty { object.add("note", .string(rule.note)) }
        return object.json
    }

    private static func trigger(_ trigger: DeviceRule.Trigger) -> JSONText {
        switch trigger {
        case .started: .string("started")
        case .connected: .string("connected")
        case .disconnected: .string("disconnected")
        case .linkLost: .string("linkLost")
        case .paired: .string("paired")
        case .secured: .string("secured")
        case .subscribed(let name): .object([("subscribed", .string("\(name)"))])
        case .unsubscribed(let name): .object([("unsubscribed", .string("\(name)"))])
        case .written(let name, let pattern):
            .object(
                [("written", .string("\(name)"))]
                    + (pattern.parts.isEmpty ? [] : [("pattern", ByteWriters.pattern(pattern))]))
        case .read(let name): .object([("read", .string("\(name)"))])
        case .every(let interval, let name):
            .object(
                [("every", time(interval))] + (name.map { [("whileSubscribed", .string("\($0)"))] } ?? []))
        case .after(let delay): .object([("after", time(delay))])
        case .entered(let state): .object([("entered", .string(state))])
        }
    }

    private static func action(_ action: DeviceRule.Action) -> JSONText {
        switch action {
        case .answer(let template): .object([("answer", ByteWriters.template(template))])
        case .accept: .string("accept")
        case .refuse(let code): .object([("refuse", ByteWriters.error(code))])
        case .set(let name, let template): valued("set", name, template)
        case .notify(let name, let template): valued("notify", name, template)
        case .send(let name, let template, let size):
            .object(
                [("send", .string("\(name)")), ("value", ByteWriters.template(template))]
                    + (size.map { [("size", .integer(Int64($0)))] } ?? []))
        case .assign(let name, let expression):
            .object([("assign", .string(name)), ("to", ByteWriters.expression(expression))])
        case .fill(let name, let template):
            .object([("fill", .string(name)), ("with", ByteWriters.template(template))])
        case .append(let name, let template):
            .object([("append", .string(name)), ("with", ByteWriters.template(template))])
        case .wait(let delay): .object([("wait", time(delay))])
        case .proceed(let condition): .object([("proceedIf", ByteWriters.expression(condition))])
        case .enter(let state): .object([("enter", .string(state))])
        case .disconnect(.userTerminated): .string("disconnect")
        case .disconnect(let reason):
            .object([("disconnect", .string(FileNames.name(of: reason, in: FileNames.reasons) ?? ""))])
        case .advertise(let sets):
            .object([("advertise", .array(sets.map { AdvertisingWriter(set: $0).json }))])
        case .startAdvertising: .string("startAdvertising")
        case .stopAdvertising: .string("stopAdvertising")
        case .requestSecurity(let level):
            .object([("requestSecurity", .string(FileNames.name(of: level, in: FileNames.levels) ?? ""))])
        case .reset(let delay) where delay == Nanoseconds.milliseconds(100): .string("reset")
        case .reset(let delay): .object([("reset", time(delay))])
        }
    }

    private static func valued(
        _ key: String, _ name: DeviceRule.Characteristic, _ template: ByteTemplate
    ) -> JSONText {
        .object([(key, .string("\(name)")), ("value", ByteWriters.template(template))])
    }
}
