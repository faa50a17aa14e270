/// `Documentation/CoreBluetoothMockParity.md`.
enum MockParityDocument {
    static func text(_ rows: [MockRow], extras: [String]) -> String {
        var lines = head(rows)
        for part in MockRow.Part.allCases {
            lines += ["", "## \(part.title)"]
            let members = rows.filter { $0.part == part }
            var types: [String] = []
            for row in members where !types.contains(group(row)) { types.append(group(row)) }
            for type in types { lines += section(type, members.filter { group($0) == type }) }
        }
        lines += ["", "## Beyond that library", "", "| name | purpose |", "|---|---|"]
        lines += extras.map { "| `\($0)` | \(MockExtras.reason(for: $0) ?? "") |" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ rows: [MockRow]) -> [String] {
        [
            "# CoreBluetoothMock, name by name", "",
            "Written by a test, do not edit: `FARADAY_WRITE_DOCS=1 swift test --filter MockParityTests`.", "",
            "Every name of the interface of CoreBluetoothMock 1.0.6, and what is known of later versions, in the order "
                + "of our inventory of it: \(rows.count) rows, and all of them are there. **The test compares our module "
                + "with our inventory, not with that library**: where the inventory is wrong, this page is wrong too. The "
                + "inventory was written from notes on that library. In November 2026 suites and probes "
                + "were compiled with both. What they showed to be wrong is corrected, and such rows say *measured*. Every "
                + "other row was checked against the notes again: they name each but those that they only group (\"all "
                + "CoreBluetooth callbacks\", \"native aliases\"), and `CBMPeer` and "
                + "`CBMAdvertisementConfig.isAdvertisingWhenConnected`. No program has compared the other rows one by one. "
                + "Of versions after 1.0.6 the notes have Channel Sounding only.", "",
            "The test extracts the symbol graph of our module and compares signatures, default arguments, requirements, "
                + "superclasses, conformances, and which classes and members are open; it also finds names of "
                + "CoreBluetooth's central role that have no row. "
                + "[MigratingFromCoreBluetoothMock](MigratingFromCoreBluetoothMock.md) describes the behaviour.",
        ]
    }

    /// One section for all aliases, one for all constants.
    private static func group(_ row: MockRow) -> String {
        if row.row.type.isEmpty { return "Constants" }
        return row.row.kind == "typealias" && row.row.member.isEmpty ? "Aliases" : row.row.type
    }

    private static func section(_ type: String, _ rows: [MockRow]) -> [String] {
        var lines = ["", "### \(type)", ""]
        if let row = rows.first(where: \.row.isType) {
            lines += ["`\(row.row.signature)`\(traits(row))", ""]
        }
        let members = rows.filter { !$0.row.isType }
        guard !members.isEmpty else { return lines.dropLast() }
        lines += ["| declaration | notes |", "|---|---|"]
        lines += members.map { "| `\($0.row.signature)` | \(notes($0)) |" }
        return lines
    }

    private static func traits(_ row: MockRow) -> String {
        row.row.traits.isEmpty ? "" : " (\(row.row.traits.joined(separator: ", ")))"
    }

    private static func notes(_ row: MockRow) -> String {
        ([row.row.requirement] + row.row.traits + [row.note]).filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
