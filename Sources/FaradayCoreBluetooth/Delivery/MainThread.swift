import BluetoothPort
import Foundation

/// Whether this is the main thread, asked for each callback.
///
/// On Linux `Thread.isMainThread` makes two system calls, which cost as much as a tenth of a GATT read;
/// the answer of one is kept, since the main thread never changes.
enum MainThread {
    private static let known = Lock<pthread_t?>(nil)

    static var isCurrent: Bool {
        #if canImport(Darwin)
            return Thread.isMainThread
        #else
            let current = pthread_self()
            if let main = known.withLock({ $0 }) { return main == current }
            guard Thread.isMainThread else { return false }
            known.withLock { $0 = current }
            return true
        #endif
    }
}
