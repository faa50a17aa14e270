import BluetoothProfiles
import Testing

@Suite("Battery values")
struct BatteryTests {
    @Test("A level status has the power state in 15 bits, and what its flags announce")
    func levelStatus() {
        ValueRow.check(
            [0x00, 0x51, 0x00], Battery.LevelStatus(wiredPower: .no, chargeState: .dischargingActive))
        ValueRow.check(
            [0x02, 0xA3, 0x02, 87],
            Battery.LevelStatus(
                wiredPower: .yes, wirelessPower: .no, chargeState: .charging, chargeLevel: .good,
                chargingType: .constantCurrent, level: 87))
        ValueRow.check(
            [0x07, 0x40, 0x71, 0x34, 0x12, 5, 0x05],
            Battery.LevelStatus(
                isPresent: false, wiredPower: .no, wirelessPower: .no, chargeState: .dischargingActive,
                chargeLevel: .low, chargingFaults: [.battery, .externalPower, .other], identifier: 0x1234,
                level: 5, additionalStatus: .init(needsService: .yes, hasFault: true)))
    }

    @Test(
        "Reserved codes and levels above 100 % are errors",
        arguments: [
            [0, 0x06, 0], [0, 0x18, 0], [0, 0, 0x0A], [2, 0, 0, 101], [4, 0, 0, 3],
        ] as [[UInt8]])
    func badLevelStatus(bytes: [UInt8]) {
        #expect(throws: DecodeError.self) { try Battery.LevelStatus(bytes: bytes) }
    }

    @Test("Reserved bits are ignored")
    func reserved() throws {
        var status = try Battery.LevelStatus(bytes: [0xF8, 0x00, 0x80])
        #expect(status.unknown.flags == 0xF8)
        status.unknown = UnknownFields()
        #expect(try status == Battery.LevelStatus(bytes: [0, 0, 0]))
        #expect(try Battery.CriticalStatus(bytes: [0xFD]) == .isCritical)
    }

    @Test("Energy, time and health have what their flags announce")
    func status() {
        ValueRow.check([0x00], Battery.EnergyStatus(), hasEnd: true)
        ValueRow.check(
            [0x12, 0x25, 0xF0, 0xFB, 0xFF],
            Battery.EnergyStatus(
                voltage: ShortFloat(mantissa: 37, exponent: -1),
                chargeRate: ShortFloat(mantissa: -5, exponent: -1)))
        ValueRow.check(
            [0x02, 0x3C, 0, 0, 0xFE, 0xFF, 0xFF],
            Battery.TimeStatus(untilDischarged: .minutes(60), untilRecharged: .longer))
        ValueRow.check(
            [0x01, 0xFF, 0xFF, 0xFF, 1, 2, 3],
            Battery.TimeStatus(untilDischarged: .unknown, untilDischargedOnStandby: .minutes(0x03_0201)))
        ValueRow.check(
            [0x0F, 99, 0x2C, 0x01, 0xF6, 2, 0],
            Battery.HealthStatus(health: 99, cycles: 300, temperature: -10, deepDischarges: 2))
        ValueRow.check(
            [0x03, 0xE8, 0x03, 0xEC, 0x3C],
            Battery.HealthInformation(designedCycles: 1000, operatingTemperatures: -20...60))
        #expect(throws: DecodeError.self) { try Battery.HealthInformation(bytes: [2, 10, 9]) }
        #expect(throws: DecodeError.self) { try Battery.HealthStatus(bytes: [1, 101]) }
    }

    @Test("Battery information has 16 flags, features, and what the flags announce")
    func information() {
        ValueRow.check(
            [0xA1, 0x00, 0x02, 0x10, 0x50, 0x00, 0xFF, 1],
            Battery.Information(
                features: .isRechargeable, manufactureDate: .init(daysSince1970: 0x5010), chemistry: .other,
                aggregationGroup: 1))
        let all = Battery.Information(
            features: [.isReplaceable, .isRechargeable], manufactureDate: .init(daysSince1970: 1),
            expirationDate: .init(daysSince1970: .max), designedCapacity: 0.05, lowEnergy: 0.01,
            criticalEnergy: 0.002, chemistry: .unknown, nominalVoltage: 3.7, aggregationGroup: 0)
        ValueRow.check(all.bytes, all)
        #expect(all.bytes.count == 19)
    }

    @Test("Random bytes never trap")
    func random() {
        ValueRow.checkRandom(Battery.LevelStatus.self, upTo: 8)
        ValueRow.checkRandom(Battery.EnergyStatus.self)
        ValueRow.checkRandom(Battery.TimeStatus.self, upTo: 10)
        ValueRow.checkRandom(Battery.HealthStatus.self, upTo: 8)
        ValueRow.checkRandom(Battery.HealthInformation.self, upTo: 5)
        ValueRow.checkRandom(Battery.Information.self)
        ValueRow.checkRandom(Battery.Date.self, upTo: 4)
    }
}
