import FaradayEngine

/// What the names in a rule mean while it is carried out, and the functions that expressions may call.
struct RuleScope {
    /// The device's variables.
    var variables: [String: RuleValue]
    /// The parts of the written value, and what the rule knows by itself.
    var fields: [String: RuleValue] = [:]
    var random: EntropyStream

    /// The names that a rule knows without declaring them.
    static let ownNames: [(name: String, isNumber: Bool)] = [("value", false), ("mtu", true), ("time", true)]

    private func value(of name: String) -> RuleValue { fields[name] ?? variables[name] ?? .number(0) }

    mutating func isTrue(_ expression: DeviceExpression?) -> Bool {
        expression.map { number($0) != 0 } ?? true
    }

    /// The number that an expression is; 0 if it is bytes.
    mutating func number(_ expression: DeviceExpression) -> Int64 {
        switch expression {
        case .number(let number): return number
        case .name(let name): return value(of: name).number
        case .prefix(let sign, let operand): return sign.result(number(operand))
        case .infix(let left, let sign, let right): return sign.result(number(left), number(right))
        case .call(let name, let operands):
            guard let function = RuleFunction(name), operands.count == function.operands.count else {
                return 0
            }
            return call(function, operands)
        case .malformed: return 0
        }
    }

    /// The bytes that an expression is; none if it is a number.
    mutating func bytes(_ expression: DeviceExpression) -> [UInt8] {
        switch expression {
        case .name(let name): return value(of: name).bytes
        case .call("slice", let operands) where operands.count == 3:
            let all = bytes(operands[0])
            let start = min(max(number(operands[1]), 0), Int64(all.count))
            let count = min(max(number(operands[2]), 0), Int64(all.count) - start)
            return Array(all[Int(start)..<Int(start + count)])
        default: return []
        }
    }

    private mutating func call(_ function: RuleFunction, _ operands: [DeviceExpression]) -> Int64 {
        switch function {
        case .min: return Swift.min(number(operands[0]), number(operands[1]))
        case .max: return Swift.max(number(operands[0]), number(operands[1]))
        case .draw:
            let (low, high) = (number(operands[0]), number(operands[1]))
            guard low <= high else { return low }
            let span = UInt64(bitPattern: high &- low)
            let drawn = span == .max ? random.next() : random.below(span + 1)
            return low &+ Int64(bitPattern: drawn)
        case .length: return Int64(bytes(operands[0]).count)
        case .byte:
            let all = bytes(operands[0])
            let place = number(operands[1])
            return 0 <= place && place < all.count ? Int64(all[Int(place)]) : 0
        case .slice: return 0
        case .checksum(let kind): return Int64(kind.value(of: bytes(operands[0])))
        }
    }
}

/// A function of expressions.
enum RuleFunction: Hashable {
    case min, max, draw, length, byte, slice
    case checksum(Checksum)

    /// What an operand is, or a result.
    enum Kind { case number, bytes }

    init?(_ name: String) {
        switch name {
        case "min": self = .min
        case "max": self = .max
        case "draw": self = .draw
        case "length": self = .length
        case "byte": self = .byte
        case "slice": self = .slice
        default:
            guard let kind = Checksum(rawValue: name) else { return nil }
            self = .checksum(kind)
        }
    }

    var operands: [Kind] {
        switch self {
        case .min, .max, .draw: [.number, .number]
        case .length, .checksum: [.bytes]
        case .byte: [.bytes, .number]
        case .slice: [.bytes, .number, .number]
        }
    }

    var result: Kind { self == .slice ? .bytes : .number }

    static var names: [String] {
        ["min", "max", "draw", "length", "byte", "slice"] + Checksum.allCases.map(\.rawValue)
    }
}

extension DeviceExpression.Prefix {
    func result(_ operand: Int64) -> Int64 {
        switch self {
        case .minus: 0 &- operand
        case .complement: ~operand
        case .not: operand == 0 ? 1 : 0
        }
    }
}

extension DeviceExpression.Infix {
    func result(_ left: Int64, _ right: Int64) -> Int64 {
        switch self {
        case .times: left &* right
        case .divided: right == 0 ? 0 : left.dividedReportingOverflow(by: right).partialValue
        case .remainder: right == 0 ? 0 : left.remainderReportingOverflow(dividingBy: right).partialValue
        case .plus: left &+ right
        case .minus: left &- right
        case .shiftedLeft: left << right
        case .shiftedRight: left >> right
        case .and: left & right
        case .exclusiveOr: left ^ right
        case .or: left | right
        case .less: left < right ? 1 : 0
        case .atMost: left <= right ? 1 : 0
        case .greater: left > right ? 1 : 0
        case .atLeast: left >= right ? 1 : 0
        case .equal: left == right ? 1 : 0
        case .unequal: left != right ? 1 : 0
        case .both: left != 0 && right != 0 ? 1 : 0
        case .either: left != 0 || right != 0 ? 1 : 0
        }
    }
}
