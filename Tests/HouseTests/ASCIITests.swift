import Foundation
import Testing

/// What tests print is ASCII: their runner reads output in pieces of 4,096 bytes and loses a piece whose edge cuts a
/// character of several bytes. What users name themselves is escaped where it is printed; here are our own texts.
@Suite struct ASCIITests {
    /// Targets whose texts end up in reports, errors and messages of tests.
    private static let targets: Set<String> = [
        "BluetoothTypes", "BluetoothCryptography", "BluetoothWire", "BluetoothHost", "BluetoothPort",
        "CoreBluetoothModel", "FaradayEngine", "FaradayAppTime", "FaradaySimulation", "FaradayCoreBluetooth",
        "CoreBluetoothMock", "FaradayTesting",
    ]

    /// Texts that are someone else's, by file: what a phone shows its user, word for word.
    private static let quoted: Set<String> = ["Sources/CoreBluetoothModel/Support/PairingAlert.swift"]

    @Test(arguments: HouseTests.sources.filter { targets.contains($0.target) && !quoted.contains($0.path) })
    func literalsAreASCII(_ file: HouseTests.SourceFile) {
        for (number, literal) in Self.literals(in: file.text) where !literal.allSatisfy(\.isASCII) {
            Issue.record("\(file.path):\(number): \(literal.debugDescription)")
        }
    }

    @Test func literalsAreFound() {
        let source = """
            let a = "one" // "no"
            /* "no" /* "no" */ "no" */ let b = "t\\(x ? "in" : y("deep"))wo"
            let c = \"""
                three "quoted" // not a comment
                \"""
            let d = #"raw \\"# + "http://x"
            """
        let found = Self.literals(in: source)
        #expect(
            found.map(\.text) == [
                "one", "in", "deep", "two", "\n    three \"quoted\" // not a comment\n    ", "raw \\",
                "http://x",
            ])
        #expect(found.map(\.line) == [1, 2, 2, 2, 3, 6, 6])
    }

    /// The string literals of a source, without what is interpolated, in the order in which they end; with the lines on
    /// which they begin.
    static func literals(in source: String) -> [(line: Int, text: String)] {
        var scanner = LiteralScanner(source)
        return scanner.literals()
    }
}

/// Finds string literals in Swift source, as far as this package writes them.
private struct LiteralScanner {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var found: [(line: Int, text: String)] = []

    init(_ source: String) { bytes = Array(source.utf8) }

    mutating func literals() -> [(line: Int, text: String)] {
        code(isInterpolation: false)
        return found
    }

    private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func skip(_ count: Int) {
        for _ in 0..<count where place < bytes.count {
            if bytes[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
    }

    /// Code up to the end of the source, or to the parenthesis that ends an interpolation.
    private mutating func code(isInterpolation: Bool) {
        var depth = 0
        while place < bytes.count {
            if starts(with: "//") {
                while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { skip(1) }
            } else if starts(with: "/*") {
                comment()
            } else if bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "#"),
                let hashes = hashes()
            {
                literal(hashes)
            } else if bytes[place] == UInt8(ascii: "(") {
                depth += 1
                skip(1)
            } else if bytes[place] == UInt8(ascii: ")") {
                if depth == 0, isInterpolation { return }
                depth -= 1
                skip(1)
            } else {
                skip(1)
            }
        }
    }

    private mutating func comment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                skip(2)
            } else if starts(with: "*/") {
                depth -= 1
                skip(2)
            } else {
                skip(1)
            }
        } while depth > 0 && place < bytes.count
    }

    /// How many number signs stand before a literal here; `nil` if there is none.
    private func hashes() -> Int? {
        var end = place
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - place : nil
    }

    private mutating func literal(_ hashes: Int) {
        let signs = String(repeating: "#", count: hashes)
        let begin = line
        skip(hashes)
        let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        skip(quotes.count)
        var text: [UInt8] = []
        while place < bytes.count, !starts(with: quotes + signs) {
            if starts(with: "\\" + signs + "(") {
                skip(2 + hashes)
                code(isInterpolation: true)
                skip(1)
            } else if starts(with: "\\" + signs) {
                for byte in bytes[place..<min(place + 2 + hashes, bytes.count)] { text.append(byte) }
                skip(2 + hashes)
            } else {
                text.append(bytes[place])
                skip(1)
            }
        }
        skip(quotes.count + hashes)
        found.append((begin, String(decoding: text, as: UTF8.self)))
    }
}
