import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// What a device of a capture does, as the rules of a definition.
///
/// Each rule says which packets it comes from, and how often they confirm it. What rules can't say is in ``unknowns``.
package struct ImportedRules {
    package private(set) var rules = DeviceRules()
    package private(set) var unknowns: [String] = []

    /// A device has at most so many rules that were seen once, and so many changes of its advertising.
    private static let mostRules = 500
    private static let mostChanges = 50
    /// A series has at most so many values.
    private static let mostSteps = 10_000
    /// The shortest gap of values that go on, in nanoseconds.
    private static let shortestRhythm: UInt64 = 20_000_000

    private let device: ImportedDevice
    private let names: [ATT.Handle: DeviceRule.Characteristic]
    /// Variables that begin anew with each connection.
    private var perConnection: [(name: String, start: Int64)] = []

    package init(of device: ImportedDevice) {
        self.device = device
        names = Self.names(device.database)
        addLearned()
        addRefusals()
        addCounterResets()
        addAdvertising()
        addSeries()
        addReadings()
        keepGood()
    }

    /// The characteristics of the definition by the handles of their values.
    static func names(_ database: ImportedDatabase) -> [ATT.Handle: DeviceRule.Characteristic] {
        var names: [ATT.Handle: DeviceRule.Characteristic] = [:]
        var counts: [DeviceRule.Characteristic: Int] = [:]
        for service in database.services where !ImportedDevice.isOfStack(service.uuid) {
            for item in service.characteristics {
                var name = DeviceRule.Characteristic(item.uuid, in: service.uuid)
                counts[name, default: 0] += 1
                name.number = counts[name, default: 1]
                // The count is that of the first name.
                if name.number > 1 { counts[.init(item.uuid, in: service.uuid)] = name.number }
                names[item.handle] = name
            }
        }
        return names
    }

    // MARK: Learned rules

    private mutating func addLearned() {
        let learned = device.rules.enumerated().sorted {
            ($0.element.generality, $0.offset) < ($1.element.generality, $1.offset)
        }
        for (_, rule) in learned {
            guard rules.rules.count < Self.mostRules else {
                unknowns.append(
                    "\(device.rules.count) rules were learned; the first \(Self.mostRules) are used")
                return
            }
            guard rule.isBelieved else {
                unknowns.append(
                    "whether a write to handle \(hexadecimal(rule.trigger.handle)) is answered: \(rule.provenance)"
                )
                continue
            }
            guard let trigger = names[rule.trigger.handle] else {
                unknowns.append(
                    "a rule for handle \(hexadecimal(rule.trigger.handle)), which no discovery names")
                continue
            }
            add(rule, trigger)
        }
    }

    private mutating func add(_ rule: LearnedRule, _ trigger: DeviceRule.Characteristic) {
        let note = rule.provenance
        if rule.isWhole {
            if let actions = actions(rule, recorded: nil) {
                rules.rules.append(
                    DeviceRule(.written(trigger, rule.pattern.bytePattern), actions, note: note))
            }
            return
        }
        // Part of the answers varies: the recorded ones take turns.
        let examples = Array(rule.examples.prefix(32))
        let turn = "turn\(rules.variables.count + 1)"
        if examples.count > 1 { rules.variables.append(.init(turn, .number(0))) }
        for (index, example) in examples.enumerated() {
            guard var actions = actions(rule, recorded: example.answers) else { continue }
            if examples.count > 1 {
                actions.insert(.assign(turn, .number(Int64((index + 1) % examples.count))), at: 0)
            }
            rules.rules.append(
                DeviceRule(
                    .written(trigger, rule.pattern.bytePattern),
                    if: examples.count > 1 ? .infix(.name(turn), .equal, .number(Int64(index))) : nil,
                    actions,
                    note: "\(note); the answer of packet \(example.answerPlaces.first ?? example.place)"))
        }
    }

    /// What answers a write; `recorded` are answers to be sent as they were.
    private mutating func actions(_ rule: LearnedRule, recorded: [[UInt8]]?) -> [DeviceRule.Action]? {
        var actions: [DeviceRule.Action] = []
        var past: UInt64 = 0
        for (index, answer) in rule.answers.enumerated() {
            guard let name = names[answer.attribute.handle] else {
                unknowns.append(
                    "an answer of handle \(hexadecimal(answer.attribute.handle)), which no discovery names")
                return nil
            }
            if answer.delay.median > past {
                actions.append(.wait(.wholeMicroseconds(answer.delay.median - past)))
                past = answer.delay.median
            }
            if let recorded {
                actions.append(.notify(name, .bytes(index < recorded.count ? recorded[index] : [])))
                continue
            }
            var template = TemplateParts()
            var counters: [DeviceRule.Action] = []
            for part in answer.parts { add(part, to: &template, &counters) }
            actions.append(.notify(name, ByteTemplate(template.parts)))
            actions += counters
        }
        return actions
    }

    private mutating func add(
        _ part: LearnedRule.Part, to template: inout TemplateParts, _ counters: inout [DeviceRule.Action]
    ) {
        switch part {
        case .counter(let first, let scope):
            let name = "counter\(rules.variables.count + 1)"
            rules.variables.append(.init(name, .number(Int64(first))))
            if scope == .ruleOfConnection || scope == .characteristicOfConnection {
                perConnection.append((name, Int64(first)))
            }
            template.add(.name(name))
            counters.append(
                .assign(name, .infix(.infix(.name(name), .plus, .number(1)), .remainder, .number(256))))
        default: template.add(part)
        }
    }

    private mutating func addCounterResets() {
        guard !perConnection.isEmpty else { return }
        rules.rules.append(
            DeviceRule(
                .connected, perConnection.map { .assign($0.name, .number($0.start)) },
                note: "these counters began anew with each connection"))
    }

    // MARK: Refused writes

    /// Values that were refused each time they were written; security is in the permissions.
    private mutating func addRefusals() {
        var refused: [(write: ImportedConversation.Write, code: ATT.ErrorCode, count: Int)] = []
        var accepted: Set<WrittenValue> = []
        for write in device.conversation.writes {
            guard case .error(let code) = write.answer, !Self.isOfSecurity(code) else {
                accepted.insert(WrittenValue(write))
                continue
            }
            let place = refused.firstIndex {
                $0.write.handle == write.handle && $0.write.value == write.value
            }
            if let place {
                refused[place].count += 1
            } else if refused.count < Self.mostRules {
                refused.append((write, code, 1))
            }
        }
        let found = refused.filter { !accepted.contains(WrittenValue($0.write)) }
        let added = found.compactMap { entry in
            names[entry.write.handle].map { name in
                DeviceRule(
                    .written(name, .exactly(entry.write.value)), [.refuse(entry.code)],
                    note:
                        "refused \(entry.count == 1 ? "once" : "\(entry.count) times"), first in packet \(entry.write.place)"
                )
            }
        }
        // Exact values come before patterns.
        rules.rules.insert(contentsOf: added, at: 0)
    }

    private struct WrittenValue: Hashable {
        let handle: ATT.Handle
        let value: [UInt8]

        init(_ write: ImportedConversation.Write) { (handle, value) = (write.handle, write.value) }
    }

    private static func isOfSecurity(_ code: ATT.ErrorCode) -> Bool {
        let codes: [ATT.ErrorCode] = [
            .insufficientAuthentication, .insufficientAuthorization, .insufficientEncryption,
            .encryptionKeySizeTooShort, .writeNotPermitted,
        ]
        return codes.contains(code)
    }

    // MARK: Over time

    private mutating func addAdvertising() {
        let times = Set(
            device.advertising.flatMap { set in
                (set.data.dropFirst() + set.scanResponse.dropFirst()).map(\.time)
            })
        if times.count > Self.mostChanges {
            unknowns.append(
                "\(times.count) changes of the advertising; the first \(Self.mostChanges) are used")
        }
        for time in times.sorted().prefix(Self.mostChanges) {
            let sets = device.advertising.map { $0.definition(at: time) }.filter {
                $0.problem(name: "") == nil
            }
            rules.rules.append(
                DeviceRule(
                    .after(.wholeMicroseconds(time)), [.advertise(sets)],
                    note: "the advertising of packet \(device.advertising.place(of: time))"))
        }
    }

    /// Updates that answer nothing, of the connection that has most of them.
    private mutating func addSeries() {
        let answers = Set(device.rules.flatMap { $0.examples + $0.contradictions }.flatMap(\.answerPlaces))
        let free = device.conversation.updates.filter {
            !answers.contains($0.place) && $0.sinceSubscription != nil
        }
        let byHandle = Dictionary(grouping: free, by: \.handle)
        for handle in byHandle.keys.sorted() {
            guard let name = names[handle] else { continue }
            let byLink = Dictionary(grouping: byHandle[handle] ?? [], by: \.link)
            guard let most = byLink.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
                continue
            }
            let updates = Array(most.value.prefix(Self.mostSteps))
            let goesOn = isStillSending(updates, on: most.key)
            rules.series.append(.init(name, Self.steps(updates), repeats: goesOn))
            if goesOn {
                let count = Count.of(updates.count, "value")
                unknowns.append("\(name): what it sends after the \(count) of the capture; they begin again")
            }
            if byLink.count > 1 {
                unknowns.append("\(name) sent values on \(byLink.count) connections; those of one are used")
            }
        }
    }

    private static func steps(_ updates: [ImportedConversation.Update]) -> [DeviceRules.Series.Step] {
        var last: UInt64 = 0
        return updates.map { update in
            let time = update.sinceSubscription ?? last
            defer { last = max(last, time) }
            return .init(after: .wholeMicroseconds(time > last ? time - last : 0), update.value)
        }
    }

    /// Whether the capture, or the connection, ended while the device was sending: nothing that came later on the connection
    /// came more than two gaps after the last value.
    private func isStillSending(_ updates: [ImportedConversation.Update], on link: Int) -> Bool {
        guard updates.count > 1, let last = updates.last?.time else { return false }
        let gaps = zip(updates, updates.dropFirst()).map { $1.time - min($0.time, $1.time) }.sorted()
        let talk = device.conversation
        let times =
            talk.updates.filter { $0.link == link }.map(\.time)
            + talk.writes.filter { $0.link == link }.map(\.time)
            + talk.subscriptions.filter { $0.link == link }.map(\.time)
        let latest = times.max() ?? last
        let gap = gaps[gaps.count / 2]
        // What comes faster is a transfer, which ends.
        return gap >= Self.shortestRhythm && latest - min(last, latest) <= gap * 2
    }

    /// Values that were read one after the other, unless a central had written them.
    private mutating func addReadings() {
        let writes = Dictionary(grouping: device.conversation.writes, by: \.handle)
        for item in device.database.characteristics where item.readings.count > 1 {
            guard let name = names[item.handle] else { continue }
            let written = Set((writes[item.handle] ?? []).map(\.value))
            let values = item.readings.map { Array($0.value.prefix(ATT.maximumValueLength)) }
            guard !values.dropFirst().allSatisfy(written.contains) else { continue }
            rules.readings.append(.init(name, values))
        }
    }

    /// Leaves out what the definition can't carry out.
    private mutating func keepGood() {
        let check = RuleCheck(rules, for: device.definition.services)
        for problem in check.problems { unknowns.append("left out: \(problem.text)") }
        rules = check.good
    }
}

/// The parts of an answer while they are put together: bytes that follow each other are one part.
private struct TemplateParts {
    private(set) var parts: [ByteTemplate.Part] = []

    mutating func add(_ byte: DeviceExpression) { parts.append(.number(byte, .u8)) }

    mutating func add(_ part: LearnedRule.Part) {
        switch part {
        case .constant(let byte):
            if case .bytes(let bytes)? = parts.last {
                parts[parts.count - 1] = .bytes(bytes + [byte])
            } else {
                parts.append(.bytes([byte]))
            }
        case .request(let index, let adding):
            add(Self.plus(.call("byte", [.name("value"), .number(Int64(index))]), Int64(adding)))
        case .requestRest(let from, let dropping):
            let count = Self.plus(.call("length", [.name("value")]), -Int64(from + dropping))
            parts.append(.data(.call("slice", [.name("value"), .number(Int64(from)), count])))
        case .requestLength(let adding):
            add(Self.plus(.call("length", [.name("value")]), Int64(Int8(bitPattern: adding))))
        case .checksum(let form, let from):
            parts.append(.checksum(form.kind, from: from, isBigEndian: form.isBigEndian))
        case .counter, .unknown: break
        }
    }

    private static func plus(_ expression: DeviceExpression, _ number: Int64) -> DeviceExpression {
        if number == 0 { return expression }
        return number > 0
            ? .infix(expression, .plus, .number(number)) : .infix(expression, .minus, .number(-number))
    }
}

extension LearnedRule {
    /// Rules of exact values come first, then those with fewer open bytes.
    fileprivate var generality: Int {
        (pattern.isOpenEnded ? 1000 : 0) + pattern.bytes.count { $0 == nil } * 2 - min(pattern.bytes.count, 1)
    }

    /// Whether two of three writes at least were answered so.
    fileprivate var isBelieved: Bool { confirmed * 3 >= (confirmed + contradicted) * 2 }

    /// From which packets it was learned, and how sure it is.
    fileprivate var provenance: String {
        let places = Places.text(examples.map(\.place))
        if isSeenOnce { return "seen once (\(places))" }
        let all = confirmed + contradicted
        return "seen \(confirmed) of \(all) times (\(places))"
    }
}

extension LearnedRule.Pattern {
    /// The same as a pattern of a rule.
    fileprivate var bytePattern: BytePattern {
        var parts: [BytePattern.Part] = []
        if !bytes.isEmpty {
            parts.append(
                .bytes(
                    bytes.map { $0.map { BytePattern.MaskedByte($0) } ?? BytePattern.MaskedByte(0, mask: 0) })
            )
        }
        if isOpenEnded { parts.append(.rest("rest")) }
        return BytePattern(parts.isEmpty ? [.bytes([])] : parts)
    }
}

extension ImportedAdvertising {
    /// The set as it was at a time since the device was first seen.
    fileprivate func definition(at time: UInt64) -> DeviceAdvertising {
        var set = definition
        if let data = data.last(where: { $0.time <= time }) {
            set.data = AdvertisingData(lenient: data.bytes)
        }
        if let response = scanResponse.last(where: { $0.time <= time }) {
            set.scanResponse = AdvertisingData(lenient: response.bytes)
        }
        return set
    }
}

extension [ImportedAdvertising] {
    /// The packet of the change at a time.
    fileprivate func place(of time: UInt64) -> String {
        let change = flatMap { $0.data + $0.scanResponse }.first { $0.time == time }
        return change.map { "\($0.place)" } ?? ""
    }
}

extension ImportedDevice {
    /// The definition with the rules that were learned.
    package func definition(with rules: ImportedRules) -> DeviceDefinition {
        var definition = definition
        if !rules.rules.isEmpty { definition.rules = rules.rules }
        return definition
    }
}
