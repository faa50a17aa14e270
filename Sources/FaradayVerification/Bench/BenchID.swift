import BluetoothTypes

/// The UUIDs of the bench's services and characteristics.
package enum BenchID {
    /// The service that the bench advertises; the others are on it only.
    package static let service: BluetoothUUID = "FA5B0000-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Takes a `BenchCommand`.
    package static let control: BluetoothUUID = "FA5B0001-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Keeps what is written, and can be read.
    package static let value: BluetoothUUID = "FA5B0002-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Notifies.
    package static let notified: BluetoothUUID = "FA5B0003-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Indicates only.
    package static let indicated: BluetoothUUID = "FA5B0004-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Takes writes without response, keeps the last one for `value`, and notifies it by `notified`.
    package static let unanswered: BluetoothUUID = "FA5B0005-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// 300 bytes to read.
    package static let long: BluetoothUUID = "FA5B0006-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Refuses reads and writes with the code that `BenchCommand.refuse` set, 0x80 at first.
    package static let refusing: BluetoothUUID = "FA5B0007-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Answers late.
    package static let slow: BluetoothUUID = "FA5B0008-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Two characteristics with one UUID: their values are 1 and 2.
    package static let twin: BluetoothUUID = "FA5B0009-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// Can be read over an encrypted link only.
    package static let encrypted: BluetoothUUID = "FA5B000A-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// 1 if the link over which it is read is encrypted, else 0. Anybody may read it.
    package static let security: BluetoothUUID = "FA5B000B-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// The PSM of a channel that sends back what it gets: Apple's UUID for that.
    package static let channelNumber: BluetoothUUID = "ABDD3056-28FA-441D-A470-55A75A52553A"
    /// A service without a characteristic, which the first one includes.
    package static let included: BluetoothUUID = "FA5B0100-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// The service that `BenchCommand.extend` adds.
    package static let extra: BluetoothUUID = "FA5B0200-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// A service that nobody has.
    package static let absent: BluetoothUUID = "FA5BFFFF-8C5D-4E0B-9A3F-6B0C2D1E7F00"
    /// The descriptor that can be written.
    package static let descriptor: BluetoothUUID = "FA5B0300-8C5D-4E0B-9A3F-6B0C2D1E7F00"
}
