import BluetoothTypes

/// The data of an advertisement, a scan response or an ACAD: structures in the order they are sent.
///
/// ```swift
/// let data = AdvertisingData([.flags([.generalDiscoverable]), .completeLocalName("HR-1")])
/// assert(data.bytes == [2, 0x01, 0x02, 5, 0x09, 0x48, 0x52, 0x2D, 0x31])
/// ```
///
/// Source: Core 6.0, Vol 3, Part C, 11; Core Specification Supplement 12, Part A.
public struct AdvertisingData: Hashable, Sendable {
    /// The structures, in order.
    public var structures: [Structure]

    /// Creates data of these structures.
    public init(_ structures: [Structure] = []) { self.structures = structures }

    /// Reads what a phone reads: all structures in front of the first that is cut off.
    public init(lenient bytes: [UInt8]) {
        var reader = ByteReader(bytes, layer: Self.layer)
        self.init()
        if !bytes.isEmpty { structures.reserveCapacity(4) }
        while let structure = try? Structure(next: &reader) { structures.append(structure) }
    }
}

extension AdvertisingData: WireValue {
    /// Errors of decoding name advertising data.
    public static var layer: DecodeError.Layer { .advertisingData }

    /// Reads to the end of the reader; a structure of length zero ends the significant part, and what
    /// follows it is skipped (Core 6.0, Vol 3, Part C, 11).
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init()
        while let structure = try Structure(next: &reader) { structures.append(structure) }
        _ = reader.rest()
    }

    /// Appends all structures, each with its length and its type.
    public func encode(into bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + encodedLength)
        for structure in structures { structure.encode(into: &bytes) }
    }
}

extension AdvertisingData {
    /// The number of bytes of all structures.
    package var encodedLength: Int { structures.reduce(0) { $0 + $1.encodedLength } }

    /// Data of a service, as advertised.
    public struct ServiceData: Hashable, Sendable {
        public var uuid: BluetoothUUID
        public var data: [UInt8]

        public init(uuid: BluetoothUUID, data: [UInt8]) {
            self.uuid = uuid
            self.data = data
        }
    }

    /// The complete name, or the shortened one if there is none.
    public var localName: String? {
        var shortened: String?
        for structure in structures {
            switch structure {
            case .completeLocalName(let name): return name
            case .shortenedLocalName(let name): shortened = shortened ?? name
            default: continue
            }
        }
        return shortened
    }

    /// All advertised services, in order, from complete and incomplete lists.
    public var serviceUUIDs: [BluetoothUUID] {
        structures.flatMap { structure -> [BluetoothUUID] in
            switch structure {
            case .completeServiceUUIDs(_, let uuids), .incompleteServiceUUIDs(_, let uuids): uuids
            default: []
            }
        }
    }

    /// All services the advertiser looks for, in order.
    public var solicitedServiceUUIDs: [BluetoothUUID] {
        structures.flatMap { structure -> [BluetoothUUID] in
            if case .serviceSolicitation(_, let uuids) = structure { uuids } else { [] }
        }
    }

    /// All service data, in order.
    public var serviceData: [ServiceData] {
        structures.compactMap { structure in
            guard case .serviceData(let uuid, let data) = structure else { return nil }
            return ServiceData(uuid: uuid, data: data)
        }
    }

    /// The bytes of the first manufacturer specific data, company identifier included; also when they
    /// are too short to have one.
    public var manufacturerData: [UInt8]? {
        for structure in structures {
            switch structure {
            case .manufacturerSpecificData, .other(type: StructureType.manufacturerSpecificData, _):
                return structure.data
            default: continue
            }
        }
        return nil
    }

    /// The transmit power in dBm.
    public var txPowerLevel: Int8? {
        for case .txPowerLevel(let power) in structures { return power }
        return nil
    }

    /// The discoverable mode and what it comes with.
    public var flags: Flags? {
        for case .flags(let flags) in structures { return flags }
        return nil
    }

    /// The external appearance, as the assigned numbers have it.
    public var appearance: UInt16? {
        for case .appearance(let appearance) in structures { return appearance }
        return nil
    }
}
