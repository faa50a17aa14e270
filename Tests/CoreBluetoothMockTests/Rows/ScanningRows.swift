import BluetoothPort
import CoreBluetoothMock
import FaradayTesting
import Testing

/// Which reports a scan gives, otherwise than in that library.
@Suite struct ScanningRows {
    /// The mock phone, a phone like it, and one without extended advertising.
    @Test(
        "With the line: a scan without duplicates", .simulated(seed: 1), .coreBluetooth,
        arguments: [(nil, 1), (18, 1), (12, 2)] as [(Int?, Int)])
    func once(version: Int?, count: Int) async throws {
        if let version { World.current.addPhone(.iOS(version)) }
        var data = TestBoard.advertisement
        data[CBMAdvertisementDataLocalNameKey] = "A board of that name"
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec(data)])
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOn"] })
        app.manager.scanForPeripherals(withServices: nil)
        try await World.current.run(for: .seconds(10))
        #expect(app.advertisements.count == count)
        let last = try #require(app.advertisements.last?.data)
        #expect(last[CBMAdvertisementDataLocalNameKey] as? String == "A board of that name")
        #expect(last[CBMAdvertisementDataServiceUUIDsKey] as? [CBMUUID] == [TestBoard.service])
        // By now it has been met.
        app.manager.stopScan()
        app.manager.scanForPeripherals(withServices: nil)
        try await World.current.run(for: .seconds(10))
        #expect(app.advertisements.count == count + 1)
    }

    @Test("With the line: scanning again without stopScan()", .simulated(seed: 2), .coreBluetooth)
    func again() async throws {
        let spec = TestBoard().spec()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOn"] })
        for _ in 1...3 {
            app.manager.scanForPeripherals(withServices: nil)
            try await World.current.run(for: .seconds(5))
            #expect(app.identifiers == [spec.identifier])
        }
        // Other services are another scan.
        app.manager.scanForPeripherals(withServices: [TestBoard.service])
        try await World.current.run(for: .seconds(5))
        #expect(app.identifiers == [spec.identifier, spec.identifier])
    }

    @Test(
        "With the line: services in the overflow area and solicited ones", .simulated(seed: 3), .coreBluetooth
    )
    func otherLists() async throws {
        let wanted = CBMUUID(string: "1809")
        let (overflowing, soliciting) = (
            TestBoard().spec([CBMAdvertisementDataOverflowServiceUUIDsKey: [wanted]]),
            TestBoard().spec([CBMAdvertisementDataSolicitedServiceUUIDsKey: [wanted]])
        )
        CBMCentralManagerMock.simulatePeripherals([overflowing, soliciting])
        CBMCentralManagerMock.simulatePowerOn()
        let app = App()
        try await World.current.run(until: { app.log == ["poweredOn"] })
        app.manager.scanForPeripherals(withServices: [wanted])
        try await World.current.run(for: .seconds(5))
        #expect(app.identifiers == [overflowing.identifier])
        let listed = app.advertisements[0].data[CBMAdvertisementDataOverflowServiceUUIDsKey]
        #expect(listed as? [CBMUUID] == [wanted])

        app.manager.scanForPeripherals(
            withServices: [CBMUUID(string: "180D")],
            options: [CBMCentralManagerScanOptionSolicitedServiceUUIDsKey: [wanted]])
        try await World.current.run(for: .seconds(5))
        #expect(app.identifiers == [overflowing.identifier, soliciting.identifier])
    }

    /// What the worlds of one seed reported first.
    private static let strengths = Lock<[[Int]]?>(nil)

    /// Twice with the same seed.
    @Test("CoreBluetooth too: signal strength", .simulated(seed: 4), .coreBluetooth, arguments: 0..<2)
    func strength(run: Int) async throws {
        let places: [(CBMProximity, Int)] = [(.immediate, -40), (.near, -70), (.far, -100)]
        let specs = places.map { TestBoard().spec(proximity: $0.0) }
        CBMCentralManagerMock.simulatePeripherals(specs)
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(for: .seconds(20))
        let seen = specs.map { spec in
            app.reports.filter { $0.identifier == spec.identifier }.map(\.rssi)
        }
        for ((_, value), strengths) in zip(places, seen) {
            #expect(strengths.count > 100)
            // Up to 15 dB to either side, each as likely as the others.
            #expect(strengths.allSatisfy { abs($0 - value) <= 15 })
            #expect(strengths.contains { $0 < value - 12 } && strengths.contains { $0 > value + 12 })
            #expect(Set(strengths).count > 20)
        }
        let first = Self.strengths.withLock { first in
            if first == nil { first = seen }
            return first
        }
        #expect(seen == first)
    }
}
