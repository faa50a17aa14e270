#if os(Linux)
import Foundation
import Testing

@testable import FaradaySeam

/// What is parsed and printed is, but for spaces, backticks and accessors that a graph leaves out, what stood in the graph.
@Suite struct DeclarationRoundTripTests {
    /// `FARADAY_GRAPHS=Foundation,Swift` has other modules, or files with graphs, read; that takes longer.
    static let modules: [String] =
        ProcessInfo.processInfo.environment["FARADAY_GRAPHS"].map {
            $0.split(separator: ",").map(String.init)
        }
        ?? ["Dispatch", "FoundationNetworking"]

    /// On a Mac the tools are elsewhere and the modules other ones.
    @Test(arguments: modules) func everyDeclarationOfAModuleIsReadAndPrinted(module: String) throws {
        let symbols = try ToolchainTools.symbols(of: module).filter {
            Self.kinds.contains($0.kind.identifier)
        }
        var operators = 0
        var read = 0
        for symbol in symbols {
            let text = symbol.declarationFragments.map(\.spelling).joined()
            do throws(DeclarationError) {
                let declaration = try Declaration.parse(symbol.declarationFragments)
                let printed = declaration.description
                #expect(Self.key(printed) == Self.key(Self.withAccessors(text, declaration)), "\(text)")
                var again = try Declaration.read(printed)
                again.isConstant = declaration.isConstant
                read += 1
                #expect(again == declaration.withoutSymbols, "\(text)")
            } catch {
                if case .operator = error.problem { operators += 1 } else { Issue.record("\(error)") }
            }
        }
        if ProcessInfo.processInfo.environment["FARADAY_GRAPHS"] != nil {
            print("\(module): \(symbols.count) declarations, \(operators) operators, \(read) others read")
        }
    }

    private static let kinds: Set<String> = [
        "swift.method", "swift.type.method", "swift.property", "swift.type.property", "swift.subscript",
        "swift.type.subscript",
        "swift.init", "swift.func", "swift.var", "swift.func.op",
    ]

    /// A stored property has no accessors in a graph.
    private static func withAccessors(_ text: String, _ declaration: Declaration) -> String {
        guard declaration.form == .property, !text.hasSuffix("}") else { return text }
        let name = " \(declaration.name):"
        return declaration.isConstant
            ? text.replacingOccurrences(of: "let" + name, with: "var" + name) + "{ get }"
            : text + "{ get set }"
    }

    private static func key(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "`" } }
}
#endif
