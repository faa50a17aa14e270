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

    /// Creates a constant for a characteristic `uuid` of `service`.
    public init(_ uuid: BluetoothUUID, of service: BluetoothUUID) {
        self.service = service
        self.uuid = uuid
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

    /// Creates a pair of two characteristics.
    public init(request: TypedCharacteristic<Request>, response: TypedCharacteristic<Response>) {
        self.request = request
        self.response = response
    }
}
