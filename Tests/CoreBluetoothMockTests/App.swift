@testable import CoreBluetoothMock
import FaradayTesting

/// `CBMConnectPeripheralOptionEnableAutoReconnect`, which is newer than the oldest iOS that the tests compile for.
let autoReconnectOption = "kCBConnectOptionEnableAutoReconnect"

/// An app with one manager, and its callbacks.
final class App: NSObject, CBMCentralManagerDelegate {
    private(set) var log: [String] = []
    private(set) var found: CBMPeripheral?
    /// The discovered peripherals, in order.
    private(set) var identifiers: [UUID] = []
    /// The advertisement data of each, and its name in that callback.
    private(set) var advertisements: [(data: [String: Any], name: String?)] = []
    private(set) var manager: CBMCentralManager!
    private(set) var restored: [CBMPeripheral] = []
    private(set) var restoredServices: [CBMUUID]?
    private(set) var restoredOptions: [String: Any]?
    /// Why the last link failed or ended.
    private(set) var failure: Error?
    var spec: CBMPeripheralSpec?
    /// Runs in the callback of each state.
    var onState: (() -> Void)?

    init(
        _ make: (App) -> CBMCentralManager = { CBMCentralManagerMock(delegate: $0, queue: nil) }
    ) {
        super.init()
        manager = make(self)
    }

    /// Switches the radio on, and finds the peripherals.
    func discover() async throws -> CBMPeripheral {
        CBMCentralManagerMock.simulatePowerOn()
        try await World.current.run(until: { self.manager.state == .poweredOn })
        manager.scanForPeripherals(withServices: nil)
        try await World.current.run(until: { self.found != nil })
        manager.stopScan()
        return found!
    }

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        log.append("\(central.state)")
        onState?()
    }

    func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any]) {
        restored = dict[CBMCentralManagerRestoredStatePeripheralsKey] as? [CBMPeripheral] ?? []
        restoredServices = dict[CBMCentralManagerRestoredStateScanServicesKey] as? [CBMUUID]
        restoredOptions = dict[CBMCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
        log.append("restored")
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        found = peripheral
        identifiers.append(peripheral.identifier)
        advertisements.append((advertisementData, peripheral.name))
        log.append("discovered")
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        log.append("connected")
    }

    func centralManager(
        _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent,
        for peripheral: CBMPeripheral
    ) {
        log.append("event \(event.rawValue)")
    }

    func centralManager(_ central: CBMCentralManager, didUpdateANCSAuthorizationFor peripheral: CBMPeripheral)
    {
        log.append("sharing \(peripheral.ancsAuthorized)")
    }

    func forget() { found = nil }

    func count(of line: String) -> Int { log.filter { $0 == line }.count }

    /// A peripheral that its phone knows.
    func retrieved(_ identifier: UUID) async throws -> CBMPeripheral {
        try await World.current.run(until: { self.log.last == "poweredOn" })
        return manager.retrievePeripherals(withIdentifiers: [identifier])[0]
    }

    /// Finds the peripheral, and connects to it.
    func connect(_ options: [String: Any]? = nil) async throws -> CBMPeripheral {
        let peripheral = try await discover()
        manager.connect(peripheral, options: options)
        try await World.current.run(until: { self.log.last == "connected" })
        return peripheral
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        failure = error
        log.append("failed \(error.map { "\($0)" } ?? "-")")
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {
        failure = error
        log.append("disconnected" + (error.map { " \($0)" } ?? ""))
    }
}

/// A peripheral that no manager has created.
final class Stranger: CBMPeripheral {
    let identifier = UUID()
    weak var delegate: CBMPeripheralDelegate?
    let name: String? = nil
    let state = CBMPeripheralState.disconnected
    let services: [CBMService]? = nil
    let canSendWriteWithoutResponse = false
    let ancsAuthorized = false

    func readRSSI() {}
    func discoverServices(_ serviceUUIDs: [CBMUUID]?) {}
    func discoverIncludedServices(_ includedServiceUUIDs: [CBMUUID]?, for service: CBMService) {}
    func discoverCharacteristics(_ characteristicUUIDs: [CBMUUID]?, for service: CBMService) {}
    func discoverDescriptors(for characteristic: CBMCharacteristic) {}
    func readValue(for characteristic: CBMCharacteristic) {}
    func readValue(for descriptor: CBMDescriptor) {}
    func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int { 0 }
    func writeValue(_ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType) {}
    func writeValue(_ data: Data, for descriptor: CBMDescriptor) {}
    func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic) {}
    func openL2CAPChannel(_ PSM: CBML2CAPPSM) {}
}
