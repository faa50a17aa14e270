#if !canImport(Darwin)
import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// Which disconnect methods of a delegate were called.
final class DisconnectNotes: Sendable {
    /// Those that the delegate has.
    enum Methods: CaseIterable {
        case older, newer, both
    }

    private let noted = Lock<[String]>([])
    var calls: [String] { noted.withLock { $0 } }
    fileprivate func note(_ call: String) { noted.withLock { $0.append(call) } }

    func delegate(_ methods: Methods) -> any CBCentralManagerDelegate {
        switch methods {
        case .older: Older(self)
        case .newer: Newer(self)
        case .both: Both(self)
        }
    }
}

private final class Older: NSObject, CBCentralManagerDelegate {
    let notes: DisconnectNotes
    init(_ notes: DisconnectNotes) { self.notes = notes }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        notes.note("older")
    }
}

private final class Newer: NSObject, CBCentralManagerDelegate {
    let notes: DisconnectNotes
    init(_ notes: DisconnectNotes) { self.notes = notes }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        notes.note("newer")
    }
}

private final class Both: NSObject, CBCentralManagerDelegate {
    let notes: DisconnectNotes
    init(_ notes: DisconnectNotes) { self.notes = notes }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        notes.note("older")
    }
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        notes.note("newer")
    }
}
#endif
