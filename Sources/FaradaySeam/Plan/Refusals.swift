import Foundation

/// What the compiler has refused so far, and what that says about the module: the graph doesn't tell everything.
struct Refusals {
    /// By the facade's symbol and the member's: why the member is left out.
    private(set) var members: [String: String] = [:]
    /// By the type's symbol.
    private(set) var types: [String: String] = [:]
    /// Properties whose setters can't be reached.
    private(set) var readOnly: Set<String> = []
    /// By the facade's symbol and the member's: default values that mean nothing outside the module.
    private(set) var withoutDefaults: Set<String> = []
    /// By the facade's symbol and the member's: closures that have to be `@Sendable`.
    private(set) var sendableClosures: [String: Set<String>] = [:]
    /// By the facade's symbol and the member's: closures that are functions of C, which the graph does not say.
    private(set) var functionsOfC: Set<String> = []
    /// Types that can't meet a facade by themselves, as their members have other types than the graph shows.
    private(set) var proxied: Set<String> = []
    /// Protocols of delegates that a proxy can't have, by symbol.
    private(set) var delegates: Set<String> = []
    /// Facades of which the module was written before Swift checked for concurrency, by symbol.
    private(set) var preconcurrency: Set<String> = []
    /// Types that are `Sendable` in the graph only.
    private(set) var notSendable: Set<String> = []

    /// What stands behind the symbol of a member that owns a line for the default values of its parameters.
    static let defaultsMark = "::defaults"

    static func key(_ facade: String, _ member: String) -> String { "\(facade) \(member)" }

    private var count: Int {
        members.count + types.count + readOnly.count + withoutDefaults.count + proxied.count
            + functionsOfC.count + delegates.count + preconcurrency.count + notSendable.count
            + sendableClosures.values.reduce(0) { $0 + $1.count }
    }

    /// Draws conclusions from errors; whether there are new ones.
    mutating func take(_ errors: [Diagnostic], _ files: [GeneratedFile], _ facades: [Facade]) -> Bool {
        let before = self
        let filesByName = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let facadesBySymbol = Dictionary(
            facades.map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        var ofTypes: [(Facade, String)] = []
        // In an order that doesn't depend on how many compilers looked.
        for error in errors.sorted(by: { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }) {
            guard let file = filesByName[error.file],
                let facade = file.facade.flatMap({ facadesBySymbol[$0] })
            else { continue }
            let owner = file.owners[error.line]
            if takeRepair(error.message, owner, facade, before) { continue }
            if let owner {
                let key = Self.key(facade.symbol, owner)
                members[key] = RefusalWords.clearest(members[key], RefusalWords.reason(error.message))
            } else {
                ofTypes.append((facade, error.message))
            }
        }
        // An error of a whole file often follows from one of a member: first without those.
        if before.count == count { takeTypes(ofTypes) }
        return before.count != count
    }

    /// Takes an error that can be mended without leaving a member out, unless that was tried before.
    private mutating func takeRepair(
        _ message: String, _ owner: String?, _ facade: Facade, _ before: Refusals
    ) -> Bool {
        if message.contains("setter"), let property = property(in: message, owner, facade) {
            readOnly.insert(property)
            return !before.readOnly.contains(property)
        }
        if message.hasPrefix("conformance of '"), message.contains("to 'Sendable' is unavailable"),
            owner == nil
        {
            notSendable.insert(facade.symbol)
            return !before.notSendable.contains(facade.symbol)
        }
        if message.hasSuffix("is not concurrency-safe because it involves shared mutable state"),
            !facade.isPreconcurrency
        {
            preconcurrency.insert(facade.symbol)
            return true
        }
        guard let owner else { return false }
        let key = Self.key(facade.symbol, owner)
        if owner.hasSuffix(Self.defaultsMark) {
            withoutDefaults.insert(String(key.dropLast(Self.defaultsMark.count)))
            return true
        }
        if RefusalWords.isAboutFunctionOfC(message, owner) {
            functionsOfC.insert(key)
            return !before.functionsOfC.contains(key)
        }
        let parts = message.components(separatedBy: "'")
        if message.hasPrefix("passing non-Sendable parameter"), message.contains("'@Sendable' closure"),
            parts.count > 2
        {
            sendableClosures[key, default: []].insert(parts[1])
            return !(before.sendableClosures[key]?.contains(parts[1]) ?? false)
        }
        return false
    }

    private mutating func takeTypes(_ errors: [(facade: Facade, message: String)]) {
        for (facade, message) in errors {
            if facade.route == .conformance, facade.subject.isObject, facade.genericParameters.isEmpty,
                message.contains("does not conform to protocol"), proxied.insert(facade.symbol).inserted
            {
                continue
            }
            if let delegate = delegate(in: message, facade), delegates.insert(delegate).inserted { continue }
            let isItself = message == "type '\(facade.realName)' does not conform to protocol 'Copyable'"
            types[facade.symbol] = isItself ? "it can't be copied" : RefusalWords.reason(message)
        }
    }

    /// The delegate's protocol of which an error says that a proxy does not conform to it.
    private func delegate(in message: String, _ facade: Facade) -> String? {
        let parts = message.components(separatedBy: "'")
        guard parts.count > 3, parts[1] == facade.proxyName, message.contains("does not conform to protocol")
        else { return nil }
        return facade.delegates.flatMap(\.protocols).first {
            $0.realName.split(separator: ".").last.map(String.init) == parts[3]
        }?.symbol
    }

    /// The property of which an error says that its setter can't be reached.
    private func property(in message: String, _ owner: String?, _ facade: Facade) -> String? {
        if let owner { return owner }
        let parts = message.components(separatedBy: "'")
        guard parts.count > 2 else { return nil }
        return (facade.allMembers + facade.factory).first { $0.title == parts[1] }?.symbol
    }

    func leftOut(_ interface: Interface) -> [Facade.Omission] {
        types.sorted { $0.key < $1.key }.map { symbol, reason in
            let name = interface.symbols[symbol]?.pathComponents.joined(separator: ".") ?? symbol
            return Facade.Omission(title: name, reason: reason)
        }
    }
}

/// The compiler's words, in ours where these are clearer.
enum RefusalWords {
    /// Of several reasons, the first, or the first that is not in the compiler's words.
    static func clearest(_ first: String?, _ second: String) -> String {
        guard let first, !first.hasPrefix(compilers) || second.hasPrefix(compilers) else { return second }
        return first
    }

    private static let compilers = "the compiler refuses it: "

    /// What the compiler says of a closure in the place of a function of C.
    private static let functionOfC = "a C function pointer can only be formed from"

    /// Whether the compiler says that a member of this symbol takes a function of C.
    static func isAboutFunctionOfC(_ message: String, _ symbol: String) -> Bool {
        if message.hasPrefix(functionOfC) || message.contains("@convention(c)") { return true }
        return symbol.hasPrefix("c:") && message.hasPrefix("passing non-escaping parameter")
    }

    static func reason(_ message: String) -> String {
        if message.hasPrefix(functionOfC) || message.contains("@convention(c)") {
            return "takes a function of C that takes or returns facades, which no facade can make"
        }
        let parts = message.components(separatedBy: "'")
        let name = parts.count > 2 ? parts[1] : ""
        if message.hasPrefix("cannot find type ") {
            return "names the type \(name), which is not in sight where the module is imported"
        }
        if message.hasSuffix("does not conform to protocol 'Copyable'") {
            return "has to do with \(name), which can't be copied"
        }
        if message.hasSuffix("is borrowed and cannot be consumed") {
            return "takes '\(name)', which can't be copied"
        }
        if message.hasPrefix("ambiguous use of ") {
            return "is ambiguous: a module that is imported too has another one of this name"
        }
        if message.hasPrefix("'\(name)' is unavailable") { return "is unavailable" }
        if message.contains("is inaccessible due to '") { return "can't be reached from outside the module" }
        if message.hasPrefix("invalid redeclaration of ") {
            return "has the name of something that the generated code needs itself; --rename gives another"
        }
        if message.hasPrefix("missing argument") {
            return "can't be reached: the type has another initialiser in its place"
        }
        return compilers + message
    }
}
