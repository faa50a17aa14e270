import RandomCases
import Testing

@testable import BluetoothCryptography

/// The curve against published points, another implementation, and itself.
@Suite struct P256Tests {
    static func bytes(_ hexadecimal: String) -> [UInt8] { CryptographyTests.bytes(hexadecimal) }

    static func key(_ x: String, _ y: String) -> P256.PublicKey {
        P256.PublicKey(x: bytes(x), y: bytes(y))
    }

    static let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    static let orderLessOne = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550")

    static func small(_ scalar: UInt64) -> [UInt8] { [UInt8](repeating: 0, count: 24) + P256.bytes(scalar) }

    /// A and B of one exchange.
    struct Sample: Sendable {
        let privateA: String
        let privateB: String
        let publicA: P256.PublicKey
        let publicB: P256.PublicKey
        let secret: String
    }

    /// Core 6.0, Vol 2, Part G, 7.1.2. A of the first one is the debug key pair of Vol 3, Part H, 2.3.5.6.1.
    static let samples = [
        Sample(
            privateA: "3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd",
            privateB: "55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd",
            publicA: key(
                "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6",
                "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b"),
            publicB: key(
                "1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190",
                "4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a"),
            secret: "ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"),
        Sample(
            privateA: "06a516693c9aa31a6084545d0c5db641b48572b97203ddffb7ac73f7d0457663",
            privateB: "529aa0670d72cd6497502ed473502b037e8803b5c60829a5a3caa219505530ba",
            publicA: key(
                "2c31a47b5779809ef44cb5eaaf5c3e43d5f8faad4a8794cb987e9b03745c78dd",
                "919512183898dfbecd52e2408e43871fd021109117bd3ed4eaf8437743715d4f"),
            publicB: key(
                "f465e43ff23d3f1b9dc7dfc04da8758184dbc966204796eccf0d6cf5e16500cc",
                "0201d048bcbbd899eeefc424164e33c201c2b010ca6b4d43a8a155cad8ecb279"),
            secret: "ab85843a2f6d883f62e5684b38e307335fe6e1945ecd19604105c6f23221eb69"),
    ]

    @Test("keys and secrets are those of the specification's samples", arguments: samples)
    func specification(_ sample: Sample) {
        let (a, b) = (Self.bytes(sample.privateA), Self.bytes(sample.privateB))
        #expect(P256.publicKey(of: a) == sample.publicA)
        #expect(P256.publicKey(of: b) == sample.publicB)
        #expect(P256.sharedSecret(a, sample.publicB) == Self.bytes(sample.secret))
        #expect(P256.sharedSecret(b, sample.publicA) == Self.bytes(sample.secret))
    }

    @Test(
        "multiples of the base point are the published ones",
        arguments: [
            (
                small(1), "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
            ),
            (
                small(2), "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
                "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1"
            ),
            (
                small(3), "5ecbe4d1a6330a44c8f7ef951d4bf165e6c6b721efada985fb41661bc6e7fd6c",
                "8734640c4998ff7e374b06ce1a64a2ecd82ab036384fb83d9a79b127a27d5032"
            ),
            (
                small(4), "e2534a3532d08fbba02dde659ee62bd0031fe2db785596ef509302446b030852",
                "e0f1575a4c633cc719dfee5fda862d764efc96c3f30ee0055c42c23f184ed8c6"
            ),
            (
                small(20), "83a01a9378395bab9bcd6a0ad03cc56d56e6b19250465a94a234dc4c6b28da9a",
                "76e49b6de2f73234ae6a5eb9d612b75c9f2202bb6923f54ff8240aaa86f640b8"
            ),
            (
                small(112_233_445_566_778_899),
                "339150844ec15234807fe862a86be77977dbfb3ae3d96f4c22795513aeaab82f",
                "b1c14ddfdc8ec1b2583f51e85a5eb3a155840f2034730e9b5ada38b674336a21"
            ),
            (
                orderLessOne, "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a"
            ),
        ])
    func multiples(scalar: [UInt8], x: String, y: String) {
        #expect(P256.publicKey(of: scalar) == Self.key(x, y))
    }

    @Test("keys and secrets are those of another implementation", arguments: P256Goldens.exchanges)
    func otherImplementation(_ exchange: P256Goldens.Exchange) {
        #expect(P256.publicKey(of: exchange.privateKey) == exchange.publicKey)
        #expect(P256.sharedSecret(exchange.privateKey, exchange.peer) == exchange.secret)
    }

    @Test("both sides of an exchange get the same secret, also with a point's negative")
    func symmetry() throws {
        var source = SeededNumbers(seed: 6)
        for _ in 0..<12 {
            let (a, b) = (source.number(), source.number())
            let publicA = try #require(P256.publicKey(of: a))
            var publicB = try #require(P256.publicKey(of: b))
            let secret = try #require(P256.sharedSecret(a, publicB))
            #expect(P256.sharedSecret(b, publicA) == secret)
            // −B has the same x, so the secret is the same.
            publicB.y = (.zero - (try #require(P256Field(bytes: publicB.y)))).bytes
            #expect(P256.sharedSecret(a, publicB) == secret)
        }
    }

    @Test("a private key is neither zero nor as large as the order")
    func privateKeys() throws {
        let peer = Self.samples[0].publicA
        let none = [
            Self.small(0), Self.order, Array(Self.order.dropLast()) + [0x52],
            [UInt8](repeating: 0xFF, count: 32),
        ]
        for scalar in none {
            #expect(P256.publicKey(of: scalar) == nil)
            #expect(P256.sharedSecret(scalar, peer) == nil)
        }
        #expect(P256.sharedSecret(Self.small(1), peer) == peer.x)
        #expect(P256.sharedSecret(Self.orderLessOne, peer) == peer.x)
    }
}

/// Points that no honest peer sends (Core 6.0, Vol 3, Part H, 2.3.5.6.1).
@Suite struct P256InvalidKeyTests {
    static let good = P256Tests.samples[0].publicB
    static let scalar = P256Tests.bytes(P256Tests.samples[0].privateA)

    @Test("with any bit turned a public key is off the curve, and gives no secret")
    func turnedBits() {
        #expect(P256.isValid(Self.good))
        for bit in 0..<512 {
            var key = Self.good
            if bit < 256 {
                key.x[bit / 8] ^= 1 << UInt8(bit % 8)
            } else {
                key.y[bit / 8 - 32] ^= 1 << UInt8(bit % 8)
            }
            #expect(!P256.isValid(key) && P256.sharedSecret(Self.scalar, key) == nil, "bit \(bit)")
        }
    }

    @Test("a point with y forced to zero, as an attacker in the middle sends it, is refused")
    func fixedCoordinate() {
        let key = P256.PublicKey(x: Self.good.x, y: [UInt8](repeating: 0, count: 32))
        #expect(P256.sharedSecret(Self.scalar, key) == nil)
    }

    @Test("all zeros, which stand for infinity elsewhere, are refused")
    func infinity() {
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(P256.sharedSecret(Self.scalar, P256.PublicKey(x: zero, y: zero)) == nil)
    }

    @Test("a coordinate that is the prime or more is refused, though modulo the prime it is on the curve")
    func unreduced() {
        // x = 5 is on the curve; so is prime + 5 modulo the prime, which has 256 bits as well.
        let y = P256Tests.bytes("459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc")
        let small = P256.PublicKey(x: P256Tests.small(5), y: y)
        #expect(P256.isValid(small))
        let x = P256Tests.bytes("ffffffff00000001000000000000000000000001000000000000000000000004")
        #expect(!P256.isValid(P256.PublicKey(x: x, y: y)))
    }

    @Test("a coordinate of another length is refused")
    func lengths() {
        let key = Self.good
        #expect(!P256.isValid(P256.PublicKey(x: [0] + key.x, y: key.y)))
        #expect(!P256.isValid(P256.PublicKey(x: key.x, y: Array(key.y.dropLast()))))
        #expect(P256.sharedSecret(Self.scalar, P256.PublicKey(x: [], y: [])) == nil)
    }
}

/// The laws of the group, where the formulas have their exceptions.
@Suite struct P256PointTests {
    static func multiple(_ scalar: UInt64) -> P256Point {
        P256Point.base.multiplied(by: P256Tests.small(scalar))
    }

    @Test("the order takes every point to infinity")
    func order() throws {
        #expect(P256Point.base.multiplied(by: P256Tests.order).publicKey == nil)
        let other = try #require(P256Point(P256Tests.samples[1].publicB))
        #expect(other.multiplied(by: P256Tests.order).publicKey == nil)
        #expect(P256Point.base.multiplied(by: P256Tests.small(0)).publicKey == nil)
    }

    @Test("a point and its negative add to infinity, which adds nothing")
    func infinity() {
        let last = P256Point.base.multiplied(by: P256Tests.orderLessOne)
        #expect((last + .base).publicKey == nil)
        #expect(P256Point.infinity.doubled.publicKey == nil)
        #expect((P256Point.infinity + .infinity).publicKey == nil)
        #expect((.infinity + P256Point.base).publicKey == P256Point.base.publicKey)
        #expect((P256Point.base + .infinity).publicKey == P256Point.base.publicKey)
    }

    @Test("a point added to itself is doubled, whatever its Z is")
    func doubling() {
        let sum = Self.multiple(3) + .base + .base
        #expect((sum + Self.multiple(5)).publicKey == Self.multiple(10).publicKey)
        #expect(Self.multiple(5).doubled.publicKey == Self.multiple(10).publicKey)
    }

    @Test("multiples add up")
    func additivity() {
        var source = SeededNumbers(seed: 7)
        for _ in 0..<12 {
            let (a, b) = (source.next() >> 1, source.next() >> 1)
            #expect((Self.multiple(a) + Self.multiple(b)).publicKey == Self.multiple(a + b).publicKey)
        }
    }
}
