import BluetoothTypes
import BluetoothWire

/// What is wrong with the rules of a device, and the rules without that.
package struct RuleCheck {
    /// Which part of the rules is meant; numbers count from 0.
    package enum Place: Hashable, Sendable, CustomStringConvertible {
        case variable(Int)
        case state(Int)
        case series(Int)
        case readings(Int)
        case rule(Int)
        case step(Int)
        /// The conversation as a whole.
        case conversation

        package var description: String {
            switch self {
            case .variable(let index): "variable \(index + 1)"
            case .state(let index): "state \(index + 1)"
            case .series(let index): "series \(index + 1)"
            case .readings(let index): "list of readings \(index + 1)"
            case .rule(let index): "rule \(index + 1)"
            case .step(let index): "step \(index + 1) of the conversation"
            case .conversation: "the conversation"
            }
        }
    }

    /// One sentence about a part.
    package struct Problem: Hashable, Sendable {
        package let place: Place
        package let text: String
    }

    /// The parts that can't be carried out; the device does without them.
    package private(set) var problems: [Problem] = []
    /// Parts that have no effect.
    package private(set) var warnings: [Problem] = []

    private let rules: DeviceRules
    private let services: [DeviceService]
    private let kinds: [String: RuleFunction.Kind]

    package init(_ rules: DeviceRules, for services: [DeviceService]) {
        self.rules = rules
        self.services = services
        var kinds: [String: RuleFunction.Kind] = [:]
        for variable in rules.variables {
            if case .number = variable.start {
                kinds[variable.name] = .number
            } else {
                kinds[variable.name] = .bytes
            }
        }
        self.kinds = kinds
        checkVariables()
        checkStates()
        for (index, series) in rules.series.enumerated() { check(series, .series(index)) }
        for (index, readings) in rules.readings.enumerated() { check(readings, .readings(index)) }
        for (index, rule) in rules.rules.enumerated() { check(rule, .rule(index)) }
        for (index, step) in (rules.conversation?.steps ?? []).enumerated() { check(step, .step(index)) }
        if rules.replay != .lenient, rules.conversation == nil {
            note(
                .conversation,
                "a strict replay needs a conversation; 'faraday import --conversation' records one")
        }
        findUnreachable()
    }

    /// The rules without those that can't be carried out.
    package var good: DeviceRules {
        let bad = Set(problems.map(\.place))
        if bad.isEmpty { return rules }
        var rules = rules
        rules.variables = Self.kept(rules.variables, bad, Place.variable)
        rules.series = Self.kept(rules.series, bad, Place.series)
        rules.readings = Self.kept(rules.readings, bad, Place.readings)
        rules.rules = Self.kept(rules.rules, bad, Place.rule)
        if let steps = rules.conversation?.steps {
            rules.conversation?.steps = Self.kept(steps, bad, Place.step)
        }
        return rules
    }

    private static func kept<Part>(_ parts: [Part], _ bad: Set<Place>, _ place: (Int) -> Place) -> [Part] {
        parts.enumerated().filter { !bad.contains(place($0.offset)) }.map(\.element)
    }

    private mutating func note(_ place: Place, _ text: String) {
        problems.append(Problem(place: place, text: text))
    }

    // MARK: Parts

    private mutating func checkVariables() {
        var seen: Set<String> = []
        for (index, variable) in rules.variables.enumerated() {
            let name = variable.name
            if !Self.isName(name) {
                note(
                    .variable(index),
                    "'\(name)' is no name: letters, digits and _, not beginning with a digit")
            } else if RuleFunction(name) != nil || RuleScope.ownNames.contains(where: { $0.name == name }) {
                note(.variable(index), "'\(name)' means something else in every rule")
            } else if !seen.insert(name).inserted {
                note(.variable(index), "there are two variables '\(name)'")
            }
        }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39 ~= first) else { return false }
        return text.utf8.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_")
        }
    }

    private mutating func checkStates() {
        for (index, state) in rules.states.enumerated() where rules.states[..<index].contains(state) {
            note(.state(index), "there are two states '\(state)'")
        }
    }

    private mutating func checkState(_ state: String, _ place: Place) {
        guard !rules.states.contains(state) else { return }
        note(place, "there is no state '\(state)'\(Self.list(rules.states, "; the states are "))")
    }

    private static func list(_ names: [String], _ before: String) -> String {
        names.isEmpty ? "" : before + names.joined(separator: ", ")
    }

    @discardableResult
    private mutating func find(_ name: DeviceRule.Characteristic, _ place: Place) -> DeviceCharacteristic? {
        switch RulePlaces.find(name, in: services) {
        case .one(let found): return services[found.service].characteristics[found.characteristic]
        case .none: note(place, "the device has no characteristic \(name)")
        case .several:
            note(place, "several services have a characteristic \(name); write the service before it")
        }
        return nil
    }

    private mutating func findUpdating(_ name: DeviceRule.Characteristic, _ place: Place) {
        guard let found = find(name, place), found.properties.isDisjoint(with: [.notify, .indicate]) else {
            return
        }
        note(place, "characteristic \(name) has neither notify nor indicate, so nobody can subscribe to it")
    }

    private mutating func check(_ series: DeviceRules.Series, _ place: Place) {
        findUpdating(series.characteristic, place)
        for step in series.steps {
            if step.delay < .zero { note(place, "a delay is negative") }
            checkLength(step.value.count, place)
        }
        if series.repeats, series.steps.allSatisfy({ $0.delay <= .zero }) {
            note(place, "a series that repeats needs a delay")
        }
    }

    private mutating func check(_ readings: DeviceRules.Readings, _ place: Place) {
        if let found = find(readings.characteristic, place) {
            if found.read != nil { note(place, Self.hasHandler(readings.characteristic, "reads")) }
            if !found.properties.contains(.read) {
                note(place, "characteristic \(readings.characteristic) can't be read")
            }
        }
        for value in readings.values { checkLength(value.count, place) }
    }

    private mutating func check(_ step: DeviceConversation.Step, _ place: Place) {
        if step.delay < .zero { note(place, "a delay is negative") }
        switch step.event {
        case .subscribed(let name), .unsubscribed(let name): findUpdating(name, place)
        case .updated(let name, let value):
            findUpdating(name, place)
            checkLength(value.count, place)
        case .read(let name, let answer):
            _ = find(name, place)
            if case .value(let value) = answer { checkLength(value.count, place) }
        case .written(let name, let value, _):
            _ = find(name, place)
            checkLength(value.count, place)
        case .connected, .disconnected: break
        }
    }

    private mutating func checkLength(_ count: Int, _ place: Place) {
        if count > ATT.maximumValueLength {
            note(place, "a value has \(count) bytes; the most are \(ATT.maximumValueLength)")
        }
    }

    private static func hasHandler(_ name: DeviceRule.Characteristic, _ what: String) -> String {
        "characteristic \(name) has a handler for \(what) in Swift, so rules for them have no effect"
    }

    // MARK: Rules

    private mutating func check(_ rule: DeviceRule, _ place: Place) {
        var names = kinds
        names["mtu"] = .number
        names["time"] = .number
        for state in rule.states { checkState(state, place) }
        check(rule.trigger, &names, place)
        if let condition = rule.condition { check(condition, .number, names, place) }
        for action in rule.actions { check(action, rule.trigger, names, place) }
    }

    private mutating func check(
        _ trigger: DeviceRule.Trigger, _ names: inout [String: RuleFunction.Kind], _ place: Place
    ) {
        switch trigger {
        case .subscribed(let name), .unsubscribed(let name): findUpdating(name, place)
        case .written(let name, let pattern):
            if let found = find(name, place) {
                if found.answersWrites { note(place, Self.hasHandler(name, "writes")) }
                if found.properties.isDisjoint(with: [.write, .writeWithoutResponse]) {
                    note(place, "characteristic \(name) can't be written")
                }
            }
            names["value"] = .bytes
            check(pattern, &names, place)
        case .read(let name):
            guard let found = find(name, place) else { return }
            if found.read != nil { note(place, Self.hasHandler(name, "reads")) }
            if !found.properties.contains(.read) { note(place, "characteristic \(name) can't be read") }
        case .every(let interval, let name):
            if interval <= .zero { note(place, "an interval of \(interval.seconds) s is not possible") }
            if let name { findUpdating(name, place) }
        case .after(let delay):
            if delay < .zero { note(place, "a time of \(delay.seconds) s is not possible") }
        case .entered(let state): checkState(state, place)
        case .started, .connected, .disconnected, .linkLost, .paired, .secured: break
        }
    }

    private mutating func check(
        _ pattern: BytePattern, _ names: inout [String: RuleFunction.Kind], _ place: Place
    ) {
        if pattern.parts.count(where: { $0.size == nil }) > 1 {
            note(place, "a pattern has one part of any length at most")
        }
        for part in pattern.parts {
            if case .malformed(let text) = part {
                note(place, "'\(text)' is no pattern of bytes in hexadecimal")
            }
            if case .data(let name, let count) = part, count < 1 { note(place, "'\(name)' has no bytes") }
            if case .checksum(_, let start, _) = part, start < 0 {
                note(place, "a checksum begins at a negative place")
            }
        }
        for (name, isNumber) in pattern.names {
            if !Self.isName(name) || RuleFunction(name) != nil {
                note(place, "'\(name)' can't be the name of a part")
            } else if names[name] != nil {
                note(place, "the name '\(name)' of a part has another meaning already")
            }
            names[name] = isNumber ? .number : .bytes
        }
    }

    private mutating func check(
        _ action: DeviceRule.Action, _ trigger: DeviceRule.Trigger, _ names: [String: RuleFunction.Kind],
        _ place: Place
    ) {
        switch action {
        case .answer(let template):
            if !trigger.isRead { note(place, "only a rule for a read can answer with a value") }
            check(template, names, place)
        case .accept:
            if !trigger.isWrite { note(place, "only a rule for a write can accept it") }
        case .refuse:
            if !trigger.isRead, !trigger.isWrite {
                note(place, "only a rule for a read or a write can refuse it")
            }
        case .set(let name, let template):
            find(name, place)
            check(template, names, place)
        case .notify(let name, let template):
            findUpdating(name, place)
            check(template, names, place)
        case .send(let name, let template, let size):
            findUpdating(name, place)
            check(template, names, place)
            if let size, size < 1 { note(place, "values of \(size) bytes are not possible") }
        case .assign(let name, let expression):
            checkVariable(name, .number, place)
            check(expression, .number, names, place)
        case .fill(let name, let template), .append(let name, let template):
            checkVariable(name, .bytes, place)
            check(template, names, place)
        case .wait(let delay):
            if delay < .zero { note(place, "a wait of \(delay.seconds) s is not possible") }
        case .reset(let delay):
            if delay < .zero { note(place, "a reset after \(delay.seconds) s is not possible") }
        case .proceed(let condition): check(condition, .number, names, place)
        case .enter(let state): checkState(state, place)
        case .advertise(let sets):
            for problem in DefinitionCheck.checked(sets, name: "").problems { note(place, problem) }
        case .disconnect, .startAdvertising, .stopAdvertising, .requestSecurity: break
        }
    }

    private mutating func checkVariable(_ name: String, _ kind: RuleFunction.Kind, _ place: Place) {
        guard let known = kinds[name] else {
            return note(
                place,
                "there is no variable '\(name)'\(Self.list(rules.variables.map(\.name), "; the variables are "))"
            )
        }
        if known != kind { note(place, "the variable '\(name)' is \(known.text), not \(kind.text)") }
    }

    private mutating func check(
        _ template: ByteTemplate, _ names: [String: RuleFunction.Kind], _ place: Place
    ) {
        if let fixed = template.constant { checkLength(fixed.count, place) }
        for part in template.parts {
            switch part {
            case .number(let expression, _): check(expression, .number, names, place)
            case .data(let expression): check(expression, .bytes, names, place)
            case .checksum(_, let start, _):
                if start < 0 { note(place, "a checksum begins at a negative place") }
            case .malformed(let text): note(place, "'\(text)' is not hexadecimal")
            case .bytes: break
            }
        }
    }

    private mutating func check(
        _ expression: DeviceExpression, _ kind: RuleFunction.Kind, _ names: [String: RuleFunction.Kind],
        _ place: Place
    ) {
        var found = RuleFunction.Kind.number
        switch expression {
        case .number: break
        case .name(let name):
            guard let known = names[name] else {
                let others = names.keys.sorted()
                return note(place, "'\(name)' means nothing here\(Self.list(others, "; these names do: "))")
            }
            found = known
        case .prefix(_, let operand): check(operand, .number, names, place)
        case .infix(let left, _, let right):
            check(left, .number, names, place)
            check(right, .number, names, place)
        case .call(let name, let operands):
            guard let function = RuleFunction(name) else {
                return note(
                    place,
                    "there is no function '\(name)'\(Self.list(RuleFunction.names, "; the functions are "))")
            }
            guard operands.count == function.operands.count else {
                return note(place, "'\(name)' takes \(function.operands.count) values, not \(operands.count)")
            }
            for (operand, kind) in zip(operands, function.operands) { check(operand, kind, names, place) }
            found = function.result
        case .malformed(let text, let problem):
            return note(place, "'\(text)' is no expression: \(problem)")
        }
        if found != kind { note(place, "'\(expression)' is \(found.text), not \(kind.text)") }
    }

    // MARK: No effect

    /// Rules before which another one takes everything.
    private mutating func findUnreachable() {
        for (index, rule) in rules.rules.enumerated() {
            let earlier = rules.rules[..<index].firstIndex { earlier in
                earlier.condition == nil && earlier.takes(all: rule.trigger)
                    && (earlier.states.isEmpty
                        || !rule.states.isEmpty && Set(earlier.states).isSuperset(of: rule.states))
            }
            guard let earlier else { continue }
            warnings.append(
                Problem(
                    place: .rule(index),
                    text: "it never counts: rule \(earlier + 1) takes everything before it"))
        }
    }
}

extension RuleFunction.Kind {
    var text: String { self == .number ? "a number" : "bytes" }
}

extension DeviceRule.Trigger {
    var isRead: Bool { if case .read = self { true } else { false } }
    var isWrite: Bool { if case .written = self { true } else { false } }

    /// The characteristics that it names.
    var characteristic: DeviceRule.Characteristic? {
        switch self {
        case .subscribed(let name), .unsubscribed(let name), .written(let name, _), .read(let name): name
        case .every(_, let name): name
        default: nil
        }
    }
}

extension DeviceRule {
    /// Whether the trigger is this rule's too, whatever is written.
    fileprivate func takes(all other: Trigger) -> Bool {
        switch (trigger, other) {
        case (.written(let name, let pattern), .written(let otherName, let otherPattern)):
            name == otherName && (pattern.takesAll || pattern == otherPattern)
        case (.every, _), (.after, _): false
        default: trigger == other
        }
    }
}

extension BytePattern {
    /// Whether every value matches.
    fileprivate var takesAll: Bool {
        parts.allSatisfy { if case .rest = $0 { true } else { false } }
    }
}
