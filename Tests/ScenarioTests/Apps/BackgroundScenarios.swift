import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Apps in the background.
@Suite struct BackgroundScenarios {
    @Test(
        "Behaviour 7.1, 9.14: an app without the mode gets the events that it missed when it returns",
        .simulated(seed: 711))
    func suspended() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = world.addPhone()
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.valueCount > 0 })
        phone.enterBackground()
        try await world.run(for: .seconds(6))
        #expect(phone.appState == .suspended)
        let before = app.valueCount
        try await world.run(for: .seconds(30))
        #expect(app.valueCount == before)
        phone.enterForeground()
        try await world.run(for: .milliseconds(1))
        #expect((30...32).contains(app.valueCount - before))
    }

    @Test("Behaviour 7.2: an app with the mode keeps running", .simulated(seed: 712))
    func woken() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(every: .seconds(30)))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.valueCount > 0 })
        phone.enterBackground()
        try await world.run(for: .seconds(20))
        #expect(phone.appState == .suspended)
        try await world.run(until: { app.valueCount > 1 })
        #expect(phone.appState == .background)
        try await world.run(for: .seconds(11))
        #expect(phone.appState == .suspended)
        strap.disconnect()
        try await world.run(until: { app.lines.suffix(2) == ["connected", "value"] })
    }

    @Test("Behaviour 5.18: a suspended app has no room for writes without response", .simulated(seed: 714))
    func roomForWrites() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("Heart Rate Monitor") }
        try await app.line("ready")
        let peripheral = try #require(app.peripheral)
        #expect(peripheral.canSendWriteWithoutResponse)
        phone.suspend()
        #expect(!peripheral.canSendWriteWithoutResponse)
        phone.enterForeground()
        #expect(peripheral.canSendWriteWithoutResponse)
    }

    @Test(
        "Behaviour 2.25, 2.28: only a filtered scan of an app with the mode finds anything in the background",
        .simulated(seed: 713), arguments: [true, false])
    func scanning(hasMode: Bool) async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: hasMode ? .central : []))
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        let all = phone.run { Explorer(name: "nobody") }
        try await world.run(until: { app.lines == ["state 5"] })
        phone.suspend()
        world.add(.heartRateMonitor())
        try await world.run(for: .minutes(1))
        #expect(app.lines.contains("value") == hasMode)
        #expect(all.discovered.isEmpty)
        phone.enterForeground()
        try await world.run(until: { app.valueCount > 0 && all.discovered.count <= 1 })
    }

    @Test(
        "Behaviour 6.11, 2.31: a background app is found by its overflow area, without its name",
        .simulated(seed: 714))
    func advertising() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server").configure(AppManifest(backgroundModes: .peripheral))
        let characteristic = CBMutableCharacteristic(
            type: CBUUID(string: "FF01"), properties: .read, value: nil, permissions: .readable)
        let publisher = phone.run { Publisher(characteristic) }
        publisher.values["FF01"] = Data([5])
        try await world.run(until: { publisher.manager.isAdvertising })
        phone.suspend()
        let other = world.addPhone(name: "client", at: .meters(2))
        let named = other.run { Client() }
        let seeker = other.run { Seeker() }
        try await world.run(until: { seeker.found != nil })
        #expect(seeker.found?[CBAdvertisementDataLocalNameKey] == nil)
        #expect(seeker.found?[CBAdvertisementDataServiceUUIDsKey] == nil)
        let overflow = seeker.found?[CBAdvertisementDataOverflowServiceUUIDsKey] as? [CBUUID]
        #expect(overflow == [CBUUID(string: "FF00")])
        #expect(named.peripheral == nil)
        phone.enterForeground()
        named.search()
        try await world.run(until: { named.peripheral != nil })
    }

    @Test(
        "Behaviour 6.12: services of a suspended app without the mode stay visible and answer with errors",
        .simulated(seed: 715))
    func disabledServices() async throws {
        let world = World.current
        let phone = world.addPhone(name: "server")
        let characteristic = CBMutableCharacteristic(
            type: CBUUID(string: "FF01"), properties: [.read, .write], value: nil,
            permissions: [.readable, .writeable])
        let publisher = phone.run { Publisher(characteristic) }
        publisher.values["FF01"] = Data([5])
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client() }
        try await world.run(until: { client.isReady })
        phone.enterBackground()
        client.read("FF01")
        client.write("FF01", count: 1)
        try await world.run(until: { client.lines.count == 2 })
        #expect(client.lines.allSatisfy { $0.hasSuffix("ATT 14") }, "\(client.lines)")
        #expect(publisher.requests.isEmpty)
        phone.enterForeground()
        client.read("FF01")
        try await world.run(until: { client.values["FF01"] == [Data([5])] })
    }
}

/// Scans for one service and keeps the first device.
private final class Seeker: NSObject, CBCentralManagerDelegate {
    private var central: CBCentralManager!
    private(set) var found: [String: Any]?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "seeker"))
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [CBUUID(string: "FF00")]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        if found == nil { found = advertisementData }
    }
}
