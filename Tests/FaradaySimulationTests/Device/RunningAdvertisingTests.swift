import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradaySimulation

@Suite struct RunningAdvertisingTests {
    /// The times at which a phone that allows duplicates gets each manufacturer data.
    private final class Listener {
        let world: World
        let central: TestCentral
        private let heard = Lock<[(time: Instant, data: [UInt8])]>([])

        init(_ world: World) throws {
            self.world = world
            let heard = heard
            let central = TestCentral(world.addPhone(name: "listener")) { _, event in
                guard case .discovered(_, let seen, _) = event, let data = seen.manufacturerData else {
                    return
                }
                heard.withLock { $0.append((world.now, data)) }
            }
            self.central = central
            try world.run(until: { central.isOn })
            _ = central.port.send(.scan(Central.ScanRequest(allowsDuplicates: true)))
        }

        func take() -> [(time: Instant, data: [UInt8])] {
            heard.withLock { all in
                defer { all = [] }
                return all
            }
        }
    }

    private static func set(
        _ number: UInt8, _ kind: DeviceAdvertising.Kind = .nonConnectable, delay: Nanoseconds = .zero,
        isOneShot: Bool = false, continues: Bool = false
    ) -> DeviceAdvertising {
        var set = DeviceAdvertising(
            kind, manufacturerData: [0xFF, 0xFF, number], interval: .milliseconds(100),
            continuesWhileConnected: continues)
        set.delay = delay
        set.isOneShot = isOneShot
        return set
    }

    private static func tag(_ sets: [DeviceAdvertising]) -> DeviceDefinition {
        var definition = DeviceDefinition(name: "tag")
        definition.advertising = sets
        return definition
    }

    @Test("Sets are replaced while they run")
    func replaced() throws {
        let world = World()
        let listener = try Listener(world)
        let device = world.add(Self.tag([Self.set(1), Self.set(2)]))
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [1, 2])
        device.setAdvertising([Self.set(3)])
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [3])
        device.setAdvertising([])
        try world.run(for: .seconds(1))
        #expect(listener.take().isEmpty && !device.isAdvertising)
        device.setAdvertising([Self.set(4), Self.set(5, .connectable), Self.set(6)])
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [4, 5, 6])
        #expect(device.isAdvertising)
    }

    @Test("The delay comes before the first advertisement after each start")
    func delayed() throws {
        let world = World()
        let listener = try Listener(world)
        let device = world.add(Self.tag([Self.set(1, delay: .seconds(3))]))
        func check(from start: Instant) throws {
            try world.run(for: .seconds(5))
            let times = listener.take().map(\.time)
            let first = try #require(times.first) - start
            #expect(first >= .seconds(3) && first <= .milliseconds(3_015))
            #expect((10...21).contains(times.count))
        }
        try check(from: world.now)
        device.startAdvertising()
        try check(from: world.now)
        device.setAdvertising([Self.set(2, delay: .seconds(3))])
        try check(from: world.now)
        device.powerOff()
        device.powerOn()
        try check(from: world.now)
        // A stop cancels a start that has not happened yet.
        device.startAdvertising()
        try world.run(for: .seconds(1))
        device.stopAdvertising()
        try world.run(for: .seconds(5))
        #expect(listener.take().isEmpty)
    }

    @Test("Delays keep tenths of milliseconds and never trap")
    func delays() {
        var set = DeviceAdvertising()
        #expect(set.delay == .zero && !set.isOneShot)
        for delay in [Nanoseconds.zero, .microseconds(100), .milliseconds(1_234), .seconds(400_000)] {
            set.delay = delay
            #expect(set.delay == delay)
        }
        set.delay = .seconds(-1)
        #expect(set.delay == .zero)
        set.delay = .hours(1_000_000)
        #expect(set.delay > .hours(119))
        #expect(MemoryLayout<DeviceAdvertising>.stride <= 48)
        #expect(MemoryLayout<DeviceCharacteristic>.stride <= 56)
        #expect(MemoryLayout<DeviceDatabase.Characteristic>.stride <= 24)
    }

    @Test("A one-shot set has one event for each start", arguments: [Nanoseconds.zero, .milliseconds(700)])
    func oneShot(delay: Nanoseconds) throws {
        let world = World()
        let listener = try Listener(world)
        let device = world.add(Self.tag([Self.set(1, .connectable, delay: delay, isOneShot: true)]))
        try world.run(for: .seconds(5))
        #expect(Self.events(listener.take()) == 1)
        #expect(!device.isAdvertising)
        device.startAdvertising()
        try world.run(for: .seconds(5))
        #expect(Self.events(listener.take()) == 1)
        device.setAdvertising([Self.set(2, isOneShot: true), Self.set(3)])
        try world.run(for: .seconds(5))
        let heard = listener.take()
        #expect(Self.events(heard.filter { $0.data.last == 2 }) == 1)
        #expect(Self.events(heard.filter { $0.data.last == 3 }) > 30)
    }

    /// The number of advertising events in these reports: an advertisement and its scan response are close to each
    /// other.
    private static func events(_ heard: [(time: Instant, data: [UInt8])]) -> Int {
        zip(heard.dropFirst(), heard).count { $0.time - $1.time > .milliseconds(20) }
            + (heard.isEmpty ? 0 : 1)
    }

    @Test("While a central is connected, only sets with continuesWhileConnected advertise; the others wait")
    func connected() throws {
        let world = World()
        let device = world.add(
            Self.tag([
                Self.set(1, .connectable, continues: true), Self.set(2), Self.set(3, continues: true),
                Self.set(4, .connectable),
            ]))
        let first = try LinkedApp(in: world, to: device)
        let listener = try Listener(world)
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [1, 3])
        let second = try LinkedApp(in: world, to: device)
        #expect(device.connectionCount == 2)
        _ = listener.take()
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [1, 3])
        _ = first.central.port.send(.cancelConnection(first.peer))
        try world.run(for: .seconds(30))
        #expect(device.connectionCount == 1)
        #expect(Set(listener.take().map(\.data.last)) == [1, 3])
        _ = second.central.port.send(.cancelConnection(second.peer))
        try world.run(for: .seconds(30))
        _ = listener.take()
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [1, 2, 3, 4])
        device.setAdvertising([Self.set(7, .connectable), Self.set(8, continues: true)])
        let third = try LinkedApp(in: world, to: device)
        device.setAdvertising([Self.set(9, .connectable), Self.set(10, continues: true)])
        _ = listener.take()
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [10])
        _ = third
    }

    @Test("A delay keeps running while a central is connected, and has ended when the central leaves")
    func delayedWhileConnected() throws {
        let world = World()
        let device = world.add(Self.tag([Self.set(1, .connectable, delay: .seconds(3))]))
        let app = try LinkedApp(in: world, to: device)
        let listener = try Listener(world)
        device.disconnect()
        try world.run(for: .seconds(1))
        #expect(!listener.take().isEmpty)
        _ = app.central.port.send(.connect(app.peer, Central.ConnectOptions()))
        try world.run(for: .seconds(2))
        #expect(device.connectionCount == 1)
        device.setAdvertising([
            Self.set(2, delay: .seconds(3)), Self.set(3, delay: .seconds(3), continues: true),
        ])
        _ = listener.take()
        try world.run(for: .seconds(2))
        #expect(listener.take().isEmpty)
        try world.run(for: .seconds(3))
        #expect(Set(listener.take().map(\.data.last)) == [3])
        device.disconnect()
        try world.run(for: .seconds(1))
        #expect(Set(listener.take().map(\.data.last)) == [2, 3])
    }

    @Test("A set that can't be advertised has a problem text")
    func problems() {
        let long = DeviceAdvertising(
            data: AdvertisingData([.completeLocalName(String(repeating: "x", count: 40))]))
        #expect(long.problem(name: "")?.contains("42 bytes") == true)
        #expect(DeviceAdvertising().problem(name: String(repeating: "x", count: 300)) == nil)
        var extended = DeviceAdvertising()
        extended.usesExtendedPDUs = true
        #expect(extended.problem(name: String(repeating: "é", count: 300)) == nil)
    }
}
