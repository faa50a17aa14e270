/// Arithmetic of a rule: numbers, variables, fields of a written value, and functions of them.
///
/// ```swift
/// let next: DeviceExpression = "(count + 1) & 0xFF"
/// ```
///
/// | what | how |
/// |---|---|
/// | numbers | `12`, `0x0C`; 64 bits, signed; results wrap around |
/// | names | variables, fields of the pattern, `value` (the written bytes), `mtu` (the longest value that one notification carries), `time` (milliseconds since the device started) |
/// | operators, strongest first | `-a` `~a` `!a`; `* / %`; `+ -`; `<< >>`; `&`; `^`; <code>&#124;</code>; `< <= > >=`; `== !=`; `&&`; <code>&#124;&#124;</code> |
/// | functions of numbers | `min(a, b)`, `max(a, b)`, `draw(low, high)`: a whole number from the world's seed |
/// | functions of bytes | `length(b)`, `byte(b, place)`, `slice(b, from, count)`, and each name of ``Checksum`` |
///
/// True is 1 and false is 0. A division by zero gives 0, as does a byte that is not there; a slice has what there is.
public indirect enum DeviceExpression: Hashable, Sendable {
    /// A number that is written out.
    case number(Int64)
    /// A variable, a field, or what a rule knows by itself.
    case name(String)
    /// An operator before its operand.
    case prefix(Prefix, DeviceExpression)
    /// An operator between two operands.
    case infix(DeviceExpression, Infix, DeviceExpression)
    /// A function, by its name.
    case call(String, [DeviceExpression])
    /// A literal that is no expression, and why. The world reports it when the device is added.
    case malformed(String, problem: String)

    /// Operators before an operand.
    public enum Prefix: String, Hashable, Sendable, CaseIterable {
        /// The number with the other sign.
        case minus = "-"
        /// All bits turned over.
        case complement = "~"
        /// 1 for 0, and 0 for all else.
        case not = "!"
    }

    /// Operators between operands.
    public enum Infix: String, Hashable, Sendable, CaseIterable {
        /// The product; it wraps around.
        case times = "*"
        /// The quotient without its fraction; 0 for a division by zero.
        case divided = "/"
        /// What a division leaves, with the sign of the left side; 0 for a division by zero.
        case remainder = "%"
        /// The sum; it wraps around.
        case plus = "+"
        /// The difference; it wraps around.
        case minus = "-"
        /// The bits moved up; 0 from 64 places on.
        case shiftedLeft = "<<"
        /// The bits moved down, with copies of the sign.
        case shiftedRight = ">>"
        /// The bits that both have.
        case and = "&"
        /// The bits that one of them has.
        case exclusiveOr = "^"
        /// The bits that at least one has.
        case or = "|"
        /// 1 if the left side is smaller.
        case less = "<"
        /// 1 if the left side is not greater.
        case atMost = "<="
        /// 1 if the left side is greater.
        case greater = ">"
        /// 1 if the left side is not smaller.
        case atLeast = ">="
        /// 1 if both are the same.
        case equal = "=="
        /// 1 if they are not the same.
        case unequal = "!="
        /// 1 if neither is 0.
        case both = "&&"
        /// 1 if one of them is not 0.
        case either = "||"

        /// What binds stronger has a higher number.
        var strength: Int {
            switch self {
            case .times, .divided, .remainder: 9
            case .plus, .minus: 8
            case .shiftedLeft, .shiftedRight: 7
            case .and: 6
            case .exclusiveOr: 5
            case .or: 4
            case .less, .atMost, .greater, .atLeast: 3
            case .equal, .unequal: 2
            case .both: 1
            case .either: 0
            }
        }
    }

    /// What is wrong with a text.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }
    }

    /// Whether it is the same number each time.
    var isConstant: Bool {
        switch self {
        case .number: true
        case .name, .malformed: false
        case .prefix(_, let operand): operand.isConstant
        case .infix(let left, _, let right): left.isConstant && right.isConstant
        case .call(let name, let operands): name != "draw" && operands.allSatisfy(\.isConstant)
        }
    }

    /// Reads an expression.
    public init(_ text: String) throws(Problem) {
        var parser = ExpressionParser(text)
        self = try parser.whole()
    }
}

extension DeviceExpression: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Reads a literal. Text that is no expression is a `World.Mistake` when the device is added.
    public init(stringLiteral text: String) {
        do {
            self = try DeviceExpression(text)
        } catch {
            self = .malformed(text, problem: error.description)
        }
    }

    public init(integerLiteral value: Int64) { self = .number(value) }
}

extension DeviceExpression: CustomStringConvertible {
    /// The expression with no more parentheses than it needs.
    public var description: String { text(inside: -1) }

    private func text(inside strength: Int) -> String {
        switch self {
        case .number(let number): return "\(number)"
        case .name(let name): return name
        case .prefix(let sign, let operand): return sign.rawValue + operand.text(inside: 10)
        case .call(let name, let operands):
            return "\(name)(\(operands.map(\.description).joined(separator: ", ")))"
        case .malformed(let text, _): return text
        case .infix(let left, let sign, let right):
            let text =
                "\(left.text(inside: sign.strength)) \(sign.rawValue) \(right.text(inside: sign.strength + 1))"
            return sign.strength < strength ? "(\(text))" : text
        }
    }
}
