/// A number modulo the prime of P-256, p = 2²⁵⁶ − 2²²⁴ + 2¹⁹² + 2⁹⁶ − 1, in Montgomery form: the stored value
/// is the number times 2²⁵⁶. It is always less than p, so equal numbers have equal limbs.
///
/// Four limbs in a struct, the least significant first: an array here would make a multiplication of points
/// allocate thousands of times.
struct P256Field: Hashable, Sendable {
    private(set) var limb0: UInt64
    private(set) var limb1: UInt64
    private(set) var limb2: UInt64
    private(set) var limb3: UInt64

    private init(_ limb0: UInt64, _ limb1: UInt64, _ limb2: UInt64, _ limb3: UInt64) {
        self.limb0 = limb0
        self.limb1 = limb1
        self.limb2 = limb2
        self.limb3 = limb3
    }

    static let zero = P256Field(0, 0, 0, 0)
    /// 2²⁵⁶ mod p.
    static let one = P256Field(1, 0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x0000_0000_FFFF_FFFE)
    /// 2⁵¹² mod p as plain limbs: times this, a plain number comes into the form.
    private static let intoForm = P256Field(
        3, 0xFFFF_FFFB_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFE, 0x0000_0004_FFFF_FFFD)

    // The limbs of p. The third one is zero.
    private static var p0: UInt64 { 0xFFFF_FFFF_FFFF_FFFF }
    private static var p1: UInt64 { 0x0000_0000_FFFF_FFFF }
    private static var p3: UInt64 { 0xFFFF_FFFF_0000_0001 }

    /// The number that 32 bytes are, most significant first; `nil` if it is p or more.
    init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        var limbs: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for index in 0..<8 {
            limbs.3 = limbs.3 << 8 | UInt64(bytes[index])
            limbs.2 = limbs.2 << 8 | UInt64(bytes[index + 8])
            limbs.1 = limbs.1 << 8 | UInt64(bytes[index + 16])
            limbs.0 = limbs.0 << 8 | UInt64(bytes[index + 24])
        }
        let plain = P256Field(limbs.0, limbs.1, limbs.2, limbs.3)
        guard plain.withoutP == nil else { return nil }
        self = plain * Self.intoForm
    }

    /// The number as 32 bytes, most significant first.
    var bytes: [UInt8] {
        let plain = self * P256Field(1, 0, 0, 0)
        var bytes: [UInt8] = []
        for limb in [plain.limb3, plain.limb2, plain.limb1, plain.limb0] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: limb >> UInt64(shift)))
            }
        }
        return bytes
    }

    var isZero: Bool { limb0 | limb1 | limb2 | limb3 == 0 }

    // MARK: - Sums

    static func + (left: P256Field, right: P256Field) -> P256Field {
        var carry: UInt64 = 0
        let sum = P256Field(
            add(left.limb0, right.limb0, &carry), add(left.limb1, right.limb1, &carry),
            add(left.limb2, right.limb2, &carry), add(left.limb3, right.limb3, &carry))
        return sum.reduced(above: carry)
    }

    static func - (left: P256Field, right: P256Field) -> P256Field {
        var borrow: UInt64 = 0
        let difference = P256Field(
            subtract(left.limb0, right.limb0, &borrow), subtract(left.limb1, right.limb1, &borrow),
            subtract(left.limb2, right.limb2, &borrow), subtract(left.limb3, right.limb3, &borrow))
        guard borrow != 0 else { return difference }
        var carry: UInt64 = 0
        return P256Field(
            add(difference.limb0, p0, &carry), add(difference.limb1, p1, &carry),
            add(difference.limb2, 0, &carry), add(difference.limb3, p3, &carry))
    }

    var doubled: P256Field { self + self }

    /// This less p, or `nil` if it is less than p.
    private var withoutP: P256Field? {
        var borrow: UInt64 = 0
        let difference = minusP(&borrow)
        return borrow == 0 ? difference : nil
    }

    private func minusP(_ borrow: inout UInt64) -> P256Field {
        P256Field(
            Self.subtract(limb0, Self.p0, &borrow), Self.subtract(limb1, Self.p1, &borrow),
            Self.subtract(limb2, 0, &borrow), Self.subtract(limb3, Self.p3, &borrow))
    }

    /// The number below p that `carry` times 2²⁵⁶ and these limbs come to, if that was less than 2p.
    private func reduced(above carry: UInt64) -> P256Field {
        var borrow: UInt64 = 0
        let difference = minusP(&borrow)
        return carry == 0 && borrow != 0 ? self : difference
    }

    // MARK: - Products

    /// Montgomery's product: left · right / 2²⁵⁶ mod p.
    static func * (left: P256Field, right: P256Field) -> P256Field {
        var (t0, t1, t2, t3, t4): (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
        for round in 0..<4 {
            let factor =
                switch round {
                case 0: right.limb0
                case 1: right.limb1
                case 2: right.limb2
                default: right.limb3
                }
            var carry: UInt64 = 0
            t0 = multiplyAdd(left.limb0, factor, t0, &carry)
            t1 = multiplyAdd(left.limb1, factor, t1, &carry)
            t2 = multiplyAdd(left.limb2, factor, t2, &carry)
            t3 = multiplyAdd(left.limb3, factor, t3, &carry)
            // Below 2³²⁰ in all: (2p − 1) + (p − 1)(2⁶⁴ − 1).
            t4 &+= carry
            // Add t0 · p, which clears the lowest limb since p ≡ −1 mod 2⁶⁴, and drop that limb. p ends in
            // 2⁹⁶ − 1: the −1 is what clears t0, and the rest is t0 shifted by 96 bits.
            let shifted = t0
            carry = 0
            t0 = add(t1, shifted << 32, &carry)
            t1 = add(t2, shifted >> 32, &carry)
            t2 = multiplyAdd(shifted, p3, t3, &carry)
            t3 = add(t4, 0, &carry)
            t4 = carry
        }
        return P256Field(t0, t1, t2, t3).reduced(above: t4)
    }

    var squared: P256Field { self * self }

    /// The number whose product with this one is one, or zero for zero: its power p − 2 (Fermat).
    var inverse: P256Field {
        var power = Self.one
        for limb in [Self.p3, 0, Self.p1, Self.p0 - 2] {
            for bit in stride(from: 63, through: 0, by: -1) {
                power = power.squared
                if limb >> UInt64(bit) & 1 == 1 { power = power * self }
            }
        }
        return power
    }

    // MARK: - Limbs

    private static func add(_ left: UInt64, _ right: UInt64, _ carry: inout UInt64) -> UInt64 {
        let (first, overflow) = left.addingReportingOverflow(right)
        let (sum, again) = first.addingReportingOverflow(carry)
        carry = overflow || again ? 1 : 0
        return sum
    }

    private static func subtract(_ left: UInt64, _ right: UInt64, _ borrow: inout UInt64) -> UInt64 {
        let (first, overflow) = left.subtractingReportingOverflow(right)
        let (difference, again) = first.subtractingReportingOverflow(borrow)
        borrow = overflow || again ? 1 : 0
        return difference
    }

    /// The lower half of left · right + addend + carry, whose upper half is the new carry.
    private static func multiplyAdd(
        _ left: UInt64, _ right: UInt64, _ addend: UInt64, _ carry: inout UInt64
    ) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        let (first, overflow) = low.addingReportingOverflow(addend)
        let (sum, again) = first.addingReportingOverflow(carry)
        carry = high &+ (overflow ? 1 : 0) &+ (again ? 1 : 0)
        return sum
    }
}
