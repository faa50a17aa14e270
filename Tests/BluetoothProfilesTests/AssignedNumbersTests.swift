import BluetoothProfiles
import Testing

@Suite("Assigned numbers")
struct AssignedNumbersTests {
    @Test(
        "Constants stand for services, characteristics and descriptors; a service keeps a name that two have")
    func constants() {
        let services: [BluetoothUUID] = [.heartRate, .battery, .currentTime, .genericAccess]
        #expect(services == [0x180D, 0x180F, 0x1805, 0x1800].map { BluetoothUUID($0) })
        let others: [BluetoothUUID] = [
            .heartRateMeasurement, .currentTimeCharacteristic, .clientCharacteristicConfiguration,
        ]
        #expect(others == [0x2A37, 0x2A2B, 0x2902].map { BluetoothUUID($0) })
    }

    @Test("Companies have names and constants, and are two bytes")
    func companies() throws {
        #expect(CompanyIdentifier.apple.rawValue == 0x004C)
        #expect(CompanyIdentifier.apple.name == "Apple, Inc.")
        #expect("\(CompanyIdentifier.nordicSemiconductor)" == "0059 (Nordic Semiconductor ASA)")
        #expect("\(CompanyIdentifier.internalUse)" == "FFFF")
        #expect(CompanyIdentifier.apple.bytes == [0x4C, 0x00])
        #expect(try CompanyIdentifier(bytes: [0x59, 0x00]) == .nordicSemiconductor)
        #expect(throws: DecodeError.self) { try CompanyIdentifier(bytes: [0x59]) }
    }
}
