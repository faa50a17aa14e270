#if os(macOS) || os(Linux)
import BluetoothTypes
import Foundation
import RandomCases
import Testing

@testable import FaradayInspection

/// Values in words.
@Suite struct MeaningsTests {
    static let rows: [(uuid: BluetoothUUID, bytes: [UInt8], text: String?)] = [
        ("2A37", [0x06, 72], "beats per minute 72, has contact"),
        ("2A37", [0x04, 72], "beats per minute 72, not has contact"),
        ("2A19", [87], "87 %"), ("2A07", [0xF8], "-8 dBm"), ("2A92", [61], "61 bpm"),
        ("2A29", Array("Acme".utf8), "\"Acme\""), ("2A38", [1], "chest"),
        ("2A37", [], nil), ("6B65", [1], nil),
    ]

    @Test(arguments: rows.indices) func aValueIsSaidInWords(_ index: Int) {
        let row = Self.rows[index]
        #expect(Meanings.text(row.bytes, of: row.uuid) == row.text)
    }

    /// The table has every typed characteristic of the profiles but those that are plain bytes.
    @Test func theTableHasEveryTypedCharacteristic() throws {
        let root = PageFilesTests.root
        let profiles = root.appendingPathComponent("Sources/BluetoothProfiles/Profiles")
        let table = try String(
            contentsOf: root.appendingPathComponent(
                "Sources/FaradayInspection/Values/Meanings+Decoders.swift"),
            encoding: .utf8)
        let files = try #require(FileManager.default.enumerator(atPath: profiles.path))
        var count = 0
        for case let file as String in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: profiles.appendingPathComponent(file), encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains(" = TypedCharacteristic<") {
                guard !line.contains("TypedCharacteristic<[UInt8]>") else { continue }
                let name = try #require(line.split(separator: " ").drop { $0 != "let" }.dropFirst().first)
                #expect(table.contains(".\(name))"), "\(file): \(name)")
                count += 1
            }
        }
        #expect(count > 150 && Meanings.decoders.count > 130)
    }

    /// Bytes that nobody expects are no trap.
    @Test func anyBytesAreReadOrRefused() {
        var numbers = SeededNumbers(seed: 5)
        for uuid in Meanings.decoders.keys.sorted(by: { $0.description < $1.description }) {
            for count in 0..<12 {
                _ = Meanings.text(numbers.bytes(count), of: uuid)
            }
        }
    }
}
#endif
