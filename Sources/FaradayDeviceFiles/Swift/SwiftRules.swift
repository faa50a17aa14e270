import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Writes rules as Swift.
struct SwiftRules {
    private let rules: DeviceRules

    init(_ rules: DeviceRules) { self.rules = rules }

    var text: SwiftText {
        var head = SwiftArguments()
        if !rules.variables.isEmpty { head.add("variables", variables) }
        if !rules.states.isEmpty { head.add("states", .list(rules.states.map { .quoted($0) })) }
        if !rules.series.isEmpty { head.add("series", .list(rules.series.map(Self.series))) }
        if !rules.readings.isEmpty { head.add("readings", .list(rules.readings.map(Self.readings))) }
        if !rules.rules.isEmpty { head.add("rules", .list(rules.rules.map(Self.rule))) }
        if let conversation = rules.conversation {
            head.add("conversation", SwiftConversation(conversation: conversation).text)
        }
        return .call("DeviceRules", head)
    }

    /// A dictionary, if all are numbers that a reset forgets.
    private var variables: SwiftText {
        var pairs: [SwiftPair] = []
        for variable in rules.variables {
            guard case .number(let number) = variable.start, !variable.isKept else {
                return .list(rules.variables.map(Self.variable))
            }
            pairs.append(SwiftPair(key: .quoted(variable.name), value: .plain("\(number)")))
        }
        return .pairs(pairs)
    }

    private static func variable(_ variable: DeviceRules.Variable) -> SwiftText {
        var head = SwiftArguments()
        head.add("", .quoted(variable.name))
        switch variable.start {
        case .number(let number): head.add("", .plain(".number(\(number))"))
        case .bytes(let bytes): head.add("", .call(".bytes", [.bytes(bytes)]))
        }
        head.add("isKept", variable.isKept, unless: false)
        return .call("DeviceRules.Variable", head)
    }

    private static func series(_ series: DeviceRules.Series) -> SwiftText {
        var head = SwiftArguments()
        head.add("", name(series.characteristic))
        head.add(
            "",
            .list(
                series.steps.map {
                    .call(".init", [("after", SwiftDefinition.time($0.delay)), ("", .bytes($0.value))])
                }))
        head.add("repeats", series.repeats, unless: false)
        return .call("DeviceRules.Series", head)
    }

    private static func readings(_ readings: DeviceRules.Readings) -> SwiftText {
        var head = SwiftArguments()
        head.add("", name(readings.characteristic))
        head.add("", .list(readings.values.map { .bytes($0) }))
        head.add("repeats", readings.repeats, unless: false)
        return .call("DeviceRules.Readings", head)
    }

    static func name(_ name: DeviceRule.Characteristic) -> SwiftText { .quoted("\(name)") }

    // MARK: Rules

    private static func rule(_ rule: DeviceRule) -> SwiftText {
        var head = SwiftArguments()
        head.add("", trigger(rule.trigger))
        if !rule.states.isEmpty { head.add("in", .list(rule.states.map { .quoted($0) })) }
        if let condition = rule.condition { head.add("if", expression(condition)) }
        head.add("", .list(rule.actions.map(action)))
        if !rule.note.isEmpty { head.add("note", .quoted(rule.note)) }
        return .call("DeviceRule", head)
    }

    private static func trigger(_ trigger: DeviceRule.Trigger) -> SwiftText {
        switch trigger {
        case .started, .connected, .disconnected, .linkLost, .paired, .secured: return .plain(".\(trigger)")
        case .subscribed(let item): return .call(".subscribed", [name(item)])
        case .unsubscribed(let item): return .call(".unsubscribed", [name(item)])
        case .written(let item, let pattern):
            return .call(
                ".written", pattern.parts.isEmpty ? [name(item)] : [name(item), self.pattern(pattern)])
        case .read(let item): return .call(".read", [name(item)])
        case .every(let interval, let item):
            var head = SwiftArguments()
            head.add("", SwiftDefinition.time(interval))
            if let item { head.add("whileSubscribed", name(item)) }
            return .call(".every", head)
        case .after(let delay): return .call(".after", [SwiftDefinition.time(delay)])
        case .entered(let state): return .call(".entered", [.quoted(state)])
        }
    }

    private static func action(_ action: DeviceRule.Action) -> SwiftText {
        switch action {
        case .answer(let template): return .call(".answer", [self.template(template)])
        case .accept, .startAdvertising, .stopAdvertising: return .plain(".\(action)")
        case .refuse(let code): return .call(".refuse", [error(code)])
        case .set(let item, let template): return .call(".set", [name(item), self.template(template)])
        case .notify(let item, let template): return .call(".notify", [name(item), self.template(template)])
        case .send(let item, let template, let size):
            var head = SwiftArguments()
            head.add("", name(item))
            head.add("", self.template(template))
            if let size { head.add("size", .plain("\(size)")) }
            return .call(".send", head)
        case .assign(let variable, let value):
            return .call(".assign", [.quoted(variable), expression(value)])
        case .fill(let variable, let template):
            return .call(".fill", [.quoted(variable), self.template(template)])
        case .append(let variable, let template):
            return .call(".append", [.quoted(variable), self.template(template)])
        case .wait(let delay): return .call(".wait", [SwiftDefinition.time(delay)])
        case .proceed(let condition): return .call(".proceed", [("if", expression(condition))])
        case .enter(let state): return .call(".enter", [.quoted(state)])
        case .disconnect(let reason):
            return .call(".disconnect", reason == .userTerminated ? [] : [.plain(".\(reason)")])
        case .advertise(let sets):
            return .call(".advertise", [.list(sets.map { SwiftAdvertising(set: $0).text })])
        case .requestSecurity(let level): return .call(".requestSecurity", [.plain(".\(level)")])
        case .reset(let delay):
            let isUsual = delay == Nanoseconds.milliseconds(100)
            return .call(".reset", isUsual ? [] : [("after", SwiftDefinition.time(delay))])
        }
    }

    static func error(_ code: ATT.ErrorCode) -> SwiftText {
        let name = FileNames.name(of: code, in: FileNames.errors)
        return .plain(
            name.map { ".\($0)" } ?? "ATT.ErrorCode(rawValue: 0x\(ByteWriters.text([code.rawValue])))")
    }

    private static func expression(_ expression: DeviceExpression) -> SwiftText {
        if case .number(let number) = expression { .plain("\(number)") } else { .quoted("\(expression)") }
    }

    // MARK: Bytes

    private static func template(_ template: ByteTemplate) -> SwiftText {
        if template.parts.count == 1, case .bytes(let bytes) = template.parts[0] {
            return .quoted(ByteWriters.text(bytes))
        }
        return .list(template.parts.map(part))
    }

    private static func part(_ part: ByteTemplate.Part) -> SwiftText {
        switch part {
        case .bytes(let bytes): .quoted(ByteWriters.text(bytes))
        case .number(let number, let format): .call(".number", [expression(number), self.format(format)])
        case .data(let data): .call(".data", [expression(data)])
        case .checksum(let kind, let start, let isBig): checksum(kind, start, isBig)
        case .malformed(let text): .quoted(text)
        }
    }

    private static func pattern(_ pattern: BytePattern) -> SwiftText {
        let parts = pattern.parts.map(part)
        if parts.count == 1, case .bytes(let bytes) = pattern.parts[0], bytes.allSatisfy(\.isWhole) {
            return parts[0]
        }
        return .list(parts)
    }

    private static func part(_ part: BytePattern.Part) -> SwiftText {
        switch part {
        case .bytes(let bytes) where bytes.allSatisfy(\.isWhole):
            .quoted(bytes.map(\.digits).joined(separator: " "))
        case .bytes(let bytes):
            .call(
                ".bytes",
                [
                    .list(
                        bytes.map {
                            .plain(
                                ".init(0x\(ByteWriters.text([$0.value])), mask: 0x\(ByteWriters.text([$0.mask])))"
                            )
                        })
                ])
        case .number(let name, let format): .call(".number", [.quoted(name), self.format(format)])
        case .data(let name, let count):
            .call(".data", [("", .quoted(name)), ("count", .plain("\(count)"))])
        case .rest(let name): .call(".rest", [.quoted(name)])
        case .checksum(let kind, let start, let isBig): checksum(kind, start, isBig)
        case .malformed(let text): .quoted(text)
        }
    }

    private static func checksum(_ kind: Checksum, _ start: Int, _ isBig: Bool) -> SwiftText {
        var head = SwiftArguments()
        head.add("", .plain(".\(kind)"))
        head.add("from", start, unless: 0)
        head.add("isBigEndian", isBig, unless: false)
        return .call(".checksum", head)
    }

    private static func format(_ format: NumberFormat) -> SwiftText {
        let known: [NumberFormat] = [.u8, .u16, .u24, .u32, .u16be, .u32be]
        if known.contains(format) { return .plain(".\(format)") }
        var head = SwiftArguments()
        head.add("size", .plain("\(format.size)"))
        head.add("isSigned", format.isSigned, unless: false)
        head.add("isBigEndian", format.isBigEndian, unless: false)
        return .call(".init", head)
    }
}
