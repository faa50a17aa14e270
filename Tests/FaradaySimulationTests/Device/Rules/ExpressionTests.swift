import FaradayEngine
import Testing

@testable import FaradaySimulation

@Suite("Expressions of rules")
struct ExpressionTests {
    private static func scope() -> RuleScope {
        RuleScope(
            variables: ["count": .number(5), "big": .number(.max)],
            fields: ["data": .bytes([1, 2, 3])], random: EntropyStream(state: 1))
    }

    @Test(
        "An expression has the value that C gives it",
        arguments: [
            ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 4 - 3", 3), ("-count + 1", -4), ("~0", -1),
            ("!count", 0),
            ("!0", 1), ("7 / 2", 3), ("-7 % 3", -1), ("1 / 0", 0), ("1 % 0", 0), ("0xFF & 0x0F | 0x30", 0x3F),
            ("1 << 4 ^ 1", 17), ("1 << 64", 0), ("3 < 4 == 1", 1), ("1 && 0 || 1", 1),
            ("2 >= 2 && 2 != 3", 1),
            ("big + 1", .min), ("-0x8000000000000000 / -1", .min), ("min(3, -3) + max(1, 2)", -1),
            ("length(data)", 3), ("byte(data, 1)", 2), ("byte(data, 3)", 0), ("byte(data, -1)", 0),
            ("length(slice(data, 1, 9))", 2), ("byte(slice(data, -5, 2), 0)", 1), ("sum8(data)", 6),
            ("xor8(data)", 0), ("draw(4, 4)", 4), ("draw(9, 4)", 9), ("count&3", 1), ("a", 0),
        ] as [(String, Int64)])
    func hasValue(_ text: String, _ value: Int64) throws {
        var scope = Self.scope()
        #expect(scope.number(try DeviceExpression(text)) == value)
    }

    @Test(
        "The text of an expression reads as the same expression, with no parentheses that it does not need",
        arguments: [
            ("((1+2))*3", "(1 + 2) * 3"), ("1+(2*3)", "1 + 2 * 3"), ("1-(2-3)", "1 - (2 - 3)"),
            ("(1-2)-3", "1 - 2 - 3"), ("!(a&&b)", "!(a && b)"), ("-(-3)", "3"),
            ("min( a ,b+1 )", "min(a, b + 1)"),
            ("0x10", "16"),
        ])
    func isWritten(_ text: String, _ written: String) throws {
        let expression = try DeviceExpression(text)
        #expect("\(expression)" == written)
        #expect(try DeviceExpression(written) == expression)
    }

    @Test(
        "A text that is no expression says where",
        arguments: [
            ("", "it ends where a value is expected"), ("1 +", "it ends where a value is expected"),
            ("(1", "it ends where ')' is expected"), ("1 2", "'2' is where an operator is expected"),
            ("a b", "'b' is where an operator is expected"), ("#", "'#' is where a value is expected"),
            ("0xG", "'0xG' is no number of 64 bits"),
            ("99999999999999999999", "'99999999999999999999' is no number of 64 bits"),
            ("f(1", "it ends where ')' is expected"), ("1 = 2", "'= 2' is where an operator is expected"),
        ])
    func saysWhere(_ text: String, _ problem: String) {
        #expect(throws: DeviceExpression.Problem(problem)) { try DeviceExpression(text) }
    }

    @Test("Deep nesting is refused, and takes no deep stack", arguments: ["(", "-", "f(", "!("])
    func refusesDepth(_ unit: String) {
        #expect(throws: DeviceExpression.Problem("it is nested more than 64 deep")) {
            try DeviceExpression(String(repeating: unit, count: 100_000))
        }
    }

    @Test(
        "A drawn number is between its ends, and each of them comes",
        arguments: [(Int64(-1), Int64(1)), (.min, .max)])
    func draws(_ low: Int64, _ high: Int64) throws {
        var scope = Self.scope()
        let expression = DeviceExpression.call("draw", [.number(low), .number(high)])
        let drawn = Set((0..<200).map { _ in scope.number(expression) })
        #expect(drawn.allSatisfy { low <= $0 && $0 <= high })
        #expect(drawn.count == (high == 1 ? 3 : 200))
    }
}

@Suite("Bytes of rules")
struct RuleBytesTests {
    @Test(
        "A checksum has its check value, and its size",
        arguments: [
            (Checksum.sum8, 0xDD, 1), (.sum16, 0x01DD, 2), (.xor8, 0x31, 1), (.crc8, 0xF4, 1),
            (.crc8Maxim, 0xA1, 1),
            (.crc16CCITTFalse, 0x29B1, 2), (.crc16XMODEM, 0x31C3, 2), (.crc16Kermit, 0x2189, 2),
            (.crc16ARC, 0xBB3D, 2), (.crc16Modbus, 0x4B37, 2), (.crc32, 0xCBF4_3926, 4),
            (.crc32C, 0xE306_9283, 4),
        ] as [(Checksum, UInt32, Int)])
    func hasCheckValue(_ kind: Checksum, _ value: UInt32, _ size: Int) {
        #expect(kind.value(of: Array("123456789".utf8)) == value)
        #expect(kind.size == size)
    }

    @Test(
        "A format writes and reads numbers",
        arguments: [
            ("u8", 0x1FF, [0xFF], 0xFF), ("i8", -2, [0xFE], -2), ("u16", 258, [2, 1], 258),
            ("u16be", 258, [1, 2], 258), ("i24", -1, [0xFF, 0xFF, 0xFF], -1), ("u32be", 1, [0, 0, 0, 1], 1),
            ("u64", -1, [255, 255, 255, 255, 255, 255, 255, 255], -1),
            ("i64be", .min, [128, 0, 0, 0, 0, 0, 0, 0], .min),
        ] as [(String, Int64, [UInt8], Int64)])
    func writesNumbers(_ text: String, _ number: Int64, _ bytes: [UInt8], _ read: Int64) throws {
        let format = try #require(NumberFormat(text))
        #expect("\(format)" == text)
        #expect(format.bytes(of: number) == bytes)
        #expect(format.number(in: bytes) == read)
    }

    @Test(arguments: ["", "u", "u0", "u7", "u72", "U8", "u8be", "u016", "x16", "u16le", "u+8"])
    func otherTextsAreNoFormat(_ text: String) { #expect(NumberFormat(text) == nil) }

    @Test(
        "A pattern takes the values that look like it, and names their parts",
        arguments: [
            ([], [1, 2], ""), (["A5 ??"], [0xA5, 9], ""), (["A5 ??"], [0xA5], nil),
            (["A5 ??"], [0xA4, 9], nil),
            (["?5"], [0x75], ""), (["?5"], [0x76], nil),
            (["01", .number("n", .u16be), .rest("r")], [1, 2, 3, 4, 5], "n=515 r=[4, 5]"),
            (["01", .number("n", .u16be), .rest("r")], [1, 2, 3], "n=515 r=[]"),
            ([.rest("r"), "FF"], [1, 2, 0xFF], "r=[1, 2]"), ([.data("d", count: 2)], [1, 2], "d=[1, 2]"),
            ([.data("d", count: 2)], [1, 2, 3], nil),
            ([.rest("r"), .checksum(.xor8)], [1, 2, 3], "r=[1, 2]"),
            ([.rest("r"), .checksum(.xor8)], [1, 2, 4], nil),
            (["A5", .rest("r"), .checksum(.sum8, from: 1)], [0xA5, 1, 2, 3], "r=[1, 2]"),
            ([.bytes([.init(0x50, mask: 0x70)])], [0xDF], ""),
            ([.bytes([.init(0x50, mask: 0x70)])], [0x6F], nil),
        ] as [(BytePattern, [UInt8], String?)])
    func takes(_ pattern: BytePattern, _ value: [UInt8], _ parts: String?) {
        let found = pattern.match(value)?.map { name, part in
            switch part {
            case .number(let number): "\(name)=\(number)"
            case .bytes(let bytes): "\(name)=\(bytes)"
            }
        }
        #expect(found?.joined(separator: " ") == parts)
    }

    @Test(
        "A template makes bytes",
        arguments: [
            ([], []), ("01 fF", [1, 0xFF]), (["5A", .number("count * 2", .u16)], [0x5A, 10, 0]),
            ([.data("data"), .data("slice(data, 1, 1)")], [1, 2, 3, 2]),
            (["01 02", .checksum(.sum16, isBigEndian: true)], [1, 2, 0, 3]),
            (["FF 01", .checksum(.xor8, from: 1)], [0xFF, 1, 1]),
        ] as [(ByteTemplate, [UInt8])])
    func makes(_ template: ByteTemplate, _ bytes: [UInt8]) {
        var scope = RuleScope(
            variables: ["count": .number(5)], fields: ["data": .bytes([1, 2, 3])],
            random: EntropyStream(state: 1))
        #expect(template.value(&scope) == bytes)
    }
}
