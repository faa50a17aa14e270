import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("A ready-made pulse oximeter")
struct PulseOximeterTests {
    private typealias Profile = PulseOximeter

    @Test("It advertises its service; it uses no status that its features do not announce")
    func layout() throws {
        let app = try HealthApp(.pulseOximeter())
        #expect(app.advertised == [Profile.service])
        #expect(app.layout(of: Profile.service) == ["2A5E": 0x20, "2A5F": 0x10, "2A60": 0x02])
        let features = try app.read(Profile.features)
        #expect(
            features.supported == [.timestamps, .fastReading, .slowReading, .pulseAmplitudeIndex])
        try app.subscribe(to: Profile.continuous)
        for value in try app.values(of: Profile.continuous, during: .seconds(30)) {
            #expect(features.measurementStatus?.isSuperset(of: try #require(value.measurementStatus)) == true)
            #expect(features.deviceStatus?.isSuperset(of: try #require(value.deviceStatus)) == true)
        }
    }

    @Test("It notifies one measurement per second; the first five are estimates")
    func continuous() throws {
        let app = try HealthApp(.pulseOximeter())
        try app.subscribe(to: Profile.continuous)
        let values = try app.values(of: Profile.continuous, during: .minutes(2))
        #expect((119...121).contains(values.count))
        let early = values.map { $0.measurementStatus?.contains(.earlyEstimate) == true }
        #expect(early.prefix(5).allSatisfy { $0 } && !early.dropFirst(5).contains(true))
        for value in values {
            for reading in [value.normal, value.fast, value.slow].compactMap({ $0 }) {
                #expect((94...99).contains(reading.saturation.value))
                #expect((55...105).contains(reading.pulseRate.value))
            }
        }
        #expect(Set(values.map(\.normal.pulseRate.value)).count > 3)
        try app.unsubscribe(from: Profile.continuous)
        try app.subscribe(to: Profile.continuous)
        let again = try app.values(of: Profile.continuous, during: .seconds(3))
        #expect(again.allSatisfy { $0.measurementStatus?.contains(.earlyEstimate) == true })
    }

    @Test("Spot checks are indicated while a central is subscribed")
    func spotChecks() throws {
        let app = try HealthApp(.pulseOximeter())
        try app.subscribe(to: Profile.spotCheck)
        #expect(try app.values(of: Profile.spotCheck, during: .seconds(9)).isEmpty)
        let values = try app.values(of: Profile.spotCheck, during: .seconds(62))
        #expect(values.count == 3)
        #expect(values.allSatisfy { $0.timestamp != nil && !$0.isClockUnset })
        try app.unsubscribe(from: Profile.spotCheck)
        #expect(try app.values(of: Profile.spotCheck, during: .minutes(2)).isEmpty)
    }

    @Test("An oximeter whose clock nobody has set says so")
    func clockUnset() throws {
        let app = try HealthApp(.pulseOximeter(clock: nil))
        #expect(try app.read(Profile.features).supported.contains(.timestamps) == false)
        try app.subscribe(to: Profile.spotCheck)
        let value = try #require(try app.values(of: Profile.spotCheck, during: .seconds(12)).first)
        #expect(value.isClockUnset && value.timestamp == nil)
    }
}
