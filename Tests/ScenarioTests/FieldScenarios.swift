import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Field reports about scanning and links, reproduced in a world.
@Suite struct FieldScenarios {
    private func beacon(_ name: String, every interval: Nanoseconds = .milliseconds(100)) -> DeviceDefinition
    {
        DeviceDefinition(name: name) { DeviceAdvertising(services: ["FFE0"], interval: interval) }
    }

    @Test(
        "Behaviour 2.6, 2.13: a scan lasts until it is stopped, and no callback says that a device is gone",
        .simulated(seed: 620))
    func longScan() async throws {
        let world = World.current
        let first = world.add(beacon("first"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "nobody") }
        try await world.run(until: { app.discovered.count == 1 })
        first.powerOff()
        try await world.run(for: .hours(24))
        #expect(app.central.isScanning && app.lines.isEmpty && app.discovered.count == 1)
        world.add(beacon("second"), at: .meters(2))
        try await world.run(until: { app.discovered.count == 2 })
    }

    @Test(
        "Behaviour 2.32: a connected device that does not advertise is not found by scanning",
        .simulated(seed: 621))
    func silentDevice() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let first = phone.run { Explorer(name: "HR-1") }
        try await world.run(until: { first.isReady })
        let second = phone.app(2).run { Explorer(name: "nobody") }
        try await world.run(for: .minutes(1))
        #expect(second.discovered.isEmpty)
        let linked = second.central.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")])
        #expect(linked.map(\.identifier) == [first.peripheral?.identifier])
    }

    @Test(
        "Behaviour 2.36: the time of a discovery depends on the advertiser's interval",
        .simulated(seed: 622))
    func discoveryTime() async throws {
        var times: [Nanoseconds] = []
        for interval in [20, 1285] {
            let world = World(seed: 622)
            let phone = world.addPhone()
            for number in 0..<5 {
                world.add(beacon("\(number)", every: .milliseconds(interval)), at: .meters(2))
                try await world.run(for: .milliseconds(217))
            }
            try await world.run(for: .seconds(3))
            let start = world.now
            let app = phone.run { Explorer(name: "nobody") }
            try await world.run(until: { app.discovered.count == 5 })
            times.append(world.now - start)
        }
        #expect(times[0] < .milliseconds(500) && times[1] > times[0], "\(times)")
    }

    @Test(
        "Behaviour 3.39: parameters outside Apple's rules are refused, and the link keeps its parameters",
        .simulated(seed: 623))
    func refusedParameters() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "HR-1", reconnects: false) }
        try await world.run(until: { app.isReady })
        func updates() -> Int {
            world.traceText().split(separator: "\n")
                .filter { $0.contains("  phone ") && $0.contains("Connection Update Complete") }.count
        }
        strap.requestParameters(
            interval: .milliseconds(8)...(.milliseconds(9)), supervisionTimeout: .milliseconds(500))
        try await world.run(for: .minutes(2))
        #expect(updates() == 0 && app.peripheral?.state == .connected)
        strap.requestParameters(
            interval: .milliseconds(15)...(.milliseconds(45)), supervisionTimeout: .seconds(6))
        try await world.run(for: .seconds(5))
        #expect(updates() == 1, "parameters within the rules are granted")
        #expect(app.lines.isEmpty)
    }

    @Test("Behaviour 5.27: a notification has at most the MTU less 3 bytes", .simulated(seed: 624))
    func longNotification() async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "D", preferredMTU: 50) {
                DeviceAdvertising(services: ["FFE0"])
                DeviceService("FFE0") { DeviceCharacteristic("FFE1", .notify) }
            }, at: .meters(2))
        let app = world.addPhone().run { Explorer(name: "D") }
        try await world.run(until: { app.isReady })
        app.subscribe("FFE1")
        try await world.run(until: { device.subscriberCount(of: "FFE1") == 1 })
        device.update("FFE1", [UInt8](repeating: 7, count: 60))
        try await world.run(until: { app.lines.contains { $0.hasPrefix("FFE1 = ") } })
        #expect(app.characteristic("FFE1").value == Data(repeating: 7, count: 47))
    }

    @Test(
        "Regression 1: scanning again replaces the scan, and callbacks do not multiply", .simulated(seed: 625)
    )
    func scanAgain() async throws {
        final class Counter: NSObject, CBCentralManagerDelegate {
            var count = 0
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
            func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) { count += 1 }
        }
        let world = World.current
        world.add(beacon("B"), at: .meters(2))
        let counter = Counter()
        let central = world.addPhone().run {
            CBCentralManager(delegate: counter, queue: DispatchQueue(label: "counter"))
        }
        try await world.run(until: { central.state == .poweredOn })
        var counts: [Int] = []
        for scans in [1, 5] {
            for _ in 0..<scans {
                central.scanForPeripherals(
                    withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
            }
            counter.count = 0
            try await world.run(for: .seconds(10))
            counts.append(counter.count)
        }
        #expect(counts[0] > 50 && abs(counts[1] - counts[0]) < counts[0] / 3, "\(counts)")
    }

    @Test(
        "Regression 51, 70: cancelling one peripheral leaves the other, with the delegate it was given",
        .simulated(seed: 626))
    func cancelOne() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.add(.heartRateMonitor(name: "HR-2"), at: .meters(2))
        let phone = world.addPhone()
        let first = phone.run { Explorer(name: "HR-1", reconnects: false) }
        let second = phone.run { Explorer(name: "HR-2", reconnects: false) }
        try await world.run(until: { first.isReady && second.isReady })
        first.read("2A38")
        second.read("2A38")
        first.letGo()
        try await world.run(until: { !second.lines.isEmpty && first.peripheral?.state == .disconnected })
        #expect(second.lines.count == 1 && second.lines[0].hasPrefix("2A38 = "))
        #expect(second.peripheral?.state == .connected && second.peripheral?.delegate === second)
    }
}
