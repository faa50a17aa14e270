import CoreBluetooth
import Foundation

/// Shows the newest pressure, and shows no more than one at a time: values may come faster than a screen is drawn.
public final class MendedGauge: GaugeApp {
    public private(set) var shown: UInt8?
    private let ble = DispatchQueue(label: "ble")
    private var pressure: UInt8?
    private var isRefreshing = false
    private let link: SensorLink

    public init() {
        link = SensorLink(to: "FF70", on: ble)
        link.onValue = { [weak self] value in self?.received(value[0]) }
    }

    private func received(_ pressure: UInt8) {
        self.pressure = pressure
        guard !isRefreshing else { return }
        isRefreshing = true
        DispatchQueue.main.async { self.refresh() }
    }

    private func refresh() {
        shown = ble.sync {
            isRefreshing = false
            return pressure
        }
    }
}
