import FaradayCoreBluetooth
import Foundation

/// Switches a lamp on as soon as it is connected.
final class LampApp: DeviceLink {
    private(set) var status = "searching"

    init() { super.init(to: "FFE5") }

    override func ready(_ peripheral: CBPeripheral) {
        guard let light = self["FFE6"] else { return }
        peripheral.writeValue(Data([1]), for: light, type: .withResponse)
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor item: CBCharacteristic, error: Error?
    ) {
        status = error == nil ? "on" : "failed"
    }
}
