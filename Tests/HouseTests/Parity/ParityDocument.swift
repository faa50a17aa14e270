/// `Documentation/CoreBluetoothParity.md`.
enum ParityDocument {
    static func text(_ rows: [APIRow]) -> String {
        var lines = head(rows)
        var types: [String] = []
        for row in rows where !types.contains(row.type) { types.append(row.type) }
        for type in types { lines += section(type, rows.filter { $0.type == type }) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ rows: [APIRow]) -> [String] {
        let missing = ["CBUUID.init(cfuuid:)"]
        var lines = [
            "# CoreBluetooth, row by row", "",
            "Written by a test, do not edit: `FARADAY_WRITE_DOCS=1 swift test --filter ParityTests`.", "",
            "Every public name of Apple's CoreBluetooth up to the SDK of iOS 27.1, as Swift sees it: "
                + "\(rows.count) rows. The test extracts the symbol graph of `FaradayCoreBluetooth` and compares "
                + "signatures, default arguments, requirements, class hierarchy, conformances, `Sendable`, "
                + "availability and deprecation; raw values and strings it compares by running code.", "",
            "\(rows.count - missing.count) rows exist wherever Apple has them. One exists only on Apple's platforms:",
            "",
            "- `CBUUID.init(cfuuid:)`: `CFUUID` exists on Apple platforms only.", "",
            "Differences that concern many rows:", "",
        ]
        lines += Exceptions.general.map { "- \($0)" }
        lines += ["", "Public names beyond Apple's:", ""]
        lines += Exceptions.extras.sorted { $0.key < $1.key }.map { "- `\($0.key)`: \($0.value)." }
        lines += [
            "",
            "Availability is iOS / macOS / Mac Catalyst / tvOS / watchOS / visionOS; *always* where Apple's "
                + "header says nothing. A string value with a question mark is not confirmed by a public source.",
        ]
        return lines
    }

    private static func section(_ type: String, _ rows: [APIRow]) -> [String] {
        var lines = ["", "## \(type.isEmpty ? "Constants" : type)", ""]
        if let row = rows.first(where: \.isType) {
            let traits = row.traits.isEmpty ? "" : " (\(row.traits.joined(separator: ", ")))"
            lines += ["`\(row.signature)`\(traits), \(availability(row))", ""]
        }
        let members = rows.filter { !$0.isType }
        guard !members.isEmpty else { return lines.dropLast() }
        lines += ["| declaration | value | availability | notes |", "|---|---|---|---|"]
        for row in members {
            let value =
                row.value.isEmpty ? "" : "`\(row.value)`" + (row.confidence.hasSuffix("?") ? " ?" : "")
            lines.append("| `\(row.signature)` | \(value) | \(availability(row)) | \(notes(row)) |")
        }
        return lines
    }

    private static func availability(_ row: APIRow) -> String {
        if row.isUnannotated { return "always" }
        return APIRow.platforms.map { (row.availability[$0] ?? nil) ?? "–" }.joined(separator: " / ")
    }

    private static func notes(_ row: APIRow) -> String {
        var notes: [String] = []
        if !row.requirement.isEmpty { notes.append(row.requirement) }
        if !row.deprecated.isEmpty { notes.append("deprecated: \(row.deprecated)") }
        if row.sdk != "16.5" { notes.append("since the SDK of iOS \(row.sdk)") }
        if let note = Exceptions.notes[row.path] { notes.append(note) }
        if let note = Exceptions.unprinted[row.path] { notes.append(note) }
        if row.path == "CBUUID.init(cfuuid:)" { notes.append("Apple platforms only") }
        return notes.joined(separator: "; ")
    }
}
