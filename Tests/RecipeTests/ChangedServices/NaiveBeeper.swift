import FaradayCoreBluetooth
import Foundation

/// Lets a key finder beep.
final class NaiveBeeper: DeviceLink, BeeperApp {
    private var sound: CBCharacteristic?

    init() { super.init(to: "FF90") }

    var isReady: Bool { sound != nil }

    override func ready(_ peripheral: CBPeripheral) {
        sound = self["FF91"]
    }

    func beep() {
        guard let peripheral, let sound else { return }
        peripheral.writeValue(Data([1]), for: sound, type: .withResponse)
    }
}
