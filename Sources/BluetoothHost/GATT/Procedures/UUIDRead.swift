import BluetoothTypes
import BluetoothWire

/// Read Using Characteristic UUID, repeated until the end of the range. Values that were found before a
/// refusal are returned (Core 6.0, Vol 3, Part G, 4.8.2).
struct UUIDRead: Sendable {
    private let uuid: BluetoothUUID
    private var cursor: HandleCursor
    private var found: [GATT.ReadValue] = []

    init(range: ATT.HandleRange, uuid: BluetoothUUID) {
        self.uuid = uuid.onAir
        cursor = HandleCursor(range)
    }

    mutating func advance(_ input: ClientProcedure.Input) -> ClientProcedure.Step {
        switch input {
        case .begin: break
        case .response(.readByType(let list)):
            for entry in list.entries {
                guard cursor.pass(entry.handle) else { return .invalid }
                found.append(GATT.ReadValue(handle: entry.handle, value: entry.value))
            }
        case .response: return .invalid
        case .refused(let code): return found.isEmpty ? .failed(code) : .end(.values(found))
        }
        if cursor.isAtEnd { return .end(.values(found)) }
        return .request(.readByType(cursor.range, type: uuid))
    }
}
