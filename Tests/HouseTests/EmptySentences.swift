/// Comments that say no more than the declaration below them.
enum EmptySentences {
    /// Words without a meaning of their own.
    private static let fillers: Set<String> = [
        "the", "a", "an", "of", "its", "s", "this", "in", "for", "it", "is", "own", "as",
    ]
    /// What the raw value of every type is.
    private static let wordsOfRawValues: Set<String> = [
        "flag", "bit", "number", "code", "option", "air", "wire", "on", "raw", "value",
    ]
    private static let origins = [" bits", " number", " code", " flags"].flatMap { origin in
        [" from", " of"].flatMap { word in
            ["", " any", " its", " their", " the"].flatMap { article in
                ["", " on air", " on the wire"].map { word + article + origin + $0 }
            }
        }
    }

    /// `file:line: sentence` for each member of a file whose sentence is empty.
    static func found(in file: HouseTests.SourceFile) -> [String] {
        DeclaredMembers(file).all.filter(isEmpty).map {
            "\(file.path):\($0.line): \($0.name): \($0.sentence ?? "")"
        }
    }

    /// Sentences of members that stand more than `limit` times word for word, with the places of the first ones.
    static func repeated(in files: [HouseTests.SourceFile], limit: Int = 20) -> [String: [String]] {
        var places: [String: [String]] = [:]
        for file in files {
            for member in DeclaredMembers(file).all where member.kind != .type {
                if let sentence = member.sentence {
                    places[sentence, default: []].append("\(file.path):\(member.line): \(member.name)")
                }
            }
        }
        return places.filter { $0.value.count > limit }
    }

    static func isEmpty(_ member: DeclaredMembers.Member) -> Bool {
        guard let sentence = member.sentence, sentence.last == ".",
            !sentence.dropLast().contains(where: { ".:;,".contains($0) })
        else { return false }
        let text = sentence.dropLast()
        let articles = member.kind == .stored ? ["The ", "Its ", "A ", "An "] : ["The ", "Its "]
        switch member.kind {
        case .type: return false
        case .initialiser: return text.hasPrefix("Creates ") && isEmpty(creates: text.dropFirst(8), member)
        case .stored, .other:
            guard articles.contains(where: text.hasPrefix) else { return false }
            return isEmpty(names: text, member)
        }
    }

    /// `Creates a set of bits`: one thing, which has the name of the type or another one.
    private static func isEmpty(creates what: Substring, _ member: DeclaredMembers.Member) -> Bool {
        var what = what
        if let origin = origins.first(where: what.hasSuffix) { what = what.dropLast(origin.count) }
        let said = meaning(of: what).subtracting(["parameter", "value"])
        return said.count <= 1 || said.isSubset(of: names(of: member.owners))
    }

    /// `The peer` above `peerAddress`. Of a stored property, its type and the types around it have also said it.
    private static func isEmpty(names text: Substring, _ member: DeclaredMembers.Member) -> Bool {
        var said = meaning(of: text)
        var known = names(of: [member.name])
        if member.kind == .stored {
            known.formUnion(names(of: member.owners))
            let type = member.declaration.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
            known.formUnion(names(of: [String(type.prefix { $0 != "=" && $0 != "{" })]))
            if member.name == "rawValue" { known.formUnion(wordsOfRawValues) }
        } else if text.contains(" is ") {
            // It says what a value means: "The battery is low".
            said.insert("is")
        }
        return said.isSubset(of: known)
    }

    private static func meaning(of text: Substring) -> Set<String> {
        Set(words(of: text).filter { !fillers.contains($0) }.map(singular))
    }

    private static func names(of texts: [String]) -> Set<String> {
        Set(texts.flatMap { words(of: Substring($0)) }.map(singular))
    }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }

    /// `syncPHYMode` has the words `sync`, `phy` and `mode`.
    static func words(of text: Substring) -> [String] {
        let characters = Array(text)
        var words: [String] = []
        var word = ""
        for (index, character) in characters.enumerated() {
            let before = index > 0 ? characters[index - 1] : " "
            let after = index + 1 < characters.count ? characters[index + 1] : " "
            let begins = character.isUppercase && (!before.isUppercase || after.isLowercase)
            if begins || !(character.isLetter || character.isNumber), !word.isEmpty {
                words.append(word.lowercased())
                word = ""
            }
            if character.isLetter || character.isNumber { word.append(character) }
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}
