import BluetoothPort
import CInterposition

/// The lock of a world. What runs under it is no code of an app, whoever has called: its own calls of the system are not
/// the world's.
struct WorldLock: Sendable {
    private let lock: Lock<WorldState>

    init(_ state: sending WorldState) { lock = Lock(state) }

    @inline(__always)
    func withLock<Result, Failure: Error>(
        _ body: (inout WorldState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let caller = faraday_enter(nil)
        defer { _ = faraday_enter(caller) }
        return try lock.withLock(body)
    }
}
