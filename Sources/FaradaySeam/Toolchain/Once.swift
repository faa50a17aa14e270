import Foundation

/// A value that is made when it is first asked for.
final class Once<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value?

    func value(_ make: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        if let value { return value }
        let new = try make()
        value = new
        return new
    }
}
