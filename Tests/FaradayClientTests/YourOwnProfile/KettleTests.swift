import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

@Suite struct KettleTests {
    @Test(arguments: [
        (Kettle.Status(tenths: 215, isHeating: false), [0x00, 0xD7, 0x00]),
        (Kettle.Status(tenths: -5, isHeating: true), [0x01, 0xFB, 0xFF]),
        (Kettle.Status(tenths: 215, isHeating: true, secondsLeft: 300), [0x03, 0xD7, 0x00, 0x2C, 0x01]),
    ])
    func statusBytes(status: Kettle.Status, bytes: [UInt8]) throws {
        #expect(status.bytes == bytes)
        #expect(try Kettle.Status(bytes: bytes) == status)
        // Neither a part of a value nor more than a value is a value.
        #expect(throws: DecodeError.self) { try Kettle.Status(bytes: bytes.dropLast()) }
        #expect(throws: DecodeError.self) { try Kettle.Status(bytes: bytes + [0]) }
    }

    @Test func wrongBytes() {
        #expect(throws: DecodeError.self) { try Kettle.Target(bytes: [39]) }
        #expect(throws: DecodeError.self) { try Kettle.Command(bytes: [2]) }
        #expect(Kettle.Target(celsius: 101) == nil)
    }

    @Test(.simulated) func heats() async throws {
        let world = World.current
        world.add(.kettle(), at: .meters(3))
        world.addPhone()
        let remote = try await KettleRemote.nearest(Central())
        let start = world.now
        let target = try #require(Kettle.Target(celsius: 80))
        #expect(try await remote.heat(to: target) == 80)
        // From 20 to 80 degrees, one degree per second.
        #expect(world.now - start >= .seconds(60))
        #expect(world.now - start < .seconds(63))
    }

    @Test(.simulated) func heatsNoEmptyKettle() async throws {
        let world = World.current
        world.add(.kettle(hasWater: false), at: .meters(3))
        world.addPhone()
        let remote = try await KettleRemote.nearest(Central())
        let target = try #require(Kettle.Target(celsius: 80))
        await #expect(throws: KettleRemote.IsEmpty.self) { try await remote.heat(to: target) }
    }

    @Test(.simulated) func refusesWrongBytes() async throws {
        let world = World.current
        world.add(.kettle(), at: .meters(3))
        world.addPhone()
        let kettle = try await Central().find(.advertising([Kettle.service]))
        let error = await #expect(throws: ClientError.self) {
            try await kettle.write([20], to: Kettle.target.path)
        }
        #expect(error?.reason == .refused(code: ATT.ErrorCode.valueNotAllowed.rawValue))
    }

    @Test(.simulated) func losesTheKettle() async throws {
        let world = World.current
        let device = world.add(.kettle(), at: .meters(3))
        world.addPhone()
        let remote = try await KettleRemote.nearest(Central())
        world.after(.seconds(20)) { device.powerOff() }
        let target = try #require(Kettle.Target(celsius: 80))
        let error = await #expect(throws: ClientError.self) { _ = try await remote.heat(to: target) }
        #expect(error?.reason == .disconnected)
    }
}
