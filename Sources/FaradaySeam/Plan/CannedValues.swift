import Foundation

/// Values that a dummy can answer with, if nobody has said which.
struct CannedValues {
    let interface: Interface
    /// Facades, by name, whose dummies can be made without a value.
    var dummies: [String: String] = [:]

    /// A Swift expression of the type; `nil` if nothing can be assumed.
    func value(of type: TypeExpression) -> String? {
        switch type {
        case .optional, .unwrapped: return "nil"
        case .array: return "[]"
        case .dictionary: return "[:]"
        case .tuple(let elements):
            let values = elements.map { value(of: $0.type) }
            guard values.allSatisfy({ $0 != nil }) else { return nil }
            return "(" + values.compactMap { $0 }.joined(separator: ", ") + ")"
        case .parenthesized(let inner): return value(of: inner)
        case .function(let function): return closure(function)
        case .any(let inner):
            guard case .named(let components) = inner, let name = components.last?.name else { return nil }
            return dummies[name].map { "\($0)()" }
        case .named(let components): return named(components)
        default: return nil
        }
    }

    /// A closure that does nothing, or returns a value that can be assumed.
    private func closure(_ function: FunctionType) -> String? {
        let names = function.parameters.map { _ in "_" }.joined(separator: ", ")
        let head = names.isEmpty ? "" : names + " in"
        if function.result.isVoid { return head.isEmpty ? "{}" : "{ \(head) }" }
        return value(of: function.result).map { "{ \(head.isEmpty ? "" : head + " ")\($0) }" }
    }

    private func named(_ components: [TypeExpression.Component]) -> String? {
        guard let last = components.last else { return nil }
        if let value = Self.known[last.name], components.count == 1 || components.first?.name == "Swift" {
            return value
        }
        switch last.symbol {
        case "s:s6ResultO": return last.arguments.first.flatMap(value).map { ".success(\($0))" }
        case "s:Sh": return "[]"
        case "s:ScS", "s:Scs": return "\(last.name) { $0.finish() }"
        default: break
        }
        guard let symbol = last.symbol, let found = interface.symbols[symbol], !found.isGeneric else {
            return nil
        }
        if found.kind.identifier == "swift.typealias" { return found.aliased.flatMap(value) }
        let members = interface.members(of: symbol)
        let name = components.map(\.name).joined(separator: ".")
        if interface.protocols(of: symbol).contains("s:s9OptionSetP") { return "[]" }
        if found.kind.identifier == "swift.enum" {
            let plain = members.first {
                $0.kind.identifier == "swift.enum.case" && !$0.names.title.contains("(")
            }
            return plain.map { "." + Name.member($0.pathComponents.last ?? "") }
        }
        let canBeMade =
            found.kind.identifier == "swift.struct" && members.contains { $0.names.title == "init()" }
        return canBeMade ? "\(name)()" : nil
    }

    private static let known: [String: String] = {
        var values = [
            "Bool": "false", "String": "\"\"", "Data": "Data()",
            "Date": "Date(timeIntervalSinceReferenceDate: 0)",
        ]
        let numbers = [
            "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
            "Float",
            "CGFloat", "TimeInterval", "Float32", "Float64", "CInt", "CLong", "CUnsignedInt", "CUnsignedLong",
        ]
        for number in numbers { values[number] = "0" }
        return values
    }()
}
