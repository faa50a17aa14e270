import BluetoothTypes
import BluetoothWire

/// The Automation IO service (1815): digital and analog inputs and outputs.
///
/// A device may have several digital and analog characteristics. `PresentationFormat` (2904), the user description
/// (2901) and the number of digitals (2909) tell them apart.
///
/// ```swift
/// try await board.write([.active, .inactive], to: AutomationIO.digital)
/// let raw = try await board.read(AutomationIO.analog)
/// ```
///
/// Source: Automation IO Service 1.0.
public enum AutomationIO {
    /// The UUID of *Automation IO*.
    public static let service: BluetoothUUID = "1815"
    /// Several digital inputs or outputs.
    public static let digital = TypedCharacteristic<Digitals>("2A56", of: service)
    /// One analog input or output.
    public static let analog = TypedCharacteristic<UInt16>("2A58", of: service)
    /// All digital inputs and then all analog ones, in the order of their characteristics: see `Aggregate`.
    public static let aggregate = TypedCharacteristic<[UInt8]>("2A5A", of: service)

    /// The descriptor that says how many digitals a characteristic has; its value is a `UInt8`.
    public static let numberOfDigitalsDescriptor: BluetoothUUID = "2909"
    /// The descriptor that says for which values the device sends; its value is a `ValueTrigger`.
    public static let valueTriggerDescriptor: BluetoothUUID = "290A"
    /// The descriptor that says at which times the device sends; its value is a `TimeTrigger`.
    public static let timeTriggerDescriptor: BluetoothUUID = "290E"

    /// The device does not have the condition of a trigger: application error.
    public static let triggerConditionNotSupported: UInt8 = 0x80

    /// What a digital input or output is.
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
        /// It is off, or low.
        case inactive = 0
        /// It is on, or high.
        case active = 1
        /// It has no level.
        case tristate = 2
        /// Read: the device does not know. Written: this output does not change.
        case unknown = 3
    }

    /// Several digital inputs or outputs, two bits for each, four in a byte.
    ///
    /// The bytes don't say how many there are, so the states are always filled up to a multiple of four with *inactive*.
    public struct Digitals: CharacteristicValue, ExpressibleByArrayLiteral {
        /// The states, a multiple of four.
        public let states: [State]

        /// Creates the value of these states, filled up to a multiple of four.
        public init(_ states: [State]) {
            self.states = states + [State](repeating: .inactive, count: (4 - states.count % 4) % 4)
        }

        /// Creates the value of these states, filled up to a multiple of four.
        public init(arrayLiteral states: State...) { self.init(states) }

        /// Reads all bytes that are left, at least one.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try reader.need(1)
            states = reader.rest().flatMap { byte in
                [0, 2, 4, 6].map { State(rawValue: byte >> $0 & 3) ?? .unknown }
            }
        }

        /// Appends one byte for four states.
        public func encode(into bytes: inout [UInt8]) {
            for start in stride(from: 0, to: states.count, by: 4) {
                bytes.append(
                    states[start..<start + 4].reversed().reduce(0) { $0 << 2 | $1.rawValue })
            }
        }
    }

    /// All inputs of a device: what `aggregate` holds. Its bytes can be read only by one who knows how many digitals each
    /// of the device's digital characteristics has.
    public struct Aggregate: Hashable, Sendable {
        /// The digital inputs, one value for each characteristic.
        public var digitals: [Digitals]
        /// The analog inputs, one for each characteristic.
        public var analogs: [UInt16]

        public init(digitals: [Digitals], analogs: [UInt16]) {
            self.digitals = digitals
            self.analogs = analogs
        }

        /// Reads a value of a device that has so many digitals in each of its digital characteristics.
        public init(bytes: [UInt8], digitalCounts: [UInt8]) throws(DecodeError) {
            var reader = ByteReader(bytes, layer: .value)
            digitals = []
            for count in digitalCounts {
                digitals.append(try Digitals(bytes: try reader.array((Int(max(count, 1)) + 3) / 4)))
            }
            analogs = []
            while !reader.isAtEnd { analogs.append(try reader.uint16()) }
        }

        /// The value as it is sent.
        public var bytes: [UInt8] { digitals.flatMap(\.bytes) + analogs.flatMap(\.bytes) }
    }

    /// For which values a device sends (290A).
    public enum ValueTrigger: CharacteristicValue {
        /// For every value that differs from the last one.
        case changed
        /// When an analog value crosses this boundary.
        case crossed(UInt16)
        /// When an analog value reaches or leaves this boundary.
        case onBoundary(UInt16)
        /// When an analog value has changed by more than this.
        case changedByMore(than: UInt16)
        /// When one of the digitals changes that this mask has as *active*.
        case masked(Digitals)
        /// When an analog value enters or leaves the range between two boundaries.
        case crossedInterval(UInt16, UInt16)
        /// When an analog value reaches or leaves one of two boundaries.
        case onInterval(UInt16, UInt16)
        /// Values don't matter.
        case inactive
    }

    /// At which times a device sends (290E).
    public enum TimeTrigger: CharacteristicValue {
        /// Times don't matter.
        case inactive
        /// Every so many seconds, 0…16,777,215, whether the value has changed or not.
        case every(seconds: UInt32)
        /// At most once in so many seconds, 0…16,777,215.
        case atMostEvery(seconds: UInt32)
        /// When the value has changed so many times.
        case changed(times: UInt16)
    }
}

extension AutomationIO.ValueTrigger {
    /// Reads a condition and its operands.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        switch try reader.uint8() {
        case 0: self = .changed
        case 1: self = .crossed(try reader.uint16())
        case 2: self = .onBoundary(try reader.uint16())
        case 3: self = .changedByMore(than: try reader.uint16())
        case 4: self = .masked(try AutomationIO.Digitals(decoding: &reader))
        case 5: self = .crossedInterval(try reader.uint16(), try reader.uint16())
        case 6: self = .onInterval(try reader.uint16(), try reader.uint16())
        case 7: self = .inactive
        case let condition: throw reader.invalid("value trigger", Int(condition))
        }
    }

    /// Appends the condition and its operands.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .changed: bytes.append(0)
        case .crossed(let boundary): bytes += [1] + boundary.bytes
        case .onBoundary(let boundary): bytes += [2] + boundary.bytes
        case .changedByMore(let delta): bytes += [3] + delta.bytes
        case .masked(let mask): bytes += [4] + mask.bytes
        case .crossedInterval(let lower, let upper): bytes += [5] + lower.bytes + upper.bytes
        case .onInterval(let lower, let upper): bytes += [6] + lower.bytes + upper.bytes
        case .inactive: bytes.append(7)
        }
    }
}

extension AutomationIO.TimeTrigger {
    /// Reads a condition and its operand.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        switch try reader.uint8() {
        case 0: self = .inactive
        case 1: self = .every(seconds: try reader.uint24())
        case 2: self = .atMostEvery(seconds: try reader.uint24())
        case 3: self = .changed(times: try reader.uint16())
        case let condition: throw reader.invalid("time trigger", Int(condition))
        }
    }

    /// Appends the condition and its operand.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .inactive: bytes.append(0)
        case .every(let seconds):
            bytes.append(1)
            bytes.append(littleEndian24: min(seconds, 0xFF_FFFF))
        case .atMostEvery(let seconds):
            bytes.append(2)
            bytes.append(littleEndian24: min(seconds, 0xFF_FFFF))
        case .changed(let times): bytes += [3] + times.bytes
        }
    }
}
