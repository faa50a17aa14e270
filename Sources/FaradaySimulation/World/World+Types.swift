import BluetoothPort
import BluetoothTypes

// Names that apps have themselves, or get from elsewhere, stand under the world's too: the `import` of a test brings no
// `Lock`. `BluetoothTypes` is exported as a whole, because the operators of times come only with their module.
extension World {
    /// A point in virtual time, in nanoseconds since the world began.
    public typealias Instant = BluetoothTypes.Instant

    /// A value that several threads and handlers share, each at a time.
    ///
    /// ```swift
    /// let level = World.Lock<Int?>(nil)
    /// level.withLock { $0 = 87 }
    /// ```
    public typealias Lock<Value> = BluetoothPort.Lock<Value>
}
