import BluetoothWire

/// Characteristics whose updates come whenever writes come, or do not: they answer nothing.
struct UnaskedUpdates {
    private(set) var handles: Set<ATT.Handle> = []

    private struct LinkedHandle: Hashable {
        var link: Int
        var handle: ATT.Handle
    }

    /// A kind of command: the characteristic that is written, and the first byte.
    private struct Command: Hashable {
        var handle: ATT.Handle
        var first: UInt8?
    }

    /// So many times tell a rhythm.
    private static let fewest = 5
    /// Times after the writes that differ by more than this, in nanoseconds, need the same number of updates each time.
    private static let wide: UInt64 = 400_000_000

    init(_ updates: [ImportedConversation.Update], _ examples: [WriteExample]) {
        var delays: [ATT.Handle: [UInt64]] = [:]
        for example in examples {
            var seen: Set<ATT.Handle> = []
            for answer in example.answers where seen.insert(answer.handle).inserted {
                delays[answer.handle, default: []].append(answer.delay)
            }
        }
        let rhythms = Self.rhythms(updates)
        let irregular = Self.irregular(examples)
        for (handle, times) in delays where times.count >= Self.fewest {
            let sorted = times.sorted()
            // An answer comes as soon after each write; what comes by itself comes at any time after it.
            let spread = sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10]
            let hasRhythm = rhythms[handle].map { spread > $0 / 3 } ?? false
            if hasRhythm || spread > Self.wide && irregular.contains(handle) { handles.insert(handle) }
        }
    }

    /// The gaps between updates, of characteristics where most are alike.
    private static func rhythms(_ updates: [ImportedConversation.Update]) -> [ATT.Handle: UInt64] {
        var last: [LinkedHandle: UInt64] = [:]
        var gaps: [ATT.Handle: [UInt64]] = [:]
        for update in updates {
            let key = LinkedHandle(link: update.link, handle: update.handle)
            if let before = last[key], update.time >= before {
                gaps[update.handle, default: []].append(update.time - before)
            }
            last[key] = update.time
        }
        var rhythms: [ATT.Handle: UInt64] = [:]
        for (handle, list) in gaps where list.count >= fewest {
            let middle = list.sorted()[list.count / 2]
            let regular = list.filter { $0 >= middle - middle / 8 && $0 <= middle + middle / 8 }.count
            if regular * 5 >= list.count * 4 { rhythms[handle] = middle }
        }
        return rhythms
    }

    /// The characteristics of which the same command is followed by now more, now fewer updates.
    private static func irregular(_ examples: [WriteExample]) -> Set<ATT.Handle> {
        let groups = Dictionary(grouping: examples) { Command(handle: $0.handle, first: $0.request.first) }
        var found: [ATT.Handle: (usual: Int, all: Int)] = [:]
        for group in groups.values {
            var counts: [ATT.Handle: [Int: Int]] = [:]
            for example in group {
                var numbers: [ATT.Handle: Int] = [:]
                for answer in example.answers { numbers[answer.handle, default: 0] += 1 }
                for (handle, number) in numbers { counts[handle, default: [:]][number, default: 0] += 1 }
            }
            for (handle, numbers) in counts {
                let none = group.count - numbers.values.reduce(0, +)
                let usual = max(none, numbers.values.max() ?? 0)
                let known = found[handle] ?? (0, 0)
                found[handle] = (known.usual + usual, known.all + group.count)
            }
        }
        return Set(found.filter { $0.value.usual * 5 < $0.value.all * 4 }.keys)
    }
}
