import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The two disconnect methods of a delegate, and automatic reconnection, which only one of them reports.
@Suite struct DisconnectScenarios {
    private static let newest = OSProfile.iOS(18)

    private static func newerFirst() -> OSProfile {
        var profile = newest
        profile.prefersOlderDisconnectMethod = false
        return profile
    }

    /// Connects with auto-reconnect to a strap that leaves and comes back; returns the app's callbacks.
    private func lines(_ profile: OSProfile, _ make: () -> DisconnectApp) async throws -> [String] {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone(profile)
        let app = phone.run { make() }
        try await world.run(until: { app.record.lines == ["connected"] })
        try await world.run(for: .seconds(1))
        strap.move(to: .outOfRange, for: .seconds(5))
        try await world.run(for: .seconds(20))
        return app.record.lines
    }

    @Test(
        "Behaviour 3.18, 3.20; regression 38: with both methods the older one is called, and nothing reconnects",
        .simulated(seed: 641))
    func both() async throws {
        #expect(try await lines(Self.newest) { BothMethods() } == ["connected", "older 6"])
    }

    @Test(
        "Behaviour 3.18: with the profile option the newer method is called, as documented",
        .simulated(seed: 642))
    func bothByTheSwitch() async throws {
        #expect(
            try await lines(Self.newerFirst()) { BothMethods() } == [
                "connected", "newer 6 true", "connected",
            ])
    }

    @Test(
        "Behaviour 3.18; regression 37: since iOS 17 only the newer method is called", .simulated(seed: 643))
    func newerAlone() async throws {
        #expect(
            try await lines(Self.newest) { NewerMethod() } == ["connected", "newer 6 true", "connected"])
    }

    @Test("Behaviour 3.18: before iOS 17 the newer method is not called", .simulated(seed: 644))
    func newerAloneBefore() async throws {
        #expect(try await lines(.iOS(16)) { NewerMethod() } == ["connected"])
    }

    @Test(
        "Behaviour 3.18, 3.20: the older method alone also ends the automatic reconnection",
        .simulated(seed: 645)
    )
    func olderAlone() async throws {
        #expect(try await lines(Self.newest) { OlderMethod() } == ["connected", "older 6"])
    }

    @Test(
        "Behaviour 3.19, 3.21; regression 36: services stay through an automatic reconnection, and do not double; a cancel ends it",
        .simulated(seed: 646))
    func cancelled() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let app = world.addPhone().run { NewerMethod() }
        try await world.run(until: { app.record.lines == ["connected"] })
        let peripheral = try #require(app.record.peripheral)
        peripheral.delegate = app
        peripheral.discoverServices(nil)
        try await world.run(until: { peripheral.services?.count == 3 })
        strap.disconnect()
        try await world.run(until: { app.record.lines.count == 2 })
        let services = try #require(peripheral.services)
        #expect(app.record.lines.last == "newer 7 true" && services.count == 3)
        try await world.run(until: { app.record.lines.last == "connected" })
        #expect(peripheral.services == services)
        peripheral.delegate = app
        peripheral.discoverServices(nil)
        try await world.run(for: .seconds(2))
        #expect(peripheral.services == services, "the same objects, once")
        strap.powerOff()
        try await world.run(until: { app.record.lines.last == "newer 6 true" })
        #expect(peripheral.state == .connecting && peripheral.services == services)
        app.record.manager?.cancelPeripheralConnection(peripheral)
        try await world.run(until: { app.record.lines.last == "newer nil false" })
        #expect(peripheral.state == .disconnected && peripheral.services == nil)
        strap.powerOn()
        try await world.run(for: .seconds(5))
        #expect(app.record.lines.last == "newer nil false")
    }
}

private protocol DisconnectApp: AnyObject {
    var record: DisconnectRecord { get }
}

/// The common part of the apps below.
private final class DisconnectRecord {
    var manager: CBCentralManager?
    var peripheral: CBPeripheral?
    var lines: [String] = []

    func start(_ delegate: any CBCentralManagerDelegate) {
        manager = CBCentralManager(delegate: delegate, queue: DispatchQueue(label: "disconnects"))
    }

    func scan(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func connect(_ found: CBPeripheral, _ central: CBCentralManager) {
        peripheral = found
        central.stopScan()
        central.connect(found, options: [autoReconnectOption: true])
    }

    func older(_ error: (any Error)?) { lines.append("older \(code(error))") }
    func newer(_ isReconnecting: Bool, _ error: (any Error)?) {
        lines.append("newer \(code(error)) \(isReconnecting)")
    }

    private func code(_ error: (any Error)?) -> String { (error as NSError?).map { "\($0.code)" } ?? "nil" }
}

private final class BothMethods: NSObject, CBCentralManagerDelegate, DisconnectApp {
    let record = DisconnectRecord()

    override init() {
        super.init()
        record.start(self)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { record.scan(central) }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        record.connect(peripheral, central)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        record.lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        record.older(error)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        record.newer(isReconnecting, error)
    }
}

private final class NewerMethod: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, DisconnectApp {
    let record = DisconnectRecord()

    override init() {
        super.init()
        record.start(self)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { record.scan(central) }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        record.connect(peripheral, central)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        record.lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        record.newer(isReconnecting, error)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
}

private final class OlderMethod: NSObject, CBCentralManagerDelegate, DisconnectApp {
    let record = DisconnectRecord()

    override init() {
        super.init()
        record.start(self)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { record.scan(central) }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        record.connect(peripheral, central)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        record.lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        record.older(error)
    }
}
