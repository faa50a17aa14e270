import BluetoothTypes
import BluetoothWire

/// The Current Time service (1805): a clock that others set theirs by.
///
/// ```swift
/// let now = try await clock.read(CurrentTime.currentTime)
/// print(now.time.date.hour, now.time.date.minute)
/// ```
///
/// Source: Current Time Service 1.1.
public enum CurrentTime {
    /// The UUID of *Current Time*.
    public static let service: BluetoothUUID = "1805"
    /// The date and time; read, notified when the clock is adjusted, and on some devices written.
    public static let currentTime = TypedCharacteristic<Time>("2A2B", of: service)
    /// The time zone, and whether it is summer time; on some devices written.
    public static let localTimeInformation = TypedCharacteristic<LocalTimeInformation>("2A0F", of: service)
    /// Where the clock has its time from.
    public static let referenceTimeInformation = TypedCharacteristic<ReferenceTimeInformation>(
        "2A14", of: service)

    /// The clock ignored a field of a value that was written: application error.
    public static let dataFieldIgnored: UInt8 = 0x80

    /// The date and time, and why the clock was adjusted.
    public struct Time: CharacteristicValue {
        /// The date and time in the clock's time zone.
        public var time: ExactTime
        /// Why the clock was adjusted last.
        public var adjustReasons: AdjustReasons

        public init(_ time: ExactTime, adjustReasons: AdjustReasons = []) {
            self.time = time
            self.adjustReasons = adjustReasons
        }
    }

    /// Why a clock was adjusted.
    public struct AdjustReasons: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Somebody set the clock.
        public static let manual = AdjustReasons(rawValue: 0x01)
        /// A reference, such as a radio signal, set the clock.
        public static let externalReference = AdjustReasons(rawValue: 0x02)
        /// The clock is in another time zone.
        public static let timeZone = AdjustReasons(rawValue: 0x04)
        /// Summer time began or ended.
        public static let daylightSaving = AdjustReasons(rawValue: 0x08)
    }

    /// The time zone of a clock, and whether it is summer time.
    public struct LocalTimeInformation: CharacteristicValue {
        /// The offset of standard time from UTC in quarters of an hour, −48…56; `nil` if it is not known.
        public var timeZoneQuarters: Int8?
        /// How much is added to standard time now; `nil` if it is not known.
        public var daylightSaving: DaylightSaving?

        /// Creates information; `nil` means that it is not known.
        public init(timeZoneQuarters: Int8?, daylightSaving: DaylightSaving?) {
            self.timeZoneQuarters = timeZoneQuarters
            self.daylightSaving = daylightSaving
        }

        /// The offset of the clock's time from UTC in hours; `nil` if a part is not known.
        public var hoursFromUTC: Double? {
            guard let timeZoneQuarters, let daylightSaving else { return nil }
            return Double(timeZoneQuarters) / 4 + daylightSaving.hours
        }
    }

    /// How much is added to standard time.
    public enum DaylightSaving: UInt8, Hashable, Sendable, CaseIterable {
        /// Nothing is added.
        case standardTime = 0
        /// Half an hour is added.
        case halfAnHour = 2
        /// One hour is added.
        case oneHour = 4
        /// Two hours are added.
        case twoHours = 8

        /// In hours: 0, 0.5, 1 or 2.
        public var hours: Double { Double(rawValue) / 4 }
    }

    /// Where a clock has its time from.
    public struct ReferenceTimeInformation: CharacteristicValue {
        /// Where the time comes from.
        public var source: TimeSource
        /// How wrong the clock may be.
        public var accuracy: Accuracy
        /// When the clock was set last; `nil` if it was 255 days ago or longer.
        public var sinceUpdate: Age?

        public init(source: TimeSource, accuracy: Accuracy, sinceUpdate: Age?) {
            self.source = source
            self.accuracy = accuracy
            self.sinceUpdate = sinceUpdate
        }

        /// Days and hours.
        public struct Age: Hashable, Sendable {
            /// Whole days, 0…254.
            public var days: UInt8
            /// Hours beyond the days, 0…23.
            public var hours: UInt8

            /// Creates an age; numbers that do not fit become the greatest that do.
            public init(days: UInt8, hours: UInt8) {
                self.days = min(days, 254)
                self.hours = min(hours, 23)
            }
        }
    }

    /// Where a time comes from.
    public struct TimeSource: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The clock does not know.
        public static let unknown = TimeSource(rawValue: 0)
        /// A server in a network.
        public static let networkTimeProtocol = TimeSource(rawValue: 1)
        /// Satellites of a navigation system.
        public static let gps = TimeSource(rawValue: 2)
        /// A time signal on the radio.
        public static let radioTimeSignal = TimeSource(rawValue: 3)
        /// Somebody set the clock.
        public static let manual = TimeSource(rawValue: 4)
        /// An atomic clock.
        public static let atomicClock = TimeSource(rawValue: 5)
        /// A cellular network.
        public static let cellularNetwork = TimeSource(rawValue: 6)
    }

    /// How wrong a clock may be.
    public enum Accuracy: Hashable, Sendable {
        /// By so many eighths of a second, 0…253.
        case eighths(UInt8)
        /// By more than 253 eighths of a second.
        case worse
        /// The clock does not know.
        case unknown
    }
}

extension CurrentTime.Time {
    /// Reads 10 bytes; reserved reasons are ignored.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        time = try ExactTime(decoding: &reader)
        adjustReasons = CurrentTime.AdjustReasons(rawValue: try reader.uint8() & 0x0F)
    }

    /// Appends 10 bytes.
    public func encode(into bytes: inout [UInt8]) {
        time.encode(into: &bytes)
        bytes.append(adjustReasons.rawValue & 0x0F)
    }
}

extension CurrentTime.LocalTimeInformation {
    /// Reads 2 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let zone = try reader.int8()
        guard zone == -128 || (-48...56).contains(zone) else { throw reader.invalid("time zone", Int(zone)) }
        timeZoneQuarters = zone == -128 ? nil : zone
        daylightSaving = try CurrentTime.DaylightSaving.read(&reader)
    }

    /// Appends 2 bytes.
    public func encode(into bytes: inout [UInt8]) {
        let zone = timeZoneQuarters.map { min(max($0, -48), 56) } ?? -128
        bytes += [UInt8(bitPattern: zone), daylightSaving?.rawValue ?? 255]
    }
}

extension CurrentTime.DaylightSaving {
    fileprivate static func read(_ reader: inout ByteReader) throws(DecodeError) -> Self? {
        let raw = try reader.uint8()
        guard raw != 255 else { return nil }
        guard let offset = Self(rawValue: raw) else { throw reader.invalid("DST offset", Int(raw)) }
        return offset
    }
}

extension CurrentTime.ReferenceTimeInformation {
    /// Reads 4 bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        source = CurrentTime.TimeSource(rawValue: try reader.uint8())
        switch try reader.uint8() {
        case 254: accuracy = .worse
        case 255: accuracy = .unknown
        case let eighths: accuracy = .eighths(eighths)
        }
        let (days, hours) = (try reader.uint8(), try reader.uint8())
        guard hours <= 23 || hours == 255 && days == 255 else { throw reader.invalid("hours", Int(hours)) }
        sinceUpdate = days == 255 ? nil : Age(days: days, hours: hours)
    }

    /// Appends 4 bytes.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(source.rawValue)
        switch accuracy {
        case .eighths(let eighths): bytes.append(min(eighths, 253))
        case .worse: bytes.append(254)
        case .unknown: bytes.append(255)
        }
        bytes += sinceUpdate.map { [min($0.days, 254), min($0.hours, 23)] } ?? [255, 255]
    }
}

/// The Next DST Change service (1807): when summer time begins or ends.
///
/// ```swift
/// let change = try await clock.read(NextDSTChange.timeWithDST)
/// print(change.date.month, change.date.day)
/// ```
///
/// Source: Next DST Change Service 1.0.
public enum NextDSTChange {
    /// The UUID of *Next DST Change*.
    public static let service: BluetoothUUID = "1807"
    /// When summer time begins or ends next.
    public static let timeWithDST = TypedCharacteristic<Change>("2A11", of: service)

    /// A change to or from summer time.
    public struct Change: CharacteristicValue {
        /// When the clock changes, in the time before the change.
        public var date: DateTime
        /// How much is added to standard time from then on; `nil` if it is not known.
        public var daylightSaving: CurrentTime.DaylightSaving?

        public init(date: DateTime, daylightSaving: CurrentTime.DaylightSaving?) {
            self.date = date
            self.daylightSaving = daylightSaving
        }

        /// Reads 8 bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            date = try DateTime(decoding: &reader)
            daylightSaving = try CurrentTime.DaylightSaving.read(&reader)
        }

        /// Appends 8 bytes.
        public func encode(into bytes: inout [UInt8]) {
            date.encode(into: &bytes)
            bytes.append(daylightSaving?.rawValue ?? 255)
        }
    }
}

/// The Reference Time Update service (1806): makes a clock set itself by its reference.
///
/// ```swift
/// try await clock.write(.getReferenceUpdate, to: ReferenceTimeUpdate.controlPoint)
/// ```
///
/// Source: Reference Time Update Service 1.0.
public enum ReferenceTimeUpdate {
    /// The UUID of *Reference Time Update*.
    public static let service: BluetoothUUID = "1806"
    /// Takes commands; written without response.
    public static let controlPoint = TypedCharacteristic<Command>("2A16", of: service)
    /// What the clock does now, and how its last update ended.
    public static let state = TypedCharacteristic<State>("2A17", of: service)

    /// A command for the control point.
    public enum Command: UInt8, CharacteristicValue, CaseIterable {
        /// Sets the clock by its reference.
        case getReferenceUpdate = 1
        /// Ends an update that is going on.
        case cancelReferenceUpdate = 2
    }

    /// What a clock does now, and how its last update ended.
    public struct State: CharacteristicValue {
        /// Whether an update is going on.
        public var isUpdating: Bool
        /// How the last update ended.
        public var result: Result

        public init(isUpdating: Bool, result: Result) {
            self.isUpdating = isUpdating
            self.result = result
        }

        /// How an update ended.
        public enum Result: UInt8, CharacteristicValue, CaseIterable {
            /// The clock was set.
            case successful = 0
            /// A client canceled it.
            case canceled
            /// The reference can't be reached.
            case noConnectionToReference
            /// The reference answered with an error.
            case referenceRespondedWithError
            /// The reference did not answer.
            case timeout
            /// There was none since the clock was reset.
            case notAttemptedAfterReset
        }

        /// Reads 2 bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            isUpdating = try Bool(decoding: &reader)
            result = try Result(decoding: &reader)
        }

        /// Appends 2 bytes.
        public func encode(into bytes: inout [UInt8]) {
            isUpdating.encode(into: &bytes)
            result.encode(into: &bytes)
        }
    }
}
