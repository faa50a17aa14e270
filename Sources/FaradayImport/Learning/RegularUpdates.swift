import BluetoothWire

/// Characteristics whose updates come at regular times, whenever writes come: they answer nothing.
struct RegularUpdates {
    private(set) var handles: Set<ATT.Handle> = []

    private struct LinkedHandle: Hashable {
        var link: Int
        var handle: ATT.Handle
    }

    /// So many gaps tell a rhythm.
    private static let fewest = 5

    init(_ updates: [ImportedConversation.Update], _ examples: [WriteExample]) {
        var last: [LinkedHandle: UInt64] = [:]
        var gaps: [ATT.Handle: [UInt64]] = [:]
        for update in updates {
            let key = LinkedHandle(link: update.link, handle: update.handle)
            if let before = last[key], update.time >= before {
                gaps[update.handle, default: []].append(update.time - before)
            }
            last[key] = update.time
        }
        var delays: [ATT.Handle: [UInt64]] = [:]
        for example in examples {
            var seen: Set<ATT.Handle> = []
            for answer in example.answers where seen.insert(answer.handle).inserted {
                delays[answer.handle, default: []].append(answer.delay)
            }
        }
        for (handle, list) in gaps where list.count >= Self.fewest {
            let sorted = list.sorted()
            let middle = sorted[sorted.count / 2]
            let regular = list.filter { $0 >= middle - middle / 8 && $0 <= middle + middle / 8 }.count
            guard regular * 5 >= list.count * 4, let times = delays[handle]?.sorted() else { continue }
            // An answer comes as soon after each write; what comes by itself comes at any time after it.
            let spread = times[times.count * 9 / 10] - times[times.count / 10]
            if times.count >= Self.fewest, spread > middle / 3 { handles.insert(handle) }
        }
    }
}
