import BluetoothTypes
import BluetoothWire

/// Discover All Characteristics of a Service (Core 6.0, Vol 3, Part G, 4.6.1).
struct CharacteristicDiscovery: Sendable {
    private var cursor: HandleCursor
    private var found: [GATT.DiscoveredCharacteristic] = []

    init(range: ATT.HandleRange) { cursor = HandleCursor(range) }

    mutating func advance(_ input: ClientProcedure.Input) -> ClientProcedure.Step {
        switch input {
        case .begin: break
        case .response(.readByType(let list)):
            for entry in list.entries where !add(entry) { return .invalid }
        case .response: return .invalid
        case .refused(.attributeNotFound): return .end(.characteristics(found))
        case .refused(let code): return .failed(code)
        }
        if cursor.isAtEnd { return .end(.characteristics(found)) }
        return .request(.readByType(cursor.range, type: AttributeType.characteristic))
    }

    private mutating func add(_ entry: ATT.HandleValue) -> Bool {
        let bytes = entry.value
        guard bytes.count == 5 || bytes.count == 19, cursor.pass(entry.handle),
            let uuid = BluetoothUUID(littleEndian: bytes[3...])
        else { return false }
        let value = bytes.handle(at: 1)
        guard value > entry.handle else { return false }
        found.append(
            GATT.DiscoveredCharacteristic(
                declaration: entry.handle, value: value, properties: GATT.Properties(rawValue: bytes[0]),
                uuid: uuid))
        return true
    }
}
