import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("Environmental sensors and clocks")
struct SensorDeviceTests {
    private typealias ES = EnvironmentalSensing

    private static func temperatures(seed: UInt64) throws -> [Double] {
        let world = World(seed: seed)
        let app = try LinkedApp(in: world, to: world.add(.environmentalSensor(temperature: 10)))
        try app.subscribe(to: app.place(of: ES.temperature))
        return try app.values(of: ES.temperature) { try world.run(for: .minutes(5)) }.compactMap(\.celsius)
    }

    @Test("A sensor's values drift with the seed around where they began")
    func drift() throws {
        let values = try Self.temperatures(seed: 1)
        #expect((59...60).contains(values.count))
        #expect(Set(values).count > 10)
        #expect(values.allSatisfy { (8...12).contains($0) })
        #expect(try Self.temperatures(seed: 1) == values)
        #expect(try Self.temperatures(seed: 2) != values)
    }

    @Test("A sensor has its values, measurements and triggers")
    func reading() throws {
        let world = World()
        let app = try LinkedApp(in: world, to: world.add(.environmentalSensor(humidity: 99.9)))
        #expect(app.central.advertisedServices(of: "Environmental Sensor") == ["181A"])
        let humidity = try #require(try app.value(of: ES.humidity).percent)
        #expect((95...100).contains(humidity))
        #expect((101_000...101_700).contains(try app.value(of: ES.pressure).pascals))
        let descriptors = try app.descriptors(of: app.place(of: ES.pressure))
        #expect(descriptors.map(\.uuid) == ["2902", "290C", "290D"])
        let measurement = try app.read(descriptor: descriptors[1])
        #expect(try ES.Measurement(bytes: measurement).updateInterval == 5)
        #expect(try ES.Trigger(bytes: app.read(descriptor: descriptors[2])) == .every(seconds: 5))
    }

    @Test("A sensor sends when its trigger says so, and tells that a trigger changed")
    func triggers() throws {
        let world = World()
        let app = try LinkedApp(in: world, to: world.add(.environmentalSensor()))
        let trigger = try app.descriptors(of: app.place(of: ES.temperature))[2]
        try app.subscribe(to: app.place(of: ES.descriptorValueChanged))
        try app.subscribe(to: app.place(of: ES.temperature))
        func values(_ new: ES.Trigger) throws -> [ES.Temperature] {
            #expect(try app.write(new.bytes, descriptor: trigger) == nil)
            return try app.values(of: ES.temperature) { try world.run(for: .minutes(2)) }
        }
        let changes = try app.values(of: ES.descriptorValueChanged) {
            #expect(try values(.inactive).isEmpty)
            #expect((3...5).contains(try values(.every(seconds: 30)).count))
            #expect((3...5).contains(try values(.atMostEvery(seconds: 30)).count))
            #expect(try values(.less(than: ES.Temperature(-50).bytes)).isEmpty)
            #expect(try values(.greater(than: ES.Temperature(50).bytes)).isEmpty)
            #expect((23...25).contains(try values(.lessOrEqual(to: ES.Temperature(50).bytes)).count))
            #expect((23...25).contains(try values(.greaterOrEqual(to: ES.Temperature(-50).bytes)).count))
            let changed = try values(.changed)
            #expect(!changed.isEmpty && zip(changed, changed.dropFirst()).allSatisfy { $0 != $1 })
            let first = try #require(changed.first)
            #expect(try values(.equal(to: first.bytes)).allSatisfy { $0 == first })
            #expect(try values(.notEqual(to: first.bytes)).allSatisfy { $0 != first })
        }
        #expect(changes.count == 10)
        #expect(
            changes.allSatisfy { $0 == .init([.byClient, .triggerSetting], of: ES.temperature.uuid) })
        #expect(try app.write([10], descriptor: trigger) == 0x81)
        #expect(try app.write([4, 0], descriptor: trigger) == 0xFF)
        #expect(try ES.Trigger(bytes: app.read(descriptor: trigger)) != .inactive)
    }

    @Test("A clock goes with virtual time")
    func clock() throws {
        let world = World()
        let start = DateTime(year: 2026, month: 12, day: 31, hour: 23)
        let device = world.add(.currentTimeServer(start: start, zone: 4))
        let app = try LinkedApp(in: world, to: device)
        #expect(app.central.advertisedServices(of: "Clock") == ["1805"])
        let before = world.now
        let first = try app.value(of: CurrentTime.currentTime)
        let since = try #require(first.time.date.secondsSince1970) - start.secondsSince1970!
        #expect(since >= before.nanoseconds / 1_000_000_000 && since <= world.now.nanoseconds / 1_000_000_000)
        try world.run(for: .hours(2))
        let second = try app.value(of: CurrentTime.currentTime).time
        #expect((second.date.year, second.date.day, second.date.hour) == (2027, 1, 1))
        #expect(second.dayOfWeek == .friday)
        let reference = try app.value(of: CurrentTime.referenceTimeInformation)
        #expect(reference.source == .networkTimeProtocol)
        #expect(reference.sinceUpdate == .init(days: 0, hours: 2))
    }

    @Test("A clock can be set, tells its subscribers, and refuses what can't be")
    func setting() throws {
        let world = World()
        let app = try LinkedApp(in: world, to: world.add(.currentTimeServer(zone: 4)))
        try app.subscribe(to: app.place(of: CurrentTime.currentTime))
        let noon = DateTime(year: 2026, month: 11, day: 22, hour: 12)
        let told = try app.values(of: CurrentTime.currentTime) {
            #expect(try app.write(.init(ExactTime(noon, fraction: 64)), to: CurrentTime.currentTime) == nil)
            #expect(
                try app.write(
                    .init(timeZoneQuarters: 4, daylightSaving: .oneHour),
                    to: CurrentTime.localTimeInformation) == nil)
            #expect(
                try app.write(
                    .init(timeZoneQuarters: -20, daylightSaving: .oneHour),
                    to: CurrentTime.localTimeInformation) == nil)
            try world.run(for: .seconds(1))
        }
        #expect(told.map(\.adjustReasons) == [.manual, .daylightSaving, .timeZone])
        #expect(told.map(\.time.date.hour) == [12, 13, 7])
        #expect(told.first?.time == ExactTime(noon, fraction: 64))
        #expect(try app.value(of: CurrentTime.referenceTimeInformation).source == .manual)
        #expect(try app.value(of: CurrentTime.localTimeInformation).hoursFromUTC == -4)
        let wrongDay = CurrentTime.Time(ExactTime(noon, dayOfWeek: .monday))
        #expect(try app.write(wrongDay, to: CurrentTime.currentTime) == 0x80)
        let unknown = CurrentTime.Time(ExactTime(DateTime(year: 0, month: 0, day: 0)))
        #expect(try app.write(unknown, to: CurrentTime.currentTime) == 0x80)
        #expect(
            try app.write(
                .init(timeZoneQuarters: nil, daylightSaving: .oneHour), to: CurrentTime.localTimeInformation)
                == 0x80)
        #expect(try app.write(bytes: [0xEA, 0x07], to: CurrentTime.currentTime) == 0x0D)
        #expect(try app.write(bytes: [0, 3], to: CurrentTime.localTimeInformation) == 0x13)
    }
}

extension LinkedApp {
    func read(descriptor: Central.Descriptor) throws -> [UInt8] {
        try after(.readDescriptor(peer, descriptor.identifier)) {
            if case .descriptorValue(_, descriptor.identifier, let result) = $0 { result } else { nil }
        }.get()
    }

    /// Writes a descriptor; returns the code of the error, if there was one.
    func write(_ value: [UInt8], descriptor: Central.Descriptor) throws -> UInt8? {
        let error = try after(.writeDescriptor(peer, descriptor.identifier, value)) { event -> PortError?? in
            if case .descriptorWritten(_, descriptor.identifier, let error) = event {
                .some(error)
            } else {
                nil
            }
        }
        switch error {
        case nil: return nil
        case .att(let code): return code
        case let other?: throw other
        }
    }
}
