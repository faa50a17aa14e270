import BluetoothPort
import BluetoothTypes

// Names that apps have themselves, or get from elsewhere, stand under the world's: the `import` of a test brings no `Lock`
// and no `Instant`.
extension World {
    /// A point in virtual time, in nanoseconds since the world began.
    public typealias Instant = MonotonicInstant

    /// A value that several threads and handlers share, each at a time.
    ///
    /// ```swift
    /// let level = World.Lock<Int?>(nil)
    /// level.withLock { $0 = 87 }
    /// ```
    public typealias Lock<Value> = BluetoothPort.Lock<Value>
}
