import CoreBluetoothMock
import FaradayTesting
import Testing

/// The reports of scans with the default behaviour.
@Suite struct DefaultScanningTests {
    private func reports(
        _ data: [String: Any], seed: UInt64 = 0, services: [CBMUUID]? = nil,
        _ make: ((CBMPeripheralSpec.Builder, StageFirmware) -> CBMPeripheralSpec.Builder)? = nil
    ) async throws -> Stage {
        let stage = Stage(data, make)
        stage.makeManager()
        try await stage.hear()
        try await stage.hear { stage.manager.scanForPeripherals(withServices: services) }
        return stage
    }

    @Test("By default: a scan without duplicates; scanning again without stopScan()", .simulated(seed: 1))
    func once() async throws {
        let stage = Stage()
        stage.makeManager()
        try await stage.hear()
        #expect(
            try await stage.hear { stage.manager.scanForPeripherals(withServices: nil) } == [
                "250 found Board -70"
            ])
        #expect(try await stage.hear { stage.manager.scanForPeripherals(withServices: nil) } == [])
        stage.manager.stopScan()
        #expect(
            try await stage.hear { stage.manager.scanForPeripherals(withServices: nil) } == [
                "250 found Board -70"
            ])
    }

    @Test(
        "By default: the reported data; advertising data of any length; service UUIDs of several widths in one advertisement",
        .simulated(seed: 2))
    func data() async throws {
        let services = [CBMUUID(string: "180F"), Stage.service, CBMUUID(string: "180D")]
        let data: [String: Any] = [
            "own": 5, CBMAdvertisementDataServiceUUIDsKey: services,
            CBMAdvertisementDataManufacturerDataKey: Data(repeating: 1, count: 500),
        ]
        let stage = try await reports(data)
        let reported = try #require(stage.data.first)
        #expect(Set(reported.keys) == Set(data.keys))
        #expect(reported[CBMAdvertisementDataServiceUUIDsKey] as? [CBMUUID] == services)
        #expect((reported[CBMAdvertisementDataManufacturerDataKey] as? Data)?.count == 500)
        #expect(reported["own"] as? Int == 5)
        #expect(CBMCentralManagerMock.simulationErrors.isEmpty)
    }

    @Test(
        "By default: IsConnectable without connectable(…); a beacon's manufacturer data", .simulated(seed: 3))
    func beacon() async throws {
        let beacon = Data([0x4C, 0x00, 0x02, 0x15] + [UInt8](repeating: 3, count: 21))
        let stage = try await reports([
            CBMAdvertisementDataIsConnectable: true as NSNumber,
            CBMAdvertisementDataManufacturerDataKey: beacon,
        ]) { builder, _ in builder }
        #expect(stage.data.first?[CBMAdvertisementDataManufacturerDataKey] as? Data == beacon)
        #expect(stage.data.first?[CBMAdvertisementDataIsConnectable] as? Bool == true)
        #expect(CBMCentralManagerMock.simulationErrors.isEmpty)
        #expect(try await stage.hear { stage.manager.connect(stage.peripheral) } == [], "never")
    }

    @Test("By default: services in the overflow area and solicited ones", .simulated(seed: 4))
    func filters() async throws {
        let uuid = CBMUUID(string: "180D")
        for key in [
            CBMAdvertisementDataOverflowServiceUUIDsKey, CBMAdvertisementDataSolicitedServiceUUIDsKey,
        ] {
            let stage = try await reports([key: [uuid]], services: [uuid])
            #expect(stage.data.isEmpty)
            CBMCentralManagerMock.tearDownSimulation()
        }
        #expect(
            try await reports([CBMAdvertisementDataServiceUUIDsKey: [uuid]], services: [uuid]).data.count == 1
        )
    }

    @Test("By default: peripherals that no app was told of", .simulated(seed: 5)) func unreported()
        async throws
    {
        let stage = try await reports(Stage.advertisement, services: [CBMUUID(string: "180D")])
        #expect(stage.data.isEmpty && !stage.spec.isKnown)
        let identifier = stage.spec.identifier
        #expect(stage.manager.retrievePeripherals(withIdentifiers: [identifier]).isEmpty)
        // After a change neither the old identifier is known, which no manager has met, nor the new one.
        let new = UUID()
        stage.spec.simulateCaching()
        stage.spec.simulateMacChange(new)
        #expect(stage.manager.retrievePeripherals(withIdentifiers: [identifier, new]).isEmpty)
        stage.spec.simulateCaching()
        let found = stage.manager.retrievePeripherals(withIdentifiers: [identifier, new])
        #expect(found.map(\.identifier) == [new])
    }

    @Test("Signal strengths vary by up to 15 dB unless the test sets another deviation", .simulated(seed: 6))
    func spread()
        async throws
    {
        let stage = Stage()
        CBMCentralManagerMock.simulateRSSIDeviation(.default)
        stage.makeManager()
        try await stage.hear()
        let heard = try await stage.hear(for: .seconds(60)) {
            stage.manager.scanForPeripherals(
                withServices: nil, options: [CBMCentralManagerScanOptionAllowDuplicatesKey: true])
        }
        let strengths = heard.compactMap { Int($0.split(separator: " ")[3]) }
        #expect(strengths.count == 240)
        #expect(strengths.min() == -85 && strengths.max() == -55)
    }
}
