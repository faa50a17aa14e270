import BluetoothTypes
import BluetoothWire

/// A characteristic of a profile: where it is, and the type of its value.
///
/// The same constant is used on both ends: a client reads and writes through it, and a simulated device or an app in the
/// peripheral role serves it.
///
/// ```swift
/// enum Kettle {
///     static let service: BluetoothUUID = "6B650001-0000-4000-8000-00805F9B34FB"
///     static let temperature = TypedCharacteristic<UInt8>("6B650002-0000-4000-8000-00805F9B34FB", of: service)
/// }
/// ```
///
/// Any value with an encoding will do: a type of this module, an integer, text, bytes, or your own `WireValue`.
public struct TypedCharacteristic<Value: WireValue>: Hashable, Sendable {
    /// The type of the service that has the characteristic.
    public let service: BluetoothUUID
    /// The type of the characteristic.
    public let uuid: BluetoothUUID

    /// The numbers that the specification allows; `nil` for all that the type has.
    private let range: ClosedRange<Int64>?

    /// Creates a constant for a characteristic `uuid` of `service`.
    public init(_ uuid: BluetoothUUID, of service: BluetoothUUID) {
        self.service = service
        self.uuid = uuid
        range = nil
    }

    /// Creates a constant for a characteristic whose value is a number of this range; other numbers are malformed.
    public init(_ uuid: BluetoothUUID, of service: BluetoothUUID, in range: ClosedRange<Value>)
    where Value: FixedWidthInteger {
        self.service = service
        self.uuid = uuid
        self.range = Int64(clamping: range.lowerBound)...Int64(clamping: range.upperBound)
    }

    /// Reads bytes as a value of the characteristic.
    ///
    /// - Parameters:
    ///   - bytes: What was read or notified.
    ///   - reading: Whether unknown additions are an error; by default they are kept in the value's `unknown`.
    /// - Throws: `DecodeError` if the bytes are no such value.
    public func value(of bytes: [UInt8], _ reading: ValueReading = .lenient) throws(DecodeError) -> Value {
        let value = try Value(bytes: bytes)
        if let range, let number = (value as? any FixedWidthInteger).map({ Int64(clamping: $0) }),
            !range.contains(number)
        {
            throw DecodeError(.value, .invalidValue(field: "value", value: Int(number)))
        }
        if reading == .strict, let problem = (value as? any ExtensibleValue)?.unknown.problem {
            throw problem
        }
        return value
    }

    /// Whether both are the same characteristic of the same service.
    public static func == (left: Self, right: Self) -> Bool {
        left.service == right.service && left.uuid == right.uuid
    }

    /// Hashes service and characteristic.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(service)
        hasher.combine(uuid)
    }
}

/// A pair of characteristics for requests and their answers: one is written, and the other one notifies or indicates.
///
/// A control point is one characteristic that is both. A serial service such as Nordic UART has two.
///
/// ```swift
/// let records = try await meter.request(.reportAll, at: Glucose.recordAccess)
/// ```
public struct ControlPoint<Request: WireValue, Response: WireValue>: Hashable, Sendable {
    /// The characteristic to which requests are written.
    public let request: TypedCharacteristic<Request>
    /// The characteristic that answers.
    public let response: TypedCharacteristic<Response>

    /// Creates a control point: `uuid` of `service` is written and answers.
    public init(_ uuid: BluetoothUUID, of service: BluetoothUUID) {
        request = TypedCharacteristic(uuid, of: service)
        response = TypedCharacteristic(uuid, of: service)
    }

    public init(request: TypedCharacteristic<Request>, response: TypedCharacteristic<Response>) {
        self.request = request
        self.response = response
    }
}
