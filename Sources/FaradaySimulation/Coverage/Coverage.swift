/// What runs of worlds have reached: callbacks, errors, states, pairs of successive events, misuses, behaviours.
///
/// Each thing has a key in words, which begins with its group, and a count. Documentation/Coverage.md explains the groups.
///
/// ```swift
/// world.recordCoverage()
/// ...
/// print(world.coverage)
/// // callback   didConnect               2
/// // pair       didConnect > didDisconnectPeripheral  1
/// ```
public struct Coverage: Hashable, Sendable, Codable {
    /// A kind of things that a run can reach.
    public enum Group: String, Hashable, Sendable, Codable, CaseIterable {
        /// A callback of a delegate: `callback didConnect`, `callback peripheralManager didAdd`.
        case callback
        /// A callback with an error: `error didFailToConnect CBError.connectionFailed`.
        case error
        /// A state of a manager or of a peripheral, as the app sees it: `state central poweredOn`,
        /// `state peripheral connecting`.
        case state
        /// A callback, or a call of `connect` or `cancelPeripheralConnection`, about a peripheral and the next one about
        /// the same peripheral: `pair didConnect > didDiscoverServices`.
        case pair
        /// A wrong use of CoreBluetooth, by its `Misuse.Kind`: `misuse notConnected`.
        case misuse
        /// A fault that acted, by its operation and its effect: `fault read failure`.
        case fault
        /// A behaviour of Documentation/Behaviours.md that was recognized: `behaviour 3.10`.
        case behaviour
    }

    /// How often each thing was reached, by its key; at least 1.
    public private(set) var counts: [String: Int]

    /// Creates a coverage of nothing.
    public init() { counts = [:] }

    /// Reads what `encode(to:)` wrote: one object with a number for each key.
    public init(from decoder: any Decoder) throws {
        counts = try decoder.singleValueContainer().decode([String: Int].self).filter { $0.value > 0 }
    }

    /// Writes one object with a number for each key.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(counts)
    }

    // MARK: Questions

    /// How often the thing with this key was reached.
    public subscript(key: String) -> Int { counts[key] ?? 0 }

    /// The keys, by group and then by alphabet; numbers of behaviours in the order of the list.
    public var keys: [String] { counts.keys.map(Key.init).sorted().map(\.text) }

    /// The keys of one group, in order.
    public func keys(of group: Group) -> [String] {
        counts.keys.map(Key.init).filter { $0.group == group }.sorted().map(\.text)
    }

    /// How many different things were reached.
    public var count: Int { counts.count }

    /// Whether nothing was reached.
    public var isEmpty: Bool { counts.isEmpty }

    /// Whether something was reached here that was not reached there.
    public func isNew(comparedTo other: Coverage) -> Bool {
        counts.keys.contains { other.counts[$0] == nil }
    }

    /// The keys of what was reached here and not there, in order.
    public func keys(missingIn other: Coverage) -> [String] { keys.filter { other.counts[$0] == nil } }

    // MARK: Adding

    /// Counts something once more.
    public mutating func add(_ group: Group, _ name: String) {
        counts["\(group.rawValue) \(name)", default: 0] += 1
    }

    /// Adds the counts of another run.
    public mutating func formUnion(_ other: Coverage) { counts.merge(other.counts, uniquingKeysWith: &+) }

    /// The sums of both.
    public func union(_ other: Coverage) -> Coverage {
        var both = self
        both.formUnion(other)
        return both
    }

    // MARK: Text

    /// A line for each key: the group, the thing and how often it was reached; ASCII.
    public var table: String {
        let rows = keys.map { text in
            let key = Key(text)
            return (key.group?.rawValue ?? "", key.name.asciiText, counts[text] ?? 0)
        }
        let widths = (rows.map(\.0.count).max() ?? 0, min(72, rows.map(\.1.count).max() ?? 0))
        return rows.map { group, name, count in
            Self.padded(group, widths.0) + "  " + Self.padded(name, widths.1) + "  \(count)\n"
        }.joined()
    }

    /// How many things of each group were reached, in one line: `12 callbacks, 2 errors, 30 pairs`.
    public var summary: String {
        let parts = Group.allCases.compactMap { group -> String? in
            let count = keys(of: group).count
            return count == 0 ? nil : "\(count) \(group.rawValue)\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// A key and its parts, for sorting.
    private struct Key: Comparable {
        let text: String
        let group: Group?
        let name: String
        private let place: Int
        /// The section and the entry of a behaviour.
        private let numbers: [Int]

        init(_ text: String) {
            self.text = text
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            group = parts.first.flatMap(Group.init)
            name = group == nil ? text : parts.dropFirst().joined()
            place = group.flatMap { Group.allCases.firstIndex(of: $0) } ?? Group.allCases.count
            numbers = group == .behaviour ? name.split(separator: ".").compactMap { Int($0) } : []
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.place != right.place { return left.place < right.place }
            if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
            return left.text < right.text
        }
    }
}

extension Coverage: CustomStringConvertible {
    /// The table.
    public var description: String { table }
}
