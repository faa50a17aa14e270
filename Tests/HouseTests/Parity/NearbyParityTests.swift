#if os(macOS) || os(Linux)
import Foundation
import Testing

/// The interface of `FaradayNearbyInteraction`, held against what is publicly known of Nearby Interaction.
struct NearbyParityTests {
    /// A row of `NearbyInteractionAPI.tsv`.
    private struct Row: Sendable {
        let row: APIRow
        let version: String

        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 8 else { return nil }
            version = fields[4]
            row = APIRow(
                type: fields[0], kind: fields[1], member: fields[2], signature: fields[3],
                requirement: fields[6] == "optional" ? "optional" : "",
                traits: fields[7].isEmpty ? [] : fields[7].components(separatedBy: "; "))
        }

        static func all() throws -> [Row] { try TableFile.rows("NearbyInteractionAPI.tsv", Row.init) }
    }

    private static let parity = Result {
        Parity(rows: try Row.all().map(\.row), graph: try SymbolGraph.extract("FaradayNearbyInteraction"))
    }

    @Test("Every row of the table is there, with its signature; every method of a delegate is optional")
    func everyRowIsThere() throws {
        let parity = try Self.parity.get()
        #expect(parity.rows.count == 78)
        let differences = parity.rows.flatMap { row in
            parity.differences(in: row).map { "\(row.path) (\(row.kind)) \($0)" }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test("Every name is as new as Apple's on iOS and Mac Catalyst, and types are on no other platform")
    func availability() throws {
        let symbols = try Self.parity.get().graph.symbols
        var wrong: [String] = []
        for row in try Row.all() where !row.version.isEmpty {
            let found = symbols.filter { $0.path == row.row.path }.compactMap(\.availability).joined()
            for platform in ["iOS", "macCatalyst"] {
                let versions = found.compactMap { $0.domain == platform ? $0.introduced?.text : nil }
                let isThere = versions.contains(row.version) || versions.isEmpty && !row.row.isType
                if !isThere { wrong.append("\(row.row.path): \(platform) \(versions), not \(row.version)") }
            }
            guard row.row.isType else { continue }
            let absent = found.filter { $0.isUnconditionallyUnavailable == true }.compactMap(\.domain)
            // A type inside another is where that one is.
            let isInside = row.row.type.contains(".")
            if !isInside, Set(absent) != ["macOS", "tvOS", "watchOS", "visionOS"] {
                wrong.append("\(row.row.path): unavailable on \(absent)")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }

    @Test("Every other public name is one that every error of a domain has")
    func extrasAreExplained() throws {
        let errors = [
            "code", "errorCode", "errorDomain", "errorUserInfo", "localizedDescription", "userInfo",
        ]
        #expect(try Self.parity.get().extras == errors.map { "NIError.\($0)" })
    }
}
#endif
