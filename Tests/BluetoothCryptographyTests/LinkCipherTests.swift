import Testing

@testable import BluetoothCryptography

/// The cipher of links against the sample data of Core 6.0, Vol 6, Part C, 1.
@Suite struct LinkCipherTests {
    private struct Sample {
        let counter: UInt64
        let isFromCentral: Bool
        let header: UInt8
        let plain: String
        let sealed: String
    }

    private static let samples = [
        Sample(counter: 0, isFromCentral: true, header: 0x0F, plain: "06", sealed: "9FCDA7F448"),
        Sample(counter: 0, isFromCentral: false, header: 0x07, plain: "06", sealed: "A34C13A415"),
        Sample(
            counter: 1, isFromCentral: true, header: 0x0E,
            plain: "1700636465666768696A6B6C6D6E6F707131323334353637383930",
            sealed: "7A70D66415226DF26B17839A060405596BD6564F796B5B9CE6FF32F75A6D33"),
        Sample(
            counter: 1, isFromCentral: false, header: 0x06,
            plain: "170037363534333231304142434445464748494A4B4C4D4E4F5051",
            sealed: "F38881E7BD94C9C369B9A66846DD4786AA8C39CE540D0DAE3ADCDF89B96088"),
    ]

    private static let key = LinkCipher.sessionKey(
        longTermKey: CryptographyTests.bytes("4C68384139F574D836BCF34E9DFB01BF"),
        central: 0xACBD_CEDF_E0F1_0213,
        peripheral: 0x0213_2435_4657_6879)
    private static let cipher = LinkCipher(sessionKey: key, vector: 0xDEAF_BABE_BADC_AB24)

    @Test func sessionKeysAreThoseOfTheSpecification() {
        #expect(Self.key == CryptographyTests.bytes("99AD1B5226A37E3E058E3B8E27C2C666"))
    }

    @Test(arguments: 0..<4) func packetsOpenAsInTheSpecification(_ index: Int) {
        let sample = Self.samples[index]
        let sealed = CryptographyTests.bytes(sample.sealed)
        func open(
            _ payload: [UInt8], _ header: UInt8, _ counter: UInt64, _ isFromCentral: Bool
        ) -> [UInt8]? {
            Self.cipher.open(payload, header: header, counter: counter, isFromCentral: isFromCentral)
        }
        let plain = CryptographyTests.bytes(sample.plain)
        #expect(open(sealed, sample.header, sample.counter, sample.isFromCentral) == plain)
        // A repetition may have other bits of the link's own.
        #expect(open(sealed, sample.header ^ 0x1C, sample.counter, sample.isFromCentral) == plain)
        #expect(open(sealed, sample.header ^ 0x01, sample.counter, sample.isFromCentral) == nil)
        #expect(open(sealed, sample.header, sample.counter + 1, sample.isFromCentral) == nil)
        #expect(open(sealed, sample.header, sample.counter, !sample.isFromCentral) == nil)
        for place in sealed.indices {
            var damaged = sealed
            damaged[place] ^= 0x10
            #expect(open(damaged, sample.header, sample.counter, sample.isFromCentral) == nil)
        }
    }

    @Test func whatIsTooShortOrTooLongForAPacketDoesNotOpen() {
        for count in [0, 1, 3, 4, 260] {
            let payload = [UInt8](repeating: 7, count: count)
            #expect(Self.cipher.open(payload, header: 2, counter: 0, isFromCentral: true) == nil)
        }
    }
}
