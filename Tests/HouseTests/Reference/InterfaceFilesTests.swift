#if os(Linux)
import Foundation
import Testing

/// What is public is a promise: `Documentation/Interfaces` has it, a file for each module, and a change of it is seen in
/// a review. `FARADAY_WRITE_DOCS=1` writes the files again.
struct InterfaceFilesTests {
    private static let folder = "Documentation/Interfaces"

    /// Names that are made from tables, by the files that have them; the files would be nothing else.
    private static let generated = ["+AssignedNames.swift", "BluetoothUUID+Characteristics.swift"]

    @Test("The public interface is the one that was agreed to")
    func theInterfaceIsAsWritten() throws {
        let interfaces = Self.interfaces(try PublicInterface.whole.get())
        #expect(interfaces.count >= 10)
        for (module, lines) in interfaces.sorted(by: { $0.key < $1.key }) {
            let path = "\(Self.folder)/\(module).txt"
            let old =
                (try? String(
                    contentsOf: HouseTests.root.appendingPathComponent(path), encoding: .utf8)) ?? ""
            let isUpToDate = try WrittenPage(path).says(lines.joined(separator: "\n") + "\n")
            #expect(isUpToDate, "\(path)\n\(Self.changes(old, lines))")
        }
        let files = try FileManager.default.contentsOfDirectory(
            atPath: HouseTests.root.appendingPathComponent(Self.folder).path)
        #expect(Set(files) == Set(interfaces.keys.map { "\($0).txt" }), "a file without a module")
    }

    /// The declarations of each module that products show, sorted.
    private static func interfaces(_ interface: PublicInterface) -> [String: [String]] {
        var lines: [String: Set<String>] = [:]
        for symbol in interface.symbols where !symbol.isGiven {
            guard let uri = symbol.location?.uri, let source = uri.range(of: "/Sources/"),
                !generated.contains(where: { uri.hasSuffix($0) })
            else { continue }
            let module = String(uri[source.upperBound...].prefix { $0 != "/" })
            lines[module, default: []].insert(line(of: symbol))
        }
        return lines.mapValues { $0.sorted() }
    }

    private static func line(of symbol: SymbolGraph.Symbol) -> String {
        let declaration = symbol.declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "\(symbol.path): \(declaration)"
    }

    private static func changes(_ old: String, _ new: [String]) -> String {
        let old = Set(old.split(separator: "\n").map(String.init))
        let gone = old.subtracting(new).sorted().prefix(40).map { "- \($0)" }
        let come = Set(new).subtracting(old).sorted().prefix(40).map { "+ \($0)" }
        return (gone + come).joined(separator: "\n")
    }
}
#endif
