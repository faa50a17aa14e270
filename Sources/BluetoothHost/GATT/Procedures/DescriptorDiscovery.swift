import BluetoothTypes
import BluetoothWire

/// Discover All Characteristic Descriptors (Core 6.0, Vol 3, Part G, 4.7.1).
struct DescriptorDiscovery: Sendable {
    private var cursor: HandleCursor
    private var found: [GATT.DiscoveredDescriptor] = []

    init(range: ATT.HandleRange) { cursor = HandleCursor(range) }

    mutating func advance(_ input: ClientProcedure.Input) -> ClientProcedure.Step {
        switch input {
        case .begin: break
        case .response(.findInformation(let list)):
            for entry in list.entries {
                guard cursor.pass(entry.handle) else { return .invalid }
                found.append(GATT.DiscoveredDescriptor(handle: entry.handle, uuid: entry.uuid))
            }
        case .response: return .invalid
        case .refused(.attributeNotFound): return .end(.descriptors(found))
        case .refused(let code): return .failed(code)
        }
        if cursor.isAtEnd { return .end(.descriptors(found)) }
        return .request(.findInformation(cursor.range))
    }
}
