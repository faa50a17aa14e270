import BluetoothCryptography
import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// Public keys and shared secrets that controllers compute for their hosts.
@Suite struct KeyPairTests {
    private static func publicKey(
        _ air: Air, of node: NodeID
    ) -> HCI.LEReadLocalP256PublicKeyComplete? {
        air.send(.leReadLocalP256PublicKey, to: node)
        air.run(.milliseconds(100))
        for event in air.events(of: node).reversed() {
            if case .leReadLocalP256PublicKeyComplete(let complete) = event { return complete }
        }
        return nil
    }

    private static func secret(_ air: Air, of node: NodeID, x: [UInt8], y: [UInt8]) -> HCI
        .LEGenerateDHKeyComplete?
    {
        air.send(.leGenerateDHKey(.init(keyXCoordinate: x, keyYCoordinate: y)), to: node)
        air.run(.milliseconds(100))
        for event in air.events(of: node).reversed() {
            if case .leGenerateDHKeyComplete(let complete) = event { return complete }
        }
        return nil
    }

    @Test func twoControllersAgree() throws {
        let air = Air()
        let (one, other) = (air.add(), air.add())
        let keys = try [one, other].map { try #require(Self.publicKey(air, of: $0)) }
        #expect(keys.allSatisfy { $0.status == .success } && keys[0] != keys[1])
        for key in keys {
            #expect(P256.isValid(.init(x: key.keyXCoordinate.reversed(), y: key.keyYCoordinate.reversed())))
        }
        let first = Self.secret(air, of: one, x: keys[1].keyXCoordinate, y: keys[1].keyYCoordinate)
        let second = Self.secret(air, of: other, x: keys[0].keyXCoordinate, y: keys[0].keyYCoordinate)
        #expect(first?.status == .success && first == second)
        #expect(air.pendingCount == 0)
    }

    /// The private key of the debug pair and its public key: Core 6.0, Vol 3, Part H, 2.3.5.6.1.
    @Test func theSecretIsThatOfTheSpecificationsDebugKey() throws {
        let debug = CryptographyCommandTests.bytes(
            "3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd")
        let x = CryptographyCommandTests.bytes(
            "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
        let y = CryptographyCommandTests.bytes(
            "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b")
        let air = Air()
        let node = air.add()
        let key = try #require(Self.publicKey(air, of: node))
        let secret = try #require(Self.secret(air, of: node, x: x.reversed(), y: y.reversed()))
        let own = P256.PublicKey(x: key.keyXCoordinate.reversed(), y: key.keyYCoordinate.reversed())
        #expect(secret.status == .success)
        #expect(P256.sharedSecret(debug, own) == secret.dhKey.reversed())
    }

    @Test func theAnswerTakesItsTimeAndOnlyOneIsComputed() throws {
        let air = Air()
        let node = air.add()
        let point = HCI.Command.leGenerateDHKey(
            .init(
                keyXCoordinate: .init(repeating: 1, count: 32), keyYCoordinate: .init(repeating: 1, count: 32)
            ))
        #expect(air.ask(point, of: node) == .commandDisallowed)
        #expect(air.ask(.leReadLocalP256PublicKey, of: node) == .success)
        #expect(air.ask(.leReadLocalP256PublicKey, of: node) == .commandDisallowed)
        #expect(air.ask(point, of: node) == .commandDisallowed)
        #expect(air.pendingCount == 1)
        air.run(.milliseconds(9))
        #expect(air.events(of: node).allSatisfy { $0.subevent == nil })
        air.run(.milliseconds(1))
        #expect(air.timeline.last == "10.000 n0 LE Read Local P-256 Public Key Complete")
        // Every pair is a new one.
        let first = try #require(Self.publicKey(air, of: node))
        #expect(first != Self.publicKey(air, of: node))
    }

    /// Points that are not on the curve: ones, zeros (which stand for infinity), coordinates beyond the
    /// field, and a valid point with one bit changed.
    @Test func aPointOffTheCurveIsRefused() throws {
        let air = Air()
        let (one, other) = (air.add(), air.add())
        _ = Self.publicKey(air, of: one)
        let key = try #require(Self.publicKey(air, of: other))
        var bent = key.keyYCoordinate
        bent[31] ^= 1
        let ones = [UInt8](repeating: 1, count: 32)
        let zeros = [UInt8](repeating: 0, count: 32)
        let all = [UInt8](repeating: 0xFF, count: 32)
        for (x, y) in [(ones, ones), (zeros, zeros), (all, all), (key.keyXCoordinate, bent)] {
            let secret = try #require(Self.secret(air, of: one, x: x, y: y))
            #expect(secret.status == .invalidHCICommandParameters && secret.dhKey == all)
            air.forget()
        }
        let short = HCI.Command.leGenerateDHKey(.init(keyXCoordinate: [1], keyYCoordinate: []))
        #expect(air.ask(short, of: one) == .invalidHCICommandParameters)
        #expect(Self.secret(air, of: one, x: key.keyXCoordinate, y: key.keyYCoordinate)?.status == .success)
    }

    @Test(arguments: [false, true])
    func aResetForgetsTheKeyAndWhatIsBeingComputed(losesPower: Bool) {
        let air = Air()
        let node = air.add()
        air.send(.leReadLocalP256PublicKey, to: node)
        if losesPower {
            air.medium.setPowered(node, false)
            air.medium.setPowered(node, true)
        } else {
            air.send(.reset, to: node)
        }
        #expect(air.pendingCount == 0)
        air.send(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max))), to: node)
        air.send(.leSetEventMask(.init(leEventMask: HCI.LEEventMask(rawValue: .max))), to: node)
        air.forget()
        let point = HCI.Command.leGenerateDHKey(
            .init(
                keyXCoordinate: .init(repeating: 1, count: 32), keyYCoordinate: .init(repeating: 1, count: 32)
            ))
        #expect(air.ask(point, of: node) == .commandDisallowed)
        air.run(.seconds(1))
        #expect(air.events(of: node).count == 1)
        #expect(Self.publicKey(air, of: node)?.status == .success)
    }

    @Test func theSameSeedGivesTheSameKeys() {
        let key = { (seed: UInt64) in
            let air = Air(seed: seed)
            return Self.publicKey(air, of: air.add())
        }
        #expect(key(5) == key(5) && key(5) != nil)
        #expect(key(5) != key(6))
    }
}
