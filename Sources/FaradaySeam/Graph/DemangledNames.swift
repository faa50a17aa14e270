import Foundation

/// Asks for the whole names of symbols with functions of C: their declarations in the graph do not tell these from closures.
struct DemangledNames {
    let toolchain: Toolchain

    /// What stands in the mangled name of such a symbol.
    private static let mark = "XC"

    /// Notes the names in the graph.
    func note(in graph: inout SymbolGraph) {
        let places = graph.symbols.indices.filter { index in
            let name = graph.symbols[index].identifier.precise
            return name.hasPrefix("s:") && name.contains(Self.mark)
        }
        guard !places.isEmpty, let tool = try? toolchain.tool("swift-demangle") else { return }
        let names = places.map { "$s" + graph.symbols[$0].identifier.precise.dropFirst(2) }
        guard let result = try? tool.run(["-compact"] + names), result.status == 0 else { return }
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (place, line) in zip(places, lines) { graph.symbols[place].demangledName = line }
    }
}
