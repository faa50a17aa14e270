import CoreBluetooth
import Foundation

/// Keeps the link to an insulin pump. If the pump is away, the system connects when it is back.
public final class MendedPump: NSObject, PumpApp {
    private var central: CBCentralManager!
    private var pump: CBPeripheral?

    public override init() {
        super.init()
        central = CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "pump"])
    }

    public var isConnected: Bool { pump?.state == .connected }
}

extension MendedPump: CBCentralManagerDelegate {
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        pump = (dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])?.first
    }

    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        guard let pump else { return central.scanForPeripherals(withServices: [CBUUID(string: "FFC0")]) }
        // A restored connect may never complete by itself.
        if pump.state != .connected { central.connect(pump) }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard pump == nil else { return }
        pump = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }
}
