/// The log line of a misuse, as a line of the story has it.
enum MisuseText {
    /// The message without what the line says already, and without the parts of objects' descriptions that do not
    /// matter here.
    ///
    /// `<CBPeripheral: 0x1, identifier = ..., name = HR-1, mtu = 23, state = connected>` becomes
    /// `<CBPeripheral, name = HR-1, state = connected>`.
    static func short(_ message: String) -> String {
        let prefix = "API MISUSE: "
        var rest = message.hasPrefix(prefix) ? message.dropFirst(prefix.count) : message[...]
        var text = ""
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            guard rest.hasPrefix("<CB"), let end = rest.firstIndex(of: ">") else {
                text += "<"
                rest = rest.dropFirst()
                continue
            }
            text += description(rest[...end])
            rest = rest[rest.index(after: end)...]
        }
        return CompactText.withoutAddresses(text + rest)
    }

    /// `text` begins with `<CB` and ends with `>`.
    private static func description(_ text: Substring) -> String {
        var parts = parts(of: text.dropFirst().dropLast())
        if let first = parts.first, let colon = first.firstIndex(of: ":") { parts[0] = first[..<colon] }
        let kept = parts.filter { !$0.hasPrefix("identifier = ") && !$0.hasPrefix("mtu = ") }
        return "<" + kept.joined(separator: ", ") + ">"
    }

    /// The parts between `, `.
    private static func parts(of text: Substring) -> [Substring] {
        text.split(separator: ",").map { $0.first == " " ? $0.dropFirst() : $0 }
    }
}
