import FaradayCoreBluetooth
import Foundation

/// Lets a key finder beep, also after its firmware has changed.
final class MendedBeeper: DeviceLink, BeeperApp {
    private var sound: CBCharacteristic?

    init() { super.init(to: "FF90") }

    var isReady: Bool { sound != nil }

    override func ready(_ peripheral: CBPeripheral) {
        sound = self["FF91"]
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
    ) {
        sound = nil
        peripheral.discoverServices([CBUUID(string: "FF90")])
    }

    func beep() {
        guard let peripheral, let sound else { return }
        peripheral.writeValue(Data([1]), for: sound, type: .withResponse)
    }
}
