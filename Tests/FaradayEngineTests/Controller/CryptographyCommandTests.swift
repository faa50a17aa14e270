import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// Commands that compute, and the keys of links.
@Suite struct CryptographyCommandTests {
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Key, plain text and cipher text, most significant byte first: FIPS-197, appendix C.1, and the session
    /// key of Core 6.0, Vol 6, Part C, 1.
    @Test(arguments: [
        (
            "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
            "69c4e0d86a7b0430d8cdb78070b4c55a"
        ),
        (
            "4c68384139f574d836bcf34e9dfb01bf", "0213243546576879acbdcedfe0f10213",
            "99ad1b5226a37e3e058e3b8e27c2c666"
        ),
    ])
    func aBlockIsEncryptedInTheByteOrderOfHCI(key: String, plain: String, cipher: String) throws {
        let air = Air()
        let node = air.add()
        air.send(
            .leEncrypt(
                .init(key: Self.bytes(key).reversed(), plaintextData: Self.bytes(plain).reversed())), to: node
        )
        guard case .commandComplete(let complete)? = air.events(of: node).last else {
            Issue.record("no answer")
            return
        }
        #expect(complete.opcode == .leEncrypt)
        #expect(complete.returnParameters == [0] + Self.bytes(cipher).reversed())
    }

    @Test func aKeyOfTheWrongLengthIsRefused() {
        let air = Air()
        let node = air.add()
        let short = HCI.Command.leEncrypt(.init(key: [1, 2, 3], plaintextData: []))
        #expect(air.ask(short, of: node) == .invalidHCICommandParameters)
    }

    /// The sample data of Core 6.0, Vol 6, Part C, 1.
    @Test func theSessionIsThatOfTheSpecification() {
        let session = LinkEncryption.Session(
            longTermKey: Self.bytes("4c68384139f574d836bcf34e9dfb01bf").reversed(),
            central: .init(diversifier: 0xACBD_CEDF_E0F1_0213, vector: 0xBADC_AB24),
            peripheral: .init(diversifier: 0x0213_2435_4657_6879, vector: 0xDEAF_BABE))
        #expect(session.key == Self.bytes("99ad1b5226a37e3e058e3b8e27c2c666"))
        #expect(session.vector == 0xDEAF_BABE_BADC_AB24)
    }

    @Test func withoutTheFeatureTheCommandsAreUnknown() {
        let air = Air()
        let node = air.add { $0.features.remove(.leEncryption) }
        for opcode in ControllerInformation.securityCommands {
            #expect(air.ask(.unknown(opcode: opcode, parameters: []), of: node) == .unknownHCICommand)
        }
        #expect(air.medium.controller(of: node)?.information.supportedCommands.contains(.leEncrypt) == false)
        #expect(air.ask(.leRand, of: node) == .success)
    }

    /// An encrypted PDU is four bytes longer on air, on every PHY; an empty one is not encrypted.
    @Test(arguments: [(1, HCI.PHYMask.le1M), (27, .le1M), (27, .le2M), (251, .le2M)])
    func theMessageIntegrityCodeTakesItsTime(count: Int, phy: HCI.PHYMask) {
        var times: [Int64] = []
        for isEncrypted in [false, true] {
            let (air, central, peripheral) = isEncrypted ? EncryptionTests.encrypted() : Air.linked()
            air.send(.leSetDataLength(.init(connectionHandle: 1, txOctets: 251, txTime: 2120)), to: central)
            air.send(
                .leSetPHY(.init(connectionHandle: 1, txPHYs: phy, rxPHYs: phy, phyOptions: .noPreference)),
                to: central)
            air.run(.seconds(1))
            air.forget()
            let sniffer = air.sniff()
            air.send(Array(repeating: 1, count: count), from: central)
            air.run(.milliseconds(60))
            #expect(air.data(of: peripheral).count == count)
            #expect(sniffer.frames.map(\.isEncrypted).filter { $0 }.count == (isEncrypted ? 1 : 0))
            let sent = sniffer.frames.first?.time.nanoseconds ?? 0
            times.append((sniffer.frames.dropFirst().first?.time.nanoseconds ?? 0) - sent)
        }
        #expect(times[1] - times[0] == 4 * (phy == .le2M ? 4_000 : 8_000))
    }
}
