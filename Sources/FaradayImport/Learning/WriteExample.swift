import BluetoothWire

/// A write, and the updates that follow it on its connection before the next write.
struct WriteExample {
    struct Answer {
        var handle: ATT.Handle
        var isIndication: Bool
        var bytes: [UInt8]
        /// Nanoseconds after the write.
        var delay: UInt64
        var place: PacketPlace
        /// The updates of the characteristic before it: on all connections, and on this one.
        var before: Int
        var beforeOnLink: Int
    }

    /// What answers have in common, whatever their bytes are.
    struct Shape: Hashable {
        struct Update: Hashable {
            var handle: ATT.Handle
            var isIndication: Bool
        }
        var updates: [Update]
    }

    var link: Int
    var place: PacketPlace
    var handle: ATT.Handle
    var request: [UInt8]
    var answers: [Answer] = []

    var shape: Shape {
        Shape(updates: answers.map { .init(handle: $0.handle, isIndication: $0.isIndication) })
    }

    var example: LearnedRule.Example {
        .init(
            place: place, answerPlaces: answers.map(\.place), request: request, answers: answers.map(\.bytes))
    }

    /// An answer comes within this time, in nanoseconds.
    static let window: UInt64 = 2_000_000_000
    /// More updates after one write are no answer to it.
    private static let mostAnswers = 16

    /// What happened on the connections, in order.
    private enum Event {
        case write(ImportedConversation.Write)
        case subscription
        case update(ImportedConversation.Update)
    }

    private struct LinkedHandle: Hashable {
        var link: Int
        var handle: ATT.Handle
    }

    /// The writes of a conversation with what follows them. Characteristics that send updates by themselves, too, are no
    /// answers.
    static func examples(of conversation: ImportedConversation) -> [WriteExample] {
        var events: [Int: [(time: UInt64, place: PacketPlace, event: Event)]] = [:]
        for item in conversation.writes {
            // A write that was refused did nothing.
            if case .error = item.answer { continue }
            events[item.link, default: []].append((item.time, item.place, .write(item)))
        }
        for item in conversation.subscriptions {
            events[item.link, default: []].append((item.time, item.place, .subscription))
        }
        for item in conversation.updates {
            events[item.link, default: []].append((item.time, item.place, .update(item)))
        }
        var examples: [WriteExample] = []
        var before: [ATT.Handle: Int] = [:]
        // Updates within windows, and outside.
        var inside: [ATT.Handle: Int] = [:]
        var outside: [ATT.Handle: Int] = [:]
        for link in events.keys.sorted() {
            let list = (events[link] ?? []).sorted { ($0.place, $0.time) < ($1.place, $1.time) }
            var beforeOnLink: [ATT.Handle: Int] = [:]
            var open: (index: Int, time: UInt64)?
            for (time, _, event) in list {
                switch event {
                case .subscription: open = nil
                case .write(let write):
                    examples.append(
                        WriteExample(
                            link: link, place: write.place, handle: write.handle, request: write.value))
                    open = (examples.count - 1, time)
                case .update(let update):
                    if let place = open, time >= place.time, time - place.time <= window {
                        inside[update.handle, default: 0] += 1
                        examples[place.index].answers.append(
                            Answer(
                                handle: update.handle, isIndication: update.isIndication, bytes: update.value,
                                delay: time - place.time, place: update.place,
                                before: before[update.handle, default: 0],
                                beforeOnLink: beforeOnLink[update.handle, default: 0]))
                    } else {
                        outside[update.handle, default: 0] += 1
                    }
                    before[update.handle, default: 0] += 1
                    beforeOnLink[update.handle, default: 0] += 1
                }
            }
        }
        var unasked = Set(outside.filter { $0.value * 4 > inside[$0.key] ?? 0 }.keys)
        unasked.formUnion(UnaskedUpdates(conversation.updates, examples).handles)
        for index in examples.indices {
            examples[index].answers.removeAll { unasked.contains($0.handle) }
            if examples[index].answers.count > mostAnswers { examples[index].answers = [] }
        }
        return examples
    }
}
