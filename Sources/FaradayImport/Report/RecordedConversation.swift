import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// What was said on the connections of a device, as the conversation of a definition: for a strict replay.
package struct RecordedConversation {
    package private(set) var conversation = DeviceConversation([])
    /// What was said and is not in it, in words.
    package private(set) var unknowns: [String] = []

    private struct Entry {
        var place: PacketPlace
        var time: UInt64
        var event: DeviceConversation.Event
    }

    /// A conversation has at most so many steps.
    private static let most = 20_000

    private let names: [ATT.Handle: DeviceRule.Characteristic]
    /// The characteristics of the simulation's own services, which its stack answers for.
    private let ownHandles: Set<ATT.Handle>
    private var entries: [Int: [Entry]] = [:]
    private var unnamed = 0
    private var unanswered = 0
    private var refusedSubscriptions = 0

    package init(of device: ImportedDevice) {
        names = ImportedRules.names(device.database)
        ownHandles = Set(
            device.database.services.filter { ImportedDevice.isOfStack($0.uuid) }
                .flatMap { service in
                    service.characteristics.flatMap { [$0.handle] + $0.descriptors.map(\.handle) }
                })
        add(device.conversation)
        join(device.links)
        note()
    }

    // MARK: What was said

    private mutating func add(_ talk: ImportedConversation) {
        for read in talk.reads {
            guard let name = name(read.handle) else { continue }
            switch read.answer {
            case .value(let value): add(.read(name, .value(value)), read.link, read.place, read.time)
            case .error(let code) where code.isOfDevice:
                add(.read(name, .error(code)), read.link, read.place, read.time)
            // The stack gives such an answer before the device is asked.
            case .error: break
            case .missing: unanswered += 1
            }
        }
        for write in talk.writes {
            guard let name = name(write.handle) else { continue }
            let answer: DeviceConversation.WriteAnswer
            switch write.answer {
            case .success: answer = .accepted
            case .none: answer = .none
            case .error(let code) where code.isOfDevice: answer = .error(code)
            case .error: continue
            case .missing:
                unanswered += 1
                continue
            }
            add(.written(name, write.value, answer), write.link, write.place, write.time)
        }
        for update in talk.updates {
            guard let name = name(update.handle) else { continue }
            add(.updated(name, update.value), update.link, update.place, update.time)
        }
        addSubscriptions(talk)
    }

    private mutating func addSubscriptions(_ talk: ImportedConversation) {
        struct Key: Hashable {
            let link: Int
            let name: DeviceRule.Characteristic
        }
        var isOn: Set<Key> = []
        for item in talk.subscriptions {
            guard let name = name(item.characteristic ?? item.configuration) else { continue }
            if item.error?.isOfDevice == true { refusedSubscriptions += 1 }
            guard item.error == nil else { continue }
            let key = Key(link: item.link, name: name)
            // What changes nothing is nothing to the device either.
            let isNew = item.bits == 0 ? isOn.remove(key) != nil : isOn.insert(key).inserted
            guard isNew else { continue }
            add(item.bits == 0 ? .unsubscribed(name) : .subscribed(name), item.link, item.place, item.time)
        }
    }

    private mutating func name(_ handle: ATT.Handle) -> DeviceRule.Characteristic? {
        if let name = names[handle] { return name }
        if !ownHandles.contains(handle) { unnamed += 1 }
        return nil
    }

    private mutating func add(
        _ event: DeviceConversation.Event, _ link: Int, _ place: PacketPlace, _ time: UInt64
    ) {
        entries[link, default: []].append(Entry(place: place, time: time, event: event))
    }

    // MARK: The steps

    /// The connections one after the other.
    private mutating func join(_ links: [ImportedLink]) {
        var end: UInt64 = 0
        var parallel = 0
        for (number, link) in links.enumerated() {
            let list = (entries[number] ?? []).sorted { ($0.place, $0.time) < ($1.place, $1.time) }
            guard !list.isEmpty || link.end != nil else { continue }
            guard link.time >= end else {
                parallel += 1
                continue
            }
            end = link.lastTime
            if let last = conversation.steps.last, !last.event.isEnd {
                conversation.steps.append(.init(.disconnected(by: .central)))
            }
            append(link, list)
        }
        if parallel > 0 {
            unknowns.append(
                "the conversation has one central at a time: \(Count.of(parallel, "connection")) of further ones"
                    + " \(parallel == 1 ? "is" : "are") left out")
        }
        if conversation.steps.count > Self.most {
            unknowns.append(
                "the conversation has \(conversation.steps.count) steps; the first \(Self.most) are kept")
            conversation.steps.removeLast(conversation.steps.count - Self.most)
        }
    }

    private mutating func append(_ link: ImportedLink, _ list: [Entry]) {
        conversation.steps.append(.init(.connected, packet: link.began.map { "\($0)" } ?? ""))
        var last = link.time
        func delay(_ time: UInt64) -> Nanoseconds { .wholeMicroseconds(time > last ? time - last : 0) }
        for entry in list {
            conversation.steps.append(
                .init(entry.event, after: delay(entry.time), packet: "\(entry.place)"))
            last = max(last, entry.time)
        }
        guard let end = link.end else { return }
        let by: DeviceConversation.End
        switch end.isByDevice {
        case false: by = .central
        case true:
            by = .device(DeviceDisconnectReason.allCases.first { $0.code == end.reason } ?? .userTerminated)
        case nil: by = .loss
        }
        let time = end.time > end.silence ? end.time - end.silence : 0
        conversation.steps.append(
            .init(.disconnected(by: by), after: delay(time), packet: "\(end.place)"))
    }

    private mutating func note() {
        if unnamed > 0 {
            unknowns.append(
                "\(Count.of(unnamed, "step")) of the conversation: about descriptors, or about handles that no"
                    + " discovery names")
        }
        if unanswered > 0 {
            unknowns.append(
                "\(Count.of(unanswered, "step")) of the conversation: the answer is not in the capture")
        }
        if refusedSubscriptions > 0 {
            unknowns.append(
                "\(Count.of(refusedSubscriptions, "subscription")) that the device refused: a replay accepts them"
            )
        }
    }
}

extension DeviceConversation.Event {
    fileprivate var isEnd: Bool { if case .disconnected = self { true } else { false } }
}

extension ATT.ErrorCode {
    /// Whether the device itself refuses, and not its stack because of permissions or of the link's security.
    fileprivate var isOfDevice: Bool {
        switch self {
        case .readNotPermitted, .writeNotPermitted, .insufficientAuthentication, .insufficientEncryption,
            .encryptionKeySizeTooShort:
            false
        default: true
        }
    }
}
