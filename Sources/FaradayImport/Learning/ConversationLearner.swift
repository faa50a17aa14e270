import BluetoothTypes
import BluetoothWire

/// Sorts what passed into subscriptions, updates, writes and reads.
struct ConversationLearner {
    private struct Subscribed: Hashable {
        var link: Int
        var handle: ATT.Handle
    }

    private struct Prepared {
        var handle: ATT.Handle
        var value: [UInt8]
        var exchange: DeviceExchange
    }

    private(set) var conversation = ImportedConversation()
    /// The values' handles, by those of their configurations.
    private let configurations: [ATT.Handle: ATT.Handle]
    private var since: [Subscribed: UInt64] = [:]
    /// What waits to be executed, by link.
    private var prepared: [Int: [Prepared]] = [:]
    /// The last read of each value on a link, which may go on.
    private var lastReads: [Subscribed: Int] = [:]

    init(_ database: ImportedDatabase) { configurations = database.configurations }

    mutating func add(_ exchange: DeviceExchange) {
        switch exchange.kind {
        case .request(.write(let handle, let value), let answer):
            write(handle, value, Self.answer(answer), exchange)
        case .command(.write(let handle, let value)), .command(.signedWrite(let handle, let value, _)):
            write(handle, value, .none, exchange)
        case .request(.prepareWrite(let handle, let offset, let value), .prepareWrite):
            prepare(handle, Int(offset), value, exchange)
        case .request(.executeWrite(let flags), let answer):
            let parts = prepared.removeValue(forKey: exchange.link) ?? []
            guard flags == .write else { return }
            for part in parts { write(part.handle, part.value, Self.answer(answer), part.exchange) }
        case .request(.read(let handle), let answer):
            switch answer {
            case nil: read(handle, .missing, exchange)
            case .read(let value): read(handle, .value(value), exchange)
            case .error(let error): read(handle, .error(error.code), exchange)
            default: break
            }
        case .request(.readBlob(let handle, let offset), .readBlob(let part)):
            goOn(handle, Int(offset), part, exchange)
        case .update(let handle, let value, let isIndication):
            let subscribed = since[Subscribed(link: exchange.link, handle: handle)]
            conversation.updates.append(
                .init(
                    link: exchange.link, handle: handle, value: value, isIndication: isIndication,
                    time: exchange.time,
                    sinceSubscription: subscribed.map { exchange.time >= $0 ? exchange.time - $0 : 0 },
                    place: exchange.place))
        default: break
        }
    }

    private mutating func read(
        _ handle: ATT.Handle, _ answer: ImportedConversation.ReadAnswer, _ exchange: DeviceExchange
    ) {
        lastReads[Subscribed(link: exchange.link, handle: handle)] = conversation.reads.count
        conversation.reads.append(
            .init(
                link: exchange.link, handle: handle, answer: answer, time: exchange.time,
                place: exchange.place))
    }

    /// The next part of a long value.
    private mutating func goOn(
        _ handle: ATT.Handle, _ offset: Int, _ part: [UInt8], _ exchange: DeviceExchange
    ) {
        if offset == 0 { return read(handle, .value(part), exchange) }
        guard let index = lastReads[Subscribed(link: exchange.link, handle: handle)],
            case .value(let value) = conversation.reads[index].answer, value.count == offset,
            offset + part.count <= ATT.maximumValueLength
        else { return }
        conversation.reads[index].answer = .value(value + part)
    }

    private static func answer(_ answer: ATT.Response?) -> ImportedConversation.WriteAnswer {
        switch answer {
        case nil: .missing
        case .error(let error): .error(error.code)
        default: .success
        }
    }

    /// A part that does not go on where the last one stopped begins a value of its own.
    private mutating func prepare(
        _ handle: ATT.Handle, _ offset: Int, _ value: [UInt8], _ exchange: DeviceExchange
    ) {
        var parts = prepared[exchange.link] ?? []
        if let last = parts.last, last.handle == handle, last.value.count == offset,
            offset + value.count <= ATT.maximumValueLength
        {
            parts[parts.count - 1].value += value
        } else if offset == 0 {
            parts.append(Prepared(handle: handle, value: value, exchange: exchange))
        }
        prepared[exchange.link] = parts
    }

    private mutating func write(
        _ handle: ATT.Handle, _ value: [UInt8], _ answer: ImportedConversation.WriteAnswer,
        _ exchange: DeviceExchange
    ) {
        guard let characteristic = configurations[handle] else {
            conversation.writes.append(
                .init(
                    link: exchange.link, handle: handle, value: value, answer: answer, time: exchange.time,
                    place: exchange.place))
            return
        }
        guard let bits = Bytes.word(value, 0) else { return }
        var subscription = ImportedConversation.Subscription(
            link: exchange.link, configuration: handle, characteristic: characteristic, bits: bits,
            time: exchange.time, place: exchange.place)
        if case .error(let code) = answer { subscription.error = code }
        conversation.subscriptions.append(subscription)
        let key = Subscribed(link: exchange.link, handle: characteristic)
        if subscription.error == nil { since[key] = bits == 0 ? nil : exchange.time }
    }
}
