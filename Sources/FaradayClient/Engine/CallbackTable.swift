import BluetoothPort

/// Who waits for what a machine knows by numbers.
final class CallbackTable<Callback: Sendable>: Sendable {
    /// Few at a time: looking through them costs less than a hash.
    private let entries = Lock<[(number: UInt64, callback: Callback)]>([])

    func add(_ callback: Callback, for number: UInt64) {
        entries.withLock { $0.append((number, callback)) }
    }

    /// Who waits for a number. With `isLast` nobody does any more after this.
    @discardableResult
    func callback(_ number: UInt64, isLast: Bool) -> Callback? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.number == number }) else { return nil }
            guard isLast else { return entries[index].callback }
            entries.swapAt(index, entries.count - 1)
            return entries.removeLast().callback
        }
    }

    var numbers: Set<UInt64> { entries.withLock { Set($0.map(\.number)) } }
}
