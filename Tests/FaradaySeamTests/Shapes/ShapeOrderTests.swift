import RandomCases
import Testing

@testable import FaradaySeam

/// The same module gives the same text, on whichever machine.
@Suite struct ShapeOrderTests {
    /// The extractor writes relationships in another order each time it runs.
    @Test(arguments: ShapeModule.all) func theOrderOfRelationshipsMeansNothing(module: ShapeModule) throws {
        let graph = try Shapes.bench().graph(module)
        let texts = try texts(graph)
        #expect(try self.texts(graph) == texts)
        for seed in [1, 2] {
            var random = SeededNumbers(seed: UInt64(seed))
            var other = graph
            other.relationships.shuffle(using: &random)
            #expect(try self.texts(other) == texts)
        }
    }

    /// Symbols come in the order of the sources, in which members are written too. Names don't depend on it: each file has the same words.
    @Test(arguments: ShapeModule.all) func theOrderOfSymbolsIsThatOfMembersOnly(module: ShapeModule) throws {
        let graph = try Shapes.bench().graph(module)
        let words = try texts(graph).mapValues(words)
        for seed in [1, 2] {
            var random = SeededNumbers(seed: UInt64(seed))
            let other = graph.shuffled(using: &random)
            let found = try texts(other).mapValues(self.words)
            #expect(found.keys.sorted() == words.keys.sorted())
            for (name, expected) in words {
                let difference = (found[name] ?? []).difference(from: expected)
                #expect(difference.isEmpty, "\(name): \(difference.map { "\($0)" }.prefix(4))")
            }
        }
    }

    private func words(_ text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.sorted()
    }

    /// What is written at first; the compiler is not asked.
    private func texts(_ graph: SymbolGraph) throws -> [String: String] {
        var texts: [String: String] = [:]
        for style in SeamRequest.DelegateStyle.allCases {
            var request = SeamRequest(module: graph.module.name)
            request.wantsFunctions = true
            request.delegateStyle = style
            let interface = Interface(graph)
            var planner = Planner(interface, request)
            let generator = Generator(
                interface: interface, request: request, facades: try planner.plan(), command: "faraday seam")
            for file in generator.files() { texts["\(style)/\(file.name)"] = file.text }
        }
        return texts
    }
}

extension SymbolGraph {
    /// With symbols in another order, but for cases, of which the first is what a dummy has, and associated types.
    fileprivate func shuffled(using random: inout SeededNumbers) -> SymbolGraph {
        var graph = self
        let kept: Set = ["swift.enum.case", "swift.associatedtype"]
        graph.symbols = symbols.filter { !kept.contains($0.kind.identifier) }.shuffled(using: &random)
        graph.symbols += symbols.filter { kept.contains($0.kind.identifier) }
        graph.relationships.shuffle(using: &random)
        return graph
    }
}
