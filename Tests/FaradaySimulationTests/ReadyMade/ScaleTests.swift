import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("Ready-made scales")
struct ScaleTests {
    @Test("A weight scale indicates a weight when a central subscribes, and then once per interval")
    func weights() throws {
        let app = try HealthApp(.weightScale(weight: 80, every: .seconds(20)))
        #expect(app.advertised == [WeightScale.service])
        #expect(app.layout(of: WeightScale.service) == ["2A9D": 0x20, "2A9E": 0x02])
        #expect(app.layout(of: UserData.service).isEmpty)
        let features = try app.read(WeightScale.feature)
        #expect(
            features.hasTimestamps && !features.hasMultipleUsers && features.weightResolution == .grams100)
        try app.subscribe(to: WeightScale.measurement)
        let values = try app.values(of: WeightScale.measurement, during: .minutes(2))
        #expect(values.count == 6)
        #expect(values.allSatisfy { $0.userIndex == nil && $0.body == nil && $0.timestamp != nil })
        let weights = values.compactMap(\.weight)
        #expect(weights.count == 6 && weights.allSatisfy { abs($0 - 80) <= 1.81 })
        #expect(Set(weights).count > 1)
        try app.unsubscribe(from: WeightScale.measurement)
        #expect(try app.values(of: WeightScale.measurement, during: .minutes(2)).isEmpty)
    }

    @Test("With consent a weight has its user, the body mass index, and becomes the user's weight")
    func users() throws {
        let app = try HealthApp(.weightScale(users: DeviceUsers(consentCodes: [1234, 5678])))
        #expect(try app.read(WeightScale.feature).hasMultipleUsers)
        try app.subscribe(to: WeightScale.measurement)
        let unknown = try app.values(of: WeightScale.measurement, during: .seconds(10))
        #expect(unknown.map(\.userIndex) == [UserData.unknownUser])
        #expect(unknown.first?.body == nil)

        try app.subscribe(to: UserData.controlPoint.response)
        try app.subscribe(to: UserData.databaseChangeIncrement)
        let consent = UserData.Request.consent(user: 1, code: 5678)
        #expect(try app.write(consent, to: UserData.controlPoint.request) == nil)
        try app.world.run(for: .seconds(1))
        #expect(try app.write(UserData.Length(metres: 1.78), to: UserData.height) == nil)
        let count = app.app.central.events.count
        let known = try app.values(of: WeightScale.measurement, during: .minutes(1))
        let value = try #require(known.first)
        let (weight, body) = (try #require(value.weight), try #require(value.body))
        #expect(value.userIndex == 1 && body.height == 1.78)
        #expect(abs(body.massIndex - weight / (1.78 * 1.78)) < 0.06)
        let changes = try app.app.values(of: app.id(UserData.databaseChangeIncrement), since: count)
        #expect(changes == [[1, 0, 0, 0]])
        #expect(try app.read(UserData.weight) == UserData.Mass(kilograms: weight))
        #expect(try app.read(UserData.databaseChangeIncrement) == 1)
    }

    @Test("A body composition comes with each weight, and fits with every MTU")
    func compositions() throws {
        let users = DeviceUsers(consentCodes: [1234])
        let app = try HealthApp(.bodyCompositionScale(units: .imperial, users: users, every: .seconds(15)))
        #expect(app.advertised == [BodyComposition.service, WeightScale.service])
        #expect(app.layout(of: BodyComposition.service) == ["2A9B": 0x02, "2A9C": 0x20])
        let features = try app.read(BodyComposition.feature)
        #expect(features.supported.isSuperset(of: [.multipleUsers, .impedance, .weight]))
        try app.subscribe(to: BodyComposition.measurement)
        try app.subscribe(to: WeightScale.measurement)
        let count = app.app.central.events.count
        let values = try app.values(of: BodyComposition.measurement, during: .minutes(1))
        #expect(values.count == 4)
        let weights = try app.app.values(of: app.id(WeightScale.measurement), since: count)
        #expect(
            try values.map(\.weight) == weights.map { try WeightScale.Measurement(bytes: $0).weight })
        for value in values {
            #expect(value.bytes.count == 20 && value.units == .imperial)
            #expect(value.userIndex == UserData.unknownUser)
            #expect((15.0...25).contains(try #require(value.bodyFat)))
            #expect((155.0...165).contains(try #require(value.weight)))
            #expect((5000...9000).contains(try #require(value.basalMetabolism)))
        }
    }

    @Test("The weight service includes the body composition service")
    func includes() {
        let definition = DeviceDefinition.bodyCompositionScale()
        let weight = definition.services.first { $0.uuid == WeightScale.service }
        #expect(weight?.includedServices == [BodyComposition.service])
    }

    @Test("A definition without an end of weights never traps", arguments: [-1, .nan, .infinity, 1e300])
    func extremes(weight: Double) throws {
        let app = try HealthApp(.weightScale(weight: weight))
        try app.subscribe(to: WeightScale.measurement)
        #expect(try app.values(of: WeightScale.measurement, during: .seconds(5)).count == 1)
    }
}
