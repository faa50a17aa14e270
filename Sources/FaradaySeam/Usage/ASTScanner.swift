import Foundation

/// Finds its way in JSON text. Where the text ends too soon, so do the values.
struct ASTScanner {
    let bytes: UnsafeRawBufferPointer

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    /// Where a text stands: Horspool's search, which looks at one byte in ten only.
    func places(of text: String, in range: Range<Int>) -> [Int] {
        let base = bytes.bindMemory(to: UInt8.self)
        let wanted = Array(text.utf8)
        let last = wanted.count - 1
        var steps = [Int](repeating: wanted.count, count: 256)
        for (index, byte) in wanted.dropLast().enumerated() { steps[Int(byte)] = last - index }
        var all: [Int] = []
        var end = range.lowerBound + last
        while end < range.upperBound {
            let byte = base[end]
            if byte == wanted[last], memcmp(base.baseAddress! + (end - last), wanted, last) == 0 {
                all.append(end - last)
                end += wanted.count
            } else {
                end += steps[Int(byte)]
            }
        }
        return all
    }

    private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    /// Moves behind a string that begins here.
    private func skipString(at place: inout Int) {
        var start = place + 1
        while start < bytes.count, let end = bytes[start...].firstIndex(of: Self.quote) {
            var before = end - 1
            while before > place, bytes[before] == Self.backslash { before -= 1 }
            start = end + 1
            if (end - 1 - before).isMultiple(of: 2) {
                place = start
                return
            }
        }
        place = bytes.count
    }

    /// The string that begins here; empty if none does.
    func string(at place: inout Int) -> String {
        guard byte(place) == Self.quote else {
            skipValue(at: &place)
            return ""
        }
        let start = place
        skipString(at: &place)
        guard place - 1 > start else { return "" }
        let inside = bytes[(start + 1)..<(place - 1)]
        guard inside.contains(Self.backslash) else { return String(decoding: inside, as: UTF8.self) }
        return (try? JSONDecoder().decode(String.self, from: Data(bytes[start..<place]))) ?? ""
    }

    /// Moves behind the value that begins here.
    func skipValue(at place: inout Int) {
        var depth = 0
        let base = bytes.bindMemory(to: UInt8.self)
        while place < base.count {
            switch base[place] {
            case Self.quote:
                skipString(at: &place)
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    place += 1
                    return
                }
            case UInt8(ascii: ","): if depth == 0 { return }
            default: break
            }
            place += 1
        }
    }

    /// Calls the body at each element of the array that begins here; the body moves behind the element.
    func elements(at place: inout Int, _ body: (ASTScanner, inout Int) -> Void) {
        guard byte(place) == UInt8(ascii: "[") else { return skipValue(at: &place) }
        place += 1
        while place < bytes.count, byte(place) != UInt8(ascii: "]") {
            body(self, &place)
            if byte(place) == UInt8(ascii: ",") {
                place += 1
            } else if byte(place) != UInt8(ascii: "]") {
                return
            }
        }
        place += 1
    }

    /// Calls the body at each value of the object that begins here; the body moves behind the value.
    func fields(at place: inout Int, _ body: (String, inout Int) -> Void) {
        guard byte(place) == UInt8(ascii: "{") else { return skipValue(at: &place) }
        place += 1
        while byte(place) == Self.quote {
            let key = string(at: &place)
            guard byte(place) == UInt8(ascii: ":") else { return }
            place += 1
            body(key, &place)
            if byte(place) == UInt8(ascii: ",") { place += 1 }
        }
        place += 1
    }
}

extension ASTScanner {
    func type(at place: inout Int) -> ASTDump.TypeDeclaration {
        var type = ASTDump.TypeDeclaration()
        fields(at: &place) { key, place in
            switch key {
            case "_kind": type.kind = string(at: &place)
            case "usr": type.usr = string(at: &place)
            case "name": type.name = name(at: &place).base
            case "interface_type", "extended_type": type.type = Self.bare(string(at: &place))
            case "inherits":
                fields(at: &place) { key, place in
                    switch key {
                    case "superclass_type": type.superclass = Self.bare(string(at: &place))
                    case "conformances":
                        elements(at: &place) { _, place in
                            if let name = conformance(at: &place) { type.protocols.append(name) }
                        }
                    default: skipValue(at: &place)
                    }
                }
            case "members":
                elements(at: &place) { _, place in
                    if let member = member(at: &place) { type.members.append(member) }
                }
            default: skipValue(at: &place)
            }
        }
        return type
    }

    /// A type's mangling without what makes it a metatype or an existential.
    private static func bare(_ mangled: String) -> String {
        for suffix in ["_pmD", "_pD", "mD", "D"] where mangled.hasSuffix(suffix) {
            return String(mangled.dropLast(suffix.count))
        }
        return mangled
    }

    /// The protocol of a conformance; `nil` for what every type has.
    func conformance(at place: inout Int) -> String? {
        var kind = ""
        var name = ""
        fields(at: &place) { key, place in
            switch key {
            case "_kind": kind = string(at: &place)
            case "protocol": name = string(at: &place)
            default: skipValue(at: &place)
            }
        }
        return kind == "builtin_conformance" || name.isEmpty ? nil : name
    }

    func member(at place: inout Int) -> ASTDump.Member? {
        var member = ASTDump.Member()
        var kind = ""
        var isImplicit = false
        fields(at: &place) { key, place in
            switch key {
            case "_kind": kind = string(at: &place)
            case "usr": member.usr = string(at: &place)
            case "implicit":
                isImplicit = true
                skipValue(at: &place)
            case "name":
                let name = name(at: &place)
                let isCalled = ["func_decl", "constructor_decl", "subscript_decl"].contains(kind)
                let labels = name.labels.map { $0.isEmpty ? "_:" : $0 + ":" }.joined()
                member.title = isCalled ? "\(name.base)(\(labels))" : name.base
            default: skipValue(at: &place)
            }
        }
        let kinds = ["func_decl", "constructor_decl", "subscript_decl", "var_decl"]
        return kinds.contains(kind) && !isImplicit ? member : nil
    }

    func name(at place: inout Int) -> (base: String, labels: [String]) {
        var base = ""
        var labels: [String] = []
        fields(at: &place) { key, place in
            switch key {
            case "base_name":
                fields(at: &place) { key, place in
                    if key == "name" || key == "special" {
                        base = string(at: &place)
                    } else {
                        skipValue(at: &place)
                    }
                }
            case "args": elements(at: &place) { _, place in labels.append(string(at: &place)) }
            default: skipValue(at: &place)
            }
        }
        return (base, labels)
    }
}
