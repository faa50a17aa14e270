import BluetoothTypes
import BluetoothWire

extension LearnedRule {
    /// The rule in words, and the packets of its examples.
    package var lines: [String] {
        var lines = ["rule: a write of \(pattern.text) to \(trigger.text) is answered"]
        for answer in answers {
            let delay = Decimal.text(Nanoseconds(Int64(clamping: answer.delay.median)).milliseconds)
            lines.append(
                "  after \(delay) ms by \(answer.isIndication ? "an indication" : "a notification")"
                    + " of \(answer.attribute.text): " + Self.text(answer.parts))
        }
        let places = Places.text(examples.map(\.place))
        lines.append("  " + (isSeenOnce ? "seen once (\(places))" : "seen \(confirmed) times (\(places))"))
        if contradicted > 0 {
            let places = Places.text(contradictions.map(\.place))
            lines.append("  contradicted \(contradicted == 1 ? "once" : "\(contradicted) times") (\(places))")
        }
        return lines
    }

    private static func text(_ parts: [Part]) -> String {
        parts.isEmpty ? "no bytes" : parts.map(\.text).joined(separator: " ")
    }
}

extension LearnedRule.Attribute {
    fileprivate var text: String { uuid.map { "\($0)" } ?? "handle \(hexadecimal(handle))" }
}

extension LearnedRule.Pattern {
    fileprivate var text: String {
        let words =
            bytes.map { $0.map { Hexadecimal.digits(UInt64($0), 2) } ?? "??" } + (isOpenEnded ? ["..."] : [])
        return words.isEmpty ? "no bytes" : words.joined(separator: " ")
    }
}

extension LearnedRule.Part {
    fileprivate var text: String {
        func adding(_ byte: UInt8) -> String { byte == 0 ? "" : "+\(Hexadecimal.digits(UInt64(byte), 2))" }
        return switch self {
        case .constant(let byte): Hexadecimal.digits(UInt64(byte), 2)
        case .request(let index, let byte): "[\(index)]\(adding(byte))"
        case .requestRest(let from, let dropping):
            dropping == 0 ? "[\(from)...]" : "[\(from)...end-\(dropping)]"
        case .requestLength(let byte): "<length\(adding(byte))>"
        case .counter(let first, _): "<counter from \(Hexadecimal.digits(UInt64(first), 2))>"
        case .checksum(let checksum, let from): "<\(checksum) from \(from)>"
        case .unknown: "<varies>"
        }
    }
}
