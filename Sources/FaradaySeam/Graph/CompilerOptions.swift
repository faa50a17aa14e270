extension SwiftPackage {
    /// What in a compiler's command line says where modules are; the tools that aren't compilers know nothing else.
    static func search(in words: [String]) -> ModuleSearch {
        var search = ModuleSearch()
        var clang: [String] = []
        var index = 1
        func next() -> String? {
            index += 1
            return index < words.count ? words[index] : nil
        }
        while index < words.count {
            switch words[index] {
            case "-I": if let path = next() { search.includes.append(path) }
            case "-F", "-Fsystem": if let path = next() { search.frameworks.append(path) }
            case "-Xcc": if let option = next() { clang.append(option) }
            case "-target": search.target = next()
            case "-sdk": search.sdk = next()
            case "-resource-dir": search.resourceDirectory = next()
            case let word where word.hasPrefix("-cxx-interoperability-mode="): search.other.append(word)
            case let word where word.hasPrefix("-I") && word.count > 2:
                search.includes.append(String(word.dropFirst(2)))
            case let word where word.hasPrefix("-F") && word.count > 2:
                search.frameworks.append(String(word.dropFirst(2)))
            default: break
            }
            index += 1
        }
        search.clang = clangSearch(in: clang)
        return search
    }

    /// The options of Clang that say where headers and module maps are, and what is defined; each in one word.
    private static func clangSearch(in options: [String]) -> [String] {
        let joined = ["-I", "-F", "-isystem", "-iframework", "-iquote", "-D", "-U"]
        var kept: [String] = []
        var pending: String?
        for option in options {
            if let name = pending {
                kept.append(name + option)
                pending = nil
            } else if joined.contains(option) {
                pending = option
            } else if (joined + ["-fmodule-map-file=", "-std="]).contains(where: option.hasPrefix) {
                kept.append(option)
            }
        }
        return kept
    }
}
