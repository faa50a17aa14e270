import Foundation
import Testing

/// The file of type aliases that adopters of `CoreBluetoothMock` copy.
struct TypeAliasesTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: HouseTests.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("The example's copy is the published file")
    func theCopyIsTheFile() throws {
        let published = try Self.text("Documentation/CoreBluetoothTypeAliases.swift")
        #expect(try Self.text("Examples/Blinky/CoreBluetoothTypeAliases.swift") == published)
    }

    @Test("It has every name of the central role, once, and no other but the factory's")
    func itIsComplete() throws {
        let words = try Self.text("Documentation/CoreBluetoothTypeAliases.swift").split(separator: "\n")
            .map { $0.split(separator: " ") }.filter { ["typealias", "let"].contains($0.first) }
        let names = words.map { String($0[1]) }
        #expect(Set(names).count == names.count)
        #expect(try Set(names) == Set(CentralRole.names() + ["CBCentralManagerFactory"]))
        for line in words where line.count == 4 && line[1] != "CBManager" {
            #expect(line[3] == "CBM" + line[1].dropFirst(2))
        }
    }
}
