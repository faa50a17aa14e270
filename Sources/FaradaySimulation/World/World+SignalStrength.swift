import BluetoothTypes
import FaradayEngine

/// The RSSI that others measure for a node, if a test sets it instead of the positions.
extension World {
    func setRSSI(_ values: [Int8], of id: NodeID) {
        perform { state in
            state.medium.controller(of: id)?.scriptedRSSI = values.map { $0 == 127 ? 127 : min($0, 20) }
        }
    }
}
