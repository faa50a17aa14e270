import CoreBluetooth
import Foundation

/// Sends a drawing to the first plotter in range, a line at a time, as fast as the system has room.
public final class BuggyPlotter: NSObject, PlotterApp {
    public private(set) var sentCount = 0
    private var lines: [Data]
    private var hasRoom = false
    private var central: CBCentralManager!
    private var plotter: CBPeripheral?
    private var pen: CBCharacteristic?

    public init(drawing: [Data]) {
        lines = drawing
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    private func send() {
        guard let plotter, let pen else { return }
        while hasRoom, !lines.isEmpty {
            plotter.writeValue(lines.removeFirst(), for: pen, type: .withoutResponse)
            sentCount += 1
            hasRoom = plotter.canSendWriteWithoutResponse
        }
    }
}

extension BuggyPlotter: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn {
            central.scanForPeripherals(withServices: [CBUUID(string: "FFD0")])
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard plotter == nil else { return }
        plotter = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FFD0")])
    }
}

extension BuggyPlotter: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        pen = service.characteristics?.first
        send()
    }

    public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        hasRoom = true
        send()
    }
}
