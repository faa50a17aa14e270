#if os(macOS) || os(Linux)
import FaradayTesting
import Foundation
import Testing

@testable import FaradayDeviceFiles

@Suite("A device file says what its definition says")
struct RoundTripTests {
    @Test("A file that says everything is written as it was read")
    func writesWhatItRead() throws {
        let file = try DeviceFile(EverythingFile.text)
        #expect(try file.text == EverythingFile.text)
        #expect(file.swiftOnlyParts.isEmpty)
        #expect(file.warnings.isEmpty)
    }

    @Test("The Swift of a file compiles, and is the same device")
    func swiftIsTheSame() throws {
        let path = (#filePath as NSString).deletingLastPathComponent + "/Generated/EverythingDevice.swift"
        let swift = "// swift-format-ignore-file\n" + (try DeviceFile(EverythingFile.text).swift())
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] != nil {
            try swift.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == swift)
        #expect(try DeviceFile(.everythingAndMore).text == EverythingFile.text)
    }

    @Test("Texts that say the same in other words are read too")
    func otherWords() throws {
        let short = try DeviceFile(
            #"""
            { "faraday": 1, "name": "D", "$schema": "x", "note": "n", "address": "C0:11:22:33:44:55",
              "advertising": [{ "data": "02 01 06" }],
              "services": [{ "uuid": "ff00", "characteristics": [
                { "uuid": "0000ff01-0000-1000-8000-00805f9b34fb", "properties": ["read"],
                  "value": ["01", { "text": "AB" }, { "number": 258, "as": "u16be" }, { "checksum": "xor8" }] }] }],
              "variables": { "v": { "start": 3 } },
              "rules": [{ "when": "connected", "then": [{ "assign": "v", "to": "1+(2 * 3)" }] }] }
            """#)
        #expect(
            short.text == #"""
                {
                  "faraday": 1,
                  "name": "D",
                  "address": "C0:11:22:33:44:55",
                  "advertising": [{ "data": [{ "flags": 6 }] }],
                  "services": [
                    {
                      "uuid": "FF00",
                      "characteristics": [
                        {
                          "uuid": "0000FF01-0000-1000-8000-00805F9B34FB",
                          "properties": ["read"],
                          "value": "01 41 42 01 02 01"
                        }
                      ]
                    }
                  ],
                  "variables": { "v": 3 },
                  "rules": [{ "when": "connected", "then": { "assign": "v", "to": "1 + 2 * 3" } }]
                }

                """#)
    }

    @Test("The files on the page have no errors")
    func pageIsRight() throws {
        let folder = (#filePath as NSString).deletingLastPathComponent
        let page = try String(contentsOfFile: folder + "/../../Documentation/DeviceFiles.md", encoding: .utf8)
        let blocks = page.components(separatedBy: "```json\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(blocks.count == 2)
        for block in blocks {
            let file = try DeviceFile(block)
            #expect(file.warnings.isEmpty && file.swiftOnlyParts.isEmpty)
        }
    }

    @Test(
        "A time is written in the largest unit that needs three digits behind the point",
        arguments: [
            ("0 s", 0), ("1 ns", 1), ("1.5 us", 1500), ("1.25 ms", 1_250_000), ("100 ms", 100_000_000),
            ("1 s", 1_000_000_000), ("1.001 s", 1_001_000_000), ("1000.1 ms", 1_000_100_000),
            ("2 min", 120_000_000_000),
            ("1.5 min", 90_000_000_000), ("2 h", 7_200_000_000_000), ("-1 s", nil), ("1.0001 ns", nil),
            ("s", nil),
            ("1", nil), ("1 d", nil), ("9999999999 h", nil), ("1.2.3 s", nil), ("1. s", nil),
        ] as [(String, Int64?)])
    func times(_ text: String, _ count: Int64?) {
        #expect(FileTime(text)?.value.count == count)
        if let count { #expect(FileTime(FileTime(Nanoseconds(count)).text)?.value.count == count) }
    }
}
#endif
