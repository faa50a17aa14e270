import FaradayCoreBluetooth
import FaradaySimulation

/// The dictionary of an advertising set as advertising data structures, and the problems of entries that
/// cannot be advertised.
struct AdvertisingDictionary {
    private(set) var structures: [AdvertisingData.Structure] = []
    private(set) var isConnectable = false
    private(set) var problems: [String] = []

    private typealias Reader = @Sendable (inout AdvertisingDictionary, Any) -> Bool

    /// The keys in the order in which they are sent, with the required types of their values.
    private static let keys: [(key: String, type: String, read: Reader)] = [
        (CBMAdvertisementDataServiceUUIDsKey, "[CBMUUID]", { $0.addServices($1) }),
        (CBMAdvertisementDataLocalNameKey, "String", { $0.addName($1) }),
        (CBMAdvertisementDataManufacturerDataKey, "Data", { $0.addManufacturerData($1) }),
        (CBMAdvertisementDataServiceDataKey, "[CBMUUID: Data]", { $0.addServiceData($1) }),
        (CBMAdvertisementDataTxPowerLevelKey, "NSNumber of -128 to 127", { $0.addTxPower($1) }),
        (CBMAdvertisementDataSolicitedServiceUUIDsKey, "[CBMUUID]", { $0.addSolicited($1) }),
        (CBMAdvertisementDataOverflowServiceUUIDsKey, "[CBMUUID]", { $0.addOverflow($1) }),
        (CBMAdvertisementDataIsConnectable, "NSNumber or Bool", { $0.setConnectable($1) }),
    ]

    init(_ data: [String: Any]) {
        for (key, type, read) in Self.keys {
            guard let value = data[key], !read(&self, value) else { continue }
            problems.append("the value of \(key) must be \(type), not \(Swift.type(of: value))")
        }
        let known = Self.keys.map(\.key)
        for key in data.keys.sorted() where !known.contains(key) {
            let names = known.joined(separator: ", ")
            problems.append("\(key) cannot be advertised; possible keys are \(names)")
        }
    }

    // MARK: Values

    private mutating func addServices(_ value: Any) -> Bool {
        guard let uuids = value as? [CBMUUID] else { return false }
        structures += Self.byWidth(uuids).map { .completeServiceUUIDs($0, $1) }
        return true
    }

    private mutating func addSolicited(_ value: Any) -> Bool {
        guard let uuids = value as? [CBMUUID] else { return false }
        structures += Self.byWidth(uuids).map { .serviceSolicitation($0, $1) }
        return true
    }

    private mutating func addOverflow(_ value: Any) -> Bool {
        guard let uuids = value as? [CBMUUID] else { return false }
        if !uuids.isEmpty { structures.append(DeviceAdvertising.overflowArea(of: uuids.map(\.onAir))) }
        return true
    }

    private mutating func addName(_ value: Any) -> Bool {
        guard let name = value as? String else { return false }
        structures.append(.completeLocalName(name))
        return true
    }

    private mutating func addManufacturerData(_ value: Any) -> Bool {
        guard let data = value as? Data else { return false }
        structures.append(AdvertisingData.Structure(type: 0xFF, data: [UInt8](data)))
        return true
    }

    private mutating func addServiceData(_ value: Any) -> Bool {
        guard let entries = value as? [CBMUUID: Data] else { return false }
        // Sorted, because a dictionary has no order.
        let sorted = entries.map { (uuid: $0.onAir, data: [UInt8]($1)) }
            .sorted { ($0.uuid.high, $0.uuid.low) < ($1.uuid.high, $1.uuid.low) }
        structures += sorted.map { .serviceData($0.uuid, $0.data) }
        return true
    }

    private mutating func addTxPower(_ value: Any) -> Bool {
        let number: Int? =
            switch value {
            case let value as Int: value
            case let value as Int8: Int(value)
            case let value as NSNumber: value.intValue
            default: nil
            }
        guard let number, let level = Int8(exactly: number) else { return false }
        structures.append(.txPowerLevel(level))
        return true
    }

    private mutating func setConnectable(_ value: Any) -> Bool {
        switch value {
        case let value as Bool: isConnectable = value
        case let value as Int: isConnectable = value != 0
        case let value as NSNumber: isConnectable = value.boolValue
        default: return false
        }
        return true
    }

    /// One list for each width that occurs, in the order in which they appear.
    private static func byWidth(_ uuids: [CBMUUID]) -> [(BluetoothUUID.Width, [BluetoothUUID])] {
        var lists: [(width: BluetoothUUID.Width, uuids: [BluetoothUUID])] = []
        for uuid in uuids.map(\.onAir) {
            if let index = lists.firstIndex(where: { $0.width == uuid.width }) {
                lists[index].uuids.append(uuid)
            } else {
                lists.append((uuid.width, [uuid]))
            }
        }
        return lists.map { ($0.width, $0.uuids) }
    }
}

extension AdvertisingData.Structure {
    /// The structure's name in the message that asks for a shorter value.
    var nameOfKey: String {
        switch self {
        case .completeServiceUUIDs, .incompleteServiceUUIDs: "service UUIDs"
        case .serviceSolicitation: "solicited service UUIDs"
        case .completeLocalName: "local name"
        case .serviceData: "service data"
        case .txPowerLevel: "transmit power"
        case .manufacturerSpecificData(company: 0x004C, let data) where data.first == 1: "overflow services"
        default: "manufacturer data"
        }
    }
}
