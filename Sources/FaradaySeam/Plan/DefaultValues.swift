/// Default values of parameters, as they can be written outside the type that has them.
struct DefaultValues {
    /// What the type and those around it declare, and the type's full name: `Options` is `Vendor.Options` elsewhere.
    private var owners: [String: String] = [:]
    private let realName: String

    init(_ type: Symbol, _ interface: Interface) {
        realName = type.pathComponents.joined(separator: ".")
        let chain = [type] + interface.superclasses(of: type.identifier.precise)
        for type in chain {
            for count in (1...type.pathComponents.count).reversed() {
                let path = Array(type.pathComponents.prefix(count))
                for member in interface.staticMembers(of: path) where owners[member] == nil {
                    owners[member] = path.joined(separator: ".")
                }
            }
        }
    }

    /// `Vendor.Options()` for `Options()`.
    func qualified(_ value: String) -> String {
        var result = ""
        var word = ""
        var quoted = false
        var last: Character = " "
        func spelled(_ word: String, before: Character, after: Character) -> String {
            guard !word.isEmpty, before != "." else { return word }
            if word == "Self", after == "." || after == "(" { return realName }
            // A label is no reference.
            guard after != ":", let owner = owners[word] else { return word }
            return owner + "." + word
        }
        for character in value + " " {
            if character == "\"" { quoted.toggle() }
            if !quoted, character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            result += spelled(word, before: last, after: character)
            last = character
            word = ""
            result.append(character)
        }
        return String(result.dropLast())
    }
}
