import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Testing

/// Discoveries that are not answered, and what a phone remembers of them.
@Suite struct DiscoveryFaultScenarios {
    /// How many discoveries of services have crossed the link to a device since `position`.
    private static func discoveries(of device: Device, in world: World, since start: World.Instant) -> Int {
        world.trace.count { record in
            guard record.node == device.id, record.direction == .up, record.time > start,
                case .hci(.acl(let packet)) = record.payload
            else { return false }
            // Opcodes of Core 6.0, Vol 3, Part F, 3.4.8: Read By Group Type, and Find By Type Value.
            return packet.data.count > 4 && (packet.data[4] == 0x10 || packet.data[4] == 0x06)
        }
    }

    private static func connect(_ app: FaultApp, in world: World) throws {
        app.clear()
        app.connect()
        try world.run(until: { app.lines.last?.hasPrefix("characteristics") == true })
        try world.run(for: .seconds(2))
    }

    @Test("A phone that has lost its cache discovers over the air again", arguments: [false, true])
    func losesCache(isLost: Bool) throws {
        try withWorld(seed: 61) { world in
            world.startTrace(capacity: 200_000)
            // A phone keeps the attributes of a device that does not say when they change (behaviour 4.10).
            var definition = FaultLab().definition
            definition.hasServiceChanged = false
            let device = world.add(definition, at: .meters(2))
            if isLost { world.inject(.connect(to: device).nth(2).losesCache()) }
            let app = world.addPhone().run { FaultApp(world) }
            try world.run(until: { app.isReady })
            try world.run(for: .seconds(2))
            #expect(Self.discoveries(of: device, in: world, since: .zero) > 0)
            for number in 2...3 {
                device.disconnect()
                try world.run(until: { app.lines.last?.hasPrefix("lost") == true })
                let start = world.now
                try Self.connect(app, in: world)
                let isOverTheAir = Self.discoveries(of: device, in: world, since: start) > 0
                #expect(isOverTheAir == (isLost && number == 2), "link \(number)")
            }
        }
    }

    @Test("A wedge begins with the discovery that it names, and lasts until the phone restarts")
    func wedge() throws {
        try withWorld(seed: 62) { world in
            let device = world.add(FaultLab().definition, at: .meters(2))
            let other = world.add(DeviceDefinition(name: "Other") { DeviceAdvertising() }, at: .outOfRange)
            let phone = world.addPhone()
            world.inject(.discoverServices(of: other).isWedged())
            phone.wedgeDiscovery(of: device, endingLinksAfter: .seconds(40))
            let app = phone.run { FaultApp(world) }
            try world.run(until: { app.lines.last == "connected" })
            let start = world.now
            // The request is open as long as the link, which is longer than the 30 s of a device that does not answer.
            try world.run(for: .seconds(35))
            #expect(app.lines.last == "connected")
            #expect(world.openRequests.contains { $0.contains("discoverServices") })
            try world.run(until: { app.lines.last == "lost CB 0" })
            #expect(world.now - start > .seconds(39))
            app.connect()
            try world.run(for: .seconds(30))
            #expect(app.lines.last == "connected")
            #expect(world.firedFaults.count == 1 && world.unfiredFaults.count == 1)

            phone.terminate(.reboot)
            try world.run(for: .minutes(2))
            let next = phone.run { FaultApp(world) }
            try world.run(until: { next.isReady })
            #expect(world.firedFaults.count == 1)
        }
    }
}
