import BluetoothTypes
import BluetoothWire

/// Find Included Services: the include declarations of a service, then a Read of each included service whose
/// UUID has 128 bits, because its declaration does not contain it (Core 6.0, Vol 3, Part G, 4.5.1).
struct IncludedServiceDiscovery: Sendable {
    private struct Declaration: Sendable {
        let handle: ATT.Handle
        let range: ATT.HandleRange
        /// `nil` until it was read.
        var uuid: BluetoothUUID?
    }
    private var cursor: HandleCursor
    private var found: [Declaration] = []
    /// The declaration whose UUID is being read; `nil` while declarations are searched.
    private var reading: Int?

    init(range: ATT.HandleRange) { cursor = HandleCursor(range) }

    mutating func advance(_ input: ClientProcedure.Input) -> ClientProcedure.Step {
        switch (input, reading) {
        case (.begin, _): return request()
        case (.response(.readByType(let list)), nil):
            for entry in list.entries where !add(entry) { return .invalid }
            return request()
        case (.response(.read(let value)), let index?):
            guard let uuid = BluetoothUUID(littleEndian: value), uuid.width != .bits32 else {
                return .invalid
            }
            found[index].uuid = uuid
            return readMissing(from: index + 1)
        case (.response, _): return .invalid
        case (.refused(.attributeNotFound), nil): return readMissing(from: 0)
        case (.refused(let code), _): return .failed(code)
        }
    }

    private mutating func add(_ entry: ATT.HandleValue) -> Bool {
        let value = entry.value
        guard value.count == 4 || value.count == 6, cursor.pass(entry.handle) else { return false }
        let range = ATT.HandleRange(first: value.handle(at: 0), last: value.handle(at: 2))
        guard range.isValid else { return false }
        let uuid = value.count == 6 ? BluetoothUUID(value.handle(at: 4)) : nil
        found.append(Declaration(handle: entry.handle, range: range, uuid: uuid))
        return true
    }

    private mutating func request() -> ClientProcedure.Step {
        if cursor.isAtEnd { return readMissing(from: 0) }
        return .request(.readByType(cursor.range, type: AttributeType.include))
    }

    private mutating func readMissing(from start: Int) -> ClientProcedure.Step {
        if let index = found[start...].firstIndex(where: { $0.uuid == nil }) {
            reading = index
            return .request(.read(found[index].range.first))
        }
        let services = found.compactMap { declaration in
            declaration.uuid.map { uuid in
                GATT.IncludedService(
                    declaration: declaration.handle,
                    service: GATT.DiscoveredService(range: declaration.range, uuid: uuid))
            }
        }
        return .end(.includedServices(services))
    }
}
