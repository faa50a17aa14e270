import RandomCases
import Testing

@testable import BluetoothCryptography

extension SeededNumbers {
    /// 32 bytes whose words are random, or all zeros or all ones, where carries and borrows go far. The first
    /// word is never all ones, so the number is below the prime and the order.
    mutating func number() -> [UInt8] {
        var words: [UInt64] = []
        for _ in 0..<4 {
            let word = next()
            switch next() % 4 {
            case 0: words.append(0)
            case 1: words.append(.max)
            default: words.append(word)
            }
        }
        words[0] &= 0xFFFF_FFFE_FFFF_FFFF
        return words.flatMap(P256.bytes)
    }
}

/// Arithmetic modulo the prime, on whose laws the curve's formulas lean.
@Suite struct P256FieldTests {
    static let prime = CryptographyTests.bytes(
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")

    static func numbers(seed: UInt64, count: Int) -> [P256Field] {
        var source = SeededNumbers(seed: seed)
        var numbers = (0..<count).compactMap { _ in P256Field(bytes: source.number()) }
        // The ends of the range: 0, 1, 2, −1, −2.
        numbers += [.zero, .one, .one.doubled, .zero - .one, .zero - .one.doubled]
        return numbers
    }

    @Test("a number is below the prime, and reads back as it was written")
    func conversion() throws {
        var source = SeededNumbers(seed: 1)
        for _ in 0..<200 {
            let bytes = source.number()
            #expect(try #require(P256Field(bytes: bytes)).bytes == bytes)
        }
        var last = Self.prime
        last[31] -= 1
        #expect(try #require(P256Field(bytes: last)).bytes == last)
        #expect(P256Field(bytes: last) == .zero - .one)
        #expect(P256Field(bytes: Self.prime) == nil)
        #expect(P256Field(bytes: [UInt8](repeating: 0xFF, count: 32)) == nil)
        #expect(P256Field(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(P256Field(bytes: [UInt8](repeating: 0, count: 33)) == nil)
    }

    @Test("sums and products are commutative, associative and distributive, and undo each other")
    func laws() {
        let (first, second) = (Self.numbers(seed: 2, count: 25), Self.numbers(seed: 3, count: 25))
        let third = Self.numbers(seed: 4, count: 1)
        for a in first {
            #expect(a + .zero == a && a * .one == a && (a * .zero).isZero && (a - a).isZero)
            for b in second {
                #expect(a + b == b + a && a * b == b * a)
                #expect(a - b + b == a && a + b - b == a && (a - b) + (b - a) == .zero)
                for c in third {
                    #expect((a + b) * c == a * c + b * c)
                    #expect((a * b) * c == a * (b * c) && (a + b) + c == a + (b + c))
                }
            }
        }
    }

    @Test("every number but zero has an inverse")
    func inverses() {
        for number in Self.numbers(seed: 5, count: 40) {
            #expect(number * number.inverse == (number.isZero ? .zero : .one))
        }
    }

    @Test("products have the values of plain arithmetic")
    func products() throws {
        // 2¹²⁸ squared is 2²⁵⁶, which is 2²²⁴ − 2¹⁹² − 2⁹⁶ + 1 modulo the prime.
        var half = [UInt8](repeating: 0, count: 32)
        half[15] = 1
        let square = try #require(P256Field(bytes: half)).squared
        #expect(
            square.bytes
                == CryptographyTests.bytes(
                    "00000000fffffffeffffffffffffffffffffffff000000000000000000000001"))
        // 0x0123456789ABCDEF · 0xFEDCBA9876543210.
        let left = try #require(
            P256Field(bytes: [UInt8](repeating: 0, count: 24) + P256.bytes(0x0123_4567_89AB_CDEF)))
        let right = try #require(
            P256Field(bytes: [UInt8](repeating: 0, count: 24) + P256.bytes(0xFEDC_BA98_7654_3210)))
        #expect(
            (left * right).bytes
                == [UInt8](repeating: 0, count: 16)
                + CryptographyTests.bytes("0121fa00ad77d7422236d88fe5618cf0"))
    }
}
