import Foundation

/// A row of a table of names: one public name as Swift sees it. `CoreBluetoothAPI.tsv` is Apple's, with availability.
struct APIRow: Sendable {
    let type: String
    let kind: String
    let member: String
    let signature: String
    let requirement: String
    /// The first version of each platform, `nil` where the name is unavailable; empty where the table has none.
    let availability: [String: String?]
    /// Whether the header says nothing: then the name is always available.
    let isUnannotated: Bool
    let deprecated: String
    let value: String
    let confidence: String
    let traits: [String]
    let sdk: String

    static let platforms = ["iOS", "macOS", "macCatalyst", "tvOS", "watchOS", "visionOS"]

    /// `CBPeripheral.readValue(for:)`, `CBErrorDomain`.
    var path: String { [type, member].filter { !$0.isEmpty }.joined(separator: ".") }
    var isType: Bool { member.isEmpty && kind != "typealias" }

    init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let versions = fields.count == 12 ? fields[5].split(separator: " ").map(String.init) : []
        guard versions.count == Self.platforms.count else { return nil }
        (type, kind, member, signature, requirement) = (fields[0], fields[1], fields[2], fields[3], fields[4])
        availability = Dictionary(
            uniqueKeysWithValues: zip(Self.platforms, versions.map { $0 == "-" ? nil : $0 }))
        isUnannotated = fields[6] == "unannotated"
        (deprecated, value, confidence, sdk) = (fields[7], fields[8], fields[9], fields[11])
        traits = fields[10].isEmpty ? [] : fields[10].components(separatedBy: "; ")
    }

    /// A row of a table without availability.
    init(
        type: String, kind: String, member: String, signature: String, requirement: String, traits: [String]
    ) {
        (self.type, self.kind, self.member, self.signature) = (type, kind, member, signature)
        (self.requirement, self.traits) = (requirement, traits)
        (availability, isUnannotated) = ([:], false)
        (deprecated, value, confidence, sdk) = ("", "", "", "")
    }

    /// The whole of Apple's table.
    static func all() throws -> [APIRow] { try TableFile.rows("CoreBluetoothAPI.tsv", APIRow.init) }
}

/// A file of tab-separated rows beside this one: comments, a line of column names, rows.
enum TableFile {
    struct Unreadable: Error { let line: String }

    static func rows<Row>(_ name: String, _ read: (Substring) -> Row?) throws -> [Row] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.dropFirst()
        return try lines.map { line in
            guard let row = read(line) else { throw Unreadable(line: String(line)) }
            return row
        }
    }
}

/// A declaration in one spelling, whoever printed it.
enum Declaration {
    /// Differences that no caller sees are evened out: modifiers of overriding and storage, attributes of
    /// our own, `Self`.
    static func normalised(_ text: String, in type: String) -> String {
        var text = text.replacingOccurrences(of: "\n", with: " ")
            .replacingOccurrences(of: #"@objc\([A-Za-z]+\) "#, with: "", options: .regularExpression)
        for word in [
            "@objc ", "dynamic ", "@discardableResult ", "@nonexhaustive(warn) ", "optional ", "open ",
            "public ",
            "override ", "weak ",
        ] {
            if let range = text.range(of: word), range.lowerBound == text.startIndex {
                text.removeSubrange(range)
            }
        }
        if text.hasPrefix("let "), !type.isEmpty { text = "var " + text.dropFirst(4) + " { get }" }
        let words = text.split(separator: " ").map { word -> String in
            word.replacingOccurrences(of: "Self.", with: type + ".")
                .replacingOccurrences(of: "Self,", with: type + ",")
        }
        return words.joined(separator: " ")
    }
}
