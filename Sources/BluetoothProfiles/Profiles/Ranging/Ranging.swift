import BluetoothWire

/// The Ranging service (185B): the peer's half of Channel Sounding.
///
/// A device that has measured sends what its controller reports; the other end needs it to compute the distance. With
/// inline phase correction no service is needed.
///
/// ```swift
/// var assembler = Ranging.Assembler()
/// for try await segment in tag.notifications(of: Ranging.realTimeData) {
///     guard case .complete(let bytes) = assembler.feed(segment) else { continue }
///     let report = try Ranging.Report(bytes: bytes, role: .reflector)
///     print(report.header.counter, report.subevents.count)
/// }
/// ```
///
/// Source: Ranging Service 1.0.
public enum Ranging {
    /// The service's UUID.
    public static let service: BluetoothUUID = "185B"
    /// What the device can do.
    public static let features = TypedCharacteristic<Features>("2C14", of: service)
    /// Reports while procedures run, in segments; excludes ``onDemandData``.
    public static let realTimeData = TypedCharacteristic<Segment>("2C15", of: service)
    /// Reports that were asked for, in segments.
    public static let onDemandData = TypedCharacteristic<Segment>("2C16", of: service)
    /// Asks for reports; the link must be encrypted.
    public static let controlPoint = ControlPoint<Request, Response>("2C17", of: service)
    /// The procedure whose report can be asked for now.
    public static let dataReady = TypedCharacteristic<UInt16>("2C18", of: service)
    /// The procedure whose report is lost, because a newer one took its place.
    public static let dataOverwritten = TypedCharacteristic<UInt16>("2C19", of: service)

    /// What a device can do.
    public struct Features: OptionSet, CharacteristicValue {
        /// The flags on air.
        public var rawValue: UInt32

        /// Creates a set from the flags on air.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

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

        /// Creates a filter.
        public init(mode: UInt8, mask: UInt16) { (self.mode, self.mask) = (mode & 0x3, mask & 0x3FFF) }
    }
}
