import BluetoothProfiles
import Testing

@Suite("Pulse oximeter values")
struct PulseOximeterTests {
    private static let reading = PulseOximeter.Reading(saturation: 97.0, pulseRate: 64.0)

    @Test(
        "Spot-check measurements are written as they are read",
        arguments: [
            ([0x00, 97, 0, 64, 0], PulseOximeter.SpotCheck(reading: reading)),
            (
                [0x1F, 97, 0, 64, 0, 0xEA, 0x07, 11, 22, 8, 30, 5, 0x80, 0x01, 0x20, 0x80, 0x00, 0x18, 0xF0],
                PulseOximeter.SpotCheck(
                    reading: reading,
                    timestamp: DateTime(year: 2026, month: 11, day: 22, hour: 8, minute: 30, second: 5),
                    measurementStatus: [.validated, .fullyQualified],
                    deviceStatus: [.lowPerfusion, .sensorDisconnected], pulseAmplitudeIndex: 2.4,
                    isClockUnset: true)
            ),
        ] as [([UInt8], PulseOximeter.SpotCheck)])
    func spotChecks(bytes: [UInt8], value: PulseOximeter.SpotCheck) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test(
        "Continuous measurements are written as they are read",
        arguments: [
            ([0x00, 97, 0, 64, 0], PulseOximeter.Continuous(normal: reading)),
            (
                [0x1F, 97, 0, 64, 0, 98, 0, 66, 0, 96, 0, 63, 0, 0x20, 0x00, 0x00, 0x02, 0x00, 0x18, 0xF0],
                PulseOximeter.Continuous(
                    normal: reading, fast: PulseOximeter.Reading(saturation: 98.0, pulseRate: 66.0),
                    slow: PulseOximeter.Reading(saturation: 96.0, pulseRate: 63.0),
                    measurementStatus: .measurementOngoing, deviceStatus: .signalAnalysisOngoing,
                    pulseAmplitudeIndex: 2.4)
            ),
        ] as [([UInt8], PulseOximeter.Continuous)])
    func continuous(bytes: [UInt8], value: PulseOximeter.Continuous) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test(
        "Features announce the statuses that follow them",
        arguments: [
            (
                [0x78, 0],
                PulseOximeter.Features([.timestamps, .fastReading, .slowReading, .pulseAmplitudeIndex])
            ),
            (
                [0x83, 0, 0xE0, 0x01, 0xFF, 0xFF, 0x00],
                PulseOximeter.Features(
                    .multipleBonds,
                    measurementStatus: [
                        .measurementOngoing, .earlyEstimate, .validated, .fullyQualified,
                    ], deviceStatus: PulseOximeter.DeviceStatus(rawValue: 0xFFFF))
            ),
        ] as [([UInt8], PulseOximeter.Features)])
    func features(bytes: [UInt8], value: PulseOximeter.Features) throws {
        try ValueRules.expect(bytes, is: value)
    }

    @Test("The bits of the statuses are those of the supplement")
    func bits() {
        let measurement: [PulseOximeter.MeasurementStatus] = [
            .measurementOngoing, .earlyEstimate, .validated, .fullyQualified, .fromStorage, .demonstration,
            .testing, .calibrationOngoing, .unavailable, .questionable, .invalid,
        ]
        #expect(measurement.map(\.rawValue) == (5..<16).map { UInt16(1) << $0 })
        let device: [PulseOximeter.DeviceStatus] = [
            .extendedDisplayUpdate, .equipmentMalfunction, .signalProcessingIrregularity, .inadequateSignal,
            .poorSignal, .lowPerfusion, .erraticSignal, .nonpulsatileSignal, .questionablePulse,
            .signalAnalysisOngoing, .sensorInterference, .sensorUnconnectedToUser, .unknownSensor,
            .sensorDisplaced, .sensorMalfunction, .sensorDisconnected,
        ]
        #expect(device.map(\.rawValue) == (0..<16).map { UInt32(1) << $0 })
    }

    @Test("Random bytes never trap, and values are stable")
    func random() throws {
        try ValueRules.expectStable(PulseOximeter.SpotCheck.self, upTo: 20)
        try ValueRules.expectStable(PulseOximeter.Continuous.self, upTo: 20)
        try ValueRules.expectStable(PulseOximeter.Features.self, upTo: 8)
    }
}
