import BluetoothPort

/// Counts calls from any thread.
final class Count: Sendable {
    private let value = Lock(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }

    var now: Int { value.withLock { $0 } }
}
