import BluetoothTypes

extension ATT.Response {
    /// Reads what follows `opcode`; `nil` when it is not a response's.
    init?(_ opcode: ATT.Opcode, from reader: inout ByteReader) throws(DecodeError) {
        switch opcode {
        case .errorResponse:
            self = .error(
                ATT.ErrorResponse(
                    requestOpcode: ATT.Opcode(rawValue: try reader.uint8()), handle: try reader.uint16(),
                    code: ATT.ErrorCode(rawValue: try reader.uint8())))
        case .exchangeMTUResponse: self = .exchangeMTU(serverRxMTU: try reader.uint16())
        case .findInformationResponse: self = .findInformation(try ATT.InformationList(from: &reader))
        case .findByTypeValueResponse:
            var found: [ATT.HandlesInformation] = []
            repeat {
                found.append(
                    ATT.HandlesInformation(found: try reader.uint16(), groupEnd: try reader.uint16()))
            } while !reader.isAtEnd
            self = .findByTypeValue(found)
        case .readByTypeResponse: self = .readByType(try ATT.ReadByTypeResponse(from: &reader))
        case .readResponse: self = .read(value: reader.rest())
        case .readBlobResponse: self = .readBlob(value: reader.rest())
        case .readMultipleResponse: self = .readMultiple(values: reader.rest())
        case .readMultipleVariableResponse:
            var values: [ATT.LengthValue] = []
            repeat {
                let length = try reader.uint16()
                let value = try reader.array(min(Int(length), reader.remaining))
                values.append(ATT.LengthValue(length: length, value: value))
            } while !reader.isAtEnd
            self = .readMultipleVariable(values)
        case .readByGroupTypeResponse: self = .readByGroupType(try Self.groups(&reader))
        case .writeResponse: self = .write
        case .prepareWriteResponse:
            self = .prepareWrite(try reader.uint16(), offset: try reader.uint16(), value: reader.rest())
        case .executeWriteResponse: self = .executeWrite
        default: return nil
        }
    }

    private static func groups(_ reader: inout ByteReader) throws(DecodeError) -> [ATT.GroupValue] {
        let length = Int(try reader.uint8())
        guard length >= 4 else { throw reader.invalid("length", length) }
        var groups: [ATT.GroupValue] = []
        groups.reserveCapacity(reader.remaining / length)
        repeat {
            groups.append(
                ATT.GroupValue(
                    handle: try reader.uint16(), groupEnd: try reader.uint16(),
                    value: try reader.array(length - 4)))
        } while !reader.isAtEnd
        return groups
    }

    /// Appends the opcode and what follows it.
    func encode(into bytes: inout [UInt8]) {
        bytes.append(opcode.rawValue)
        switch self {
        case .error(let error):
            bytes.append(error.requestOpcode.rawValue)
            bytes.append(littleEndian: error.handle)
            bytes.append(error.code.rawValue)
        case .exchangeMTU(let mtu): bytes.append(littleEndian: mtu)
        case .findInformation(let list): list.encode(into: &bytes)
        case .findByTypeValue(let found):
            precondition(!found.isEmpty, "\(opcode) without handles")
            for entry in found {
                bytes.append(littleEndian: entry.found)
                bytes.append(littleEndian: entry.groupEnd)
            }
        case .readByType(let list): list.encode(into: &bytes)
        case .read(let value), .readBlob(let value), .readMultiple(let value):
            bytes.append(contentsOf: value)
        case .readMultipleVariable(let values): Self.encode(values, into: &bytes)
        case .readByGroupType(let groups): Self.encode(groups, into: &bytes)
        case .write, .executeWrite: break
        case .prepareWrite(let handle, let offset, let value):
            bytes.append(littleEndian: handle)
            bytes.append(littleEndian: offset)
            bytes.append(contentsOf: value)
        }
    }

    private static func encode(_ values: [ATT.LengthValue], into bytes: inout [UInt8]) {
        precondition(!values.isEmpty, "Read Multiple Variable Response without values")
        for (index, entry) in values.enumerated() {
            precondition(
                entry.value.count == Int(entry.length) || (entry.isTruncated && index == values.count - 1),
                "value \(index) of \(values.count) has \(entry.value.count) of \(entry.length) bytes")
            bytes.append(littleEndian: entry.length)
            bytes.append(contentsOf: entry.value)
        }
    }

    private static func encode(_ groups: [ATT.GroupValue], into bytes: inout [UInt8]) {
        guard let first = groups.first else { preconditionFailure("Read By Group Type Response is empty") }
        bytes.append(UInt8(first.value.count + 4))
        for group in groups {
            precondition(group.value.count == first.value.count, "group values of different lengths")
            bytes.append(littleEndian: group.handle)
            bytes.append(littleEndian: group.groupEnd)
            bytes.append(contentsOf: group.value)
        }
    }
}

extension ATT.InformationList {
    /// The format byte: what the UUIDs of a list take.
    private enum Format: UInt8 {
        case bits16 = 1
        case bits128 = 2
    }

    /// Reads the format and the entries to the end.
    init(from reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint8()
        guard let format = Format(rawValue: raw) else { throw reader.invalid("format", Int(raw)) }
        var entries: [Entry] = []
        entries.reserveCapacity(reader.remaining / 4)
        repeat {
            let handle = try reader.uint16()
            switch format {
            case .bits16: entries.append(Entry(handle: handle, uuid: BluetoothUUID(try reader.uint16())))
            case .bits128: entries.append(Entry(handle: handle, uuid: try reader.uuid128()))
            }
        } while !reader.isAtEnd
        self.init(entries: entries)
    }

    func encode(into bytes: inout [UInt8]) {
        guard let first = entries.first else { preconditionFailure("Find Information Response is empty") }
        let isShort = first.uuid.width == .bits16
        bytes.append(isShort ? Format.bits16.rawValue : Format.bits128.rawValue)
        for entry in entries {
            precondition((entry.uuid.width == .bits16) == isShort, "UUIDs of different widths")
            bytes.append(littleEndian: entry.handle)
            bytes.append(attribute: entry.uuid)
        }
    }
}

extension ATT.ReadByTypeResponse {
    /// Reads the length and the entries to the end.
    init(from reader: inout ByteReader) throws(DecodeError) {
        let length = Int(try reader.uint8())
        guard length >= 2 else { throw reader.invalid("length", length) }
        var entries: [ATT.HandleValue] = []
        entries.reserveCapacity(reader.remaining / length)
        repeat {
            entries.append(
                ATT.HandleValue(handle: try reader.uint16(), value: try reader.array(length - 2)))
        } while !reader.isAtEnd
        self.init(entries: entries)
    }

    func encode(into bytes: inout [UInt8]) {
        guard let first = entries.first else { preconditionFailure("Read By Type Response is empty") }
        bytes.append(UInt8(first.value.count + 2))
        for entry in entries {
            precondition(entry.value.count == first.value.count, "values of different lengths")
            bytes.append(littleEndian: entry.handle)
            bytes.append(contentsOf: entry.value)
        }
    }
}
