/// A file that is being written, and which of its lines belong to which member.
struct SourceText {
    private(set) var lines: [String] = []
    /// Line number, from 1, to the member's symbol.
    private(set) var owners: [Int: String] = [:]
    private var indentation = 0
    private var owner: String?

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func line(_ text: String = "") {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(part.isEmpty ? "" : String(repeating: "    ", count: indentation) + part)
            if let owner { owners[lines.count] = owner }
        }
    }

    /// An empty line, unless there is one, or a brace has just been opened.
    mutating func gap() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    mutating func block(_ head: String, _ body: (inout SourceText) -> Void) {
        line(head + " {")
        indentation += 1
        body(&self)
        indentation -= 1
        while lines.last == "" { lines.removeLast() }
        if lines.last?.hasSuffix(head + " {") ?? false {
            lines[lines.count - 1] += "}"
        } else {
            line("}")
        }
    }

    /// A declaration with a body: on one line, close to its neighbours, where that is short.
    mutating func body(_ head: String, attributes: [String] = [], _ lines: [String]) {
        let isShort =
            attributes.isEmpty && lines.count <= 1
            && head.count + (lines.first?.count ?? 0) + 4 * indentation <= 100
        if isShort, isAfterShortBody { dropGap() } else { gap() }
        for attribute in attributes { line(attribute) }
        if isShort {
            line(lines.isEmpty ? head + " {}" : "\(head) { \(lines[0]) }")
        } else {
            block(head) { text in for part in lines { text.line(part) } }
        }
        if isShort { shortBody = self.lines.count } else { line() }
    }

    private var shortBody = -1

    private var isAfterShortBody: Bool {
        shortBody == lines.count || shortBody == lines.count - 1 && lines.last == ""
    }

    private mutating func dropGap() { if lines.last == "" { lines.removeLast() } }

    /// What `body` writes belongs to a member: if it does not compile, the member is left out.
    mutating func member(_ member: Member, _ body: (inout SourceText) -> Void) {
        owned(by: member.symbol, body)
    }

    mutating func owned(by symbol: String, _ body: (inout SourceText) -> Void) {
        let outer = owner
        owner = symbol
        body(&self)
        owner = outer
    }
}
