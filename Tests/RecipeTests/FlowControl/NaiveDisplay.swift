import FaradayCoreBluetooth
import Foundation

/// Sends a picture to a display.
final class NaiveDisplay: DeviceLink, DisplayApp {
    init() { super.init(to: "FF40") }

    var isReady: Bool { self["FF41"] != nil }

    func show(_ picture: Data) {
        guard let peripheral, let characteristic = self["FF41"] else { return }
        for start in stride(from: 0, to: picture.count, by: 100) {
            let part = picture[start..<min(start + 100, picture.count)]
            peripheral.writeValue(part, for: characteristic, type: .withoutResponse)
        }
    }
}
