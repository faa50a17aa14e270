import Foundation

/// A row of `CoreBluetoothMockAPI.tsv`: one name of that library's interface, as our inventory of it has it.
struct MockRow: Sendable {
    /// Where the inventory has it.
    let part: Part
    let row: APIRow
    let note: String

    enum Part: String, CaseIterable, Sendable {
        case client = "3.1"
        case control = "3.2"
        case device = "3.3"

        var title: String {
            switch self {
            case .client: "What apps use"
            case .control: "What happens to the phone"
            case .device: "What a mock peripheral is, and what happens to it"
            }
        }
    }

    init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 8, let part = Part(rawValue: fields[0]) else { return nil }
        self.part = part
        row = APIRow(
            type: fields[1], kind: fields[2], member: fields[3], signature: fields[4],
            requirement: fields[5], traits: fields[6].isEmpty ? [] : fields[6].components(separatedBy: "; "))
        note = fields[7]
    }

    static func all() throws -> [MockRow] { try TableFile.rows("CoreBluetoothMockAPI.tsv", MockRow.init) }
}
