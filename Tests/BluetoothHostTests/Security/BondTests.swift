import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

/// What is kept of a pairing, and what it is good for later.
@Suite struct BondTests {
    /// Two hosts that are bonded and not linked.
    private static func bonded(
        secure: Bool = true, _ central: SMP.IOCapability = .noInputNoOutput,
        _ peripheral: SMP.IOCapability = .noInputNoOutput
    ) -> EncryptingPair {
        var pair = HostPairingTests.pair(central, peripheral) { own, _ in
            own.offersSecureConnections = secure
            own.wantsAuthentication = central != .noInputNoOutput
        }
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        pair.lose()
        pair.forgetEvents()
        return pair
    }

    @Test("a bond encrypts the next link without a pairing, even after a restart", arguments: [true, false])
    func reconnection(secure: Bool) {
        var pair = Self.bonded(secure: secure, .keyboardOnly, .displayOnly)
        for end in EncryptingPair.End.allCases { pair.restart(end) }
        pair.connect()
        for end in EncryptingPair.End.allCases {
            #expect(pair.host(end).link(pair.link(end))?.isBonded == true)
            #expect(pair.security(end) == Host.Security(), "a bond alone encrypts nothing")
        }
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .authenticated)), at: .central)
        let expected = Host.Security(
            level: .authenticated, keySize: 16, usesSecureConnections: secure, isBonded: true)
        let central = pair.takeEvents(.central)
        #expect(
            central == [
                .securityChanged(pair.link(.central), expected),
                .securityEnded(pair.link(.central), .success(expected)),
            ])
        // Nothing ran at the peripheral: nothing ends there.
        #expect(pair.takeEvents(.peripheral) == [.securityChanged(pair.link(.peripheral), expected)])
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.success(expected)], "good enough already")
        #expect(pair.takeEvents(.peripheral).isEmpty)
    }

    @Test("a Security Request to a bonded central ends with the bond's key")
    func securityRequest() {
        var pair = Self.bonded()
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.peripheral), .encrypted)), at: .peripheral)
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.peripheral).ends.count == 1)
        #expect(pair.security(.peripheral)?.isBonded == true && pair.takeEvents(.central).bonds.isEmpty)
    }

    @Test(
        "a peripheral that forgot its bond and one that fails give different errors; pairing again helps",
        arguments: [true, false])
    func peripheralForgot(secure: Bool) {
        var pair = Self.bonded(secure: secure)
        pair.perform(.security(.removeBond(EncryptingPair.addresses[0])), at: .peripheral)
        #expect(pair.host(.peripheral).bonds.isEmpty)
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.takeEvents(.central).ends == [.failure(.keyMissing)])
        pair.perform(.security(.pair(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.central)?.isBonded == true)
        #expect(pair.host(.central).bonds.count == 1, "the new bond takes the old one's place")
    }

    @Test("a central that forgot its bond pairs again, and the peripheral's bond is replaced")
    func centralForgot() {
        var pair = Self.bonded()
        let old = pair.host(.peripheral).bonds
        pair.perform(.security(.setBonds([])), at: .central)
        pair.connect()
        pair.forgetEvents()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.host(.peripheral).bonds.count == 1 && pair.host(.peripheral).bonds != old)
        #expect(pair.takeEvents(.peripheral).bonds == pair.host(.peripheral).bonds)
    }

    @Test("keys that differ end the link")
    func differentKeys() {
        var pair = Self.bonded()
        var bond = pair.host(.peripheral).bonds[0]
        bond.keyAsPeripheral?.value[3] ^= 1
        pair.perform(.security(.setBonds([bond])), at: .peripheral)
        pair.connect()
        let link = pair.link(.central)
        pair.forgetEvents()
        pair.perform(.security(.secure(link, .encrypted)), at: .central)
        #expect(
            pair.takeEvents(.central) == [
                .securityEnded(link, .failure(.linkLost)),
                .disconnected(link, .connectionTerminatedDueToMICFailure),
            ])
    }

    @Test("a bond that is too weak for the wished level is not used; the host pairs")
    func weakBond() {
        var pair = Self.bonded()
        var own = EncryptingPair.security(1, .displayYesNo)
        own.wantsAuthentication = true
        var strong = EncryptingPair(
            central: own, peripheral: EncryptingPair.security(2, .displayYesNo))
        for end in EncryptingPair.End.allCases {
            strong.perform(.security(.setBonds(pair.host(end).bonds)), at: end)
        }
        pair.lose()
        strong.connect()
        strong.forgetEvents()
        strong.perform(.security(.secure(strong.link(.central), .authenticated)), at: .central)
        #expect(strong.security(.central)?.level == .authenticated)
        #expect(strong.takeEvents(.central).prompts.count == 1)
    }

    @Test("a key shorter than the minimum encrypts a peripheral's link but gives access to nothing")
    func shortKey() {
        var pair = Self.bonded()
        var own = EncryptingPair.security(2)
        own.minimumKeySize = 16
        var strict = EncryptingPair(central: EncryptingPair.security(1), peripheral: own)
        for end in EncryptingPair.End.allCases {
            var bonds = pair.host(end).bonds
            bonds[0].keySize = 15
            strict.perform(.security(.setBonds(bonds)), at: end)
        }
        pair.lose()
        let token = Host.Token(1)
        strict.perform(
            .gatt(
                .addService(
                    token,
                    GATT.ServiceDefinition(
                        uuid: BluetoothUUID(0x180D),
                        characteristics: [
                            .init(
                                uuid: BluetoothUUID(0x2A38), properties: .read, permissions: .readEncrypted,
                                value: .stored([5]))
                        ]))), at: .peripheral)
        strict.connect()
        let link = strict.link(.central)
        strict.perform(.security(.secure(link, .encrypted)), at: .central)
        #expect(strict.security(.peripheral)?.keySize == 15)
        strict.forgetEvents()
        strict.perform(.gatt(.procedure(link, token, .read(16))), at: .central)
        let short = GATT.Outcome.failed(.error(.encryptionKeySizeTooShort))
        #expect(strict.takeEvents(.central) == [.procedureEnded(link, token, short)])
        // A new pairing makes a longer one.
        strict.perform(.security(.pair(link, .encrypted)), at: .central)
        strict.forgetEvents()
        strict.perform(.gatt(.procedure(link, token, .read(16))), at: .central)
        #expect(strict.takeEvents(.central) == [.procedureEnded(link, token, .value([5]))])
    }

    @Test("a central does not use a bond whose key is shorter than its minimum")
    func shortKeyOfCentral() {
        var pair = Self.bonded()
        var own = EncryptingPair.security(1)
        own.minimumKeySize = 16
        var strict = EncryptingPair(central: own, peripheral: EncryptingPair.security(2))
        for end in EncryptingPair.End.allCases {
            var bonds = pair.host(end).bonds
            bonds[0].keySize = 7
            strict.perform(.security(.setBonds(bonds)), at: end)
        }
        pair.lose()
        strict.connect()
        strict.forgetEvents()
        strict.perform(.security(.secure(strict.link(.central), .encrypted)), at: .central)
        #expect(strict.takeEvents(.central).bonds.map(\.keySize) == [16], "it paired anew")
    }

    @Test("removing a bond leaves the link encrypted, and reports that it is no longer bonded")
    func removed() {
        var pair = Self.bonded()
        pair.connect()
        pair.perform(.security(.secure(pair.link(.central), .encrypted)), at: .central)
        #expect(pair.security(.central)?.isBonded == true)
        pair.perform(.security(.removeBond(EncryptingPair.addresses[1])), at: .central)
        #expect(pair.security(.central)?.level == .encrypted && pair.security(.central)?.isBonded == false)
        #expect(pair.host(.central).link(pair.link(.central))?.isBonded == false)
    }

    @Test("the peer may be known under its address on air, or under its identity")
    func lookup() {
        let identity = DeviceAddress(0x0000_1234_5678, .publicIdentity)
        let resolvable = DeviceAddress(0x4012_3456_789A, .random)
        for peer in [identity.onAir, resolvable] {
            var rig = HostRig.ready()
            let bond = Host.Bond(
                peer: peer, keyAsPeripheral: .init(value: [UInt8](repeating: 7, count: 16)))
            rig.perform(.security(.setBonds([bond])))
            rig.receive(
                .leEnhancedConnectionComplete(
                    HCI.LEEnhancedConnectionComplete(
                        status: .success, connectionHandle: 1, role: .peripheral, peerAddress: identity,
                        peerResolvablePrivateAddress: resolvable, connectionInterval: 24,
                        peripheralLatency: 0, supervisionTimeout: 72)))
            #expect(rig.host.link(rig.link)?.isBonded == true)
            rig.forget()
            rig.receive(
                .leLongTermKeyRequest(
                    .init(connectionHandle: 1, randomNumber: 0, encryptedDiversifier: 0)))
            #expect(rig.takeOpcodes() == [.leLongTermKeyRequestReply])
        }
    }

    @Test("a peripheral gives a key only for its EDIV and Rand")
    func keyNames() {
        let key = Host.Bond.Key(
            value: [UInt8](repeating: 7, count: 16), encryptedDiversifier: 0x1234, random: 0x5678)
        let bond = Host.Bond(
            peer: HostRig.peer(1), keyAsCentral: .init(value: key.value), keyAsPeripheral: key)
        for (diversifier, random, isRight) in [
            (0x1234, 0x5678, true), (0x1234, 0, false), (0, 0x5678, false), (0, 0, false),
        ] as [(UInt16, UInt64, Bool)] {
            var rig = HostRig.connected(.peripheral)
            rig.perform(.security(.setBonds([bond])))
            rig.receive(
                .leLongTermKeyRequest(
                    .init(connectionHandle: 1, randomNumber: random, encryptedDiversifier: diversifier)))
            #expect(
                rig.takeOpcodes()
                    == [isRight ? .leLongTermKeyRequestReply : .leLongTermKeyRequestNegativeReply])
        }
    }
}
