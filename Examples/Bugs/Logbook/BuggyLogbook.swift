import CoreBluetooth
import Foundation

/// Stores each record once, on a queue for files: what is stored already is known on another queue.
public final class BuggyLogbook: LogbookApp {
    private let ble = DispatchQueue(label: "ble")
    private let known = DispatchQueue(label: "known")
    private let files = DispatchQueue(label: "files")
    private var numbers: Set<UInt8> = []
    private var stored: [UInt8] = []
    private let link: SensorLink

    public init() {
        link = SensorLink(to: "FF60", on: ble)
        link.onValue = { [weak self] value in self?.received(value[0]) }
    }

    public var rows: [UInt8] { files.sync { stored } }

    private func received(_ number: UInt8) {
        guard known.sync(execute: { !numbers.contains(number) }) else { return }
        files.async { self.store(number) }
    }

    private func store(_ number: UInt8) {
        stored.append(number)
        known.async { self.numbers.insert(number) }
    }
}
