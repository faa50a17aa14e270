#if !canImport(Darwin) || os(iOS)
import FaradayCoreBluetooth
import Foundation

/// An app that shows how far away an accessory is, as one writes it for iOS 27.
@available(iOS 27.0, macCatalyst 27.0, *)
final class FinderApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private static var service: CBUUID { CBUUID(string: "FD01") }

    private(set) var manager: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    /// What happened, in order.
    private(set) var lines: [String] = []
    /// The distances that are valid, in metres.
    private(set) var distances: [Double] = []
    /// Whether the app asks the phone first whether it can measure.
    var asksFirst = true

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func startMeasuring() {
        peripheral?.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
    }

    func stopMeasuring() { peripheral?.cancelChannelSoundingSession() }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return lines.append("off") }
        guard !asksFirst || CBCentralManager.supports(.channelSounding) else {
            return lines.append("can't measure")
        }
        central.scanForPeripherals(withServices: [Self.service])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        central.stopScan()
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
        startMeasuring()
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        lines.append("disconnected \(code(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) {
        guard let results else { return lines.append("no results \(code(error))") }
        if results.distance > 0 { distances.append(results.distance) }
    }

    func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
        lines.append("completed \(code(error))")
    }

    private func code(_ error: (any Error)?) -> String {
        error.map { "\(($0 as NSError).code)" } ?? "-"
    }
}
#endif
