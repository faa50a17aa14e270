import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// An app that searches for boards and records its callbacks; it does only what the test requests.
final class OnlookerApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    static var service: CBUUID { CBUUID(string: "00001523-1212-EFDE-1523-785FEABCD123") }

    private(set) var central: CBCentralManager!
    private(set) var lines: [String] = []
    /// The connected peripherals at each power-on callback.
    private(set) var linkedAtFirst: [[UUID]] = []
    private(set) var discovered: [UUID] = []
    private(set) var restored: [CBPeripheral] = []
    private(set) var restoredServices: [CBUUID]?
    /// Retains the objects.
    private(set) var kept: [CBPeripheral] = []
    private let scans: Bool

    init(scans: Bool = false, restoreIdentifier: String? = nil) {
        self.scans = scans
        super.init()
        let options = restoreIdentifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] }
        central = CBCentralManager(delegate: self, queue: nil, options: options)
    }

    var linked: [CBPeripheral] { central.retrieveConnectedPeripherals(withServices: [Self.service]) }

    func known(_ identifier: UUID) -> CBPeripheral? {
        central.retrievePeripherals(withIdentifiers: [identifier]).first
    }

    func connect(_ peripheral: CBPeripheral) {
        kept.append(peripheral)
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        lines.append("state \(central.state.rawValue)")
        guard central.state == .poweredOn else { return }
        linkedAtFirst.append(linked.map(\.identifier))
        if scans { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        lines.append("restore")
        restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        restoredServices = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
        for peripheral in restored { lines.append("restored \(peripheral.state.rawValue)") }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard !discovered.contains(peripheral.identifier) else { return }
        discovered.append(peripheral.identifier)
        kept.append(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        lines.append("failed \((error as? CBError)?.code.rawValue ?? -1)")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        lines.append("disconnected \((error as? CBError)?.code.rawValue ?? -1)")
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        lines.append("services \(peripheral.services?.count ?? -1)")
    }
}
