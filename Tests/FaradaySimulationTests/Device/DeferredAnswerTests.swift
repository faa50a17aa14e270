import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct DeferredAnswerTests {
    private typealias Answer<Value> = @Sendable (Result<Value, ATT.Failure>) -> Void

    /// A device that lets the test give its answers.
    private final class Script: Sendable {
        let reads = Lock<[Answer<[UInt8]>]>([])
        let writes = Lock<[(DeviceWrite, Answer<Void>)]>([])

        var definition: DeviceDefinition {
            advertiser([
                DeviceService("A000") {
                    DeviceCharacteristic("A001", [.read, .write, .writeWithoutResponse], value: [1])
                        .onRead(answering: { _, answer in self.reads.withLock { $0.append(answer) } })
                        .onWrite(answering: { write, answer in
                            self.writes.withLock { $0.append((write, answer)) }
                        })
                    DeviceCharacteristic("A002", [.read, .write], value: [2])
                        .onWrite(answering: { write, answer in
                            self.writes.withLock { $0.append((write, answer)) }
                        })
                }
            ])
        }
    }

    @Test("A read waits for its answer, which may come late, from any thread, and counts once")
    func late() throws {
        let (world, script) = (World(), Script())
        let device = world.add(script.definition)
        let app = try LinkedApp(in: world, to: device)
        let id = app.characteristics[0][0].identifier
        let count = app.central.events.count
        #expect(app.central.port.send(.readCharacteristic(app.peer, id)) == .accepted)
        try world.run(for: .seconds(5))
        #expect(app.central.events.count == count)
        let answer = try #require(script.reads.withLock { $0 }.first)
        answer(.success([7, 8]))
        answer(.success([9]))
        answer(.failure(.error(.unlikelyError)))
        try world.run(for: .seconds(5))
        #expect(app.values(of: id, since: count) == [[7, 8]])
        #expect(app.central.events.count == count + 1)
    }

    @Test("An error of a deferred answer is the client's error")
    func refused() throws {
        let (world, script) = (World(), Script())
        let app = try LinkedApp(in: world, to: world.add(script.definition))
        let id = app.characteristics[0][0].identifier
        world.after(.seconds(1)) { script.reads.withLock { $0 }.first?(.failure(.error(.readNotPermitted))) }
        #expect(try app.read(id) == .failure(.att(code: 0x02)))
        world.after(.seconds(1)) {
            script.writes.withLock { $0 }.first?.1(.failure(.error(.writeNotPermitted)))
        }
        #expect(try app.write([5], to: id) == .att(code: 0x03))
    }

    @Test("A write is stored when its answer says so; commands get no response")
    func writes() throws {
        let (world, script) = (World(), Script())
        let app = try LinkedApp(in: world, to: world.add(script.definition))
        let kept = app.characteristics[0][1].identifier
        world.after(.seconds(1)) { script.writes.withLock { $0 }.first?.1(.success(())) }
        #expect(try app.write([5, 6], to: kept) == nil)
        #expect(try app.read(kept) == .success([5, 6]))
        let id = app.characteristics[0][0].identifier
        _ = app.central.port.send(.writeCharacteristic(app.peer, id, [1, 2, 3], .withoutResponse))
        try world.run(for: .seconds(1))
        let last = try #require(script.writes.withLock { $0 }.last)
        #expect(last.0.value == [1, 2, 3] && !last.0.expectsResponse)
        last.1(.success(()))
        #expect(script.writes.withLock { $0.map(\.0.expectsResponse) } == [true, false])
    }

    @Test("An answer after the end of the link or of the firmware is ignored", arguments: [true, false])
    func tooLate(installs: Bool) throws {
        let (world, script) = (World(), Script())
        let device = world.add(script.definition)
        let app = try LinkedApp(in: world, to: device)
        let kept = app.characteristics[0][1].identifier
        _ = app.central.port.send(.writeCharacteristic(app.peer, kept, [9], .withResponse))
        try world.run(for: .seconds(1))
        let (_, answer) = try #require(script.writes.withLock { $0 }.first)
        if installs { device.install(script.definition) } else { device.disconnect() }
        try world.run(for: .seconds(3))
        answer(.success(()))
        try world.run(for: .seconds(1))
        let other = try LinkedApp(in: world, to: device)
        #expect(try other.read(other.characteristics[0][1].identifier) == .success([2]))
    }

    @Test("Two clients wait at once, each for its own answer")
    func two() throws {
        let (world, script) = (World(), Script())
        var definition = script.definition
        definition.advertising[0].continuesWhileConnected = true
        let device = world.add(definition)
        let apps = [try LinkedApp(in: world, to: device), try LinkedApp(in: world, to: device)]
        #expect(device.connectionCount == 2)
        let count = apps.map(\.central.events.count)
        for app in apps {
            _ = app.central.port.send(.readCharacteristic(app.peer, app.characteristics[0][0].identifier))
            try world.run(for: .seconds(1))
        }
        let answers = script.reads.withLock { $0 }
        #expect(answers.count == 2)
        answers[1](.success([2]))
        answers[0](.success([1]))
        try world.run(for: .seconds(1))
        for (number, app) in apps.enumerated() {
            let id = app.characteristics[0][0].identifier
            #expect(app.values(of: id, since: count[number]) == [[UInt8(number + 1)]])
        }
    }
}
