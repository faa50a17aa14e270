import Foundation

/// One of the tables of assigned numbers: `services`, `characteristics`, `descriptors`, `declarations`, `companies`.
///
/// Columns are the number, the name, and one more: in `companies` the name of the constant, for those that have one; in
/// `characteristics` whether the Bluetooth SIG has withdrawn it. Then it has a name, but no constant.
struct AssignedNumbers {
    struct Row {
        let number: UInt16
        let name: String
        let extra: String?

        var digits: String { String(format: "%04X", Int(number)) }

        /// The name as Swift writes constants.
        var identifier: String {
            let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            let first = words.first.map { word in
                word.filter(\.isUppercase).count > 1
                    ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
            }
            let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return ([first ?? ""] + rest).joined()
        }
    }

    let rows: [Row]

    init(_ table: String) throws {
        let file = HouseTests.root.appendingPathComponent("Tests/HouseTests/AssignedNumbers/\(table).tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        rows = try lines.map { line in
            let columns = line.components(separatedBy: "\t")
            guard columns.count == 2 || columns.count == 3, let number = UInt16(columns[0], radix: 16) else {
                throw Malformed(line: String(line))
            }
            return Row(number: number, name: columns[1], extra: columns.count == 3 ? columns[2] : nil)
        }
    }

    struct Malformed: Error {
        let line: String
    }
}

/// The Swift files that are generated from the tables.
enum AssignedNumbersFile: String, CaseIterable {
    case names = "Sources/BluetoothTypes/BluetoothUUID+AssignedNames.swift"
    case services = "Sources/BluetoothProfiles/AssignedNumbers/BluetoothUUID+Services.swift"
    case characteristics = "Sources/BluetoothProfiles/AssignedNumbers/BluetoothUUID+Characteristics.swift"
    case descriptors = "Sources/BluetoothProfiles/AssignedNumbers/BluetoothUUID+Descriptors.swift"
    case companies = "Sources/BluetoothProfiles/AssignedNumbers/CompanyIdentifier+Constants.swift"
    case companyNames = "Sources/BluetoothProfiles/AssignedNumbers/CompanyIdentifier+AssignedNames.swift"

    /// The first line of every file.
    static let mark =
        "// Generated from Tests/HouseTests/AssignedNumbers. Do not edit: AssignedNumbersTests writes it.\n"

    func text() throws -> String { Self.mark + "\n" + (try content()) }

    private func content() throws -> String {
        switch self {
        case .names:
            let tables = try ["services", "declarations", "descriptors", "characteristics"].map(
                AssignedNumbers.init)
            return Self.names(of: tables.flatMap(\.rows), in: "BluetoothUUID")
        case .services, .characteristics, .descriptors: return try constants()
        case .companies:
            let rows = try AssignedNumbers("companies").rows
            let constants = rows.compactMap { row in row.extra.map { (row, $0, "") } }
            return "import BluetoothTypes\n\n" + Self.constants(constants, of: "CompanyIdentifier")
        case .companyNames:
            return "import BluetoothTypes\n\n"
                + Self.names(of: try AssignedNumbers("companies").rows, in: "CompanyIdentifier")
        }
    }

    /// The names of all numbers, as `NumberedNames` has them.
    private static func names(of rows: [AssignedNumbers.Row], in type: String) -> String {
        let lines = rows.map { "            \($0.digits) \($0.name)\n" }.joined()
        return """
            extension \(type) {
                static var assignedNames: NumberedNames {
                    NumberedNames(
                        #\"\"\"
            \(lines)            \"\"\"#)
                }
            }

            """
    }

    /// Constants of UUIDs. Where a characteristic has the name of a service, the service keeps it.
    private func constants() throws -> String {
        var taken: Set<String> = []
        var text = "import BluetoothTypes\n\n"
        for (table, kind) in [
            ("services", "service"), ("characteristics", "characteristic"), ("descriptors", "descriptor"),
        ] {
            let rows = try AssignedNumbers(table).rows.filter { $0.extra == nil }
            let named = rows.map { row in
                let isFree = !taken.contains(row.identifier)
                return (row, row.identifier + (isFree ? "" : kind.capitalized), ", a \(kind)")
            }
            taken.formUnion(named.map(\.1))
            if "\(self)" == table { text += Self.constants(named, of: "BluetoothUUID") }
        }
        return text
    }

    private static func constants(
        _ rows: [(row: AssignedNumbers.Row, identifier: String, kind: String)], of type: String
    ) -> String {
        let lines = rows.map { row, identifier, kind in
            let head = "    public static var \(identifier): \(type) {"
            let body = "\(type)(0x\(row.digits))"
            let line = "\(head) \(body) }\n"
            // The formatter's limit.
            let constant = line.count <= 111 ? line : "\(head)\n        \(body)\n    }\n"
            return "    /// *\(row.name)*\(kind): \(row.digits).\n" + constant
        }
        return "extension \(type) {\n" + lines.joined() + "}\n"
    }
}
