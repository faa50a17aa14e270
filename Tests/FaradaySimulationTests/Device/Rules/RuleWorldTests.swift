import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// Rules of devices that an app talks to.
@Suite("A device does what its rules say")
struct RuleWorldTests {
    private static func board(_ rules: DeviceRules) -> DeviceDefinition {
        DeviceDefinition(name: "board") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", [.read, .write, .writeWithoutResponse], value: [7])
                DeviceCharacteristic("FF02", [.read, .notify], value: [8])
            }
            rules
        }
    }

    private static let counter = board(
        DeviceRules(
            variables: ["count": 0],
            rules: [
                DeviceRule(
                    .written("FF01", ["01", .rest("data")]),
                    [
                        .assign("count", "count + 1"), .wait(.milliseconds(30)),
                        .notify("FF02", [.number("count", .u8), .data("data"), .checksum(.crc16Modbus)]),
                    ]),
                DeviceRule(.read("FF01"), if: "count > 0", [.answer([.number("count", .u16)])]),
                DeviceRule(.written("FF01"), [.refuse(.valueNotAllowed)]),
            ]))

    private static func linked(_ world: World, _ device: Device) throws -> (
        LinkedApp, AttributeIdentifier, AttributeIdentifier
    ) {
        let app = try LinkedApp(in: world, to: device)
        let service = try #require(app.services.firstIndex { $0.uuid == "FF00" })
        let items = app.characteristics[service]
        try #require(items.count == 2)
        return (app, items[0].identifier, items[1].identifier)
    }

    @Test(
        "Writes, reads and notifications follow the rules, and a value that no rule answers is the stored one"
    )
    func answers() throws {
        let world = World()
        let (app, control, data) = try Self.linked(world, world.add(Self.counter))
        #expect(try app.read(control) == .success([7]))
        #expect(try app.write([2], to: control) == .att(code: 0x13))
        #expect(try app.read(control) == .success([7]), "a refused write changes nothing")
        try app.subscribe(to: data)
        let count = app.central.events.count
        #expect(try app.write([1, 0xAB], to: control) == nil)
        let start = world.now
        try world.run(until: { !app.values(of: data, since: count).isEmpty }, timeout: .seconds(2))
        #expect(world.now - start >= .milliseconds(30))
        let check = Checksum.crc16Modbus.value(of: [1, 0xAB])
        #expect(app.values(of: data, since: count) == [[1, 0xAB, UInt8(check & 0xFF), UInt8(check >> 8)]])
        #expect(try app.read(control) == .success([1, 0]))
    }

    @Test("Whoever watches writes sees each once, and rules answer them", arguments: [1, 2])
    func watched(_ watchers: Int) throws {
        let world = World()
        let seen = Lock<[[UInt8]]>([])
        var definition = Self.counter
        for _ in 0..<watchers {
            definition = definition.watchedWrites { write in seen.withLock { $0.append(write.value) } }
        }
        let (app, control, _) = try Self.linked(world, world.add(definition))
        #expect(try app.write([2], to: control) == .att(code: 0x13))
        #expect(try app.write([1], to: control) == nil)
        #expect(try app.read(control) == .success([1, 0]))
        let writes: [[UInt8]] = [[2], [1]]
        #expect(seen.withLock { $0 } == writes.flatMap { Array(repeating: $0, count: watchers) })
    }

    @Test("Two devices of one definition have variables of their own")
    func isolation() throws {
        let world = World()
        let first = world.add(Self.counter)
        let (app, control, _) = try Self.linked(world, first)
        #expect(try app.write([1], to: control) == nil)
        #expect(try app.read(control) == .success([1, 0]))
        first.powerOff()
        let (other, otherControl, _) = try Self.linked(world, world.add(Self.counter))
        #expect(try other.read(otherControl) == .success([7]))
    }

    @Test("Series, resets and disconnects of rules happen on air")
    func actsByItself() throws {
        let world = World()
        let device = world.add(
            Self.board(
                DeviceRules(
                    series: [
                        .init(
                            "FF02",
                            [.init(after: .milliseconds(200), [1]), .init(after: .milliseconds(200), [2])])
                    ],
                    rules: [
                        DeviceRule(
                            .written("FF01", "01"), [.wait(.milliseconds(200)), .disconnect(.lowResources)]),
                        DeviceRule(.linkLost, [.stopAdvertising]),
                        DeviceRule(.connected, [.set("FF02", "55")]),
                    ])))
        let (app, control, data) = try Self.linked(world, device)
        #expect(try app.read(data) == .success([0x55]))
        let count = app.central.events.count
        try app.subscribe(to: data)
        try world.run(until: { app.values(of: data, since: count).count == 2 }, timeout: .seconds(2))
        #expect(app.values(of: data, since: count) == [[1], [2]])
        #expect(try app.write([1], to: control) == nil)
        try world.run(until: { device.connectionCount == 0 }, timeout: .seconds(2))
        try world.run(for: .seconds(1))
        #expect(device.isAdvertising)
    }

    @Test("A wrong rule is a mistake of the test, and the device does without it")
    func mistakes() throws {
        let world = World()
        world.onMistake { _ in }
        let device = world.add(
            Self.board(
                DeviceRules(rules: [
                    DeviceRule(.written("FF09"), []), DeviceRule(.written("FF01"), [.refuse(.outOfRange)]),
                ])))
        #expect(
            world.mistakes.map(\.message) == [
                "device board: rule 1: the device has no characteristic FF09; the device does without it"
            ])
        let (app, control, _) = try Self.linked(world, device)
        #expect(try app.write([1], to: control) == .att(code: 0xFF))
    }

    @Test("Other firmware brings its rules, and a reset begins them anew")
    func firmware() throws {
        let world = World()
        let device = world.add(Self.counter)
        let (app, control, _) = try Self.linked(world, device)
        #expect(try app.write([1], to: control) == nil)
        device.install(Self.board(DeviceRules(rules: [DeviceRule(.read("FF01"), [.answer("EE")])])))
        try world.run(until: { device.connectionCount == 0 }, timeout: .seconds(20))
        let (other, newControl, _) = try Self.linked(world, device)
        #expect(try other.read(newControl) == .success([0xEE]))
    }

    @Test("A long value is one read, however many requests it takes")
    func longReads() throws {
        let world = World()
        let long = { (byte: UInt8) in [UInt8](repeating: byte, count: 400) }
        let device = world.add(
            Self.board(
                DeviceRules(
                    variables: ["count": 0],
                    readings: [.init("FF02", [long(1), long(2), [3]])],
                    rules: [
                        DeviceRule(
                            .read("FF01"),
                            [
                                .assign("count", "count + 1"),
                                .answer([.bytes(long(9)), .number("count", .u8)]),
                            ])
                    ])))
        let (app, control, data) = try Self.linked(world, device)
        #expect(try app.read(data) == .success(long(1)))
        #expect(try app.read(data) == .success(long(2)))
        #expect(try app.read(data) == .success([3]))
        #expect(try app.read(control) == .success(long(9) + [1]))
        #expect(try app.read(control) == .success(long(9) + [2]))
    }
}
