import CoreBluetooth
import Foundation

/// Keeps the value and the journal behind a lock each.
public final class BuggyJournal: JournalApp {
    public private(set) var text = ""
    private let values = NSLock()
    private var value: UInt8 = 0
    private let lines = NSLock()
    private var count = 0
    private let ble = DispatchQueue(label: "ble")
    private let link: SensorLink

    public init() {
        link = SensorLink(to: "FFB0", on: ble)
        link.onValue = { [weak self] value in self?.received(value[0]) }
    }

    private func received(_ new: UInt8) {
        values.lock()
        value = new
        lines.lock()
        count += 1
        lines.unlock()
        values.unlock()
        DispatchQueue.main.async { self.show() }
    }

    private func show() {
        lines.lock()
        values.lock()
        text = "\(value), \(count) lines"
        values.unlock()
        lines.unlock()
    }
}
