import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

extension LinkedApp {
    /// The characteristic of a profile; the device must have it.
    func place<Value>(
        of characteristic: TypedCharacteristic<Value>, _ index: Int = 0
    ) throws -> AttributeIdentifier {
        let service = try #require(services.firstIndex { $0.uuid == characteristic.service })
        let found = characteristics[service].filter { $0.uuid == characteristic.uuid }
        try #require(index < found.count)
        return found[index].identifier
    }

    /// Reads the value of a profile's characteristic.
    func value<Value>(of characteristic: TypedCharacteristic<Value>, _ index: Int = 0) throws -> Value {
        try Value(bytes: read(place(of: characteristic, index)).get())
    }

    /// Writes a value with response; returns the code of the error, if there was one.
    func write<Value>(
        _ value: Value, to characteristic: TypedCharacteristic<Value>
    ) throws -> UInt8? { try write(bytes: value.bytes, to: characteristic) }

    /// Writes bytes with response; returns the code of the error, if there was one.
    func write<Value>(bytes: [UInt8], to characteristic: TypedCharacteristic<Value>) throws -> UInt8? {
        switch try write(bytes, to: place(of: characteristic)) {
        case nil: return nil
        case .att(let code): return code
        case let other?: throw other
        }
    }

    /// Writes without response, and lets the write arrive.
    func send<Value>(_ value: Value, to characteristic: TypedCharacteristic<Value>) throws {
        let place = try place(of: characteristic)
        #expect(
            central.port.send(.writeCharacteristic(peer, place, value.bytes, .withoutResponse)) == .accepted)
        try world.run(for: .milliseconds(500))
    }

    /// The values that come while the world runs.
    func values<Value>(
        of characteristic: TypedCharacteristic<Value>, _ index: Int = 0, during body: () throws -> Void
    ) throws -> [Value] {
        let (place, count) = (try place(of: characteristic, index), central.events.count)
        try body()
        return try values(of: place, since: count).map { try Value(bytes: $0) }
    }
}

@Suite struct TypedDeviceTests {
    private enum Length: UInt8, CharacteristicValue { case short = 1, long = 2 }

    private enum Timer {
        static let service: BluetoothUUID = "A000"
        static let length = TypedCharacteristic<Length>("A001", of: service)
        static let total = TypedCharacteristic<UInt16>("A002", of: service)
        static let control = ControlPoint<UInt16, String>("A003", of: service)
    }

    private static func timer(_ heard: Recorder) -> DeviceDefinition {
        advertiser([
            DeviceService(Timer.service) {
                DeviceCharacteristic(Timer.length, [.read, .write], value: .short)
                    .onWrite(Timer.length) { value, write in
                        heard.add("\(value)")
                        write.device.update(Timer.total, 7)
                    }
                DeviceCharacteristic(Timer.total, [.read, .notify])
                    .onRead(Timer.total) { _ in 0x1234 }
                DeviceCharacteristic(Timer.control)
                    .onRequest(Timer.control) { number, _ in
                        if number == 0 { throw ATT.ErrorCode.outOfRange }
                        return number == 1 ? nil : "answer \(number)"
                    }
            },
            DeviceService("B000") { DeviceCharacteristic("A002", .read, value: [1]) },
        ])
    }

    @Test("A typed write gets values; bytes that are none are refused")
    func writes() throws {
        let (world, heard) = (World(), Recorder())
        let app = try LinkedApp(in: world, to: world.add(Self.timer(heard)))
        #expect(try app.value(of: Timer.length) == .short)
        #expect(try app.write(.long, to: Timer.length) == nil)
        #expect(try app.write(bytes: [], to: Timer.length) == 0x0D)
        #expect(try app.write(bytes: [1, 2], to: Timer.length) == 0x0D)
        #expect(try app.write(bytes: [9], to: Timer.length) == 0x13)
        #expect(heard.lines == ["long"])
        #expect(try app.value(of: Timer.length) == .long)
        #expect(try app.value(of: Timer.total) == 0x1234)
    }

    @Test("An update reaches the subscribers of that service's characteristic only")
    func updates() throws {
        let world = World()
        let device = world.add(Self.timer(Recorder()))
        let app = try LinkedApp(in: world, to: device)
        let link = try #require(device.links.first)
        #expect(!device.isSubscribed(link, to: Timer.total))
        try app.subscribe(to: app.place(of: Timer.total))
        #expect(device.isSubscribed(link, to: Timer.total))
        #expect(device.subscriberCount(of: Timer.total) == 1)
        let values = try app.values(of: Timer.total) {
            device.update(Timer.total, 300)
            device.send(301, of: Timer.total, to: link)
            try world.run(for: .seconds(1))
        }
        #expect(values == [300, 301])
        #expect(try app.read(app.characteristics[1][0].identifier) == .success([1]))
    }

    @Test("A control point answers the central that wrote, after its write")
    func controlPoints() throws {
        let world = World()
        let app = try LinkedApp(in: world, to: world.add(Self.timer(Recorder())))
        #expect(try app.write(2, to: Timer.control.request) == 0xFD)
        try app.subscribe(to: app.place(of: Timer.control.response))
        let answers = try app.values(of: Timer.control.response) {
            #expect(try app.write(2, to: Timer.control.request) == nil)
            #expect(try app.write(0, to: Timer.control.request) == 0xFF)
            #expect(try app.write(1, to: Timer.control.request) == nil)
            #expect(try app.write(bytes: [1], to: Timer.control.request) == 0x0D)
            try world.run(for: .seconds(1))
        }
        #expect(answers == ["answer 2"])
        let order = app.central.events.compactMap { event -> String? in
            switch event {
            case .characteristicWritten(_, _, nil): "written"
            case .characteristicValue: "answer"
            default: nil
            }
        }
        #expect(order.prefix(2) == ["written", "answer"])
    }

    @Test("A device sends typed values at intervals while it has subscribers")
    func notifying() throws {
        let world = World()
        var definition = Self.timer(Recorder())
        definition.behaviours = [
            .notifying(Timer.total, every: .seconds(1)) { device in
                device.world.now.nanoseconds % 2_000_000_000 == 0 ? nil : 5
            }
        ]
        let app = try LinkedApp(in: world, to: world.add(definition))
        try app.subscribe(to: app.place(of: Timer.total))
        let values = try app.values(of: Timer.total) { try world.run(for: .milliseconds(3500)) }
        #expect(values == [5, 5, 5])
    }

    @Test("A device reads typed values of the phone; bytes that are none are an error")
    func client() throws {
        let (world, heard) = (World(), Recorder())
        let device = world.add(Self.timer(Recorder()))
        _ = try LinkedApp(in: world, to: device)
        let client = device.client(on: try #require(device.links.first))
        client.read(GenericAccess.deviceName) { heard.add("name \($0)") }
        client.read(TypedCharacteristic<Bool>("2A00", of: GenericAccess.service)) { heard.add("flag \($0)") }
        client.read(Battery.energyStatus) { heard.add("energy \($0)") }
        client.write("Otto", to: GenericAccess.deviceName) { heard.add("write \($0)") }
        client.subscribe(to: Timer.total, onValue: { heard.add("\($0)") }, { heard.add("total \($0)") })
        try world.run(for: .seconds(5))
        func answer(_ request: String) throws -> String {
            try #require(heard.lines.first { $0.hasPrefix(request) })
        }
        #expect(heard.lines.count == 5)
        #expect(try answer("name") == "name success(\"phone 0\")")
        #expect(try answer("flag").contains("malformed"))
        for request in ["energy", "write", "total"] {
            #expect(try answer(request).contains("failure"))
        }
    }
}
