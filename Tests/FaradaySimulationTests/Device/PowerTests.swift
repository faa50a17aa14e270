import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct PowerTests {
    private func phone(in world: World) throws -> TestCentral {
        let phone = world.addPhone()
        world.setSensitivity(-127, of: phone.id)
        let central = TestCentral(phone)
        try world.run(until: { central.isOn })
        _ = central.port.send(.scan(Central.ScanRequest(allowsDuplicates: true)))
        return central
    }

    @Test(
        "Positions with round RSSI values: what a phone's app sees at 0 dBm",
        arguments: [(1.0, -40), (31.62, -70), (1_000.0, -100)])
    func places(meters: Double, power: Int) throws {
        let world = World()
        let central = try phone(in: world)
        let device = world.add(advertiser([]), at: .meters(meters))
        world.setSensitivity(-127, of: device.id)
        try world.run(for: .seconds(2))
        #expect(central.powers.count > 10 && Set(central.powers) == [power])
        let peer = try #require(central.peer(named: "mock"))
        _ = central.port.send(.connect(peer, Central.ConnectOptions()))
        try world.run(until: { central.isConnected(peer) })
        _ = central.port.send(.readRSSI(peer))
        try world.run(for: .seconds(2))
        #expect(central.events.contains(.rssi(peer, .success(power))))
    }

    @Test("The variation is even, from the seed, within its bounds, and loses nothing", arguments: [3, 15])
    func varied(most: Int) throws {
        func run(_ seed: UInt64) throws -> (powers: [Int], isConnected: Bool, read: [Int]) {
            let world = World(seed: seed)
            world.configureMedium { $0.powerVariation = most }
            let central = try phone(in: world)
            let device = world.add(advertiser([]), at: .meters(1_000))
            // Its phone is received at -92.05 dBm: the variation alone loses no packet.
            world.setSensitivity(-93, of: device.id)
            try world.run(for: .seconds(60))
            let powers = central.powers
            let peer = try #require(central.peer(named: "mock"))
            _ = central.port.send(.connect(peer, Central.ConnectOptions()))
            try world.run(until: { central.isConnected(peer) })
            for _ in 0..<50 {
                _ = central.port.send(.readRSSI(peer))
                try world.run(for: .milliseconds(100))
            }
            let read = central.events.compactMap {
                if case .rssi(_, .success(let power)) = $0 { power } else { nil }
            }
            return (powers, device.connectionCount == 1, read)
        }
        let (one, same, other) = (try run(1), try run(1), try run(2))
        #expect(one.powers == same.powers && one.read == same.read)
        #expect(one.powers != other.powers)
        #expect(one.isConnected && one.powers.count > 500)
        #expect(Set(one.powers) == Set(-100 - most ... -100 + most))
        let mean = Double(one.powers.reduce(0, +)) / Double(one.powers.count)
        #expect(abs(mean + 100) < 1.5)
        #expect(Set(one.read).count > 3 && one.read.allSatisfy { abs($0 + 100) <= most })
    }

    @Test("A change of sensitivity takes effect at once, for links too")
    func sensitivity() throws {
        let world = World()
        let central = try phone(in: world)
        let device = world.add(advertiser([]), at: .meters(1_000))
        world.setSensitivity(-127, of: device.id)
        try world.run(until: { !central.powers.isEmpty })
        let peer = try #require(central.peer(named: "mock"))
        _ = central.port.send(.connect(peer, Central.ConnectOptions()))
        try world.run(until: { central.isConnected(peer) })
        try world.run(for: .seconds(60))
        #expect(device.connectionCount == 1)
        world.setSensitivity(-50, of: device.id)
        try world.run(for: .seconds(60))
        #expect(device.connectionCount == 0)
    }
}
