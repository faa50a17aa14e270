import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What was last received from one advertiser: kept as bytes, decoded when a manager gets it.
struct Sighting: Sendable {
    private(set) var advertising: [UInt8] = []
    /// The last scan response. It is kept from scan to scan, so that later scans report merged data at once
    /// (2.7).
    private(set) var response: [UInt8]?
    private(set) var isConnectable = false
    private(set) var isScannable = false
    private var known: DecodedAdvertisement?

    /// Whether a second callback may follow the first, because a scan response is still to come (2.7).
    var expectsResponse: Bool { isScannable && response == nil }

    /// Stores a report. Returns whether it contains anything new.
    mutating func update(_ report: Host.AdvertisingReport) -> Bool {
        if report.isScanResponse {
            guard response != report.data else { return false }
            response = report.data
        } else {
            let isSame =
                advertising == report.data && isConnectable == report.isConnectable
                && isScannable == report.isScannable
            guard !isSame || known == nil else { return false }
            advertising = report.data
            isConnectable = report.isConnectable
            isScannable = report.isScannable
        }
        known = nil
        return true
    }

    /// Whether the last advertisement contained one of these services.
    func advertises(oneOf services: [BluetoothUUID]) -> Bool {
        var copy = self
        let keys = copy.merged(.none).keys
        return services.contains { service in
            keys.serviceUUIDs.contains(service) || keys.serviceData.contains { $0.uuid == service }
        }
    }

    /// Advertising data and scan response merged (2.8).
    mutating func merged(_ stripping: OSProfile.ManufacturerDataStripping) -> DecodedAdvertisement {
        if let known { return known }
        var result = decoded()
        result.strip(stripping)
        known = result
        return result
    }

    /// The same without hiding anything, and without caching the result.
    func decoded() -> DecodedAdvertisement {
        var result = DecodedAdvertisement()
        result.merge(advertising)
        if let response { result.merge(response) }
        result.keys.isConnectable = isConnectable
        return result
    }
}

/// The advertising data types that CoreBluetooth shows, decoded (behaviour 2.16, 2.17).
struct DecodedAdvertisement: Sendable {
    var keys = Advertisement()
    /// Apple's overflow area: 128 bits, one for each hashed service UUID (behaviour 2.31).
    var overflow: OverflowArea?

    /// Adds the fields of `data`, up to the first that is cut off. A field overwrites an earlier one with the
    /// same key (2.8), but only the first manufacturer block counts (2.18).
    mutating func merge(_ data: [UInt8]) {
        for structure in AdvertisingData(lenient: data).structures { merge(structure) }
    }

    private mutating func merge(_ structure: AdvertisingData.Structure) {
        switch structure {
        case .incompleteServiceUUIDs(_, let uuids), .completeServiceUUIDs(_, let uuids):
            for uuid in uuids where !keys.serviceUUIDs.contains(uuid) { keys.serviceUUIDs.append(uuid) }
        case .serviceSolicitation(_, let uuids):
            for uuid in uuids where !keys.solicitedServiceUUIDs.contains(uuid) {
                keys.solicitedServiceUUIDs.append(uuid)
            }
        case .shortenedLocalName(let name), .completeLocalName(let name): keys.localName = name
        case .txPowerLevel(let level): keys.txPowerLevel = Int(level)
        case .serviceData(let uuid, let data):
            let entry = Advertisement.ServiceData(uuid: uuid, data: data)
            if let index = keys.serviceData.firstIndex(where: { $0.uuid == uuid }) {
                keys.serviceData[index] = entry
            } else {
                keys.serviceData.append(entry)
            }
        case .manufacturerSpecificData,
            .other(type: AdvertisingData.StructureType.manufacturerSpecificData, _):
            if let area = OverflowArea(manufacturerData: structure.data) {
                overflow = area
            } else if keys.manufacturerData == nil {
                keys.manufacturerData = structure.data
            }
        default: break  // 2.17: flags, appearance and similar fields are never shown.
        }
    }

    /// Removes what the system hides of Apple's manufacturer data (2.19, 2.20).
    mutating func strip(_ stripping: OSProfile.ManufacturerDataStripping) {
        guard let data = keys.manufacturerData, data.starts(with: [0x4C, 0x00]) else { return }
        switch stripping {
        case .none: break
        case .beacons:
            if data.dropFirst(2).starts(with: [0x02, 0x15]) { keys.manufacturerData = nil }
        case .allOfApple: keys.manufacturerData = nil
        }
    }
}

/// The overflow area of iOS: manufacturer data `4C 00 01` and a mask of 128 bits (behaviour 2.31).
///
/// Each UUID sets one bit. Apple's mapping is not known. This one is the model's own, the same on all phones;
/// different UUIDs can collide, as with Apple's.
package struct OverflowArea: Hashable, Sendable {
    private(set) var high: UInt64 = 0
    private(set) var low: UInt64 = 0

    /// How many bytes the area takes in an advertisement, with length and type.
    static let length = 21

    /// Creates the area of these services.
    package init(_ services: [BluetoothUUID]) {
        for uuid in services {
            let bit = Self.bit(of: uuid)
            if bit < 64 { low |= 1 << UInt64(bit) } else { high |= 1 << UInt64(bit - 64) }
        }
    }

    /// Reads an area; `nil` for other manufacturer data.
    init?(manufacturerData data: [UInt8]) {
        guard data.count == 19, data.starts(with: [0x4C, 0x00, 0x01]) else { return nil }
        for (offset, byte) in data.dropFirst(3).enumerated() {
            if offset < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
    }

    /// Whether the service's bit is set.
    func mayContain(_ uuid: BluetoothUUID) -> Bool {
        let bit = Self.bit(of: uuid)
        return bit < 64 ? low >> UInt64(bit) & 1 == 1 : high >> UInt64(bit - 64) & 1 == 1
    }

    /// The area as manufacturer data.
    package var structure: AdvertisingData.Structure {
        let mask = [high, low].flatMap { half in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) }
        }
        return .manufacturerSpecificData(company: 0x004C, data: [0x01] + mask)
    }

    private static func bit(of uuid: BluetoothUUID) -> Int {
        let mixed = (uuid.high ^ uuid.low.byteSwapped) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> 57)
    }
}
