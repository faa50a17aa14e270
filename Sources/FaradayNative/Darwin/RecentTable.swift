/// Objects by identifier: those in use, and of the others the most recent ones.
///
/// A port's user names things by identifier and seldom says that it needs one no longer; the bound is what
/// keeps a scan of many hours, or requests that nobody answers, from filling the memory.
struct RecentTable<Key: Hashable, Object: AnyObject> {
    private struct Entry {
        let object: Object
        /// When it was put here last; an older place in the line is void.
        let turn: UInt64
    }

    private let limit: Int
    private let isInUse: (Object) -> Bool
    private var entries: [Key: Entry] = [:]
    private var line: [(key: Key, turn: UInt64)] = []
    private var lastTurn: UInt64 = 0
    /// How long the line may get before it is looked through.
    private var bound: Int

    /// Creates an empty table that keeps at least `limit` objects, and all that are in use.
    init(limit: Int, isInUse: @escaping (Object) -> Bool = { _ in false }) {
        self.limit = limit
        self.isInUse = isInUse
        bound = 2 * limit
    }

    /// The object with this name.
    subscript(key: Key) -> Object? { entries[key]?.object }

    /// Keeps an object under this name, as the most recent one.
    mutating func insert(_ object: Object, for key: Key) {
        lastTurn += 1
        entries[key] = Entry(object: object, turn: lastTurn)
        line.append((key, lastTurn))
        if line.count > bound { shorten() }
    }

    /// Lets an object go.
    @discardableResult
    mutating func remove(_ key: Key) -> Object? {
        entries.removeValue(forKey: key)?.object
    }

    /// Lets all go.
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
