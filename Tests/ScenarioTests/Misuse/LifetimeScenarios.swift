import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The lifetimes of objects.
@Suite struct LifetimeScenarios {
    @Test(
        "Regression 121, 45: managers and peripherals are freed with their app, however quickly",
        .simulated(seed: 540, misuse: .record))
    func everythingIsDeallocated() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        for round in 0..<40 {
            weak var manager: CBCentralManager?
            weak var peripheral: CBPeripheral?
            do {
                let app = phone.run { Explorer(name: "HR-1") }
                manager = app.central
                // From no call at all to a connection with everything discovered.
                if round % 2 == 0 { try await world.run(for: .milliseconds(round * 20)) }
                if round == 38 { try await world.run(until: { app.isReady }) }
                peripheral = app.peripheral
                app.letGo()
                app.connectAgain()
            }
            try await world.run(for: .milliseconds(1))
            #expect(manager == nil && peripheral == nil, "round \(round)")
        }
        try await world.run(for: .seconds(5))
        #expect(strap.connectionCount == 0)
        let last = phone.run { Explorer(name: "HR-1") }
        try await world.run(until: { last.isReady })
    }

    @Test(
        "Regression 122: no callback comes after the delegate or the manager is freed",
        .simulated(seed: 541, misuse: .record), arguments: [true, false])
    func noCallAfterTheEnd(managerGoes: Bool) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        var app: Explorer? = phone.run { Explorer(name: "HR-1") }
        try await world.run(until: { app?.isReady == true })
        app?.subscribe("2A37")
        try await world.run(until: { strap.subscriberCount(of: "2A37") == 1 })
        let manager = managerGoes ? nil : app?.central
        let peripheral = managerGoes ? nil : app?.peripheral
        weak let gone = app
        // Events that are under way when the consumer is freed must reach no object.
        for _ in 0..<5 { strap.update("2A37", [0, 60]) }
        app = nil
        #expect(gone == nil)
        try await world.run(for: .seconds(5))
        #expect(strap.connectionCount == (managerGoes ? 0 : 1))
        #expect(manager?.delegate == nil && peripheral?.delegate == nil)
        #expect(peripheral?.state == (managerGoes ? nil : .connected))
    }

    @Test(
        "Regression 119: each way of ending a link gives one callback",
        .simulated(seed: 542), arguments: ["cancel", "device", "range", "power", "reset"])
    func eachEndIsTold(way: String) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "HR-1", reconnects: false) }
        try await world.run(until: { app.isReady })
        switch way {
        case "cancel": app.letGo()
        case "device": strap.disconnect()
        case "range": strap.move(to: .outOfRange)
        case "power": strap.powerOff()
        default: strap.reset()
        }
        try await world.run(for: .seconds(10))
        let code = ["cancel": "-1", "device": "7"][way] ?? "6"
        #expect(app.lines.filter { $0.hasPrefix("lost") } == ["lost \(code)"])
        #expect(app.peripheral?.state == .disconnected)
    }

    @Test("Regression 125: only the test resets a world", .simulated(seed: 543))
    func aWorldIsTheTests() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let identifiers = Lock<[UUID?]>([])
        for _ in 0..<3 {
            let app = phone.run { Explorer(name: "HR-1", reconnects: false) }
            try await world.run(until: { app.isReady })
            identifiers.withLock { $0.append(app.peripheral?.identifier) }
            app.letGo()
            try await world.run(until: { strap.connectionCount == 0 })
            // Another test's world is created and freed.
            let other = World(seed: 543)
            other.add(.heartRateMonitor(), at: .meters(2))
            try await other.run(for: .seconds(1))
        }
        let first = identifiers.withLock { $0 }
        #expect(first[0] != nil && Set(first).count == 1, "the phone still knows the device")
        #expect(world.now > .zero && world.phoneCount == 1 && world.misuses.isEmpty)
    }

    @Test("Regression 22: a scan can be stopped while time stands still", .simulated(seed: 544))
    func stoppingWhileNothingMoves() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "nobody") }
        try await world.run(until: { !app.discovered.isEmpty })
        let now = world.now
        app.central.stopScan()
        app.central.scanForPeripherals(withServices: nil)
        app.central.stopScan()
        #expect(world.now == now && !app.central.isScanning)
        let count = app.discovered.count
        try await world.run(for: .seconds(5))
        #expect(app.discovered.count == count)
    }
}
