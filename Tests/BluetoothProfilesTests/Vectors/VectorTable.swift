import Foundation

/// The rows of `vectors.tsv`: bytes, and what packages by other authors read in them. `Interop/profile_vectors.py` writes it.
struct VectorTable {
    struct Row: CustomStringConvertible {
        let profile: String
        /// The characteristic, as four digits.
        let characteristic: String
        let bytes: [UInt8]
        /// The values of the fields by their names.
        let fields: [String: String]

        var description: String {
            characteristic + " " + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// A line that is not a row.
    struct Malformed: Error {
        let line: String
    }

    let rows: [Row]
    static let shared = Result { try VectorTable() }

    private init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("vectors.tsv")
        rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            let columns = line.components(separatedBy: "\t")
            guard columns.count == 6, let bytes = Self.bytes(columns[2]) else {
                throw Malformed(line: String(line))
            }
            return Row(
                profile: columns[0], characteristic: columns[1], bytes: bytes,
                fields: try Self.fields(columns[5]))
        }
    }

    private static func bytes(_ digits: String) -> [UInt8]? {
        let values = Array(digits.utf8)
        guard values.count.isMultiple(of: 2) else { return nil }
        let pairs = stride(from: 0, to: values.count, by: 2).map {
            String(decoding: values[$0...$0 + 1], as: UTF8.self)
        }
        let bytes = pairs.compactMap { UInt8($0, radix: 16) }
        return bytes.count == pairs.count ? bytes : nil
    }

    /// The text with each %XX as the character of that number.
    private static func unescaped(_ text: Substring) -> String? {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(parts.first.map(String.init)) { text, part in
            guard let text, let code = UInt8(part.prefix(2), radix: 16) else { return nil }
            return text + String(UnicodeScalar(code)) + part.dropFirst(2)
        }
    }

    private static func fields(_ text: String) throws -> [String: String] {
        let pairs = try text.split(separator: ";").map { part in
            guard let equals = part.firstIndex(of: "="),
                let value = unescaped(part[part.index(after: equals)...])
            else { throw Malformed(line: text) }
            return (String(part[..<equals]), value)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
