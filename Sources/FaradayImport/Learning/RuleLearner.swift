import BluetoothTypes
import BluetoothWire

/// Learns rules from the writes of a conversation.
///
/// The writes of a characteristic are taken together, if one rule explains them; otherwise those with one first byte, with
/// one first byte and length, and at last those with the same bytes.
struct RuleLearner {
    private enum Level: Int {
        case characteristic, firstByte, length, value

        var next: Level? { Level(rawValue: rawValue + 1) }

        func key(_ request: [UInt8]) -> [UInt8] {
            switch self {
            case .characteristic: []
            case .firstByte: Array(request.prefix(1))
            case .length: Array(request.prefix(1)) + [UInt8(request.count >> 8), UInt8(request.count & 0xFF)]
            case .value: request
            }
        }
    }

    private let names: [ATT.Handle: LearnedRule.Attribute]
    private var rules: [LearnedRule] = []
    private static let mostExamples = 1000
    /// Commands whose answers have no pattern make a rule each: only so many.
    private static let mostRules = 10_000

    static func rules(
        of conversation: ImportedConversation, _ database: ImportedDatabase
    ) -> [LearnedRule] {
        var learner = RuleLearner(database)
        let examples = Dictionary(grouping: WriteExample.examples(of: conversation), by: \.handle)
        for handle in examples.keys.sorted() { learner.learn(examples[handle] ?? [], .characteristic) }
        return learner.rules
    }

    private init(_ database: ImportedDatabase) {
        var names: [ATT.Handle: LearnedRule.Attribute] = [:]
        for service in database.services {
            for item in service.characteristics {
                names[item.handle] = .init(handle: item.handle, uuid: item.uuid, service: service.uuid)
            }
        }
        for item in database.strays { names[item.handle] = .init(handle: item.handle, uuid: item.uuid) }
        self.names = names
    }

    private func name(_ handle: ATT.Handle) -> LearnedRule.Attribute {
        names[handle] ?? .init(handle: handle)
    }

    private mutating func learn(_ examples: [WriteExample], _ level: Level) {
        guard rules.count < Self.mostRules, examples.contains(where: { !$0.answers.isEmpty }) else { return }
        if examples.count == 1 {
            rules.append(recorded(examples))
            return
        }
        if let rule = rule(examples), level == .value || Self.isBelieved(rule, examples) {
            rules.append(rule)
            return
        }
        split(examples, level)
    }

    /// Learns from the parts of examples that no rule explains together.
    private mutating func split(_ examples: [WriteExample], _ level: Level) {
        guard let next = level.next else {
            // Mostly without an answer: what followed was chance.
            guard examples.filter({ !$0.answers.isEmpty }).count * 2 >= examples.count else { return }
            rules.append(recorded(examples))
            return
        }
        // In the order of the first write of each group.
        var groups: [[UInt8]: Int] = [:]
        var parts: [[WriteExample]] = []
        for example in examples {
            let key = next.key(example.request)
            if let index = groups[key] {
                parts[index].append(example)
            } else {
                groups[key] = parts.count
                parts.append([example])
            }
        }
        // All of them together had no rule.
        if parts.count == 1, next != .value { return split(examples, next) }
        for part in parts { learn(part, next) }
    }

    /// Whether a rule over different values is more than chance.
    private static func isBelieved(_ rule: LearnedRule, _ examples: [WriteExample]) -> Bool {
        guard rule.confirmed * 5 >= (rule.confirmed + rule.contradicted) * 4 else { return false }
        let values = Set(examples.map(\.request))
        if values.count == 1 { return true }
        let parts = rule.answers.flatMap(\.parts)
        if rule.isWhole {
            let followsRequest = parts.contains { part in
                switch part {
                case .request, .requestRest: true
                default: false
                }
            }
            return values.count >= (followsRequest ? 2 : 3)
        }
        // Part of it varies: the exact values may tell more.
        guard rule.confirmed >= 3, parts.contains(where: { $0 != .unknown }),
            rule.pattern.bytes.contains(where: { $0 != nil })
        else { return false }
        let groups = Dictionary(grouping: examples, by: \.request).values.filter { $0.count > 1 }
        let areFixed = groups.allSatisfy { group in
            group.allSatisfy { $0.answers.map(\.bytes) == group[0].answers.map(\.bytes) }
        }
        return groups.isEmpty || !areFixed
    }

    /// The rule that explains most of these; `nil` if most writes have no answer, or the answers have nothing in common.
    private func rule(_ examples: [WriteExample]) -> LearnedRule? {
        let shapes = Dictionary(grouping: examples, by: \.shape)
        let largest = shapes.max { left, right in
            (left.value.count, right.value[0].place) < (right.value.count, left.value[0].place)
        }
        guard let (shape, fitting) = largest, !shape.updates.isEmpty, fitting.count * 2 > examples.count
        else {
            return nil
        }
        var answers: [LearnedRule.Answer] = []
        for (index, update) in shape.updates.enumerated() {
            guard let parts = AnswerTemplate(fitting, index).parts else { return nil }
            let delays = fitting.map { $0.answers[index].delay }.sorted()
            answers.append(
                .init(
                    attribute: name(update.handle), isIndication: update.isIndication, parts: parts,
                    delay: .init(
                        least: delays[0], median: delays[delays.count / 2], most: delays[delays.count - 1])))
        }
        var rule = LearnedRule(
            trigger: name(examples[0].handle), pattern: Self.pattern(examples.map(\.request)),
            answers: answers, examples: [], confirmed: 0, contradictions: [], contradicted: 0)
        let positions = AnswerTemplate.positions(fitting)
        var number = 0
        for example in examples {
            let fits = example.shape == shape
            defer { if fits { number += 1 } }
            if fits, explains(rule, example, positions[number]) {
                rule.confirmed += 1
                if rule.examples.count < Self.mostExamples { rule.examples.append(example.example) }
            } else {
                rule.contradicted += 1
                if rule.contradictions.count < Self.mostExamples {
                    rule.contradictions.append(example.example)
                }
            }
        }
        return rule.confirmed > 0 ? rule : nil
    }

    /// One value whose answers have nothing in common: the answer that was seen most, and the others against it.
    private func recorded(_ examples: [WriteExample]) -> LearnedRule {
        let answered = examples.filter { !$0.answers.isEmpty }
        let groups = Dictionary(grouping: answered) { [$0.answers.map(\.bytes)] }
        let most = groups.values.max { ($0.count, $1[0].place) < ($1.count, $0[0].place) }?[0] ?? examples[0]
        let answers = most.answers.map { answer in
            LearnedRule.Answer(
                attribute: name(answer.handle), isIndication: answer.isIndication,
                parts: answer.bytes.map { .constant($0) },
                delay: .init(least: answer.delay, median: answer.delay, most: answer.delay))
        }
        func fits(_ example: WriteExample) -> Bool {
            example.shape == most.shape && example.answers.map(\.bytes) == most.answers.map(\.bytes)
        }
        let (right, wrong) = (examples.filter(fits), examples.filter { !fits($0) })
        return LearnedRule(
            trigger: name(most.handle), pattern: Self.pattern([most.request]), answers: answers,
            examples: right.prefix(Self.mostExamples).map(\.example), confirmed: right.count,
            contradictions: wrong.prefix(Self.mostExamples).map(\.example), contradicted: wrong.count)
    }

    private func explains(
        _ rule: LearnedRule, _ example: WriteExample, _ positions: [LearnedRule.Position]
    ) -> Bool {
        rule.answers.indices.allSatisfy { index in
            let answer = example.answers[index].bytes
            guard
                let bytes = LearnedRule.bytes(
                    rule.answers[index].parts, request: example.request, at: positions[index])
            else { return false }
            return bytes.count == answer.count && zip(bytes, answer).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    private static func pattern(_ requests: [[UInt8]]) -> LearnedRule.Pattern {
        let shortest = requests.map(\.count).min() ?? 0
        let bytes = (0..<shortest).map { index -> UInt8? in
            requests.allSatisfy { $0[index] == requests[0][index] } ? requests[0][index] : nil
        }
        return .init(bytes: bytes, isOpenEnded: requests.contains { $0.count > shortest })
    }
}
