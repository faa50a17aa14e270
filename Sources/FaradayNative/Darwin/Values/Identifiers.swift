import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

extension PeerIdentifier {
    /// The identifier for a `UUID` of the framework.
    init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: half(bytes[..<8]), low: half(bytes[8...]))
    }

    /// The identifier as a `UUID` of the framework.
    var uuid: UUID {
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 { UInt8(half >> (56 - 8 * index) & 0xFF) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}

extension BluetoothUUID {
    /// The value of a UUID of the framework, which has 2, 4 or 16 bytes.
    init(_ uuid: CBUUID) {
        guard let value = BluetoothUUID(bigEndian: uuid.data) else {
            preconditionFailure("a CBUUID of \(uuid.data.count) bytes")
        }
        self = value
    }

    /// The UUID as an object of the framework, in the same width.
    var native: CBUUID { CBUUID(data: Data(bigEndianBytes)) }
}

extension Central.Peer {
    init(_ peripheral: CBPeripheral) {
        self.init(identifier: PeerIdentifier(peripheral.identifier), name: peripheral.name)
    }
}

extension ManagerState {
    /// A state that is newer than this table becomes `.unknown`.
    init(_ state: CBManagerState) {
        self = ManagerState(rawValue: state.rawValue) ?? .unknown
    }
}
