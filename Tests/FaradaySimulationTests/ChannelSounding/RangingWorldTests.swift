import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine
import Testing

@testable import FaradaySimulation

/// The distance between two hosts on one air. Nothing but the air knows where they are.
@Suite struct RangingWorldTests {
    private static func tag(_ sounding: DeviceChannelSounding) -> DeviceDefinition {
        DeviceDefinition(name: "Tag") {
            DeviceAdvertising(services: ["FFE0"], interval: .milliseconds(100))
            sounding
        }
    }

    /// An air without noise.
    private static func world(_ seed: UInt64) -> World {
        let world = World(seed: seed)
        world.configureMedium { $0.tones.noise = .none }
        return world
    }

    /// What a central has found after some time.
    private static func events(
        _ world: World, _ tag: Device, _ parameters: Host.RangingParameters = Host.RangingParameters(),
        after time: Nanoseconds = .seconds(5)
    ) throws -> (id: NodeID, events: [Host.RangingEvent]) {
        let id = RangingCentral.add(to: world, for: tag, parameters)
        try world.run(for: time)
        return (id, world.ranging(id) { central, _ in central.events })
    }

    private static func distances(_ events: [Host.RangingEvent]) -> [Double] {
        events.compactMap { if case .measured(let measurement) = $0 { measurement.distance } else { nil } }
    }

    @Test(
        "Without noise the distance is right to a centimetre, by either correction",
        arguments: [0.5, 2, 7.3, 20, 50], [Host.RangingParameters.Correction.inline, .rangingService])
    func exact(meters: Double, correction: Host.RangingParameters.Correction) throws {
        let world = Self.world(3)
        let tag = world.add(Self.tag(DeviceChannelSounding(.both)), at: .meters(meters))
        let parameters = Host.RangingParameters(correction: correction, procedureInterval: 4...4)
        let distances = Self.distances(try Self.events(world, tag, parameters).events)
        #expect(distances.count > 10)
        for distance in distances { #expect(abs(distance - meters) < 0.01) }
    }

    @Test("The distance follows from the speed of light of the air, not from the world's positions")
    func speedOfLight() throws {
        let world = Self.world(4)
        world.configureMedium { $0.tones.speedOfLight *= 1.01 }
        let tag = world.add(Self.tag(DeviceChannelSounding()), at: .meters(20))
        let distances = Self.distances(try Self.events(world, tag).events)
        #expect(!distances.isEmpty)
        for distance in distances { #expect(abs(distance - 20 / 1.01) < 0.01) }
    }

    @Test("A device that moves is measured where it is at each procedure")
    func moving() throws {
        let world = Self.world(5)
        let tag = world.add(Self.tag(DeviceChannelSounding()), at: .meters(3))
        let (id, before) = try Self.events(world, tag)
        tag.move(to: .meters(11))
        try world.run(for: .seconds(2))
        let all = world.ranging(id) { central, _ in central.events }
        #expect(abs(try #require(Self.distances(before).last) - 3) < 0.01)
        #expect(abs(try #require(Self.distances(all).last) - 11) < 0.01)
    }

    @Test("Reports on demand come although the control point has a handler, such as one that only watches")
    func watchedControlPoint() throws {
        typealias Characteristic = Ranging.Characteristic
        let world = Self.world(12)
        let writes = Lock<[[UInt8]]>([])
        // Without real-time data a central has to ask.
        let features: Ranging.Features = [.retrieveLostSegments, .abortOperation]
        let definition = DeviceDefinition(name: "Tag") {
            DeviceAdvertising(services: ["FFE0"], interval: .milliseconds(100))
            DeviceChannelSounding(.rangingService)
            DeviceService(Ranging.service) {
                DeviceCharacteristic(
                    Characteristic.features, .read, value: features.bytes, requires: .encrypted)
                DeviceCharacteristic(
                    Characteristic.onDemandData, [.notify, .indicate], requires: .encrypted)
                DeviceCharacteristic(
                    Characteristic.controlPoint, [.writeWithoutResponse, .indicate], requires: .encrypted)
                DeviceCharacteristic(
                    Characteristic.dataReady, [.read, .notify, .indicate], value: [0, 0],
                    requires: .encrypted)
                DeviceCharacteristic(
                    Characteristic.dataOverwritten, [.read, .notify, .indicate], value: [0, 0],
                    requires: .encrypted)
            }
        }
        let watched = definition.watchedWrites { write in writes.withLock { $0.append(write.value) } }
        let tag = world.add(watched, at: .meters(6))
        let parameters = Host.RangingParameters(correction: .rangingService, procedureInterval: 8...8)
        let distances = Self.distances(try Self.events(world, tag, parameters).events)
        #expect(distances.count > 5)
        for distance in distances { #expect(abs(distance - 6) < 0.01) }
        #expect(writes.withLock { $0.first?.first } == 0)
    }

    @Test("An antenna's delay makes the distance longer")
    func antennaDelay() throws {
        let world = Self.world(6)
        let tag = world.add(Self.tag(DeviceChannelSounding(antennaDelay: 2)), at: .meters(4))
        let distances = Self.distances(try Self.events(world, tag).events)
        // One nanosecond in each direction is 0.3 m.
        #expect(abs(try #require(distances.last) - 4.6) < 0.02)
    }

    @Test("A device without Channel Sounding, or without the right kind, is told apart")
    func unable() throws {
        let cases: [(DeviceDefinition, Host.RangingParameters, Host.RangingFailure)] = [
            (
                DeviceDefinition(name: "Plain") { DeviceAdvertising(services: ["FFE0"]) },
                Host.RangingParameters(), .peerUnsupported
            ),
            (
                Self.tag(DeviceChannelSounding(.rangingService)), Host.RangingParameters(),
                .peerLacks(.inlineCorrection)
            ),
            (
                Self.tag(DeviceChannelSounding(.inline)),
                Host.RangingParameters(correction: .rangingService), .noRangingService
            ),
        ]
        for (definition, parameters, failure) in cases {
            let world = Self.world(7)
            let tag = world.add(definition, at: .meters(2))
            #expect(try Self.events(world, tag, parameters).events == [.ended(failure)])
        }
    }

    @Test("A stop ends it at both ends, and the link goes on; the end of the link ends it too")
    func ends() throws {
        let world = Self.world(8)
        let tag = world.add(Self.tag(DeviceChannelSounding()), at: .meters(2))
        let (id, events) = try Self.events(world, tag)
        #expect(!Self.distances(events).isEmpty)
        world.ranging(id) { central, now in
            if let link = central.link { central.ask(.ranging(.stop(link)), at: now) }
        }
        try world.run(for: .seconds(1))
        let count = world.ranging(id) { central, _ in central.events.count }
        #expect(world.ranging(id) { central, _ in central.events.last } == .ended(nil))
        try world.run(for: .seconds(1))
        #expect(world.ranging(id) { central, _ in central.events.count } == count && tag.connectionCount == 1)
        world.ranging(id) { central, now in
            if let link = central.link {
                central.ask(.ranging(.start(link, Host.RangingParameters())), at: now)
            }
        }
        try world.run(for: .seconds(1))
        tag.powerOff()
        try world.run(for: .seconds(5))
        #expect(world.ranging(id) { central, _ in central.events.last } == .ended(.linkLost))
    }

    @Test(
        "Behaviour 27.28: a new key of the link interrupts a session for a moment, and it goes on by itself",
        arguments: [Host.RangingParameters.Correction.inline, .rangingService],
        Array(stride(from: 0, through: 1_200, by: 100)))
    func newKey(correction: Host.RangingParameters.Correction, moment: Int) throws {
        let world = Self.world(10)
        let tag = world.add(Self.tag(DeviceChannelSounding(.both)), at: .meters(2))
        let id = RangingCentral.add(
            to: world, for: tag, Host.RangingParameters(correction: correction, procedureInterval: 4...4))
        while world.ranging(id, { central, _ in !central.hasStarted }) {
            try world.run(for: .milliseconds(10))
        }
        try world.run(for: .milliseconds(moment))
        world.ranging(id) { central, now in
            if let link = central.link { central.ask(.security(.pair(link, .encrypted)), at: now) }
        }
        try world.run(for: .seconds(3))
        let before = world.ranging(id) { central, _ in central.measurements.count }
        try world.run(for: .seconds(2))
        let (events, after) = world.ranging(id) { central, _ in (central.events, central.measurements.count) }
        #expect(after > before + 8, "after \(moment) ms: \(events.suffix(1))")
        #expect(!events.contains { if case .ended = $0 { true } else { false } })
        world.ranging(id) { central, now in
            if let link = central.link { central.ask(.ranging(.stop(link)), at: now) }
        }
        try world.run(for: .seconds(1))
        #expect(world.ranging(id) { central, _ in central.events.last } == .ended(nil))
    }

    @Test(
        "A session that is stopped and started again at any moment goes on",
        arguments: Array(stride(from: 0, through: 1_000, by: 40)))
    func startsAgain(moment: Int) throws {
        let world = Self.world(11)
        let tag = world.add(Self.tag(DeviceChannelSounding()), at: .meters(2))
        let id = RangingCentral.add(to: world, for: tag)
        while world.ranging(id, { central, _ in !central.hasStarted }) {
            try world.run(for: .milliseconds(10))
        }
        try world.run(for: .milliseconds(moment))
        world.ranging(id) { central, now in
            if let link = central.link { central.ask(.ranging(.stop(link)), at: now) }
        }
        while world.ranging(id, { central, _ in central.events.last != .ended(nil) }) {
            try world.run(for: .milliseconds(1))
        }
        world.ranging(id) { central, now in
            guard let link = central.link else { return }
            central.ask(.ranging(.start(link, Host.RangingParameters())), at: now)
        }
        try world.run(for: .seconds(2))
        let events = world.ranging(id) { central, _ in central.events }
        guard case .measured? = events.last else {
            Issue.record("after \(moment) ms: \(events.suffix(2))")
            return
        }
    }

    @Test("A procedure count ends by itself")
    func count() throws {
        let world = Self.world(9)
        let tag = world.add(Self.tag(DeviceChannelSounding()), at: .meters(2))
        let events = try Self.events(world, tag, Host.RangingParameters(procedureCount: 5)).events
        #expect(Self.distances(events).count == 5 && events.last == .ended(nil))
    }

    @Test("With the noise of chips most distances are right to 15 cm, and nearly all to half a metre")
    func typicalNoise() throws {
        var errors: [Double] = []
        for (seed, meters) in [0.5, 1, 2, 5, 10, 20, 35, 50].enumerated() {
            let world = Self.world(UInt64(20 + seed))
            world.configureMedium { $0.tones.noise = .typical }
            let sounding = DeviceChannelSounding(clockOffset: Double(seed * 5 - 20))
            let tag = world.add(Self.tag(sounding), at: .meters(meters))
            let distances = Self.distances(try Self.events(world, tag).events)
            #expect(distances.count > 20, "at \(meters) m")
            errors += distances.map { abs($0 - meters) }
        }
        errors.sort()
        #expect(errors[errors.count / 2] <= 0.15)
        #expect(errors[errors.count * 95 / 100] <= 0.5)
        #expect(errors[0] > 0 && errors[errors.count - 1] > 0.001, "there is noise")
    }

    @Test("A reflection moves the distance, but not beyond its detour")
    func reflection() throws {
        let world = Self.world(40)
        world.configureMedium { $0.tones.reflections = [.init(extraPath: 3, gain: -6)] }
        let tag = world.add(Self.tag(DeviceChannelSounding()), at: .meters(5))
        let distances = Self.distances(try Self.events(world, tag).events)
        let last = try #require(distances.last)
        #expect(abs(last - 5) > 0.01 && abs(last - 5) < 3)
    }
}
