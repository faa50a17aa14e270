import BluetoothWire

/// How the bytes of one answer come about, by comparing examples.
struct AnswerTemplate {
    /// The parts in order; `nil` if the answers have different lengths, and the writes do not explain them.
    private(set) var parts: [LearnedRule.Part]?

    private let requests: [[UInt8]]
    private let answers: [[UInt8]]
    private let positions: [LearnedRule.Position]
    private let shortestRequest: Int

    /// So many examples suffice to learn from.
    private static let mostExamples = 200
    /// Only so many bytes of a write are compared with each byte of an answer.
    private static let mostOffsets = 64
    /// Where checksums may begin, and how much of a long answer is looked at.
    private static let mostStart = 4

    /// Compares the answers at one index; all examples have it.
    init(_ examples: [WriteExample], _ index: Int) {
        let examples = Array(examples.prefix(Self.mostExamples))
        requests = examples.map(\.request)
        answers = examples.map { $0.answers[index].bytes }
        positions = Self.positions(examples).map { $0[index] }
        shortestRequest = requests.map(\.count).min() ?? 0
        let shortest = answers.map(\.count).min() ?? 0
        parts = answers.contains { $0.count > shortest } ? open(shortest) : fixed(0..<shortest, fromEnd: nil)
    }

    /// Where each example stands in each scope, for each of its answers.
    static func positions(_ examples: [WriteExample]) -> [[LearnedRule.Position]] {
        var ofLink: [Int: Int] = [:]
        return examples.enumerated().map { number, example in
            defer { ofLink[example.link, default: 0] += 1 }
            return example.answers.map { answer in
                LearnedRule.Position(counts: [
                    .rule: number, .ruleOfConnection: ofLink[example.link, default: 0],
                    .characteristic: answer.before, .characteristicOfConnection: answer.beforeOnLink,
                ])
            }
        }
    }

    /// Whether something holds for enough of the examples: all of few, four of five of many.
    private func holds(_ test: (Int) -> Bool) -> Bool {
        var spare = answers.count < 5 ? 0 : answers.count / 5
        for index in answers.indices where !test(index) {
            spare -= 1
            // What fails for three of the first five is not tried with all.
            if spare < 0 || index < 5 && spare + 3 <= answers.count / 5 { return false }
        }
        return true
    }

    // MARK: Answers of one length

    /// The parts of these places of the answers; `fromEnd` is where places count from the end.
    private func fixed(_ places: Range<Int>, fromEnd: Int?) -> [LearnedRule.Part] {
        var parts: [LearnedRule.Part] = []
        var place = places.lowerBound
        while place < places.upperBound {
            let part = part(at: place, room: places.upperBound - place, fromEnd: fromEnd)
            parts.append(part)
            if case .checksum(let checksum, _) = part { place += checksum.width } else { place += 1 }
        }
        return parts
    }

    /// The index in an answer of a place, which may count from the end.
    private func index(_ place: Int, _ example: Int, _ fromEnd: Int?) -> Int {
        fromEnd.map { answers[example].count - $0 + place } ?? place
    }

    private func part(at place: Int, room: Int, fromEnd: Int?) -> LearnedRule.Part {
        func byte(_ example: Int) -> UInt8 { answers[example][index(place, example, fromEnd)] }
        let isConstant = holds { byte($0) == byte(0) }
        // A long checksum before anything else: one of its bytes may be the same by chance.
        if room == 4 || room == 2, let wide = checksum(at: place, width: room, fromEnd) { return wide }
        if isConstant || mode(byte) != nil { return .constant(mode(byte) ?? byte(0)) }
        if fromEnd == nil, let echo = echo(byte, near: place) { return echo }
        if let narrow = checksum(at: place, width: 1, fromEnd) { return narrow }
        if let length = length(byte) { return length }
        if let sum = sum(byte) { return sum }
        // Last: a write that counts is counted by its answer, too.
        if let counter = counter(byte) { return counter }
        for width in [4, 2] where room > width {
            if let wide = checksum(at: place, width: width, fromEnd) { return wide }
        }
        return .unknown
    }

    /// The byte that most of many examples have.
    private func mode(_ byte: (Int) -> UInt8) -> UInt8? {
        var counts: [UInt8: Int] = [:]
        for index in answers.indices { counts[byte(index), default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
        let spare = answers.count < 5 ? 0 : answers.count / 5
        return most.value >= answers.count - spare ? most.key : nil
    }

    /// The byte of the writes that the answers repeat; the nearest one, if there are several.
    private func echo(_ byte: (Int) -> UInt8, near place: Int) -> LearnedRule.Part? {
        let offsets = (0..<min(shortestRequest, Self.mostOffsets)).sorted {
            (abs($0 - place), $0) < (abs($1 - place), $1)
        }
        return offsets.first { offset in holds { requests[$0][offset] == byte($0) } }
            .map { .request(at: $0, adding: 0) }
    }

    /// A byte of the writes and a constant.
    private func sum(_ byte: (Int) -> UInt8) -> LearnedRule.Part? {
        for offset in 0..<min(shortestRequest, Self.mostOffsets) {
            guard Set(requests.map { $0[offset] }).count >= 3 else { continue }
            let difference = byte(0) &- requests[0][offset]
            if holds({ byte($0) == requests[$0][offset] &+ difference }) {
                return .request(at: offset, adding: difference)
            }
        }
        return nil
    }

    private func counter(_ byte: (Int) -> UInt8) -> LearnedRule.Part? {
        guard answers.count >= 3 else { return nil }
        for scope in LearnedRule.CounterScope.allCases {
            func count(_ example: Int) -> UInt8 {
                UInt8(truncatingIfNeeded: positions[example].counts[scope] ?? 0)
            }
            let first = byte(0) &- count(0)
            let isMoving = Set(answers.indices.map(count)).count >= 3
            if isMoving, holds({ byte($0) == first &+ count($0) }) { return .counter(first: first, scope) }
        }
        return nil
    }

    private func length(_ byte: (Int) -> UInt8) -> LearnedRule.Part? {
        guard Set(requests.map(\.count)).count >= 2 else { return nil }
        func count(_ example: Int) -> UInt8 { UInt8(truncatingIfNeeded: requests[example].count) }
        let difference = byte(0) &- count(0)
        return holds { byte($0) == count($0) &+ difference } ? .requestLength(adding: difference) : nil
    }

    /// A checksum over the bytes before a place; it needs three different examples.
    private func checksum(at place: Int, width: Int, _ fromEnd: Int?) -> LearnedRule.Part? {
        // Of one byte, a checksum would be an echo.
        let first = answers.indices.map { index(place, $0, fromEnd) }.min() ?? 0
        let fits = answers.indices.allSatisfy { index(place, $0, fromEnd) + width <= answers[$0].count }
        guard fits, first >= 2, varies(place, width, fromEnd) else { return nil }
        for start in 0...min(Self.mostStart, first - 2) {
            for kind in ChecksumForm.allCases where kind.width == width {
                let isRight = holds { example in
                    let end = index(place, example, fromEnd)
                    return kind.bytes(of: answers[example][start..<end])
                        == Array(answers[example][end..<(end + width)])
                }
                if isRight { return .checksum(kind, from: start) }
            }
        }
        return nil
    }

    /// Whether at least three different values stand there.
    private func varies(_ place: Int, _ width: Int, _ fromEnd: Int?) -> Bool {
        let found = Set(
            answers.indices.map { example in
                let start = index(place, example, fromEnd)
                return Array(answers[example][start..<(start + width)])
            })
        return found.count >= 3
    }

    // MARK: Answers of different lengths

    private struct Frame {
        var before: Int
        var after: Int
        var from: Int
        var dropping: Int
    }

    /// Answers that repeat a part of the write between a beginning and an end.
    private func open(_ shortest: Int) -> [LearnedRule.Part]? {
        let difference = answers[0].count - requests[0].count
        guard holds({ answers[$0].count - requests[$0].count == difference }) else { return nil }
        for total in 0...min(shortest, 10) {
            for after in 0...min(total, 4) {
                for dropping in 0...min(2, shortestRequest) {
                    let before = total - after
                    let from = before + after - difference - dropping
                    guard 0...8 ~= from, from + dropping <= shortestRequest else { continue }
                    let frame = Frame(before: before, after: after, from: from, dropping: dropping)
                    if repeats(frame) { return parts(of: frame) }
                }
            }
        }
        return nil
    }

    private func repeats(_ frame: Frame) -> Bool {
        holds { example in
            let (answer, request) = (answers[example], requests[example])
            guard answer.count >= frame.before + frame.after, request.count >= frame.from + frame.dropping
            else {
                return false
            }
            return answer[frame.before..<(answer.count - frame.after)]
                == request[frame.from..<(request.count - frame.dropping)]
        }
    }

    private func parts(of frame: Frame) -> [LearnedRule.Part] {
        fixed(0..<frame.before, fromEnd: nil)
            + [.requestRest(from: frame.from, dropping: frame.dropping)]
            + fixed(0..<frame.after, fromEnd: frame.after)
    }
}
