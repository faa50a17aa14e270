/// A point of P-256 in Jacobian coordinates: x is X / Z², y is Y / Z³, and Z = 0 is the point at infinity.
struct P256Point: Sendable {
    var x: P256Field
    var y: P256Field
    var z: P256Field

    static let infinity = P256Point(x: .one, y: .one, z: .zero)

    /// The curve's b (FIPS 186-4, D.1.2.3).
    private static let b = constant(
        0x5AC6_35D8_AA3A_93E7, 0xB3EB_BD55_7698_86BC, 0x651D_06B0_CC53_B0F6, 0x3BCE_3C3E_27D2_604B)

    /// The base point G (FIPS 186-4, D.1.2.3).
    static let base = P256Point(
        x: constant(
            0x6B17_D1F2_E12C_4247, 0xF8BC_E6E5_63A4_40F2, 0x7703_7D81_2DEB_33A0, 0xF4A1_3945_D898_C296),
        y: constant(
            0x4FE3_42E2_FE1A_7F9B, 0x8EE7_EB4A_7C0F_9E16, 0x2BCE_3357_6B31_5ECE, 0xCBB6_4068_37BF_51F5),
        z: .one)

    /// Words of a constant, most significant first.
    private static func constant(_ words: UInt64...) -> P256Field {
        guard let element = P256Field(bytes: words.flatMap(P256.bytes)) else {
            preconditionFailure("a constant of the curve is not below the prime")
        }
        return element
    }

    private init(x: P256Field, y: P256Field, z: P256Field) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The point that a public key names, or `nil` if it is not on the curve y² = x³ − 3x + b.
    init?(_ key: P256.PublicKey) {
        guard let x = P256Field(bytes: key.x), let y = P256Field(bytes: key.y) else { return nil }
        let right = x.squared * x - (x.doubled + x) + Self.b
        guard y.squared == right else { return nil }
        self.init(x: x, y: y, z: .one)
    }

    /// The point's coordinates, or `nil` for the point at infinity.
    var publicKey: P256.PublicKey? {
        guard !z.isZero else { return nil }
        let inverse = z.inverse
        let square = inverse.squared
        return P256.PublicKey(x: (x * square).bytes, y: (y * square * inverse).bytes)
    }

    /// Twice the point, by the formulas for a = −3. They take infinity to infinity, and no point of the curve
    /// has y = 0, since the order is odd.
    var doubled: P256Point {
        let delta = z.squared
        let gamma = y.squared
        let beta = x * gamma
        let difference = (x - delta) * (x + delta)
        let alpha = difference.doubled + difference
        let beta4 = beta.doubled.doubled
        let newX = alpha.squared - beta4.doubled
        return P256Point(
            x: newX, y: alpha * (beta4 - newX) - gamma.squared.doubled.doubled.doubled,
            z: (y + z).squared - gamma - delta)
    }

    static func + (left: P256Point, right: P256Point) -> P256Point {
        if left.z.isZero { return right }
        if right.z.isZero { return left }
        let leftZ2 = left.z.squared
        let rightZ2 = right.z.squared
        let leftX = left.x * rightZ2
        let leftY = left.y * rightZ2 * right.z
        let runX = right.x * leftZ2 - leftX
        let runY = right.y * leftZ2 * left.z - leftY
        // The same x: the same point or its negative, for which the formulas below fail.
        if runX.isZero { return runY.isZero ? left.doubled : .infinity }
        let square = runX.squared
        let cube = square * runX
        let middle = leftX * square
        let newX = runY.squared - cube - middle.doubled
        return P256Point(
            x: newX, y: runY * (middle - newX) - leftY * cube, z: left.z * right.z * runX)
    }

    /// The point times a number of 32 bytes, most significant first, four bits at a time.
    func multiplied(by scalar: [UInt8]) -> P256Point {
        var multiples = [P256Point.infinity, self]
        while multiples.count < 16 {
            let half = multiples[multiples.count / 2]
            multiples.append(multiples.count % 2 == 0 ? half.doubled : multiples[multiples.count - 1] + self)
        }
        var product = P256Point.infinity
        for byte in scalar {
            for digit in [byte >> 4, byte & 0xF] {
                product = product.doubled.doubled.doubled.doubled + multiples[Int(digit)]
            }
        }
        return product
    }
}
