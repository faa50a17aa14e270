import BluetoothPort
import Foundation
import Testing

@testable import PortProtocol

/// `Documentation/PortProtocol.md` has the numbers and the fields of the code.
@Suite struct PageTests {
    /// One case of an enum: its number, its name.
    private struct Numbered: Hashable {
        let number: Int
        let name: String
    }

    private static func page() throws -> [String] {
        let file = GoldenFramesTests.root.appendingPathComponent("Documentation/PortProtocol.md")
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }

    private static func sources() throws -> [String] {
        let folder = GoldenFramesTests.root.appendingPathComponent("Sources/PortProtocol")
        let files = ["Coding", "Values", "Frames"].flatMap { name in
            (try? FileManager.default.contentsOfDirectory(
                at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)) ?? []
        }
        return try files.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static func cells(_ row: String) -> [String] {
        row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The rows of the table below a heading.
    private static func rows(below heading: String) throws -> [[String]] {
        let rest = try page().drop { $0 != heading }.dropFirst()
        return rest.prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("| ") }.dropFirst().map(cells)
    }

    private static func number(_ text: String) -> Int {
        (text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)) ?? -1
    }

    /// The enums of the page. The text after the numbers' column is the name.
    private static func numbersOfPage() throws -> [String: Set<Numbered>] {
        var enums: [String: Set<Numbered>] = [:]
        for heading in try page() where heading.hasPrefix("### ") {
            enums[String(heading.dropFirst(4))] = Set(
                try rows(below: heading).map { Numbered(number: number($0[0]), name: $0[1]) })
        }
        enums["PortFrame"] = Set(
            try rows(below: "## Frames").map { Numbered(number: number($0[0]), name: $0[1]) })
        for row in try rows(below: "## Enums without fields") {
            enums[row[0]] = Set(
                row[1].components(separatedBy: ", ").map { text in
                    let words = text.split(separator: " ").map(String.init)
                    return Numbered(number: number(words[0]), name: words[1])
                })
        }
        return enums
    }

    private static func numbers<Kind: CodedKind>(_ kind: Kind.Type) -> (String, Set<Numbered>) {
        let all = (0...UInt8.max).compactMap { number in
            Kind(rawValue: Kind.RawValue(truncatingIfNeeded: number)).map {
                Numbered(number: Int(number), name: "\($0)")
            }
        }
        return (Kind.family, Set(all))
    }

    private static let numbersOfCode: [String: Set<Numbered>] = Dictionary(
        uniqueKeysWithValues: [
            numbers(PortFrame.Kind.self), numbers(PortFrame.Opening.Kind.self),
            numbers(PortFrame.Question.Kind.self), numbers(PortFrame.Answer.Kind.self),
            numbers(PortFrame.ProgramState.self), numbers(Central.Command.Kind.self),
            numbers(Central.Event.Kind.self), numbers(Central.RangingCommand.Kind.self),
            numbers(Central.RangingEvent.Kind.self), numbers(Central.RangingRole.self),
            numbers(Central.WriteType.self), numbers(Central.DisconnectMethods.Kind.self),
            numbers(Central.RestoredPeripheral.State.Kind.self), numbers(Peripheral.Command.Kind.self),
            numbers(Peripheral.Event.Kind.self), numbers(Peripheral.Latency.self),
            numbers(Accessories.Command.Kind.self), numbers(Accessories.Event.Kind.self),
            numbers(Accessories.State.self), numbers(Nearby.Command.Kind.self),
            numbers(Nearby.Event.Kind.self), numbers(Nearby.Motion.self),
            numbers(ChannelCommand.Kind.self), numbers(ChannelEvent.Kind.self), numbers(PortError.Kind.self),
            numbers(ResultKind.self), numbers(CommandResult.Kind.self), numbers(ManagerState.self),
            numbers(Authorization.self),
            (
                Misuse.Kind.family,
                Set(Misuse.Kind.allCases.map { Numbered(number: Int($0.number), name: "\($0)") })
            ),
        ])

    @Test("The page has the numbers of the code")
    func numbers() throws {
        let page = try Self.numbersOfPage()
        #expect(Set(page.keys) == Set(Self.numbersOfCode.keys))
        for (family, cases) in Self.numbersOfCode { #expect(page[family] == cases, "\(family)") }
    }

    @Test("Every enum that a frame can hold is among those")
    func families() throws {
        let mark = "static let family = \""
        let families = try Self.sources().flatMap { source in
            source.components(separatedBy: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) }
        }
        #expect(families.count == Set(families).count)
        #expect(Set(families) == Set(Self.numbersOfCode.keys))
    }

    @Test("No two kinds of misuse have one number")
    func misuses() {
        #expect(Set(Misuse.Kind.allCases.map(\.number)).count == Misuse.Kind.allCases.count)
    }

    /// The names of the fields that a piece of source reads.
    private static func fields(_ source: some StringProtocol) -> [String] {
        source.components(separatedBy: "input(\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    /// What the code reads: `Central.Peer` for a struct, `Central.Command.scan` for a case of an enum.
    private static func fieldsOfCode() throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        for source in try sources() {
            for piece in source.components(separatedBy: "\nextension ").dropFirst() {
                let name = String(piece.prefix { $0 != ":" && $0 != " " && $0 != "{" })
                if let body = piece.components(separatedBy: "init(fieldsOf ").dropFirst().first {
                    found[name] = fields(body).isEmpty ? nil : fields(body)
                } else if let body = piece.components(separatedBy: "switch try ").dropFirst().first {
                    for part in body.components(separatedBy: "case .").dropFirst() {
                        found["\(name).\(part.prefix { $0 != ":" })"] = fields(part)
                    }
                }
            }
        }
        return found
    }

    private static func fieldsOfPage() throws -> [String: [String]] {
        func names(_ cell: String?) -> [String] {
            guard let cell, !cell.isEmpty else { return [] }
            return cell.components(separatedBy: ", ").map { String($0.prefix { $0 != ":" }) }
        }
        var found: [String: [String]] = [:]
        for heading in try page() where heading.hasPrefix("### ") {
            for row in try rows(below: heading) {
                found["\(heading.dropFirst(4)).\(row[1])"] = names(row.count > 2 ? row[2] : nil)
            }
        }
        for row in try rows(below: "## Frames") { found["PortFrame.\(row[1])"] = names(row[3]) }
        for row in try rows(below: "## Structs") { found[row[0]] = names(row[1]) }
        for row in try rows(below: "## Enums without fields") {
            for text in row[1].components(separatedBy: ", ") {
                found["\(row[0]).\(text.split(separator: " ")[1])"] = []
            }
        }
        return found
    }

    @Test("The page has the fields of the code, in order")
    func fields() throws {
        let code = try Self.fieldsOfCode()
        let page = try Self.fieldsOfPage()
        #expect(code.count > 200)
        for (name, fields) in code { #expect(page[name] == fields, "\(name)") }
        for name in page.keys where page[name]?.isEmpty == false { #expect(code[name] != nil, "\(name)") }
    }

    @Test("The page's example is in the table of frames")
    func example() throws {
        let table = try String(
            contentsOf: GoldenFramesTests.folder.appendingPathComponent("frames.tsv"), encoding: .utf8)
        let frames = Set(
            table.split(separator: "\n").filter { $0.hasPrefix("Session.") }.map {
                String($0.drop { $0 != "\t" }.dropFirst())
            })
        let shown = try Self.rows(below: "## An example").map {
            $0[2].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
        }
        #expect(shown.count == frames.count && Set(shown) == frames)
    }
}
