import Foundation

/// What the compiler has refused so far.
struct Refusals {
    /// By the façade's symbol and the member's: the compiler's words.
    private(set) var members: [String: String] = [:]
    /// By the type's symbol.
    private(set) var types: [String: String] = [:]
    /// Properties whose setters can't be reached: the graph doesn't tell.
    private(set) var readOnly: Set<String> = []
    /// Protocols of delegates that a proxy can't have, by symbol.
    private(set) var delegates: Set<String> = []

    /// Draws conclusions from errors; whether there are new ones.
    mutating func take(_ errors: [Diagnostic], _ files: [GeneratedFile], _ facades: [Facade]) -> Bool {
        let before = count
        let filesByName = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var ofTypes: [(String, String)] = []
        for error in errors {
            guard let file = filesByName[error.file] else { continue }
            let owner = file.owners[error.line]
            if error.message.contains("setter"),
                let property = property(in: error.message, owner, file, facades)
            {
                readOnly.insert(property)
            } else if let owner {
                members[Self.key(file.facade ?? "", owner)] = error.message
            } else if let type = file.facade {
                ofTypes.append((type, error.message))
            }
        }
        // An error of a whole file often follows from one of a member: first without those.
        if before == count {
            for (type, message) in ofTypes {
                if let delegate = delegate(in: message, facades) {
                    delegates.insert(delegate)
                } else {
                    types[type] = message
                }
            }
        }
        return before != count
    }

    private var count: Int { members.count + types.count + readOnly.count + delegates.count }

    /// The delegate's protocol of which an error says that a proxy does not conform to it.
    private func delegate(in message: String, _ facades: [Facade]) -> String? {
        let parts = message.components(separatedBy: "'")
        guard parts.count > 3, parts[1].hasSuffix("Proxy"), message.contains("does not conform to protocol")
        else {
            return nil
        }
        let protocols = facades.first { $0.proxyName == parts[1] }?.delegates.flatMap(\.protocols) ?? []
        return protocols.first { $0.realName.split(separator: ".").last.map(String.init) == parts[3] }?.symbol
    }

    static func key(_ facade: String, _ member: String) -> String { "\(facade) \(member)" }

    /// The property of which an error says that its setter can't be reached.
    private func property(
        in message: String, _ owner: String?, _ file: GeneratedFile, _ facades: [Facade]
    ) -> String? {
        if let owner { return owner }
        let parts = message.components(separatedBy: "'")
        guard parts.count > 2, let facade = facades.first(where: { $0.symbol == file.facade }) else {
            return nil
        }
        return (facade.allMembers + facade.factory).first { $0.title == parts[1] }?.symbol
    }

    func leftOut(_ interface: Interface) -> [Facade.Omission] {
        types.sorted { $0.key < $1.key }.map { symbol, words in
            let name = interface.symbols[symbol]?.pathComponents.joined(separator: ".") ?? symbol
            return Facade.Omission(title: name, reason: "the compiler refuses its façade: \(words)")
        }
    }
}
