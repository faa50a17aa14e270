@testable import FaradaySeam

extension Declaration {
    /// Reads a declaration from text in which types stand between `%`: `func f(_ x: %Int%)`. A type's symbol is its name after `s:`.
    static func read(_ text: String) throws(DeclarationError) -> Declaration {
        try parse(Self.fragments(text))
    }

    static func fragments(_ text: String) -> [Fragment] {
        text.split(separator: "%", omittingEmptySubsequences: false).enumerated().filter { !$1.isEmpty }.map {
            index, piece in
            index % 2 == 0
                ? Fragment(kind: "text", spelling: String(piece))
                : Fragment(kind: "typeIdentifier", spelling: String(piece), preciseIdentifier: "s:\(piece)")
        }
    }

    /// This declaration without what only a graph knows.
    var withoutSymbols: Declaration {
        mapTypes { type in
            switch type {
            case .named(let components): .named(components.map(\.withoutSymbol))
            case .member(let base, let component): .member(base, component.withoutSymbol)
            default: type
            }
        }
    }
}

extension TypeExpression.Component {
    fileprivate var withoutSymbol: Self {
        var component = self
        component.symbol = nil
        return component
    }
}

extension TypeExpression {
    /// The type of a property.
    static func read(_ text: String) throws(DeclarationError) -> TypeExpression {
        try Declaration.read("var x: " + text).result
    }
}
