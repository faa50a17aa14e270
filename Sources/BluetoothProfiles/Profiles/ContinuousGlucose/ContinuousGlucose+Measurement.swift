import BluetoothWire

extension ContinuousGlucose {
    /// The value of a notification: one measurement, or several that were put together.
    public struct Measurements: CharacteristicValue {
        /// The measurements, at least one.
        public var records: [Measurement]

        /// Creates a value of measurements, at least one; together they must fit into a notification.
        public init(_ records: [Measurement]) { self.records = records }

        /// Reads measurements to the end of the bytes; none is an error.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            records = [try Measurement(decoding: &reader)]
            while !reader.isAtEnd { records.append(try Measurement(decoding: &reader)) }
        }

        /// Appends the measurements.
        public func encode(into bytes: inout [UInt8]) {
            for record in records { record.encode(into: &bytes) }
        }
    }

    /// One measurement. It begins with its size, so that several can follow one another.
    ///
    /// ```swift
    /// let value = ContinuousGlucose.Measurement(
    ///     glucose: 104.0, timeOffset: 35, status: .batteryLow, trend: ShortFloat(-0.8))
    /// ```
    public struct Measurement: CharacteristicValue {
        /// The result, in mg/dL.
        public var glucose: ShortFloat
        /// When it was measured, in minutes since the session's start.
        public var timeOffset: UInt16
        /// What is the matter with the sensor. Each of the three bytes is sent if it has a bit that is 1.
        public var status: SensorStatus
        /// How fast the result changes, in mg/dL per minute.
        public var trend: ShortFloat?
        /// How good the result is, in per cent.
        public var quality: ShortFloat?
        /// Whether a checksum ends the measurement.
        public var hasChecksum: Bool

        public init(
            glucose: ShortFloat, timeOffset: UInt16, status: SensorStatus = [], trend: ShortFloat? = nil,
            quality: ShortFloat? = nil, hasChecksum: Bool = false
        ) {
            self.glucose = glucose
            self.timeOffset = timeOffset
            self.status = status
            self.trend = trend
            self.quality = quality
            self.hasChecksum = hasChecksum
        }
    }
}

extension ContinuousGlucose.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let trend = Flags(rawValue: 0x01)
        static let quality = Flags(rawValue: 0x02)
        static let warning = Flags(rawValue: 0x20)
        static let calibrationAndTemperature = Flags(rawValue: 0x40)
        static let status = Flags(rawValue: 0x80)
        /// In the order in which their bytes are sent.
        static let octets: [Flags] = [.status, .calibrationAndTemperature, .warning]

        /// How long a measurement is, without a checksum.
        var length: Int {
            6 + Self.octets.count { contains($0) } + (contains(.trend) ? 2 : 0) + (contains(.quality) ? 2 : 0)
        }
    }

    /// Reads as many bytes as the first one says. The size must be right for the flags, with or without a checksum.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let size = try reader.uint8()
        guard size >= 6 else { throw reader.invalid("size", Int(size)) }
        let bytes = [size] + (try reader.array(Int(size) - 1))
        let flags = Flags(rawValue: bytes[1])
        guard bytes.count == flags.length || bytes.count == flags.length + 2 else {
            throw reader.invalid("size", Int(size))
        }
        var (fields, hasChecksum) = try EndToEndChecksum.split(bytes, length: flags.length)
        _ = try fields.uint16()
        self.hasChecksum = hasChecksum
        glucose = try ShortFloat(decoding: &fields)
        timeOffset = try fields.uint16()
        var bits: UInt32 = 0
        for (place, octet) in Flags.octets.enumerated() where flags.contains(octet) {
            bits |= UInt32(try fields.uint8()) << UInt32(8 * place)
        }
        status = ContinuousGlucose.SensorStatus(rawValue: bits & ContinuousGlucose.SensorStatus.known)
        trend = flags.contains(.trend) ? try ShortFloat(decoding: &fields) : nil
        quality = flags.contains(.quality) ? try ShortFloat(decoding: &fields) : nil
    }

    /// Appends the size, the flags, and what they announce.
    public func encode(into bytes: inout [UInt8]) {
        let start = bytes.count
        let bits = status.rawValue & ContinuousGlucose.SensorStatus.known
        let octets = Flags.octets.indices.map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
        var flags: Flags = []
        for (octet, flag) in zip(octets, Flags.octets) where octet != 0 { flags.insert(flag) }
        if trend != nil { flags.insert(.trend) }
        if quality != nil { flags.insert(.quality) }
        bytes += [UInt8(flags.length + (hasChecksum ? 2 : 0)), flags.rawValue]
        glucose.encode(into: &bytes)
        bytes.append(littleEndian: timeOffset)
        bytes += octets.filter { $0 != 0 }
        if let trend { trend.encode(into: &bytes) }
        if let quality { quality.encode(into: &bytes) }
        bytes.appendChecksum(from: start, if: hasChecksum)
    }
}
