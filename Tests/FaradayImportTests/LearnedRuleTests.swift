import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradayImport

/// What follows a write is a rule, as far as examples say it.
@Suite struct LearnedRuleTests {
    typealias Part = LearnedRule.Part

    private static func rules(_ exchanges: [(request: [UInt8], answers: [[UInt8]])]) -> [LearnedRule] {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.request(.write(0x15, value: [1, 0]), .write)
        for exchange in exchanges { capture.exchange(exchange.request, exchange.answers) }
        return capture.only?.rules ?? []
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var requests: [[UInt8]]
        /// The answer to a request, the number of exchanges before it given.
        var answer: @Sendable ([UInt8], Int) -> [UInt8]
        var parts: [Part]
    }

    private static func numbers(_ count: Int, _ length: Int, _ first: UInt8? = nil) -> [[UInt8]] {
        var numbers = SeededNumbers(seed: UInt64(count * 31 + length))
        return (0..<count).map { _ in (first.map { [$0] } ?? []) + numbers.bytes(length) }
    }

    static let rows: [Row] =
        [
            Row(
                testDescription: "constant", requests: numbers(5, 2), answer: { _, _ in [0x06, 0x00] },
                parts: [.constant(0x06), .constant(0x00)]),
            Row(
                testDescription: "echo", requests: numbers(4, 2, 0x21),
                answer: { request, _ in [0xA1, request[2], request[1]] },
                parts: [.constant(0xA1), .request(at: 2, adding: 0), .request(at: 1, adding: 0)]),
            Row(
                testDescription: "echo of opcode with a bit", requests: (1...5).map { [$0, 7] },
                answer: { request, _ in [request[0] | 0x80, 0] },
                parts: [.request(at: 0, adding: 0x80), .constant(0)]),
            Row(
                testDescription: "counter", requests: numbers(6, 1, 0x30),
                answer: { _, number in [0x55, UInt8(truncatingIfNeeded: 253 + number)] },
                parts: [.constant(0x55), .counter(first: 253, .rule)]),
            Row(
                testDescription: "echo of all", requests: (1...6).map { numbers($0, $0, 0x11)[0] },
                answer: { request, _ in [0x91, UInt8(request.count - 1)] + request.dropFirst() },
                parts: [.constant(0x91), .requestLength(adding: 0xFF), .requestRest(from: 1, dropping: 0)]),
        ]
        + ChecksumForm.allCases.map { checksum in
            Row(
                testDescription: "\(checksum)", requests: numbers(5, 3, 0x40),
                answer: { request, _ in
                    let message = [0xAA] + request[1...]
                    return message + checksum.bytes(of: message[...])
                },
                parts: [
                    .constant(0xAA), .request(at: 1, adding: 0), .request(at: 2, adding: 0),
                    .request(at: 3, adding: 0), .checksum(checksum, from: 0),
                ])
        }
        + ChecksumForm.allCases.map { checksum in
            Row(
                testDescription: "\(checksum) after an echo of any length",
                requests: (2...7).map { numbers($0, $0, 0x41)[0] },
                answer: { request, _ in
                    let message = [0xAA] + request[1...]
                    return message + checksum.bytes(of: message[1...])
                },
                parts: [
                    .constant(0xAA), .requestRest(from: 1, dropping: 0), .checksum(checksum, from: 1),
                ])
        }

    @Test(arguments: rows) func aRuleSaysHowTheBytesComeAbout(_ row: Row) throws {
        let exchanges = row.requests.enumerated().map { ($1, [row.answer($1, $0)]) }
        let rules = Self.rules(exchanges)
        let rule = try #require(rules.first)
        #expect(rules.count == 1)
        #expect(rule.answers.map(\.parts) == [row.parts])
        #expect(rule.confirmed == row.requests.count && rule.contradicted == 0 && rule.isWhole)
        #expect(rule.trigger == .init(handle: 0x12, uuid: "FF01", service: "FF00"))
        #expect(rule.answers[0].attribute.uuid == "FF02" && rule.answers[0].delay.median == 12_000_000)
        #expect(row.requests.allSatisfy(rule.pattern.matches))
    }

    @Test func oneExampleIsALiteralThatWasSeenOnce() throws {
        let rule = try #require(Self.rules([([1, 2], [[3, 4], [5]])]).first)
        #expect(
            rule.isSeenOnce && rule.answers.map(\.parts) == [[.constant(3), .constant(4)], [.constant(5)]])
        #expect(rule.pattern == .init(bytes: [1, 2], isOpenEnded: false))
        // Connection Complete, 4 requests with answers and one without further, the subscription: 13 packets before it.
        #expect(rule.examples.map(\.place.number) == [14] && rule.lines.contains("  seen once (packet 14)"))
        #expect(rule.examples.first?.answerPlaces.map(\.number) == [16, 17])
    }

    @Test func differentCommandsHaveRulesOfTheirOwn() {
        let rules = Self.rules([
            ([0x01, 0x05], [[0x81, 0x05]]), ([0x02], [[0x42]]), ([0x01, 0x09], [[0x81, 0x09]]),
            ([0x02], [[0x42]]),
            ([0x01, 0x77], [[0x81, 0x77]]),
        ])
        #expect(rules.map(\.confirmed) == [3, 2])
        #expect(
            rules.map { $0.answers[0].parts } == [
                [.constant(0x81), .request(at: 1, adding: 0)], [.constant(0x42)],
            ])
        #expect(rules.map(\.pattern.bytes) == [[0x01, nil], [0x02]])
    }

    @Test func whatContradictsARuleIsCounted() throws {
        var exchanges: [([UInt8], [[UInt8]])] = []
        for number in UInt8(0)..<9 { exchanges.append(([0x10, number * 7], [[0x90, number * 7]])) }
        exchanges.append(([0x10, 0xEE], []))
        let rule = try #require(Self.rules(exchanges).first)
        #expect(rule.confirmed == 9 && rule.contradicted == 1 && !rule.isSeenOnce)
        #expect(rule.contradictions.map(\.request) == [[0x10, 0xEE]])
        #expect(rule.lines.contains { $0.hasPrefix("  contradicted once (packet ") })
    }

    @Test func bytesWithoutAPatternAreUnknownAndRecorded() throws {
        var numbers = SeededNumbers(seed: 8)
        let exchanges = (0..<6).map { _ in ([UInt8(0x33)], [[0x44] + numbers.bytes(2)]) }
        let rule = try #require(Self.rules(exchanges).first)
        #expect(rule.answers[0].parts == [.constant(0x44), .unknown, .unknown] && !rule.isWhole)
        #expect(rule.examples.map(\.answers) == exchanges.map(\.1))
    }

    /// Two examples of a checksum could be chance.
    @Test func aChecksumNeedsThreeExamples() {
        let exchanges = Self.numbers(2, 3, 0x40).map { request in
            (request, [request + [request.reduce(0, &+)]])
        }
        let parts = Self.rules(exchanges).flatMap { $0.answers.flatMap(\.parts) }
        #expect(!parts.contains { if case .checksum = $0 { true } else { false } } && !parts.isEmpty)
    }

    /// The same two messages again and again are two examples.
    @Test func aChecksumNeedsThreeDifferentExamples() {
        let two = Self.numbers(2, 3, 0x40)
        let exchanges = (0..<8).map { number in
            let request: [UInt8] = two[number % 2]
            let sum: UInt8 = request.reduce(0, &+)
            return (request: request, answers: [request + [sum]])
        }
        let parts = Self.rules(exchanges).flatMap { $0.answers.flatMap(\.parts) }
        #expect(!parts.contains { if case .checksum = $0 { true } else { false } } && !parts.isEmpty)
    }

    @Test func updatesThatComeByThemselvesAreNoAnswers() {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        for number in 0..<40 {
            capture.wait(3000)
            capture.notify(0x14, [UInt8(number)])
            if number % 4 == 0 { capture.request(.write(0x12, value: [UInt8(number)]), .write) }
        }
        #expect(capture.only?.rules == [])
        #expect(capture.only?.conversation.updates.count == 40)
    }

    /// A rhythm of its own: each write is followed by updates, but at any time after it.
    @Test func updatesWithARhythmAreNoAnswers() {
        for answers in [false, true] {
            var capture = HandMadeCapture()
            capture.connect()
            capture.discover()
            let start = capture.time
            for number in 0..<60 {
                let place = UInt64(number)
                capture.time = start + place * 700_000_000
                if answers {
                    capture.exchange([0x10, UInt8(number)], [[0x90, UInt8(number)]])
                } else {
                    capture.notify(0x14, [0x90, UInt8(number)])
                    capture.wait(1 + place * 97 % 600)
                    capture.request(.write(0x12, value: [0x10, UInt8(number)]), .write)
                }
            }
            #expect(capture.only?.rules.map(\.confirmed) == (answers ? [60] : []))
        }
    }

    @Test func aRefusedWriteHasNoRule() {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.refuse(.write(0x12, value: [1]), 0x12, .writeNotPermitted)
        capture.wait(10)
        capture.notify(0x14, [1])
        #expect(capture.only?.rules == [])
    }
}
