import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite("A ready-made health thermometer")
struct HealthThermometerTests {
    private typealias Profile = HealthThermometer

    @Test("It advertises its service, and has the characteristics of the specification")
    func layout() throws {
        let app = try HealthApp(.healthThermometer(type: .ear))
        #expect(app.advertised == [Profile.service])
        #expect(
            app.layout(of: Profile.service) == ["2A1C": 0x20, "2A1D": 0x02, "2A1E": 0x10, "2A21": 0x2A])
        #expect(try app.read(Profile.temperatureType) == .ear)
        #expect(try app.read(Profile.measurementInterval) == 60)
    }

    @Test("The valid range of the interval is in its descriptor")
    func range() throws {
        let app = try HealthApp(.healthThermometer(validIntervals: 5...600))
        let descriptors = try app.app.descriptors(of: app.id(Profile.measurementInterval))
        let range = try #require(descriptors.first { $0.uuid == Profile.validRange })
        let bytes = try app.app.after(.readDescriptor(app.app.peer, range.identifier)) {
            if case .descriptorValue(_, _, .success(let value)) = $0 { value } else { nil }
        }
        #expect(bytes == Profile.IntervalRange(5...600).bytes)
    }

    @Test("A measurement is indicated after it has settled, and then once per interval")
    func measurements() throws {
        let app = try HealthApp(.healthThermometer(interval: 30))
        try app.subscribe(to: Profile.intermediateTemperature)
        try app.subscribe(to: Profile.measurement)
        let settling = try app.values(of: Profile.intermediateTemperature, during: .seconds(8))
        #expect(settling.count == 5)
        #expect(settling.map(\.celsius) == settling.map(\.celsius).sorted())
        let measured = try app.values(of: Profile.measurement, during: .seconds(90))
        #expect(measured.count == 3)
        for value in measured { #expect((36.2...37.4).contains(value.celsius)) }
        let seconds = measured.compactMap(\.timestamp?.secondsSince1970)
        #expect(seconds.count == 3)
        #expect(zip(seconds.dropFirst(), seconds).allSatisfy { $0 - $1 == 30 })
    }

    @Test("A written interval counts from now on; 0 ends measuring")
    func interval() throws {
        let app = try HealthApp(.healthThermometer(interval: 600))
        try app.subscribe(to: Profile.measurement)
        #expect(try app.values(of: Profile.measurement, during: .seconds(60)).count == 1)
        #expect(try app.write(1, to: Profile.measurementInterval) == nil)
        #expect(try app.values(of: Profile.measurement, during: .milliseconds(10_500)).count == 10)
        #expect(try app.write(0, to: Profile.measurementInterval) == nil)
        #expect(try app.read(Profile.measurementInterval) == 0)
        #expect(try app.values(of: Profile.measurement, during: .minutes(5)).isEmpty)
        try app.unsubscribe(from: Profile.measurement)
        try app.subscribe(to: Profile.measurement)
        #expect(try app.values(of: Profile.measurement, during: .minutes(5)).count == 1)
    }

    @Test("An interval out of range is refused and changes nothing", arguments: [9, 61, 65_535] as [UInt16])
    func outOfRange(seconds: UInt16) throws {
        let app = try HealthApp(.healthThermometer(interval: 20, validIntervals: 10...60))
        #expect(try app.write(seconds, to: Profile.measurementInterval) == .att(code: Profile.outOfRange))
        #expect(try app.read(Profile.measurementInterval) == 20)
        #expect(try app.app.write([1], to: app.id(Profile.measurementInterval)) == .att(code: 0x0D))
    }

    @Test("Another central learns a written interval by an indication")
    func otherCentral() throws {
        var definition = DeviceDefinition.healthThermometer()
        definition.advertising[0].continuesWhileConnected = true
        let app = try HealthApp(definition)
        let other = try LinkedApp(in: app.world, to: app.device)
        let id = try #require(other.characteristics.joined().first { $0.uuid == "2A21" }).identifier
        try other.subscribe(to: id)
        try app.subscribe(to: Profile.measurementInterval)
        let (own, others) = (app.app.central.events.count, other.central.events.count)
        #expect(try app.write(90, to: Profile.measurementInterval) == nil)
        try app.world.run(for: .seconds(1))
        #expect(other.values(of: id, since: others) == [[90, 0]])
        #expect(app.app.values(of: try app.id(Profile.measurementInterval), since: own).isEmpty)
    }

    @Test("Nothing is measured while nobody listens, and the same seed measures the same")
    func seeds() throws {
        func first(seed: UInt64) throws -> [Profile.Measurement] {
            let app = try HealthApp(.healthThermometer(unit: .fahrenheit, interval: 10), seed: seed)
            try app.subscribe(to: Profile.measurement)
            let values = try app.values(of: Profile.measurement, during: .minutes(2))
            try app.unsubscribe(from: Profile.measurement)
            #expect(try app.values(of: Profile.measurement, during: .minutes(2)).isEmpty)
            return values
        }
        let values = try first(seed: 3)
        #expect(values.count == 12 && values.allSatisfy { $0.unit == .fahrenheit })
        #expect(try first(seed: 3) == values)
        #expect(try first(seed: 4) != values)
    }

    @Test("Writing the interval may need security; nothing else does")
    func security() throws {
        let definition = DeviceDefinition.healthThermometer(requires: .authenticated)
        let items = definition.services[0].characteristics
        let secured = items.filter { $0.permissions.contains(.writeAuthenticated) }
        #expect(secured.map(\.uuid) == ["2A21"])
        let app = try HealthApp(definition)
        #expect(try app.read(Profile.measurementInterval) == 60)
        try app.subscribe(to: Profile.measurement)
        #expect(try app.values(of: Profile.measurement, during: .seconds(8)).count == 1)
    }

    @Test("Switched off, removed or given other firmware while it measures, it ends without a mistake")
    func ends() throws {
        for number in 0..<3 {
            let app = try HealthApp(.healthThermometer(interval: 2))
            try app.subscribe(to: Profile.intermediateTemperature)
            try app.world.run(for: .milliseconds(2500))
            switch number {
            case 0: app.device.powerOff()
            case 1: app.world.remove(app.device.id)
            default: app.device.install(.battery())
            }
            let count = app.world.mistakes.count
            #expect(
                try app.values(of: Profile.intermediateTemperature, during: .minutes(2)).count <= 1)
            #expect(app.world.mistakes.count == count)
        }
    }

    @Test("A routine does not keep its world alive")
    func memory() throws {
        weak var world: World?
        try {
            let app = try HealthApp(.healthThermometer())
            try app.subscribe(to: Profile.measurement)
            try app.world.run(for: .seconds(3))
            world = app.world
        }()
        #expect(world == nil)
    }
}
