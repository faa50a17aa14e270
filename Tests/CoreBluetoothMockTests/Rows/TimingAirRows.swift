import BluetoothPort
import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// When managers, advertisements and the clock come, by the page for those who move over.
@Suite struct TimingAirRows {
    private let uuid = CBMUUID(string: "180F")

    /// An app that hears each advertisement of `spec`, which comes as soon as it listens.
    private func heard(_ spec: CBMPeripheralSpec) async throws -> CentralApp {
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { app.central.isScanning })
        CBMCentralManagerMock.simulateAddition(of: spec)
        return app
    }

    private func beacon(interval: TimeInterval, delay: TimeInterval = 0) -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral()
            .advertising(
                advertisementData: [CBMAdvertisementDataServiceUUIDsKey: [uuid]], withInterval: interval,
                delay: delay
            ).build()
    }

    @Test(
        "With the line: creation, first state", .simulated(seed: 1), .coreBluetooth,
        arguments: [CBMManagerState.poweredOn, .poweredOff, .unsupported])
    func creation(state: CBMManagerState) async throws {
        CBMCentralManagerMock.simulateInitialState(state)
        let app = App()
        #expect(app.log.isEmpty && app.manager.state == .unknown)
        let time = try await elapsed(until: { !app.log.isEmpty })
        #expect(time > .zero && time < .milliseconds(50))
        #expect(app.log == ["\(state)"] && app.manager.state == state)
    }

    @Test("With the line: first advertisement", .simulated(seed: 2), .coreBluetooth, arguments: [0, 0.3, 2])
    func first(delay: TimeInterval) async throws {
        let app = try await heard(beacon(interval: 1, delay: delay))
        let time = try await elapsed(until: { !app.reports.isEmpty })
        #expect(time >= .seconds(delay) && time < .seconds(delay) + .milliseconds(20))
    }

    /// How long it is from each of the first thirty advertisements that an app hears to the next.
    private func gaps(_ spec: CBMPeripheralSpec) async throws -> [Nanoseconds] {
        let app = try await heard(spec)
        try await World.current.run(until: { app.reports.count == 30 })
        return zip(app.reports, app.reports.dropFirst()).map { $1.time - $0.time }
    }

    @Test(
        "With the line: time between advertisements", .simulated(seed: 3), .coreBluetooth,
        arguments: [0.1, 0.25, 1])
    func regular(interval: TimeInterval) async throws {
        let gaps = try await gaps(beacon(interval: interval))
        // A report may be of any of the three packets of an advertisement.
        let packets = Nanoseconds.milliseconds(2)
        let longest = Nanoseconds.seconds(interval) + .milliseconds(10) + packets
        #expect(gaps.allSatisfy { $0 >= .seconds(interval) - packets && $0 <= longest })
        #expect(Set(gaps).count > 20, "they are not the same")
    }

    @Test(
        "With the line: short advertising intervals", .simulated(seed: 4), .coreBluetooth,
        arguments: [0.000_1, 0.01, 0.02])
    func short(interval: TimeInterval) async throws {
        let gaps = try await gaps(beacon(interval: interval))
        #expect(gaps.allSatisfy { $0 >= .milliseconds(18) && $0 <= .milliseconds(32) })
        #expect(CBMCentralManagerMock.simulationErrors.isEmpty)
    }

    @Test(
        "With the line: one advertisement (interval 0), or a delay, that comes due while connected",
        .simulated(seed: 5), .coreBluetooth)
    func whileConnected() async throws {
        let board = TestBoard()
        func data(_ name: String) -> [String: Any] { [CBMAdvertisementDataLocalNameKey: name] }
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: TestBoard.advertisement)
            .advertising(advertisementData: data("once"), withInterval: 0, delay: 5)
            .advertising(advertisementData: data("delayed"), withInterval: 0.1, delay: 5)
            .advertising(
                advertisementData: data("at its time"), withInterval: 0, delay: 5, alsoWhenConnected: true
            )
            .connectable(name: "Board", services: [board.service], delegate: board).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        func count(_ name: String) -> Int {
            app.reports.count { $0.data[CBMAdvertisementDataLocalNameKey] as? String == name }
        }
        try await World.current.run(until: { app.isReady })
        try await World.current.run(for: .seconds(10))
        let inTime = count("at its time")
        #expect(count("once") == 0 && count("delayed") == 0 && inTime > 0)
        app.cancel()
        try await World.current.run(for: .seconds(10))
        // A phone hears an advertisement on one channel or on two.
        #expect((1...2).contains(count("once")) && count("delayed") > 50 && count("at its time") == inTime)
    }

    @Test("CoreBluetooth too: the clock", arguments: [true, false])
    func clock(isReal: Bool) async throws {
        let world = World(seed: 6)
        let phone = world.addPhone()
        let (realStart, start) = (DispatchTime.now(), world.now)
        var realTime: Nanoseconds {
            Nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - realStart.uptimeNanoseconds))
        }
        if isReal { world.pace() }
        defer { world.stopPacing() }
        let count = Lock(0)
        let proxy = CBMCentralManagerDelegateProxy()
        proxy.didUpdateState = {
            $0.scanForPeripherals(
                withServices: nil, options: [CBMCentralManagerScanOptionAllowDuplicatesKey: true])
        }
        proxy.didDiscoverPeripheral = { _, _, _, _ in count.withLock { $0 += 1 } }
        let manager = phone.run {
            CBMCentralManagerMock.simulatePeripherals([beacon(interval: 0.1)])
            CBMCentralManagerMock.simulatePowerOn()
            return CBMCentralManagerMock(delegate: proxy, queue: DispatchQueue(label: "app"))
        }
        if isReal {
            try await world.run(until: { count.withLock { $0 >= 3 } })
            let time = world.now - start
            #expect(time > .milliseconds(200) && realTime >= time)
        } else {
            // While the test works, time stands still; it passes when the test waits.
            while realTime < .milliseconds(20) {}
            #expect(world.now == start)
            try await world.run(for: .minutes(10))
            #expect(world.now == start + .minutes(10) && count.withLock { $0 } > 1000)
        }
        #expect(manager.state == .poweredOn)
    }
}
