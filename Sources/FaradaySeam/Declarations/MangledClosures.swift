/// Reads from the compiler's names of symbols which closures are functions of C: the graph does not say it.
enum MangledClosures {
    /// Of each closure in `App.Database.each(@convention(c) (Swift.Int32) -> ()) -> ()`, whether it is a function of C; `nil`
    /// if that can't be read.
    static func closures(in name: String) -> [Bool]? {
        if let colon = name.range(of: " : ") {
            return declaration(of: String(name[colon.upperBound...]))?.functionsOfC
        }
        // The parameters begin behind the name and its generic parameters.
        var depth = 0
        guard
            let open = name.firstIndex(where: { character in
                if character == "<" { depth += 1 }
                if character == ">" { depth -= 1 }
                return character == "(" && depth == 0
            }), let whole = declaration(of: String(name[open...])),
            case .function(let function) = whole.result
        else { return nil }
        var declaration = Declaration(form: .function, name: "f", result: function.result)
        declaration.parameters = function.parameters.map { .init(name: "_", type: $0.type) }
        declaration.effects = function.effects
        return declaration.functionsOfC
    }

    private static func declaration(of type: String) -> Declaration? {
        try? Declaration.parse([
            Fragment(kind: "keyword", spelling: "var"), Fragment(kind: "text", spelling: " value: \(type)"),
        ])
    }
}
