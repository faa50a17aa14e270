import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct AnswerGateTests {
    /// A device with a stored value (A001), a value with handlers (A002) and a value without gate (A003).
    private static func definition(
        reads: AnswerGate? = nil, writes: AnswerGate? = nil, calls: Lock<[String]> = Lock([])
    ) -> DeviceDefinition {
        advertiser([
            DeviceService("A000") {
                DeviceCharacteristic("A001", [.read, .write, .writeWithoutResponse, .notify], value: [1])
                    .gated(reads: reads, writes: writes)
                DeviceCharacteristic("A002", [.read, .write])
                    .onRead { _ in
                        calls.withLock { $0.append("read") }
                        return [2]
                    }
                    .onWrite { write in calls.withLock { $0.append("write \(write.value)") } }
                    .gated(reads: reads, writes: writes)
                DeviceCharacteristic("A003", [.read, .write], value: [3])
            }
        ])
    }

    private static func linked(_ world: World, _ definition: DeviceDefinition) throws -> (
        device: Device, app: LinkedApp, ids: [AttributeIdentifier]
    ) {
        let device = world.add(definition)
        let app = try LinkedApp(in: world, to: device)
        return (device, app, app.characteristics[0].map(\.identifier))
    }

    @Test("An open gate changes nothing: stored values, handlers, updates")
    func open() throws {
        let (gate, calls) = (AnswerGate(), Lock<[String]>([]))
        let (device, app, ids) = try Self.linked(
            World(), Self.definition(reads: gate, writes: gate, calls: calls))
        #expect(try app.read(ids[0]) == .success([1]))
        #expect(try app.write([4, 5], to: ids[0]) == nil)
        #expect(try app.read(ids[0]) == .success([4, 5]))
        device.update("A001", [6])
        #expect(try app.read(ids[0]) == .success([6]))
        #expect(try app.write([7], to: ids[1]) == nil)
        #expect(try app.read(ids[1]) == .success([2]))
        #expect(calls.withLock { $0 } == ["write [7]", "read"])
        #expect(gate.waitingCount == 0)
    }

    @Test("Errors for the next requests are used in turn, before the lasting one")
    func errors() throws {
        let gate = AnswerGate()
        let (_, app, ids) = try Self.linked(World(), Self.definition(reads: gate))
        gate.failNext(with: .insufficientResources, count: 2)
        gate.failNext(with: .invalidOffset)
        gate.failNext(with: .unlikelyError, count: -1)
        gate.error = .readNotPermitted
        let codes: [UInt8] = [0x11, 0x11, 0x07, 0x02, 0x02]
        for code in codes { #expect(try app.read(ids[0]) == .failure(.att(code: code))) }
        gate.error = nil
        #expect(try app.read(ids[0]) == .success([1]))
    }

    @Test("A refused request reaches no handler, and a refused write changes nothing")
    func refused() throws {
        let (gate, calls) = (AnswerGate(), Lock<[String]>([]))
        let (_, app, ids) = try Self.linked(World(), Self.definition(reads: gate, writes: gate, calls: calls))
        gate.failNext(with: .unlikelyError, count: 4)
        #expect(try app.write([9], to: ids[0]) == .att(code: 0x0E))
        #expect(try app.write([9], to: ids[1]) == .att(code: 0x0E))
        #expect(try app.read(ids[1]) == .failure(.att(code: 0x0E)))
        // A long write is one request for the gate.
        #expect(try app.write(Array(repeating: 9, count: 400), to: ids[0]) == .att(code: 0x0E))
        #expect(calls.withLock { $0 } == [])
        #expect(try app.read(ids[0]) == .success([1]))
    }

    @Test("Reads and writes have gates of their own, and other characteristics have none")
    func separate() throws {
        let (reads, writes) = (AnswerGate(), AnswerGate())
        let (_, app, ids) = try Self.linked(World(), Self.definition(reads: reads, writes: writes))
        reads.error = .readNotPermitted
        #expect(try app.write([8], to: ids[0]) == nil)
        #expect(try app.read(ids[0]) == .failure(.att(code: 0x02)))
        #expect(try app.read(ids[2]) == .success([3]))
        (reads.error, writes.error) = (nil, .writeNotPermitted)
        #expect(try app.read(ids[0]) == .success([8]))
        #expect(try app.write([7], to: ids[0]) == .att(code: 0x03))
        #expect(try app.write([7], to: ids[2]) == nil)
    }

    @Test("A delay is that of the request's arrival, in virtual time")
    func delay() throws {
        let (world, gate) = (World(), AnswerGate())
        let (_, app, ids) = try Self.linked(world, Self.definition(reads: gate))
        gate.delay = .seconds(4)
        world.after(.seconds(1)) { gate.delay = .zero }
        let start = world.now
        #expect(try app.read(ids[0]) == .success([1]))
        #expect(world.now - start >= .seconds(4) && world.now - start < .seconds(5))
        let second = world.now
        #expect(try app.read(ids[0]) == .success([1]))
        #expect(world.now - second < .seconds(1))
    }

    @Test("A closed gate holds requests, also those whose delay ends meanwhile, until it is opened")
    func closed() throws {
        let (world, gate) = (World(), AnswerGate())
        let (_, app, ids) = try Self.linked(world, Self.definition(reads: gate))
        gate.close()
        gate.delay = .seconds(3)
        #expect(!gate.isOpen)
        world.after(.seconds(10)) {
            #expect(gate.waitingCount == 1)
            gate.open()
        }
        let start = world.now
        #expect(try app.read(ids[0]) == .success([1]))
        // The delay ran while the gate was closed.
        #expect(world.now - start >= .seconds(10) && world.now - start < .seconds(11))
        #expect(gate.isOpen && gate.waitingCount == 0)
    }

    @Test("A Write Command that is refused is dropped, and one that is held is stored later")
    func commands() throws {
        let (world, gate) = (World(), AnswerGate())
        let (_, app, ids) = try Self.linked(world, Self.definition(writes: gate))
        gate.failNext(with: .unlikelyError)
        _ = app.central.port.send(.writeCharacteristic(app.peer, ids[0], [9], .withoutResponse))
        try world.run(for: .seconds(1))
        #expect(try app.read(ids[0]) == .success([1]))
        gate.close()
        _ = app.central.port.send(.writeCharacteristic(app.peer, ids[0], [8], .withoutResponse))
        try world.run(for: .seconds(1))
        #expect(try app.read(ids[0]) == .success([1]))
        gate.open()
        try world.run(for: .seconds(1))
        #expect(try app.read(ids[0]) == .success([8]))
    }

    @Test(
        "A held request ends with its link, its firmware or its service",
        arguments: ["link", "firmware", "service"])
    func tooLate(what: String) throws {
        let (world, gate, calls) = (World(), AnswerGate(), Lock<[String]>([]))
        let (device, app, ids) = try Self.linked(world, Self.definition(reads: gate, calls: calls))
        gate.close()
        _ = app.central.port.send(.readCharacteristic(app.peer, ids[1]))
        try world.run(until: { gate.waitingCount == 1 })
        switch what {
        case "link": device.disconnect()
        case "firmware": device.install(Self.definition())
        default: try device.setServices([], keeping: [])
        }
        try world.run(for: .seconds(1))
        gate.open()
        try world.run(for: .seconds(5))
        #expect(calls.withLock { $0 } == [] && gate.waitingCount == 0)
    }

    @Test("A request that a closed gate holds keeps no world")
    func lifetime() throws {
        let gate = AnswerGate()
        weak var freed: World?
        do {
            let world = World()
            freed = world
            let (_, app, ids) = try Self.linked(world, Self.definition(reads: gate))
            gate.close()
            _ = app.central.port.send(.readCharacteristic(app.peer, ids[0]))
            try world.run(until: { gate.waitingCount == 1 })
        }
        #expect(freed == nil)
        gate.open()
    }
}
