import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import RandomCases
import Testing

/// The advertising of mock peripherals, as apps see it.
@Suite struct AdvertisingTests {
    private func spec(_ data: [String: Any]...) -> CBMPeripheralSpec {
        let builder = CBMPeripheralSpec.simulatePeripheral()
            .connectable(name: "GAP", services: [], delegate: TestBoard())
        for data in data { builder.advertising(advertisementData: data, withInterval: 0.1) }
        return builder.build()
    }

    /// What an app that scans sees of a spec.
    private func seen(_ spec: CBMPeripheralSpec) async throws -> [[String: Any]] {
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(for: .seconds(2))
        return app.reports.map(\.data)
    }

    @Test(
        "Apps see the dictionary that was given, whatever fits", .simulated(seed: 1), .coreBluetooth,
        arguments: 0..<60)
    func dictionaries(number: UInt64) async throws {
        var draws = Draws(seed: number)
        let given = draws.dictionary()
        let reports = try await seen(spec(given))
        let errors = CBMCentralManagerMock.simulationErrors
        guard errors.isEmpty else {
            #expect(errors.map(\.kind) == [.advertisementTooLong])
            #expect(reports.isEmpty)
            return
        }
        #expect(reports.count > 5)
        for report in reports { #expect(Self.text(report) == Self.text(given)) }
    }

    /// The keys that both sides know; CoreBluetooth adds some of its own (behaviour 2.16).
    private static func text(_ data: [String: Any]) -> [String: String] {
        var text: [String: String] = [:]
        for (key, value) in data where !key.hasPrefix("kCBAdvDataRx") && key != "kCBAdvDataTimestamp" {
            text[key] =
                switch value {
                case let uuids as [CBMUUID]: "\(uuids.map(\.uuidString).sorted())"
                case let entries as [CBMUUID: Data]:
                    "\(entries.map { "\($0.uuidString) \([UInt8]($1))" }.sorted())"
                case let data as Data: "\([UInt8](data))"
                case let number as NSNumber: "\(number.intValue)"
                default: "\(value)"
                }
        }
        return text
    }

    private struct Draws {
        private var numbers: SeededNumbers

        init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

        mutating func next(_ bound: Int) -> Int { numbers.below(bound) }

        mutating func uuid() -> CBMUUID {
            switch next(3) {
            case 0: CBMUUID(string: "18" + String(0x10 + next(0xE0), radix: 16, uppercase: true))
            case 1: CBMUUID(string: "ABCD00" + String(0x10 + next(0xE0), radix: 16, uppercase: true))
            default:
                CBMUUID(
                    string: "000015\(String(0x10 + next(0xE0), radix: 16))-1212-EFDE-1523-785FEABCD123")
            }
        }

        mutating func uuids() -> [CBMUUID] {
            let count = 1 + next(3)
            return Array(Set((0..<count).map { _ in uuid() }))
        }

        mutating func data(_ longest: Int) -> Data { Data((0..<next(longest)).map { _ in UInt8(next(256)) }) }

        mutating func dictionary() -> [String: Any] {
            var result: [String: Any] = [CBMAdvertisementDataIsConnectable: next(2) == 0 ? true : false]
            if next(2) == 0 {
                result[CBMAdvertisementDataLocalNameKey] = String(repeating: "é", count: 1 + next(14))
            }
            if next(2) == 0 { result[CBMAdvertisementDataServiceUUIDsKey] = uuids() }
            if next(3) == 0 { result[CBMAdvertisementDataSolicitedServiceUUIDsKey] = uuids() }
            if next(3) == 0 { result[CBMAdvertisementDataTxPowerLevelKey] = next(40) - 20 as NSNumber }
            if next(3) == 0 {
                result[CBMAdvertisementDataManufacturerDataKey] = Data([0x59, 0x00]) + data(40)
            }
            if next(3) == 0 {
                result[CBMAdvertisementDataServiceDataKey] = [uuid(): data(20), uuid(): data(5)]
            }
            return result
        }
    }

    // MARK: Where it goes

    @Test(
        "Behaviour 2.34: a set of 100 bytes is extended advertising, and can be connected to",
        .simulated(seed: 2), .coreBluetooth)
    func extended() async throws {
        let board = TestBoard()
        var data = TestBoard.advertisement
        data[CBMAdvertisementDataManufacturerDataKey] = Data(repeating: 1, count: 60)
        CBMCentralManagerMock.simulatePeripherals([board.spec(data)])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(until: { app.isReady })
        #expect(app.reports.first.map { Self.text($0.data) } == Self.text(data))
    }

    @Test("With the line: advertising data of any length", .simulated(seed: 3), .coreBluetooth)
    func tooLong() async throws {
        let reports = try await seen(
            spec([
                CBMAdvertisementDataManufacturerDataKey: Data(repeating: 1, count: 130),
                CBMAdvertisementDataLocalNameKey: "Board",
            ]))
        let error = try #require(CBMCentralManagerMock.simulationErrors.first)
        #expect(error.kind == .advertisementTooLong)
        #expect(error.description.contains("139 bytes"))
        #expect(error.description.contains("manufacturer data 132, local name 7"))
        #expect(error.description.contains("124 into an extended one"))
        #expect(error.description.contains("Shorten the manufacturer data"))
        #expect(reports.isEmpty)
    }

    @Test(
        "A value that cannot be advertised is reported, and the rest is advertised", .simulated(seed: 4),
        .coreBluetooth,
        arguments: [
            (CBMAdvertisementDataLocalNameKey, "String"),
            (CBMAdvertisementDataServiceUUIDsKey, "[CBMUUID]"),
            (CBMAdvertisementDataSolicitedServiceUUIDsKey, "[CBMUUID]"),
            (CBMAdvertisementDataOverflowServiceUUIDsKey, "[CBMUUID]"),
            (CBMAdvertisementDataManufacturerDataKey, "Data"),
            (CBMAdvertisementDataServiceDataKey, "[CBMUUID: Data]"),
            (CBMAdvertisementDataTxPowerLevelKey, "NSNumber"),
            (CBMAdvertisementDataIsConnectable, "NSNumber"), ("kCBAdvDataColour", "cannot be advertised"),
        ])
    func invalid(key: String, type: String) async throws {
        let rest = CBMAdvertisementDataTxPowerLevelKey
        var data: [String: Any] = [key: URL(fileURLWithPath: "/")]
        if key != rest { data[rest] = 3 }
        let reports = try await seen(spec(data))
        let error = try #require(CBMCentralManagerMock.simulationErrors.first)
        #expect(error.kind == .invalidAdvertisement)
        #expect(error.description.contains(key) && error.description.contains(type))
        let last = try #require(reports.last)
        #expect(last[key] as? URL == nil)
        if key != rest { #expect((last[rest] as? NSNumber)?.intValue == 3) }
    }

    @Test("With the line: IsConnectable without connectable(…)", .simulated(seed: 5), .coreBluetooth)
    func notConnectable() async throws {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [CBMAdvertisementDataIsConnectable: true]).build()
        let reports = try await seen(spec)
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == [.invalidAdvertisement])
        #expect((reports.last?[CBMAdvertisementDataIsConnectable] as? NSNumber)?.boolValue == false)
    }

    @Test(
        "A set is connectable if its data says so", .simulated(seed: 6), .coreBluetooth,
        arguments: [true, false, nil])
    func connectable(isConnectable: Bool?) async throws {
        var data = TestBoard.advertisement
        data[CBMAdvertisementDataIsConnectable] = isConnectable
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec(data)])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(for: .seconds(3))
        #expect(app.peripheral?.state == (isConnectable == true ? .connected : .connecting), "found anyway")
        #expect(app.isReady == (isConnectable == true))
        // A connect to a set that never says so is reported.
        let kinds: [CBMSimulationError.Kind] = isConnectable == nil ? [.neverConnectable] : []
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == kinds)
    }

    @Test(
        "Behaviour 2.31: overflow services are shown to scans for them", .simulated(seed: 7), .coreBluetooth)
    func overflow() async throws {
        let uuid = CBMUUID(string: "1809")
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [CBMAdvertisementDataOverflowServiceUUIDsKey: [uuid]]).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false, services: [uuid])
        try await World.current.run(for: .seconds(1))
        let shown = app.reports.last?.data[CBMAdvertisementDataOverflowServiceUUIDsKey] as? [CBMUUID]
        #expect(shown == [uuid])
    }

    // MARK: When

    @Test(
        "A delay comes first, and an interval of 0 is one advertisement", .simulated(seed: 8), .coreBluetooth)
    func timing() async throws {
        let once = CBMPeripheralSpec.simulatePeripheral()
            .advertising(
                advertisementData: [CBMAdvertisementDataLocalNameKey: "once"], withInterval: 0, delay: 1
            ).build()
        let later = CBMPeripheralSpec.simulatePeripheral()
            .advertising(
                advertisementData: [CBMAdvertisementDataLocalNameKey: "later"], withInterval: 0.25, delay: 2
            ).build()
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(until: { app.central.state == .poweredOn })
        CBMCentralManagerMock.simulateAddition(of: once)
        CBMCentralManagerMock.simulateAddition(of: later)
        let start = World.current.now
        try await World.current.run(for: .seconds(10))
        let times = Dictionary(grouping: app.reports, by: \.identifier).mapValues {
            $0.map { $0.time - start }
        }
        #expect((times[once.identifier]?.count ?? 0) <= 1)
        #expect(times[once.identifier]?.allSatisfy { $0 >= .seconds(1) && $0 < .milliseconds(1100) } != false)
        let first = try #require(times[later.identifier]?.first)
        #expect(first >= .seconds(2) && first < .milliseconds(2600))
        #expect((times[later.identifier]?.count ?? 0) > 15)
    }

    @Test("Advertising changes at once, and stops", .simulated(seed: 9), .coreBluetooth)
    func change() async throws {
        let spec = spec([CBMAdvertisementDataLocalNameKey: "before"])
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp(connects: false)
        try await World.current.run(for: .seconds(1))
        spec.simulateAdvertisementChange([
            CBMAdvertisementConfig(data: [CBMAdvertisementDataLocalNameKey: "after"], interval: 0.05)
        ])
        let count = app.reports.count
        try await World.current.run(for: .seconds(1))
        let names = app.reports.dropFirst(count).map { $0.data[CBMAdvertisementDataLocalNameKey] as? String }
        #expect(Set(names) == ["after"])
        #expect(spec.advertisement?.count == 1)
        spec.simulateAdvertisementChange(nil)
        let last = app.reports.count
        try await World.current.run(for: .seconds(1))
        #expect(app.reports.count == last)
    }
}
