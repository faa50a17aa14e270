/// Objects by identifier: all that are in use, and the most recent of the others.
///
/// A port's user refers to objects by identifier and rarely releases one. The limit prevents a scan of many
/// hours, or unanswered requests, from filling the memory.
struct RecentTable<Key: Hashable, Object: AnyObject> {
    private struct Entry {
        let object: Object
        /// When it was inserted last; older entries in the queue are void.
        let turn: UInt64
    }

    private let limit: Int
    private let isInUse: (Object) -> Bool
    private var entries: [Key: Entry] = [:]
    private var line: [(key: Key, turn: UInt64)] = []
    private var lastTurn: UInt64 = 0
    /// The length of the queue at which it is cleaned up.
    private var bound: Int

    /// Creates an empty table that retains at least `limit` objects, and all that are in use.
    init(limit: Int, isInUse: @escaping (Object) -> Bool = { _ in false }) {
        self.limit = limit
        self.isInUse = isInUse
        bound = 2 * limit
    }

    /// The object with this identifier.
    subscript(key: Key) -> Object? { entries[key]?.object }

    /// Retains an object under this identifier, as the most recent one.
    mutating func insert(_ object: Object, for key: Key) {
        lastTurn += 1
        entries[key] = Entry(object: object, turn: lastTurn)
        line.append((key, lastTurn))
        if line.count > bound { shorten() }
    }

    /// Releases an object.
    @discardableResult
    mutating func remove(_ key: Key) -> Object? {
        entries.removeValue(forKey: key)?.object
    }

    /// Releases all objects.
    mutating func removeAll() {
        entries = [:]
        line = []
    }

    private mutating func shorten() {
        let places = line.filter { entries[$0.key]?.turn == $0.turn }
        let used = places.reduce(0) { $0 + (isInUse($1.key) ? 1 : 0) }
        var surplus = places.count - used - limit
        line = []
        for place in places {
            if surplus > 0, !isInUse(place.key) {
                surplus -= 1
                entries[place.key] = nil
            } else {
                line.append(place)
            }
        }
        bound = 2 * limit + used
    }

    private func isInUse(_ key: Key) -> Bool { entries[key].map { isInUse($0.object) } ?? false }
}
