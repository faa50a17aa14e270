import FaradayCoreBluetooth
import Foundation

/// Sends a text to an electronic label.
final class NaiveLabel: DeviceLink, LabelApp {
    init() { super.init(to: "FF30") }

    var isReady: Bool { self["FF31"] != nil }

    func show(_ text: String) {
        guard let peripheral, let characteristic = self["FF31"] else { return }
        peripheral.writeValue(Data((text + "\n").utf8), for: characteristic, type: .withoutResponse)
    }
}
