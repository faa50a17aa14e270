import FaradayBridge

/// Goes through a command's arguments: `--name value`, `--name=value` or a bare word.
struct OptionReader {
    private let command: String
    private var rest: ArraySlice<String>
    private var name = ""
    private var attached: String?

    init(command: String, _ arguments: [String]) {
        self.command = command
        rest = arguments[...]
    }

    /// The next option's name, or the next bare word.
    mutating func next() -> String? {
        guard let option = rest.popFirst() else { return nil }
        (name, attached) = (option, nil)
        if option.hasPrefix("--"), let equals = option.firstIndex(of: "=") {
            name = String(option[..<equals])
            attached = String(option[option.index(after: equals)...])
        }
        return name
    }

    /// The value of the option that `next` gave last.
    mutating func value() throws -> String {
        if let attached { return attached }
        guard let next = rest.popFirst() else { throw UsageError("\(name) needs a value") }
        return next
    }

    func unknown(_ option: String) -> UsageError {
        let kind = option.hasPrefix("-") ? "option" : "argument"
        return UsageError(
            "\(command) has no \(kind) '\(option)'; 'faraday \(command) --help' lists its options")
    }
}
