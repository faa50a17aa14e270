import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Learns a device's attributes from discoveries and reads (Core 6.0, Vol 3, Part G, 4.4 to 4.12).
struct DatabaseLearner {
    struct FoundService {
        var end: ATT.Handle?
        var uuid: BluetoothUUID
        var isPrimary: Bool
        var place: PacketPlace
    }

    struct Declaration {
        var properties: GATT.Properties
        var handle: ATT.Handle
        var uuid: BluetoothUUID
        var place: PacketPlace
    }

    private(set) var services: [ATT.Handle: FoundService] = [:]
    private(set) var includes: [ATT.Handle: ATT.Handle] = [:]
    private(set) var declarations: [ATT.Handle: Declaration] = [:]
    private(set) var types: [ATT.Handle: BluetoothUUID] = [:]
    private(set) var values = ReadValues()
    private(set) var uses: [ATT.Handle: (counts: [ATT.Opcode: Int], place: PacketPlace)] = [:]
    /// Handles whose types were asked for and told, and those where declarations were asked for.
    private(set) var informed = HandleRanges()
    private(set) var declared = HandleRanges()
    /// Handles where primary services were asked for and told.
    private(set) var grouped = HandleRanges()
    /// What the device offers, and what each link uses.
    private(set) var serverMTU: (value: UInt16, place: PacketPlace)?
    /// What contradicts what was known: the device has got other firmware, or several devices share an address.
    private(set) var changes: [PacketPlace] = []
    /// Values that Read Multiple gave in one piece.
    private(set) var joined: [(handles: [ATT.Handle], place: PacketPlace, time: UInt64, value: [UInt8])] = []
    private static let mostJoined = 1000

    mutating func add(_ exchange: DeviceExchange) {
        switch exchange.kind {
        case .request(let request, let answer): add(request, answer, exchange)
        case .command(.write(let handle, _)): use(handle, .writeCommand, exchange.place)
        case .command(.signedWrite(let handle, _, _)): use(handle, .signedWriteCommand, exchange.place)
        case .update(let handle, _, let isIndication):
            use(handle, isIndication ? .handleValueIndication : .handleValueNotification, exchange.place)
        case .security, .encryption: break
        }
    }

    private mutating func use(_ handle: ATT.Handle, _ opcode: ATT.Opcode, _ place: PacketPlace) {
        uses[handle, default: ([:], place)].counts[opcode, default: 0] += 1
    }

    private mutating func add(_ request: ATT.Request, _ answer: ATT.Response?, _ exchange: DeviceExchange) {
        let place = exchange.answerPlace ?? exchange.place
        switch (request, answer) {
        case (.exchangeMTU(let client), .exchangeMTU(let server)):
            serverMTU = (server, place)
            values.setMTU(max(ATT.defaultMTU, min(client, server)), of: exchange.link)
        case (.findInformation(let range), let answer): learnTypes(range, answer)
        case (.findByTypeValue(_, let type, let value), .findByTypeValue(let found)):
            guard type == 0x2800 || type == 0x2801, let uuid = BluetoothUUID(littleEndian: value) else {
                return
            }
            for item in found {
                learn(
                    FoundService(end: item.groupEnd, uuid: uuid, isPrimary: type == 0x2800, place: place),
                    at: item.found)
            }
        case (.readByGroupType(let range, "2800"), .error(let error)) where error.code == .attributeNotFound:
            grouped.add(range.first, range.last)
        case (.readByGroupType(let range, let type), .readByGroupType(let found)):
            guard type == "2800" || type == "2801" else { return }
            if type == "2800", let end = found.last?.groupEnd { grouped.add(range.first, end) }
            for item in found {
                guard let uuid = BluetoothUUID(littleEndian: item.value) else { continue }
                learn(
                    FoundService(end: item.groupEnd, uuid: uuid, isPrimary: type == "2800", place: place),
                    at: item.handle)
            }
        case (.readByType(let range, let type), let answer): learn(range, type, answer, exchange)
        default: addAccess(request, answer, exchange, place)
        }
    }

    /// Requests about attributes whose handles the client knows.
    private mutating func addAccess(
        _ request: ATT.Request, _ answer: ATT.Response?, _ exchange: DeviceExchange, _ place: PacketPlace
    ) {
        switch request {
        case .read(let handle):
            use(handle, request.opcode, exchange.place)
            guard case .read(let value) = answer else { return }
            values.read(handle, value, exchange.time, place, link: exchange.link)
        case .readBlob(let handle, let offset):
            use(handle, request.opcode, exchange.place)
            switch answer {
            case .readBlob(let value):
                values.readBlob(
                    handle, Int(offset), value, exchange.time, place, link: exchange.link)
            case .error(let error) where error.code == .invalidOffset || error.code == .attributeNotLong:
                values.end(handle, Int(offset), link: exchange.link)
            default: break
            }
        case .readMultiple(let handles):
            for handle in handles { use(handle, request.opcode, exchange.place) }
            guard case .readMultiple(let value) = answer, joined.count < Self.mostJoined else { return }
            joined.append((handles, place, exchange.time, value))
        case .readMultipleVariable(let handles):
            for handle in handles { use(handle, request.opcode, exchange.place) }
            guard case .readMultipleVariable(let list) = answer else { return }
            for (handle, value) in zip(handles, list) {
                values.add(handle, value.value, exchange.time, place, isCut: value.isTruncated)
            }
        case .write(let handle, _), .prepareWrite(let handle, _, _):
            use(handle, request.opcode, exchange.place)
        default: break
        }
    }

    // MARK: Discovery

    private mutating func learn(_ service: FoundService, at handle: ATT.Handle) {
        guard handle != 0, service.end.map({ $0 >= handle }) ?? true else { return }
        if let known = services[handle], known.uuid != service.uuid { changes.append(service.place) }
        services[handle] = service
    }

    private mutating func learnTypes(_ range: ATT.HandleRange, _ answer: ATT.Response?) {
        switch answer {
        case .findInformation(let list):
            for entry in list.entries where range.contains(entry.handle) { types[entry.handle] = entry.uuid }
            if let last = list.entries.last?.handle { informed.add(range.first, min(last, range.last)) }
        case .error(let error) where error.code == .attributeNotFound: informed.add(range.first, range.last)
        default: break
        }
    }

    private mutating func learn(
        _ range: ATT.HandleRange, _ type: BluetoothUUID, _ answer: ATT.Response?, _ exchange: DeviceExchange
    ) {
        let place = exchange.answerPlace ?? exchange.place
        guard case .readByType(let list) = answer else {
            if case .error(let error) = answer, error.code == .attributeNotFound, type == "2803" {
                declared.add(range.first, range.last)
            }
            return
        }
        for entry in list.entries where range.contains(entry.handle) {
            switch type {
            case "2803": learnCharacteristic(entry, place)
            case "2802": learnInclude(entry, place)
            case "2800", "2801": break
            default:
                types[entry.handle] = type
                use(entry.handle, .readByTypeRequest, exchange.place)
                values.readByType(
                    entry.handle, entry.value, exchange.time, place, link: exchange.link)
            }
        }
        if type == "2803", let last = list.entries.last?.handle {
            declared.add(range.first, min(last, range.last))
        }
    }

    /// Properties, handle of the value, type (Core 6.0, Vol 3, Part G, 3.3.1).
    private mutating func learnCharacteristic(_ entry: ATT.HandleValue, _ place: PacketPlace) {
        guard entry.value.count == 5 || entry.value.count == 19, let handle = Bytes.word(entry.value, 1),
            handle > entry.handle, let uuid = BluetoothUUID(littleEndian: Array(entry.value[3...]))
        else { return }
        let found = Declaration(
            properties: GATT.Properties(rawValue: entry.value[0]), handle: handle, uuid: uuid, place: place)
        if let known = declarations[entry.handle], known.uuid != uuid || known.handle != handle {
            changes.append(place)
        }
        declarations[entry.handle] = found
    }

    /// First and last handle of the included service, and its type if it has 16 bits (Part G, 3.2).
    private mutating func learnInclude(_ entry: ATT.HandleValue, _ place: PacketPlace) {
        guard let first = Bytes.word(entry.value, 0), let last = Bytes.word(entry.value, 2), first != 0 else {
            return
        }
        includes[entry.handle] = first
        guard services[first] == nil, last >= first, entry.value.count == 6,
            let uuid = BluetoothUUID(littleEndian: Array(entry.value[4...]))
        else { return }
        // A secondary service is only found like this; a primary one is found later, and then says so.
        services[first] = FoundService(end: last, uuid: uuid, isPrimary: false, place: place)
    }
}
