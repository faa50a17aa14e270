import BluetoothProfiles
import Testing

@Suite("Generic Access and Device Information values")
struct GenericAccessTests {
    @Test("An appearance has a category and a kind, and names for both")
    func appearances() {
        ValueRow.check([0x41, 0x03], Appearance.heartRateBelt)
        #expect(Appearance.heartRateBelt.name == "Heart Rate Belt")
        #expect(Appearance.heartRateBelt.categoryName == "Heart Rate Sensor")
        #expect(Appearance(category: 0x03, subcategory: 63).name == "Watch")
        #expect(Appearance(rawValue: 0xFFFF).name == nil)
        #expect(Appearance(category: 0x0F, subcategory: 1).rawValue == 961)
        #expect(Appearance(category: .max, subcategory: .max).rawValue == .max)
    }

    @Test("Preferred connection parameters are read in milliseconds")
    func parameters() {
        ValueRow.check(
            [0x06, 0x00, 0x18, 0x00, 0x04, 0x00, 0x90, 0x01],
            GenericAccess.ConnectionParameters(
                minimumInterval: 7.5, maximumInterval: 30, latency: 4, supervisionTimeout: 4000))
        ValueRow.check(
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF], GenericAccess.ConnectionParameters())
    }

    @Test(
        "Parameters out of range are errors",
        arguments: [
            [5, 0, 24, 0, 0, 0, 100, 0], [24, 0, 6, 0, 0, 0, 100, 0], [6, 0, 0x81, 0x0C, 0, 0, 100, 0],
            [6, 0, 24, 0, 0xF4, 1, 100, 0], [6, 0, 24, 0, 0, 0, 9, 0],
        ] as [[UInt8]])
    func badParameters(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try GenericAccess.ConnectionParameters(bytes: bytes) }
    }

    @Test("A System ID has the maker's number in its upper bytes")
    func systemID() {
        let id = DeviceInformation.SystemID(address: 0x1234_569A_BCDE)
        ValueRow.check([0xDE, 0xBC, 0x9A, 0xFE, 0xFF, 0x56, 0x34, 0x12], id)
        #expect(id.organization == 0x123456)
        #expect(id.manufacturerDefined == 0xFF_FE9A_BCDE)
    }

    @Test("A PnP ID has a vendor, a product and a version")
    func pnpID() {
        ValueRow.check(
            [0x02, 0x5E, 0x04, 0x40, 0x00, 0x13, 0x02],
            DeviceInformation.PnPID(vendorSource: .usb, vendor: 0x045E, product: 0x40, version: 0x0213))
        #expect(throws: DecodeError.self) { try DeviceInformation.PnPID(bytes: [0, 0, 0, 0, 0, 0, 0]) }
    }

    @Test("Regulatory certification data is a list with the higher byte first, or else bytes")
    func certification() throws {
        let bytes: [UInt8] = [
            0x00, 0x02, 0x00, 0x12,
            0x02, 0x01, 0x00, 0x08, 0x05, 0x00, 0x00, 0x01, 0x00, 0x02, 0x20, 0x04,
            0x02, 0x02, 0x00, 0x02, 0x00, 0x00,
        ]
        let entries: [DeviceInformation.RegulatoryCertification.Entry] = [
            .init(authority: 2, structure: 1, data: [5, 0, 0, 1, 0, 2, 0x20, 4]),
            .init(authority: 2, structure: 2, data: [0, 0]),
        ]
        let value = try DeviceInformation.RegulatoryCertification(bytes: bytes)
        #expect(value.entries == entries)
        #expect(DeviceInformation.RegulatoryCertification(entries).bytes == bytes)
        for count in 0..<bytes.count {
            let cut = try DeviceInformation.RegulatoryCertification(bytes: Array(bytes.prefix(count)))
            #expect(cut.entries == nil)
            #expect(cut.bytes.count == count)
        }
        let other = Array("experimental".utf8)
        #expect(try DeviceInformation.RegulatoryCertification(bytes: [0xFE, 0] + other).entries == nil)
        #expect(DeviceInformation.RegulatoryCertification([]).bytes == [0, 0, 0, 0])
    }

    @Test("Random bytes never trap")
    func random() {
        ValueRow.checkRandom(Appearance.self)
        ValueRow.checkRandom(GenericAccess.ConnectionParameters.self, upTo: 8)
        ValueRow.checkRandom(DeviceInformation.SystemID.self, upTo: 8)
        ValueRow.checkRandom(DeviceInformation.PnPID.self, upTo: 7)
        ValueRow.checkRandom(DeviceInformation.RegulatoryCertification.self)
    }
}
