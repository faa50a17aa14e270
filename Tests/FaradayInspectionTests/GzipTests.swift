#if os(macOS) || os(Linux)
import BluetoothTypes
import Foundation
import RandomCases
import Testing

@testable import FaradayInspection

/// What is compressed here is read by gzip itself.
@Suite struct GzipTests {
    private static func words(_ count: Int, _ seed: UInt64) -> [UInt8] {
        var numbers = SeededNumbers(seed: seed)
        var bytes: [UInt8] = []
        while bytes.count < count {
            let state = numbers.next()
            let word = "record \(state >> 56) of link \(state >> 60), "
            bytes += word.utf8
        }
        return Array(bytes.prefix(count))
    }

    private static func noise(_ count: Int) -> [UInt8] {
        var numbers = SeededNumbers(seed: 7)
        return numbers.bytes(count)
    }

    static let cases: [(name: String, bytes: [UInt8])] = [
        ("nothing", []), ("one byte", [65]), ("two bytes", [65, 66]),
        ("one byte again and again", Array(repeating: 0, count: 100_000)),
        ("a match of 258 bytes", Array(repeating: Array(0...255), count: 5).flatMap { $0 }),
        ("words", words(300_000, 1)), ("more than one block of literals", noise(120_000)),
        ("matches at the end of the window", noise(32_768) + noise(32_768)),
        ("matches behind the window", noise(40_000) + noise(40_000)),
    ]

    @Test(arguments: cases.indices) func gzipReadsWhatWasCompressed(_ index: Int) throws {
        let (_, bytes) = Self.cases[index]
        #expect(try Self.gunzip(Gzip.compressed(bytes)) == bytes)
    }

    @Test func wordsBecomeMuchSmaller() {
        let words = Self.words(300_000, 1)
        #expect(Gzip.compressed(words).count < words.count / 6)
    }

    /// Symbols whose frequencies grow like Fibonacci's numbers would have codes of more than 15 bits.
    @Test func codesAreNeverLongerThanTheFormatAllows() {
        var frequencies = [1, 1]
        while frequencies.count < 30 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
        let code = PrefixCode(frequencies: frequencies, longest: 15)
        #expect(code.lengths.allSatisfy { 1...15 ~= $0 })
        #expect(code.lengths.reduce(0.0) { $0 + pow(2, -Double($1)) } == 1, "the code is complete")
    }

    @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
    func base64IsThatOfTheStandard(_ text: String) {
        #expect(Base64.text(Array(text.utf8)) == Data(text.utf8).base64EncodedString())
    }

    private static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).gz")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "--decompress", "--stdout", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return Array(output)
    }
}
#endif
