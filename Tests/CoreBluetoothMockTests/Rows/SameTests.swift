import CoreBluetoothMock
import FaradayTesting
import Testing

/// What is as in CoreBluetoothMock, as the page for those who move over promises.
@Suite struct SameTests {
    private typealias Told = (String) -> Void

    private final class Older: NSObject, CBMCentralManagerDelegate {
        let told: Told
        init(_ told: @escaping Told) { self.told = told }
        func centralManagerDidUpdateState(_ central: CBMCentralManager) {}
        func centralManager(
            _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
        ) { told("older") }
    }

    private final class Newer: NSObject, CBMCentralManagerDelegate {
        let told: Told
        init(_ told: @escaping Told) { self.told = told }
        func centralManagerDidUpdateState(_ central: CBMCentralManager) {}
        func centralManager(
            _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
            timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
        ) { told("newer") }
    }

    private final class Both: NSObject, CBMCentralManagerDelegate {
        let told: Told
        init(_ told: @escaping Told) { self.told = told }
        func centralManagerDidUpdateState(_ central: CBMCentralManager) {}
        func centralManager(
            _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
        ) { told("older") }
        func centralManager(
            _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral,
            timestamp: CFAbsoluteTime, isReconnecting: Bool, error: Error?
        ) { told("newer") }
    }

    @Test(
        "The newer disconnect method is called, and its default calls the older one", .simulated(seed: 1),
        .coreBluetooth)
    func disconnectMethods() async throws {
        var lines: [String] = []
        let told: Told = { lines.append($0) }
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        let app = App()
        let delegates: [CBMCentralManagerDelegate] = [Older(told), Newer(told), Both(told)]
        for (count, delegate) in delegates.enumerated() {
            app.manager.delegate = app
            let peripheral = try await app.connect()
            app.manager.delegate = delegate
            app.manager.cancelPeripheralConnection(peripheral)
            try await World.current.run(until: { lines.count > count })
            // Till the peripheral advertises again.
            try await World.current.run(for: .seconds(2))
            app.forget()
        }
        #expect(lines == ["older", "newer", "newer"])
    }

    @Test(
        "Peripherals are compared by identity: objects of different managers differ", .simulated(seed: 2),
        .coreBluetooth,
        arguments: [true, false])
    func identity(isNative: Bool) async throws {
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        CBMCentralManagerMock.simulatePowerOn()
        let apps = (0..<2).map { _ in
            CBMCentralManagerMock.simulatedPhone.run {
                App {
                    isNative
                        ? CBMCentralManagerNative(delegate: $0, queue: nil)
                        : CBMCentralManagerMock(delegate: $0, queue: nil)
                }
            }
        }
        var found: [NSObject] = []
        for app in apps {
            try await World.current.run(until: { app.log == ["poweredOn"] })
            found.append(try #require(try await app.discover() as? NSObject))
        }
        #expect(found.allSatisfy { ($0 is CBMPeripheralNative) == isNative })
        #expect(found[0] != found[1])
        let identifiers = try #require(found[0] as? CBMPeripheral).identifier
        let again = apps[0].manager.retrievePeripherals(withIdentifiers: [identifiers]).first
        #expect(again as? NSObject == found[0] && again === found[0])
    }

    @Test(
        "The defaults of a spec", arguments: [(Int?.none, 23), (0, 23), (100, 100), (517, 517), (600, 517)])
    func defaults(given: Int?, mtu: Int) {
        let builder = CBMPeripheralSpec.simulatePeripheral().advertising(advertisementData: [:])
        let spec =
            if let given {
                builder.connectable(name: "Board", services: [], delegate: TestBoard(), mtu: given).build()
            } else {
                builder.connectable(name: "Board", services: [], delegate: TestBoard()).build()
            }
        #expect(spec.proximity == .immediate && !spec.isKnown && !spec.isConnected)
        #expect(spec.connectionInterval == 0.045 && spec.supervisionTimeout == 4 && spec.mtu == mtu)
        #expect(spec.advertisement?.map(\.interval) == [0.1])
    }

    @Test(
        "A tear-down keeps previews and the settings of the app", .simulated(seed: 3),
        .coreBluetooth)
    func tearDown() async throws {
        CBMCentralManagerMock.simulatePeripherals([TestBoard().spec()])
        CBMCentralManagerMock.simulatePowerOn()
        CBMCentralManagerMock.simulateAuthorization(.restricted)
        CBMCentralManagerMock.simulateStateRestoration = { _ in ["a": 1] }
        #if !os(macOS)
        CBMCentralManagerMock.simulateFeaturesSupport = { _ in true }
        #endif
        let preview = CBMPeripheralPreview(TestBoard().spec())
        CBMCentralManagerMock.tearDownSimulation()
        #expect(CBMCentralManagerMock.authorization == .restricted)
        #expect(CBMCentralManagerMock.simulateStateRestoration?("x")?["a"] as? Int == 1)
        #if !os(macOS)
        #expect(CBMCentralManagerMock.supports(.extendedScanAndConnect))
        #endif
        let app = App()
        #expect(
            app.manager.retrievePeripherals(withIdentifiers: [preview.identifier]).first === preview)
        CBMCentralManagerMock.simulatePowerOn()
        try await World.current.run(for: .seconds(1))
        #expect(app.log == ["unauthorized"])
        CBMCentralManagerMock.simulateAuthorization(.allowedAlways)
        try await World.current.run(until: { app.log == ["unauthorized", "poweredOn"] })
        app.manager.scanForPeripherals(withServices: nil)
        try await World.current.run(for: .seconds(5))
        #expect(app.identifiers.isEmpty, "no peripheral is left")
    }
}
