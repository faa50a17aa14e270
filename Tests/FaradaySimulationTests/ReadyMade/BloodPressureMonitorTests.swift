import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("A ready-made blood pressure monitor")
struct BloodPressureMonitorTests {
    private typealias Profile = BloodPressure

    @Test("It advertises its service, and has the characteristics of the specification")
    func layout() throws {
        let app = try HealthApp(.bloodPressureMonitor())
        #expect(app.advertised == [Profile.service])
        #expect(app.layout(of: Profile.service) == ["2A35": 0x20, "2A36": 0x10, "2A49": 0x02])
        #expect(
            try app.read(Profile.feature) == [.irregularPulseDetection, .pulseRateRangeDetection])
    }

    @Test("The cuff is inflated and loses its air, and then the measurement is indicated")
    func inflates() throws {
        let app = try HealthApp(.bloodPressureMonitor(userIndex: 2))
        try app.subscribe(to: Profile.measurement)
        try app.subscribe(to: Profile.intermediateCuffPressure)
        let count = app.app.central.events.count
        let pressures = try app.values(of: Profile.intermediateCuffPressure, during: .seconds(20))
        let measured = try app.app.values(of: app.id(Profile.measurement), since: count)
        #expect(measured.count == 1)
        let value = try Profile.Measurement(bytes: try #require(measured.first))
        let (systolic, diastolic) = (value.systolic.value, value.diastolic.value)
        #expect((108...139).contains(systolic) && (68...91).contains(diastolic))
        #expect(diastolic < value.meanArterial.value && value.meanArterial.value < systolic)
        #expect(
            value.userIndex == 2 && value.timestamp != nil && value.pulseRate != nil && value.status != nil)
        let numbers = pressures.map(\.systolic.value)
        let top = try #require(numbers.firstIndex(of: numbers.max() ?? 0))
        #expect(numbers[top] > systolic && numbers.count > 8)
        #expect(Array(numbers[...top]) == numbers[...top].sorted())
        #expect(Array(numbers[top...]) == numbers[top...].sorted(by: >))
        #expect(pressures.allSatisfy { $0.diastolic == .notANumber && $0.meanArterial == .notANumber })
    }

    @Test("It measures again and again while a central is subscribed, and an irregular pulse is among many")
    func repeats() throws {
        let app = try HealthApp(.bloodPressureMonitor(unit: .kilopascals, every: .seconds(10)))
        try app.subscribe(to: Profile.measurement)
        let values = try app.values(of: Profile.measurement, during: .minutes(20))
        #expect(values.count > 40)
        #expect(values.allSatisfy { $0.unit == .kilopascals && (14.0...19).contains($0.systolic.value) })
        let irregular = values.filter { $0.status == .irregularPulse }
        #expect(!irregular.isEmpty && irregular.count < values.count / 2)
        try app.unsubscribe(from: Profile.measurement)
        #expect(try app.values(of: Profile.measurement, during: .minutes(5)).isEmpty)
    }

    @Test("Without the feature, no irregular pulse is reported; a subscription during a measurement joins it")
    func features() throws {
        let app = try HealthApp(.bloodPressureMonitor(features: [], every: .seconds(5)))
        try app.subscribe(to: Profile.measurement)
        try app.world.run(for: .seconds(4))
        try app.subscribe(to: Profile.intermediateCuffPressure)
        let values = try app.values(of: Profile.measurement, during: .minutes(10))
        #expect(values.count > 20 && values.allSatisfy { $0.status == [] })
        #expect(try app.read(DeviceInformation.manufacturerName) == "Faraday")
        #expect(try app.read(DeviceInformation.modelNumber) == "BP-1")
    }
}
