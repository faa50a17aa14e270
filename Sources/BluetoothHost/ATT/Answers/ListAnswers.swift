import BluetoothTypes
import BluetoothWire

/// Answers to requests that only read declarations; the host always has those.
enum ListAnswers {
    typealias Step = RequestAnswer.Step

    /// Find Information (Core 6.0, Vol 3, Part F, 3.4.3.1): pairs whose UUIDs have the same width.
    static func information(_ range: ATT.HandleRange, _ server: GATTServer, mtu: Int) -> Step {
        guard range.isValid else { return .refuse(.invalidHandle, range.first) }
        var bytes: [UInt8] = []
        var width = 0
        for index in server.indices(in: range) {
            let attribute = server.attributes[index]
            let needed = attribute.type.short == nil ? 16 : 2
            if bytes.isEmpty {
                bytes.reserveCapacity(AttributeBearer.roomOfFrame)
                width = needed
                bytes.append(ATT.Opcode.findInformationResponse.rawValue)
                bytes.append(width == 2 ? 1 : 2)
            }
            guard needed == width, bytes.count + 2 + width <= mtu else { break }
            bytes.append(littleEndian: attribute.handle)
            bytes.append(onAir: attribute.type)
        }
        return bytes.isEmpty ? .refuse(.attributeNotFound, range.first) : .reply(bytes)
    }

    /// Find By Type Value (3.4.3.3): attributes with a known value that this client may read and that is
    /// equal.
    ///
    /// Services match whatever the width of their UUID. Values that the upper layer has never match.
    static func byTypeValue(
        _ range: ATT.HandleRange, _ type: UInt16, _ value: [UInt8], _ server: inout GATTServer,
        _ link: Host.LinkID, mtu: Int
    ) -> Step {
        guard range.isValid else { return .refuse(.invalidHandle, range.first) }
        var bytes: [UInt8] = []
        let type = BluetoothUUID(type)
        let uuid = BluetoothUUID(littleEndian: value)
        var places = server.indices(in: range)
        while let index = server.attributes.first(type, in: places) {
            places = index + 1..<places.upperBound
            guard case .value(let own) = server.read(index, by: link) else { continue }
            let (handle, end) = (server.attributes.handle(at: index), server.attributes.groupEnd(at: index))
            let isSameService = end != 0 && uuid != nil && BluetoothUUID(littleEndian: own) == uuid
            guard own == value || isSameService else { continue }
            if bytes.isEmpty {
                bytes.reserveCapacity(AttributeBearer.roomOfFrame)
                bytes.append(ATT.Opcode.findByTypeValueResponse.rawValue)
            }
            guard bytes.count + 4 <= mtu else { break }
            bytes.append(littleEndian: handle)
            bytes.append(littleEndian: max(handle, end))
        }
        return bytes.isEmpty ? .refuse(.attributeNotFound, range.first) : .reply(bytes)
    }

    /// Read By Group Type (3.4.4.9): services whose UUIDs have the same width.
    static func byGroupType(
        _ range: ATT.HandleRange, _ type: BluetoothUUID, _ server: GATTServer, mtu: Int
    ) -> Step {
        guard range.isValid else { return .refuse(.invalidHandle, range.first) }
        guard type == AttributeType.primaryService || type == AttributeType.secondaryService else {
            return .refuse(.unsupportedGroupType, range.first)
        }
        var bytes: [UInt8] = []
        var length = 0
        var places = server.indices(in: range)
        while let index = server.attributes.first(type, in: places) {
            places = index + 1..<places.upperBound
            let attribute = server.attributes[index]
            guard attribute.isServiceDeclaration, case .constant(let uuid) = attribute.content else {
                continue
            }
            if bytes.isEmpty {
                bytes.reserveCapacity(AttributeBearer.roomOfFrame)
                length = 4 + uuid.count
                bytes.append(ATT.Opcode.readByGroupTypeResponse.rawValue)
                bytes.append(UInt8(truncatingIfNeeded: length))
            }
            guard uuid.count + 4 == length, bytes.count + length <= mtu else { break }
            bytes.append(littleEndian: attribute.handle)
            bytes.append(littleEndian: attribute.groupEnd)
            bytes.append(contentsOf: uuid)
        }
        return bytes.isEmpty ? .refuse(.attributeNotFound, range.first) : .reply(bytes)
    }
}
