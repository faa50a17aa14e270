import BluetoothPort

/// The commands that the peripheral has not answered yet, in the order in which they were sent.
///
/// A request may end before its answer. The answer still comes, and must not be taken for the answer to a later request:
/// so its place stays here, without the request.
struct AwaitedAnswers {
    enum Key: Hashable {
        case read(AttributeIdentifier)
        case write(AttributeIdentifier)
        case notify(AttributeIdentifier)
        case readDescriptor(AttributeIdentifier)
        case writeDescriptor(AttributeIdentifier)
        case rssi
        case channel

        var attribute: AttributeIdentifier? {
            switch self {
            case .read(let attribute), .write(let attribute), .notify(let attribute),
                .readDescriptor(let attribute), .writeDescriptor(let attribute):
                attribute
            case .rssi, .channel: nil
            }
        }
    }

    struct Entry {
        var key: Key
        var request: UInt64?
    }

    private(set) var entries: [Entry] = []

    mutating func expect(_ key: Key, for request: UInt64) {
        entries.append(Entry(key: key, request: request))
    }

    /// Whether an answer of this kind is still to come.
    func awaits(_ key: Key) -> Bool { entries.contains { $0.key == key } }

    /// The answer has come: whether it was awaited, and the request that still waits for it.
    mutating func take(_ key: Key) -> (isAwaited: Bool, request: UInt64?) {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return (false, nil) }
        return (true, entries.remove(at: index).request)
    }

    /// The newest command of this kind was refused at once, so no answer comes.
    mutating func withdraw(_ key: Key) -> UInt64? {
        guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
        return entries.remove(at: index).request
    }

    /// The request no longer waits; its answer will be dropped.
    mutating func abandon(_ request: UInt64) {
        guard let index = entries.firstIndex(where: { $0.request == request }) else { return }
        entries[index].request = nil
    }

    /// Removes all that concerns attributes that are gone; returns the requests that waited for them.
    mutating func remove(_ gone: Set<AttributeIdentifier>) -> [UInt64] {
        let dead = entries.filter { $0.key.attribute.map(gone.contains) ?? false }
        entries.removeAll { $0.key.attribute.map(gone.contains) ?? false }
        return dead.compactMap(\.request)
    }
}
