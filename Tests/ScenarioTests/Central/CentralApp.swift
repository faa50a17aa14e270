import FaradayCoreBluetooth
import Foundation

/// `CBConnectPeripheralOptionEnableAutoReconnect`, which is newer than the oldest iOS that the tests compile for.
let autoReconnectOption = "kCBConnectOptionEnableAutoReconnect"

/// A central app that records its callbacks, and does what a test calls.
final class CentralApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var manager: CBCentralManager!
    /// One line for each callback of the manager.
    var lines: [String] = []
    /// The discovered peripherals, once each, in order.
    private(set) var found: [CBPeripheral] = []
    /// The content of each discovery, in order.
    private(set) var advertisements: [(identifier: UUID, data: [String: Any], rssi: Int)] = []
    var onState: ((CentralApp) -> Void)?
    var onDisconnect: ((CentralApp, CBPeripheral) -> Void)?
    private let keeps: Bool

    /// - Parameters:
    ///   - filter: The services to scan for once Bluetooth is on; without it there is no scan.
    ///   - keeps: Whether discovered peripherals are kept.
    init(scan filter: [CBUUID]? = [], keeps: Bool = true, on queue: DispatchQueue? = nil) {
        self.keeps = keeps
        super.init()
        onState = { app in
            guard app.manager.state == .poweredOn, let filter else { return }
            app.manager.scanForPeripherals(withServices: filter)
        }
        manager = CBCentralManager(delegate: self, queue: queue ?? DispatchQueue(label: "central app"))
    }

    func named(_ name: String) -> CBPeripheral? { found.first { $0.name == name } }

    func connect(_ peripheral: CBPeripheral, _ options: [String: Any]? = nil) {
        peripheral.delegate = self
        manager.connect(peripheral, options: options)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        lines.append("state \(central.state.rawValue)")
        onState?(self)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        advertisements.append((peripheral.identifier, advertisementData, RSSI.intValue))
        if keeps, !found.contains(peripheral) { found.append(peripheral) }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("failed \(code(error)), \(peripheral.state.rawValue)")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("ended \(code(error)), services \(peripheral.services?.count ?? -1)")
        onDisconnect?(self, peripheral)
    }

    // Apple's macOS has neither of these two.
    #if !os(macOS)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {
        lines.append("event \(event == .peerConnected), \(peripheral.state.rawValue)")
    }

    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {
        lines.append("notifications \(peripheral.ancsAuthorized)")
    }
    #endif

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        lines.append("services \(peripheral.services?.count ?? -1), \(code(error))")
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        lines.append("rssi \(code(error))")
    }

    private func code(_ error: (any Error)?) -> String {
        (error as NSError?).map { "\($0.code)" } ?? "nil"
    }
}
