@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Managers that are restored with what a closure says.
@Suite struct RestorationTests {
    private let uuid = CBMUUID(string: "180F")

    @Test(
        "Behaviour 7.4, 7.6: the closure's state is restored, as the first callback on the manager's queue",
        .simulated(seed: 1), .coreBluetooth)
    func restores() async throws {
        let specs = [spec("held", isConnected: true), spec("missed", isConnected: false)]
        CBMCentralManagerMock.simulatePeripherals(specs)
        specs[1].simulateProximityChange(.outOfRange)
        CBMCentralManagerMock.simulatePowerOn()
        CBMCentralManagerMock.simulateStateRestoration = { [uuid] identifier in
            guard identifier == "app" else { return nil }
            return [
                CBMCentralManagerRestoredStatePeripheralsKey: specs,
                CBMCentralManagerRestoredStateScanServicesKey: [uuid],
                CBMCentralManagerRestoredStateScanOptionsKey: [
                    CBMCentralManagerScanOptionAllowDuplicatesKey: true
                ],
            ]
        }
        let app = restored("app")
        #expect(app.log.isEmpty)
        try await World.current.run(until: { app.log.contains("poweredOn") })
        #expect(app.log.prefix(2) == ["restored", "poweredOn"])
        #expect(app.restored.map(\.identifier) == specs.map(\.identifier))
        #expect(app.restored.map(\.state) == [.connected, .connecting])
        #expect(app.restored.allSatisfy { $0 is CBMPeripheralMock })
        #expect(app.restoredServices == [uuid] && app.manager.isScanning)
        let options = app.restoredOptions
        #expect(options?[CBMCentralManagerScanOptionAllowDuplicatesKey] as? Bool == true)
        let again = app.manager.retrievePeripherals(withIdentifiers: [specs[0].identifier])
        #expect(again.first === app.restored[0])
        specs[1].simulateProximityChange(.near)
        try await World.current.run(until: { app.log.contains("connected") })
        #expect(app.restored[1].state == .connected)

        let other = restored("another")
        try await World.current.run(until: { other.log == ["poweredOn"] })
    }

    @Test(
        "Behaviour 7.6: the solicited services of a scan are restored too",
        .simulated(seed: 3), .coreBluetooth)
    func solicitedServices() async throws {
        let other = CBMUUID(string: "180D")
        let specs = [uuid, other].map { uuid in
            CBMPeripheralSpec.simulatePeripheral(proximity: .near)
                .advertising(advertisementData: [CBMAdvertisementDataSolicitedServiceUUIDsKey: [uuid]])
                .build()
        }
        CBMCentralManagerMock.simulatePeripherals(specs)
        CBMCentralManagerMock.simulatePowerOn()
        let key = CBMCentralManagerScanOptionSolicitedServiceUUIDsKey
        CBMCentralManagerMock.simulateStateRestoration = { [uuid] _ in
            [
                CBMCentralManagerRestoredStateScanServicesKey: [CBMUUID(string: "1809")],
                CBMCentralManagerRestoredStateScanOptionsKey: [key: [uuid]],
            ]
        }
        let app = restored("app")
        try await World.current.run(until: { app.found != nil })
        try await World.current.run(for: .seconds(5))
        #expect(app.restoredOptions?[key] as? [CBMUUID] == [uuid])
        #expect(Set(app.identifiers) == [specs[0].identifier])

        CBMCentralManagerMock.simulateStateRestoration = { _ in
            [CBMCentralManagerRestoredStateScanOptionsKey: [key: "180F"]]
        }
        _ = restored("another")
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == [.invalidRestoration])
        #expect(CBMCentralManagerMock.simulationErrors[0].description.contains("returns String for \(key)"))
    }

    @Test(
        "An unknown peripheral is an error that says what to do", .simulated(seed: 2), .coreBluetooth
    )
    func unknownPeripheral() async throws {
        let spec = spec("stranger", isConnected: false)
        CBMCentralManagerMock.simulateStateRestoration = { _ in
            [CBMCentralManagerRestoredStatePeripheralsKey: [spec]]
        }
        let app = restored("app")
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == [.unknownPeripheral])
        #expect(CBMCentralManagerMock.simulationErrors[0].description.contains("simulatePeripherals(_:)"))
        try await World.current.run(until: { app.log == ["restored", "poweredOff"] })
        #expect(app.restored.isEmpty)
    }

    private func restored(_ identifier: String) -> App {
        App {
            CBMCentralManagerMock(
                delegate: $0, queue: nil,
                options: [CBMCentralManagerOptionRestoreIdentifierKey: identifier])
        }
    }

    private func spec(_ name: String, isConnected: Bool) -> CBMPeripheralSpec {
        let builder = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [
                CBMAdvertisementDataLocalNameKey: name, CBMAdvertisementDataServiceUUIDsKey: [uuid],
                CBMAdvertisementDataIsConnectable: true as NSNumber,
            ])
        let services = [CBMServiceMock(type: uuid, primary: true)]
        return isConnected
            ? builder.connected(name: name, services: services, delegate: Spec()).build()
            : builder.connectable(name: name, services: services, delegate: Spec()).build()
    }
}
