import BluetoothTypes

/// The Ranging service (185B): the peer's half of Channel Sounding.
///
/// A device that has measured sends what its controller reports; the other end needs it to compute the distance. With
/// inline phase correction no service is needed.
///
/// Source: Ranging Service 1.0.
public enum Ranging {
    /// The UUID of *Ranging*.
    public static let service: BluetoothUUID = "185B"

    /// The UUIDs of the service's characteristics.
    public enum Characteristic {
        /// What the device can do.
        public static let features: BluetoothUUID = "2C14"
        /// Reports while procedures run.
        public static let realTimeData: BluetoothUUID = "2C15"
        /// Reports that were asked for.
        public static let onDemandData: BluetoothUUID = "2C16"
        /// Asks for reports.
        public static let controlPoint: BluetoothUUID = "2C17"
        /// The procedure whose report can be asked for now.
        public static let dataReady: BluetoothUUID = "2C18"
        /// The procedure whose report is lost.
        public static let dataOverwritten: BluetoothUUID = "2C19"
    }

    /// What a device can do.
    public struct Features: OptionSet, WireValue {
        /// The layer that names errors of decoding.
        public static var layer: DecodeError.Layer { .value }
        public var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Reads four octets.
        public init(decoding reader: inout ByteReader) throws(DecodeError) { rawValue = try reader.uint32() }
        /// Appends four octets.
        public func encode(into bytes: inout [UInt8]) { bytes.append(littleEndian: rawValue) }

        /// It sends reports while procedures run.
        public static let realTimeData = Features(rawValue: 1 << 0)
        /// It sends segments again.
        public static let retrieveLostSegments = Features(rawValue: 1 << 1)
        /// It stops sending a report.
        public static let abortOperation = Features(rawValue: 1 << 2)
        /// It leaves parts of steps out.
        public static let filter = Features(rawValue: 1 << 3)
    }

    /// Which parts of the steps of one mode are sent, on devices with ``Features/filter``.
    public struct Filter: Hashable, Sendable {
        /// The mode, 0 to 3.
        public var mode: UInt8
        /// The parts, a bit for each, 14 bits.
        public var mask: UInt16

        public init(mode: UInt8, mask: UInt16) { (self.mode, self.mask) = (mode & 0x3, mask & 0x3FFF) }
    }
}
