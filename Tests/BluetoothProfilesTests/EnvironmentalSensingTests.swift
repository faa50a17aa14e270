import BluetoothProfiles
import Testing

@Suite("Environmental sensing values")
struct EnvironmentalSensingTests {
    private typealias ES = EnvironmentalSensing

    @Test("Quantities are sent in their steps")
    func quantities() {
        ValueRow.check([0x66, 0x08], ES.Temperature(21.5))
        ValueRow.check([0x0C, 0xFE], ES.Temperature(celsius: -5))
        ValueRow.check([0x00, 0x80], ES.Temperature(celsius: nil))
        ValueRow.check([0xA0, 0x0F], ES.Humidity(40))
        ValueRow.check([0xFF, 0xFF], ES.Humidity(percent: nil))
        ValueRow.check([0x02, 0x76, 0x0F, 0x00], ES.Pressure(101_325))
        ValueRow.check([0x18, 0xFC, 0xFF], ES.Elevation(-10))
        ValueRow.check([0xFB], ES.WholeTemperature(-5))
        ValueRow.check([0x9F, 0x8C], ES.Direction(359.99))
        ValueRow.check([15], ES.GustFactor(1.5))
        ValueRow.check([0x40, 0xE2, 0x01], ES.PollenConcentration(123_456))
        ValueRow.check([1, 0, 0xFF, 0xFF], ES.MagneticFlux2D(x: 0.1, y: -0.1))
        ValueRow.check([1, 0, 0xFF, 0xFF, 0xF4, 1], ES.MagneticFlux3D(x: 0.1, y: -0.1, z: 50))
        #expect((21.5 as ES.Temperature).celsius == 21.5)
    }

    @Test("Numbers out of range are sent as the nearest in range, and read as errors")
    func ranges() {
        #expect(ES.Temperature(-1000).bytes == [0x4D, 0x95])
        #expect(ES.Temperature(1000).bytes == [0xFF, 0x7F])
        #expect(ES.Humidity(101).bytes == [0x10, 0x27])
        #expect(ES.Direction(400).bytes == [0x9F, 0x8C])
        #expect(ES.Pressure(-1).bytes == [0, 0, 0, 0])
        #expect(ES.Pressure(.infinity).bytes == [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: DecodeError.self) { try ES.Direction(bytes: [0xA0, 0x8C]) }
        #expect(throws: DecodeError.self) { try ES.Humidity(bytes: [0x11, 0x27]) }
        #expect(throws: DecodeError.self) { try ES.Temperature(bytes: [0x4C, 0x95]) }
    }

    /// The raw values that are read but not written as they were; `count` is how many are read.
    private static func differences<Value: Quantity>(_: Value.Type) -> (count: Int, wrong: [UInt16]) {
        var (count, wrong): (Int, [UInt16]) = (0, [])
        for raw in UInt16.min...UInt16.max {
            guard let value = try? Value(bytes: raw.bytes) else { continue }
            count += 1
            if value.bytes != raw.bytes { wrong.append(raw) }
        }
        return (count, wrong)
    }

    @Test("Every raw value of 16 bits is written as it was read")
    func allRawValues() {
        let results = [
            Self.differences(ES.Temperature.self), Self.differences(ES.Humidity.self),
            Self.differences(ES.WindSpeed.self), Self.differences(ES.Direction.self),
            Self.differences(ES.Irradiance.self), Self.differences(ES.MagneticFlux.self),
            Self.differences(ES.Rainfall.self),
        ]
        #expect(results.map(\.count) == [60_084, 10_002, 65_536, 36_000, 65_536, 65_536, 65_536])
        #expect(results.allSatisfy { $0.wrong.isEmpty })
    }

    @Test("Every raw value of 8 bits, and many of 24 and 32, are written as they were read")
    func moreRawValues() {
        for raw in UInt8.min...UInt8.max {
            #expect((try? ES.GustFactor(bytes: [raw]))?.bytes == [raw])
            #expect((try? ES.WholeTemperature(bytes: [raw]))?.bytes == [raw])
        }
        ValueRow.checkRandom(ES.Elevation.self, upTo: 3)
        ValueRow.checkRandom(ES.PollenConcentration.self, upTo: 3)
        ValueRow.checkRandom(ES.Pressure.self, upTo: 4)
    }

    @Test("A measurement descriptor has 11 bytes")
    func measurement() {
        ValueRow.check(
            [0, 0, 0x02, 0x3C, 0, 0, 0x58, 0x02, 0, 19, 7],
            ES.Measurement(
                samplingFunction: .arithmeticMean, period: 60, updateInterval: 600, application: .outdoor,
                uncertainty: 3.5))
        ValueRow.check([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF], ES.Measurement())
    }

    @Test("A trigger has the operand of its condition")
    func triggers() {
        ValueRow.check([0], ES.Trigger.inactive)
        ValueRow.check([1, 10, 0, 0], ES.Trigger.every(seconds: 10))
        ValueRow.check([2, 0, 1, 0], ES.Trigger.atMostEvery(seconds: 256))
        ValueRow.check([3], ES.Trigger.changed)
        let limit = ES.Temperature(21.5).bytes
        let comparisons: [ES.Trigger] = [
            .less(than: limit), .lessOrEqual(to: limit), .greater(than: limit), .greaterOrEqual(to: limit),
            .equal(to: limit), .notEqual(to: limit),
        ]
        for (place, trigger) in comparisons.enumerated() {
            ValueRow.check(
                [UInt8(place) + 4, 0x66, 0x08], trigger, prefixes: [1, 2], hasEnd: false)
        }
        #expect(throws: DecodeError.self) { try ES.Trigger(bytes: [10]) }
    }

    @Test("A change of a descriptor names the characteristic by a UUID of 2 or 16 bytes")
    func descriptorValueChanged() throws {
        ValueRow.check(
            [0x03, 0x00, 0x6E, 0x2A],
            ES.DescriptorValueChanged([.byClient, .triggerSetting], of: ES.temperature.uuid))
        let long: BluetoothUUID = "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
        ValueRow.check(
            [0x10, 0x00] + long.littleEndianBytes, ES.DescriptorValueChanged(.userDescription, of: long),
            prefixes: [4])
        let reserved = try ES.DescriptorValueChanged(bytes: [0xE4, 0xFF, 0x6E, 0x2A])
        #expect(reserved.changes == .configuration)
    }

    @Test("Random bytes never trap")
    func random() {
        ValueRow.checkRandom(ES.Measurement.self, upTo: 11)
        ValueRow.checkRandom(ES.Trigger.self)
        ValueRow.checkRandom(ES.DescriptorValueChanged.self, upTo: 18)
        ValueRow.checkRandom(ES.PressureTrend.self, upTo: 1)
        ValueRow.checkRandom(ES.TriggerLogic.self, upTo: 1)
        ValueRow.checkRandom(ES.MagneticFlux3D.self, upTo: 6)
        ValueRow.checkRandom(PresentationFormat.self, upTo: 7)
    }
}
