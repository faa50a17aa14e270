import BluetoothTypes

extension AdvertisingData.Structure {
    /// Reads a structure; `nil` at the end of the reader, or where a length of zero ends the data.
    init?(next reader: inout ByteReader) throws(DecodeError) {
        guard !reader.isAtEnd else { return nil }
        let length = Int(try reader.uint8())
        guard length > 0 else { return nil }
        try reader.need(length)
        let type = try reader.uint8()
        self.init(type: type, data: try reader.array(length - 1))
    }

    /// Creates the structure of this type and data: `.other` when the type does not have this form.
    public init(type: UInt8, data: [UInt8]) {
        var reader = ByteReader(data, layer: .advertisingData)
        if let known = try? Self(known: type, from: &reader), reader.isAtEnd {
            self = known
        } else {
            self = .other(type: type, data: data)
        }
    }

    func encode(into bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(0)
        bytes.append(type)
        appendData(to: &bytes)
        let count = bytes.count - start - 2
        precondition(count <= Self.maximumDataLength, "AD type \(type) with \(count) bytes")
        bytes[start] = UInt8(count + 1)
    }

    /// The number of bytes of the structure, with its length and type.
    public var encodedLength: Int { dataCount + 2 }

    /// The number of bytes after the AD type.
    var dataCount: Int {
        switch self {
        case .flags: 1
        case .incompleteServiceUUIDs(let width, let uuids), .completeServiceUUIDs(let width, let uuids),
            .serviceSolicitation(let width, let uuids):
            uuids.count * width.byteCount
        case .shortenedLocalName(let text), .completeLocalName(let text): text.utf8.count
        case .manufacturerSpecificData(_, let data): 2 + data.count
        // The others are rare.
        default: data.count
        }
    }

    private init?(known type: UInt8, from reader: inout ByteReader) throws(DecodeError) {
        typealias Types = AdvertisingData.StructureType
        switch type {
        case Types.flags: self = .flags(AdvertisingData.Flags(rawValue: try reader.uint8()))
        case Types.incompleteServiceUUIDs16:
            self = .incompleteServiceUUIDs(.bits16, try reader.uuids(.bits16))
        case Types.incompleteServiceUUIDs32:
            self = .incompleteServiceUUIDs(.bits32, try reader.uuids(.bits32))
        case Types.incompleteServiceUUIDs128:
            self = .incompleteServiceUUIDs(.bits128, try reader.uuids(.bits128))
        case Types.completeServiceUUIDs16: self = .completeServiceUUIDs(.bits16, try reader.uuids(.bits16))
        case Types.completeServiceUUIDs32: self = .completeServiceUUIDs(.bits32, try reader.uuids(.bits32))
        case Types.completeServiceUUIDs128: self = .completeServiceUUIDs(.bits128, try reader.uuids(.bits128))
        case Types.serviceSolicitation16: self = .serviceSolicitation(.bits16, try reader.uuids(.bits16))
        case Types.serviceSolicitation32: self = .serviceSolicitation(.bits32, try reader.uuids(.bits32))
        case Types.serviceSolicitation128: self = .serviceSolicitation(.bits128, try reader.uuids(.bits128))
        case Types.serviceData16: self = .serviceData(try reader.uuid(.bits16), reader.rest())
        case Types.serviceData32: self = .serviceData(try reader.uuid(.bits32), reader.rest())
        case Types.serviceData128: self = .serviceData(try reader.uuid(.bits128), reader.rest())
        case Types.shortenedLocalName: self = .shortenedLocalName(try reader.text())
        case Types.completeLocalName: self = .completeLocalName(try reader.text())
        case Types.uri: self = .uri(try reader.text())
        case Types.broadcastName: self = .broadcastName(try reader.text())
        case Types.txPowerLevel: self = .txPowerLevel(try reader.int8())
        case Types.appearance: self = .appearance(try reader.uint16())
        case Types.peripheralConnectionIntervalRange:
            self = .peripheralConnectionIntervalRange(
                minimum: try reader.uint16(), maximum: try reader.uint16())
        case Types.advertisingInterval: self = .advertisingInterval(try reader.uint16())
        case Types.advertisingIntervalLong: self = .advertisingIntervalLong(try reader.longInterval())
        case Types.manufacturerSpecificData:
            self = .manufacturerSpecificData(company: try reader.uint16(), data: reader.rest())
        default:
            guard let rare = try Self(rare: type, from: &reader) else { return nil }
            self = rare
        }
    }

    private init?(rare type: UInt8, from reader: inout ByteReader) throws(DecodeError) {
        typealias Types = AdvertisingData.StructureType
        switch type {
        case Types.securityManagerTKValue: self = .securityManagerTKValue(try reader.array(16))
        case Types.securityManagerOOBFlags: self = .securityManagerOOBFlags(try reader.uint8())
        case Types.publicTargetAddress: self = .publicTargetAddresses(try reader.addresses(.public))
        case Types.randomTargetAddress: self = .randomTargetAddresses(try reader.addresses(.random))
        case Types.leDeviceAddress: self = .leDeviceAddress(try reader.typedAddress())
        case Types.leRole: self = .leRole(AdvertisingData.LERole(rawValue: try reader.uint8()))
        case Types.leSupportedFeatures: self = .leSupportedFeatures(reader.rest())
        case Types.leSecureConnectionsConfirmationValue:
            self = .leSecureConnectionsConfirmationValue(try reader.array(16))
        case Types.leSecureConnectionsRandomValue:
            self = .leSecureConnectionsRandomValue(try reader.array(16))
        case Types.indoorPositioning: self = .indoorPositioning(reader.rest())
        case Types.transportDiscoveryData: self = .transportDiscoveryData(reader.rest())
        case Types.channelMapUpdateIndication:
            let low = UInt64(try reader.uint32())
            let bits = low | UInt64(try reader.uint8()) << 32
            guard bits <= LL.ChannelMap.all.bits else { return nil }
            self = .channelMapUpdateIndication(LL.ChannelMap(bits: bits), instant: try reader.uint16())
        case Types.meshPBADV: self = .meshPBADV(reader.rest())
        case Types.meshMessage: self = .meshMessage(reader.rest())
        case Types.meshBeacon: self = .meshBeacon(reader.rest())
        case Types.bigInfo: self = .bigInfo(reader.rest())
        case Types.broadcastCode: self = .broadcastCode(try reader.array(16))
        case Types.resolvableSetIdentifier: self = .resolvableSetIdentifier(try reader.array(6))
        case Types.encryptedAdvertisingData:
            let randomizer = try reader.array(5)
            let payload = try reader.array(reader.remaining - 4)
            self = .encryptedAdvertisingData(
                AdvertisingData.EncryptedData(randomizer: randomizer, payload: payload, mic: reader.rest()))
        case Types.periodicAdvertisingResponseTiming:
            self = .periodicAdvertisingResponseTiming(
                AdvertisingData.ResponseTiming(
                    responseAccessAddress: try reader.uint32(), subeventCount: try reader.uint8(),
                    subeventInterval: try reader.uint8(), responseSlotDelay: try reader.uint8(),
                    responseSlotSpacing: try reader.uint8()))
        default: return nil
        }
    }

    /// The bytes after the AD type.
    public var data: [UInt8] {
        var bytes: [UInt8] = []
        appendData(to: &bytes)
        return bytes
    }

    private func appendData(to bytes: inout [UInt8]) {
        switch self {
        case .flags(let flags): bytes.append(flags.rawValue)
        case .incompleteServiceUUIDs(let width, let uuids), .completeServiceUUIDs(let width, let uuids),
            .serviceSolicitation(let width, let uuids):
            for uuid in uuids { bytes.append(uuid, width) }
        case .serviceData(let uuid, let data):
            bytes.append(uuid, uuid.width)
            bytes.append(contentsOf: data)
        case .shortenedLocalName(let text), .completeLocalName(let text), .uri(let text),
            .broadcastName(let text):
            bytes.append(contentsOf: text.utf8)
        case .txPowerLevel(let power): bytes.append(UInt8(bitPattern: power))
        case .securityManagerOOBFlags(let flags): bytes.append(flags)
        case .leRole(let role): bytes.append(role.rawValue)
        case .peripheralConnectionIntervalRange(let minimum, let maximum):
            bytes.append(littleEndian: minimum)
            bytes.append(littleEndian: maximum)
        case .publicTargetAddresses(let addresses), .randomTargetAddresses(let addresses):
            for address in addresses { bytes.append(address) }
        case .appearance(let value), .advertisingInterval(let value): bytes.append(littleEndian: value)
        case .advertisingIntervalLong(let interval):
            bytes.append(littleEndian24: interval)
            if interval > 0xFF_FFFF { bytes.append(UInt8(interval >> 24)) }
        case .leDeviceAddress(let address):
            bytes.append(address)
            bytes.append(address.kind.onAir.rawValue)
        case .securityManagerTKValue(let data), .leSecureConnectionsConfirmationValue(let data),
            .leSecureConnectionsRandomValue(let data), .broadcastCode(let data):
            precondition(data.count == 16, "AD type \(type) with \(data.count) bytes, not 16")
            bytes.append(contentsOf: data)
        case .resolvableSetIdentifier(let data):
            precondition(data.count == 6, "resolvable set identifier of \(data.count) bytes, not 6")
            bytes.append(contentsOf: data)
        case .leSupportedFeatures(let data), .indoorPositioning(let data), .transportDiscoveryData(let data),
            .meshPBADV(let data), .meshMessage(let data), .meshBeacon(let data), .bigInfo(let data),
            .other(_, let data):
            bytes.append(contentsOf: data)
        case .channelMapUpdateIndication(let map, let instant):
            bytes.append(map)
            bytes.append(littleEndian: instant)
        case .encryptedAdvertisingData(let encrypted):
            precondition(encrypted.randomizer.count == 5, "randomizer of \(encrypted.randomizer.count) bytes")
            precondition(encrypted.mic.count == 4, "MIC of \(encrypted.mic.count) bytes")
            bytes.append(contentsOf: encrypted.randomizer + encrypted.payload + encrypted.mic)
        case .periodicAdvertisingResponseTiming(let timing):
            bytes.append(littleEndian: timing.responseAccessAddress)
            bytes.append(timing.subeventCount)
            bytes.append(timing.subeventInterval)
            bytes.append(timing.responseSlotDelay)
            bytes.append(timing.responseSlotSpacing)
        case .manufacturerSpecificData(let company, let data):
            bytes.append(littleEndian: company)
            bytes.append(contentsOf: data)
        }
    }
}

extension ByteReader {
    fileprivate mutating func uuid(_ width: BluetoothUUID.Width) throws(DecodeError) -> BluetoothUUID {
        switch width {
        case .bits16: BluetoothUUID(try uint16())
        case .bits32: BluetoothUUID(bits32: try uint32())
        case .bits128: try uuid128()
        }
    }

    fileprivate mutating func uuids(_ width: BluetoothUUID.Width) throws(DecodeError) -> [BluetoothUUID] {
        var uuids: [BluetoothUUID] = []
        while !isAtEnd { uuids.append(try uuid(width)) }
        return uuids
    }

    fileprivate mutating func addresses(_ kind: DeviceAddress.Kind) throws(DecodeError) -> [DeviceAddress] {
        var addresses: [DeviceAddress] = []
        while !isAtEnd { addresses.append(try address(kind)) }
        return addresses
    }

    fileprivate mutating func typedAddress() throws(DecodeError) -> DeviceAddress {
        let value = try address(.public).value
        let raw = try uint8()
        guard raw <= 1 else { throw invalid("address type", Int(raw)) }
        return DeviceAddress(value, raw == 0 ? .public : .random)
    }

    /// Reads 3 bytes, or 4 for what does not fit into 3.
    fileprivate mutating func longInterval() throws(DecodeError) -> UInt32 {
        guard remaining == 4 else { return try uint24() }
        let interval = try uint32()
        guard interval > 0xFF_FFFF else { throw invalid("advertising interval", Int(interval)) }
        return interval
    }

    /// Reads UTF-8 to the end.
    fileprivate mutating func text() throws(DecodeError) -> String {
        let bytes = rest()
        let text = String(decoding: bytes, as: UTF8.self)
        // Ill-formed UTF-8 decodes into replacement characters, which encode to other bytes.
        guard text.utf8.elementsEqual(bytes) else { throw invalid("UTF-8 length", bytes.count) }
        return text
    }
}

extension Array where Element == UInt8 {
    /// Appends a UUID in this width, which must be able to hold it.
    fileprivate mutating func append(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) {
        switch width {
        case .bits16:
            guard let short = uuid.short else { preconditionFailure("\(uuid) in a list of 16 bits") }
            append(littleEndian: short)
        case .bits32:
            precondition(uuid.short != nil || uuid.width == .bits32, "\(uuid) in a list of 32 bits")
            append(littleEndian: UInt32(truncatingIfNeeded: uuid.high >> 32))
        case .bits128:
            append(littleEndian: uuid.low)
            append(littleEndian: uuid.high)
        }
    }
}
