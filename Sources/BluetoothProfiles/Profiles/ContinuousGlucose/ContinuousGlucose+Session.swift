import BluetoothWire

extension ContinuousGlucose {
    /// What is the matter with a sensor now.
    public struct Status: CharacteristicValue {
        /// Minutes since the session's start.
        public var timeOffset: UInt16
        /// What is the matter.
        public var sensor: SensorStatus
        /// Whether a checksum ends the value.
        public var hasChecksum: Bool

        public init(timeOffset: UInt16, sensor: SensorStatus = [], hasChecksum: Bool = false) {
            self.timeOffset = timeOffset
            self.sensor = sensor
            self.hasChecksum = hasChecksum
        }

        /// Reads 5 bytes, or 7 with a checksum.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            var (fields, hasChecksum) = try EndToEndChecksum.split(reader.rest(), length: 5)
            self.hasChecksum = hasChecksum
            timeOffset = try fields.uint16()
            sensor = SensorStatus(rawValue: try fields.uint24() & SensorStatus.known)
        }

        /// Appends 5 bytes, or 7 with a checksum.
        public func encode(into bytes: inout [UInt8]) {
            let start = bytes.count
            bytes.append(littleEndian: timeOffset)
            bytes.append(littleEndian24: sensor.rawValue & SensorStatus.known)
            bytes.appendChecksum(from: start, if: hasChecksum)
        }
    }

    /// When a session started. A client writes the present time, and the sensor subtracts the session's age.
    public struct SessionStartTime: CharacteristicValue {
        /// The local time; all 0 while the sensor does not know it.
        public var time: DateTime
        /// The time zone, in quarters of an hour from UTC, −48…56; `nil` if unknown.
        public var timeZone: Int8?
        /// What summer adds to the time zone; `nil` if unknown.
        public var daylightSaving: CurrentTime.DaylightSaving?
        /// Whether a checksum ends the value.
        public var hasChecksum: Bool

        public init(
            _ time: DateTime, timeZone: Int8? = nil, daylightSaving: CurrentTime.DaylightSaving? = nil,
            hasChecksum: Bool = false
        ) {
            self.time = time
            self.timeZone = timeZone
            self.daylightSaving = daylightSaving
            self.hasChecksum = hasChecksum
        }

        /// The value before a client has written the time.
        public static let unknown = SessionStartTime(DateTime(year: 0, month: 0, day: 0))

        /// Reads 9 bytes, or 11 with a checksum.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            var (fields, hasChecksum) = try EndToEndChecksum.split(reader.rest(), length: 9)
            self.hasChecksum = hasChecksum
            time = try DateTime(decoding: &fields)
            let zone = try CurrentTime.LocalTimeInformation(decoding: &fields)
            (timeZone, daylightSaving) = (zone.timeZoneQuarters, zone.daylightSaving)
        }

        /// Appends 9 bytes, or 11 with a checksum.
        public func encode(into bytes: inout [UInt8]) {
            let start = bytes.count
            time.encode(into: &bytes)
            CurrentTime.LocalTimeInformation(timeZoneQuarters: timeZone, daylightSaving: daylightSaving)
                .encode(into: &bytes)
            bytes.appendChecksum(from: start, if: hasChecksum)
        }
    }

    /// How long a session lasts.
    public struct SessionRunTime: CharacteristicValue {
        /// Hours from the session's start.
        public var hours: UInt16
        /// Whether a checksum ends the value.
        public var hasChecksum: Bool

        public init(hours: UInt16, hasChecksum: Bool = false) {
            self.hours = hours
            self.hasChecksum = hasChecksum
        }

        /// Reads 2 bytes, or 4 with a checksum.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            var (fields, hasChecksum) = try EndToEndChecksum.split(reader.rest(), length: 2)
            self.hasChecksum = hasChecksum
            hours = try fields.uint16()
        }

        /// Appends 2 bytes, or 4 with a checksum.
        public func encode(into bytes: inout [UInt8]) {
            let start = bytes.count
            bytes.append(littleEndian: hours)
            bytes.appendChecksum(from: start, if: hasChecksum)
        }
    }
}
