/// The words of a source file that may name types: without comments and texts, and with what stands around them.
struct SourceWords {
    struct Word {
        let text: Substring.UTF8View.SubSequence
        /// How many braces are open.
        let depth: Int
        /// The character before it, without spaces: `.` before a member.
        let before: UInt8
        /// The character after it, without spaces.
        let after: UInt8
        let line: Int

        var string: String { String(Substring(text)) }
        var isUpper: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text.first!) }
    }

    private(set) var words: [Word] = []

    init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        var depth = 0
        for (index, line) in TypeSizes.code(of: text).enumerated() {
            // Conditions name modules and platforms.
            if line.hasPrefix("#") || line.contains("#if ") || line.contains("#elseif ") { continue }
            var last = UInt8(ascii: " ")
            var rest = Substring(line).utf8
            while let byte = rest.first {
                guard Self.isPart(byte) else {
                    if byte == UInt8(ascii: "{") { depth += 1 }
                    if byte == UInt8(ascii: "}") { depth -= 1 }
                    if byte != UInt8(ascii: " ") { last = byte }
                    rest = rest.dropFirst()
                    continue
                }
                let word = rest.prefix(while: Self.isPart)
                rest = rest[word.endIndex...]
                let after = rest.first { $0 != UInt8(ascii: " ") } ?? UInt8(ascii: "\n")
                words.append(Word(text: word, depth: depth, before: last, after: after, line: index + 1))
                last = word.last!
            }
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...255:
            true
        default: false
        }
    }
}

/// What a file declares, and which types it names.
struct DeclaredTypes {
    /// Types at the top level, but those that no other file can name.
    private(set) var top: Set<String> = []
    /// Types that extensions in this file add to a type: `Host.LinkState`.
    private(set) var nested: Set<String> = []
    /// Types that the file names: `Host`, `Host.LinkState`.
    private(set) var named: Set<String> = []
    /// The types that the file declares or extends: inside them, what is nested has its short name.
    private(set) var owners: Set<String> = []

    private static let declaring: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "typealias", "extension",
    ]
    private static let members: Set<String> = [
        "func", "var", "let", "init", "deinit", "subscript", "case",
    ]

    init(_ file: HouseTests.SourceFile) {
        let words = SourceWords(file.text).words
        var texts = words.map(\.string)
        texts.append("")
        var declaredHere: Set<String> = []
        var owner: (name: String, header: String, isExtension: Bool)?
        var index = 0
        while index < words.count {
            let (word, text) = (words[index], texts[index])
            defer { index += 1 }
            if word.depth == 0, text == "import" {
                let line = word.line
                while index + 1 < words.count, words[index + 1].line == line { index += 1 }
                continue
            }
            if Self.declaring.contains(text), word.before != UInt8(ascii: "."), index + 1 < words.count,
                words[index + 1].isUpper
            {
                let isHidden = word.depth == 0 && Self.isHidden(words, texts, before: index)
                let (name, end) = Self.path(words, texts, from: index + 1)
                let isBare = text == "extension" && Self.onlyNests(words, texts, from: end, depth: word.depth)
                if word.depth == 0 {
                    owner = (name, texts[index + 1], text == "extension")
                    owners.insert(name)
                    if text != "extension", !isHidden { top.insert(name) }
                    if text == "extension", !isBare { named.insert(name) }
                } else {
                    declaredHere.insert(name)
                    if word.depth == 1, let owner, owner.isExtension {
                        nested.insert("\(owner.name).\(name)")
                    }
                }
                index = end - 1
                continue
            }
            guard word.isUpper, word.before != UInt8(ascii: ".") else {
                continue
            }
            let (name, _) = Self.path(words, texts, from: index)
            named.insert(name)
        }
        // A type of its own has the name here.
        named = named.filter { name in !declaredHere.contains(String(name.prefix { $0 != "." })) }
    }

    /// `A`, or `A.B`, which is as far as folders are told apart.
    private static func path(
        _ words: [SourceWords.Word], _ texts: [String], from start: Int
    ) -> (name: String, end: Int) {
        var name = texts[start]
        var index = start + 1
        while index < words.count, words[index].before == UInt8(ascii: "."), words[index].isUpper,
            words[index - 1].after == UInt8(ascii: "."), words[index].line == words[index - 1].line
        {
            name += "." + texts[index]
            index += 1
        }
        return (name, index)
    }

    private static func isHidden(_ words: [SourceWords.Word], _ texts: [String], before index: Int) -> Bool {
        var index = index - 1
        while index >= 0, words[index].line == words[index + 1].line {
            if texts[index] == "private" || texts[index] == "fileprivate" { return true }
            index -= 1
        }
        return false
    }

    /// Whether an extension only declares types: then its type is no more than their namespace.
    private static func onlyNests(
        _ words: [SourceWords.Word], _ texts: [String], from start: Int, depth: Int
    ) -> Bool {
        guard start < words.count, words[start - 1].after == UInt8(ascii: "{") else { return false }
        var index = start
        while index < words.count, words[index].depth > depth {
            if words[index].depth == depth + 1, members.contains(texts[index]),
                words[index].before != UInt8(ascii: ".")
            {
                return false
            }
            index += 1
        }
        return true
    }
}
