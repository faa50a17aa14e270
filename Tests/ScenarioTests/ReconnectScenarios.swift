import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// An app that keeps an identifier instead of scanning again, and apps and managers that share one link.
@Suite struct ReconnectScenarios {
    @Test(
        "Behaviour 1.31, 3.8, 3.28, 3.31; regression 8: an identifier is enough to connect, and links of other apps are found",
        .simulated(seed: 41))
    func anIdentifierIsEnoughAndALinkOfOthersIsFound() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone()
        let first = phone.run { Reconnector() }
        try await world.run(until: { first.peripheral?.services != nil })
        #expect(first.way == .scan)

        let second = phone.app(2).run { Reconnector(identifier: first.peripheral?.identifier) }
        try await world.run(until: { second.connectionCount == 1 }, timeout: .seconds(2))
        #expect(second.way == .identifier)
        #expect(second.peripheral !== first.peripheral, "one object for each manager (behaviour 1.31)")

        let third = phone.app(3).run { Reconnector() }
        try await world.run(until: { third.connectionCount == 1 }, timeout: .seconds(2))
        #expect(third.way == .systemList)
        #expect(third.stateWhenFound == .disconnected, "for this client (behaviour 3.31)")
        #expect(strap.connectionCount == 1, "one link for all three")

        // A cancel affects only the app itself (behaviour 3.8, 3.28).
        second.letGo()
        try await world.run(until: { second.endings == ["none"] })
        #expect(first.peripheral?.state == .connected)
        #expect(strap.connectionCount == 1)
        first.letGo()
        third.letGo()
        try await world.run(until: { strap.connectionCount == 0 })
    }

    @Test(.simulated(seed: 42)) func comesBackAfterEveryKindOfEnd() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone()
        let app = phone.run { Reconnector() }
        let ends: [(String, () -> Void)] = [
            ("CBErrorDomain 6", { strap.move(to: .outOfRange, for: .minutes(5)) }),
            ("CBErrorDomain 7", { strap.disconnect() }),
            ("CBErrorDomain 6", { strap.reset(after: .seconds(2)) }),
            ("CBErrorDomain 6", { phone.move(to: .outOfRange, for: .seconds(20)) }),
        ]
        for (round, end) in ends.enumerated() {
            try await world.run(until: { app.connectionCount == round + 1 })
            try await world.run(for: .seconds(2))
            #expect(app.peripheral?.services?.count == 1)
            end.1()
        }
        try await world.run(until: { app.connectionCount == ends.count + 1 })
        #expect(app.endings == ends.map(\.0))
    }

    /// Behaviour 1.15, 1.16, 1.20: power off ends everything with one callback, and nothing reconnects by itself.
    @Test(
        "Behaviour 1.15, 1.16, 1.20; regression 47, 48: each manager gets one callback for power off",
        .simulated(seed: 43))
    func powerOffIsToldOnceToEachManager() async throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone()
        let one = phone.run { Reconnector() }
        let two = phone.run { Reconnector() }
        try await world.run(until: { one.connectionCount == 1 && two.connectionCount == 1 })
        let peripheral = one.peripheral
        phone.setBluetooth(false)
        try await world.run(until: { one.states.last == .poweredOff && two.states.last == .poweredOff })
        #expect(peripheral?.state == .disconnected)
        try await world.run(for: .seconds(5))
        #expect(one.endings.isEmpty && two.endings.isEmpty)

        phone.setBluetooth(true)
        try await world.run(until: { one.connectionCount == 2 && two.connectionCount == 2 })
        #expect(one.peripheral === peripheral, "the object is still valid (behaviour 1.19)")
        #expect(one.states == [.poweredOn, .poweredOff, .poweredOn])
    }

    /// Behaviour 3.1, 3.5: an attempt lasts until it is cancelled, and its end is a disconnection without error.
    @Test("Behaviour 3.1, 3.5: an attempt waits for ever, until it is cancelled", .simulated(seed: 44))
    func anAttemptWaitsForEver() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(), at: .meters(2))
        let app = world.addPhone().run { Reconnector() }
        try await world.run(until: { app.connectionCount == 1 })
        strap.powerOff()
        try await world.run(until: { app.endings.count == 1 })
        try await world.run(for: .hours(3))
        #expect(app.peripheral?.state == .connecting)
        app.letGo()
        try await world.run(until: { app.endings.count == 2 })
        #expect(app.endings.last == "none")
        #expect(app.peripheral?.state == .disconnected)
    }
}

private final class Reconnector: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    enum Way {
        case identifier
        case systemList
        case scan
    }

    private(set) var peripheral: CBPeripheral?
    private(set) var way: Way?
    private(set) var stateWhenFound: CBPeripheralState?
    private(set) var states: [CBManagerState] = []
    private(set) var connectionCount = 0
    private(set) var endings: [String] = []
    private var identifier: UUID?
    private var central: CBCentralManager!
    private let service = CBUUID(string: "180D")

    init(identifier: UUID? = nil) {
        self.identifier = identifier
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func letGo() {
        if let peripheral { central.cancelPeripheralConnection(peripheral) }
    }

    private func take(_ peripheral: CBPeripheral, _ way: Way) {
        self.way = way
        self.peripheral = peripheral
        stateWhenFound = peripheral.state
        identifier = peripheral.identifier
        peripheral.delegate = self
        central.connect(peripheral, options: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        states.append(central.state)
        guard central.state == .poweredOn else { return }
        if let identifier, let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
            take(known, .identifier)
        } else if let linked = central.retrieveConnectedPeripherals(withServices: [service]).first {
            take(linked, .systemList)
        } else {
            central.scanForPeripherals(withServices: [service])
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        central.stopScan()
        if self.peripheral == nil { take(peripheral, .scan) }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectionCount += 1
        peripheral.discoverServices([service])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        guard let error = error as NSError? else {
            endings.append("none")
            return
        }
        endings.append("\(error.domain) \(error.code)")
        central.connect(peripheral, options: nil)
    }
}
