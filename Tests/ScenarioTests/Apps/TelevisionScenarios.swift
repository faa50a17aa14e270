import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// Phones of another kind: Apple TVs and watches.
@Suite struct TelevisionScenarios {
    private static let kinds: [OSProfile] = [.tvOS(18), .watchOS(11)]

    @Test("The kinds have their usual names, and the right year")
    func names() {
        #expect(Self.kinds.map(\.name) == ["tvOS 18.0", "watchOS 11.0"])
        #expect(
            OSProfile.watchOS(9).supportsAutoReconnect == false, "watchOS 9 is from the same year as iOS 16")
        #expect(OSProfile.watchOS(10).supportsAutoReconnect && OSProfile.watchOS(26).supportsAutoReconnect)
        #expect(OSProfile.watchOS(6).attMTU == OSProfile.iOS(13).attMTU)
    }

    @Test(
        "Behaviour 1.36: a peripheral manager is unsupported, a central manager is supported",
        .simulated(seed: 821), arguments: kinds)
    func roles(_ kind: OSProfile) async throws {
        let world = World.current
        let phone = world.addPhone(kind)
        let (central, peripheral) = phone.run {
            (CBCentralManager(delegate: nil, queue: nil), CBPeripheralManager(delegate: nil, queue: nil))
        }
        try await world.run(for: .seconds(1))
        #expect(central.state == .poweredOn && peripheral.state == .unsupported)
        phone.setBluetooth(false)
        try await world.run(for: .seconds(1))
        #expect(central.state == .poweredOff && peripheral.state == .unsupported)
    }

    @Test("Behaviour 1.36, CB 11: a third link fails", .simulated(seed: 822), arguments: kinds)
    func links(_ kind: OSProfile) async throws {
        let world = World.current
        let phone = world.addPhone(kind)
        var apps: [AttributeProbe] = []
        for number in 1...3 {
            world.add(.heartRateMonitor(name: "HR-\(number)"))
            apps.append(phone.run { AttributeProbe("HR-\(number)") })
            try await world.run(for: .seconds(2))
        }
        #expect(apps.map { $0.peripheral?.state } == [.connected, .connected, .disconnected])
        #expect(apps[2].lines.last == "failed CB 11")
    }

    @Test("Behaviour 1.36, 9.2: 30 ms is the shortest interval", .simulated(seed: 823), arguments: kinds)
    func intervals(_ kind: OSProfile) async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR"))
        let phone = world.addPhone(kind)
        let app = phone.run { AttributeProbe("HR") }
        try await app.connected()
        try await world.run(for: .seconds(1))
        for milliseconds in [15, 60, 30] {
            device.requestParameters(
                interval: .milliseconds(milliseconds)
                    ... .milliseconds(milliseconds == 60 ? 90 : milliseconds),
                supervisionTimeout: .seconds(6))
            try await world.run(for: .seconds(2))
        }
        let updates = world.trace.compactMap { record -> UInt16? in
            guard record.node == phone.id,
                case .hci(.event(.leConnectionUpdateComplete(let event))) = record.payload
            else { return nil }
            return event.connectionInterval
        }
        #expect(updates == [72, 24], "90 ms and 30 ms; 15 ms was refused")
    }

    @Test(
        "Behaviour 1.36: an app's links and connection attempts end when it is suspended, whatever background modes it has",
        .simulated(seed: 824), arguments: kinds)
    func suspension(_ kind: OSProfile) async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR"))
        let phone = world.addPhone(kind).configure(AppManifest(backgroundModes: .central))
        let app = phone.run { AttributeProbe("HR") }
        let other = phone.app(2).run { AttributeProbe("HR") }
        try await app.connected()
        try await other.connected()
        phone.enterBackground()
        try await world.run(for: .seconds(1))
        #expect(phone.appState == .background && app.peripheral?.state == .connected)
        try await world.run(for: .minutes(1))
        #expect(phone.appState == .suspended && device.connectionCount == 1, "the other app is in front")
        #expect(!app.lines.contains("lost"), "no event wakes it")
        phone.app(2).suspend()
        try await world.run(for: .seconds(1))
        #expect(device.connectionCount == 0)
        phone.enterForeground()
        try await world.run(until: { app.lines.last == "lost" })
        #expect(app.peripheral?.state == .disconnected)
        try await app.connectedAgain()
        #expect(!other.lines.contains("lost"))
    }
}
