import CInterposition

/// Keeps a queue of the system alive, while something is on its way to it.
package final class KeptQueue {
    package let key: UInt

    init(_ key: UInt) {
        self.key = key
        faraday_object_retain(UnsafeRawPointer(bitPattern: key))
    }

    deinit { faraday_object_release(UnsafeRawPointer(bitPattern: key)) }
}
