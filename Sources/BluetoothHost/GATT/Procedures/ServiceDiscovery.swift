import BluetoothTypes
import BluetoothWire

/// Discover All Primary Services, and Discover Primary Service by Service UUID for one UUID after the other
/// (Core 6.0, Vol 3, Part G, 4.4.1 and 4.4.2).
struct ServiceDiscovery: Sendable {
    /// Empty: all services.
    private let uuids: [BluetoothUUID]
    private var found: [GATT.DiscoveredService] = []
    private var cursor = HandleCursor(.all)
    private var number: UInt32 = 0

    init(uuids: [BluetoothUUID]) { self.uuids = uuids }

    /// The place of the UUID that is looked for.
    private var current: Int { Int(number) }

    mutating func advance(_ input: ClientProcedure.Input) -> ClientProcedure.Step {
        switch input {
        case .begin: return request()
        case .response(.readByGroupType(let groups)) where uuids.isEmpty:
            for group in groups {
                guard cursor.pass(group.handle, through: group.groupEnd),
                    let uuid = BluetoothUUID(littleEndian: group.value), uuid.width != .bits32
                else { return .invalid }
                add(ATT.HandleRange(first: group.handle, last: group.groupEnd), uuid)
            }
            return cursor.isAtEnd ? .end(.services(found)) : request()
        case .response(.findByTypeValue(let pairs)) where !uuids.isEmpty:
            for pair in pairs {
                guard cursor.pass(pair.found, through: pair.groupEnd) else { return .invalid }
                add(ATT.HandleRange(first: pair.found, last: pair.groupEnd), uuids[current])
            }
            return cursor.isAtEnd ? next() : request()
        case .response: return .invalid
        case .refused(.attributeNotFound): return next()
        case .refused(let code): return .failed(code)
        }
    }

    private mutating func add(_ range: ATT.HandleRange, _ uuid: BluetoothUUID) {
        found.append(GATT.DiscoveredService(range: range, uuid: uuid))
    }

    /// There is nothing more for this UUID: continues with the next one, or ends.
    private mutating func next() -> ClientProcedure.Step {
        number += 1
        guard current < uuids.count else { return .end(.services(found)) }
        cursor = HandleCursor(.all)
        return request()
    }

    private func request() -> ClientProcedure.Step {
        guard !uuids.isEmpty else {
            return .request(.readByGroupType(cursor.range, type: AttributeType.primaryService))
        }
        var value: [UInt8] = []
        value.reserveCapacity(uuids[current].onAir.width.byteCount)
        value.append(onAir: uuids[current])
        return .request(.findByTypeValue(cursor.range, type: 0x2800, value: value))
    }
}
