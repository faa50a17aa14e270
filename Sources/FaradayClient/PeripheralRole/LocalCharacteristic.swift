import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// A characteristic that the app publishes, with a value, with handlers, or with both.
///
/// ```swift
/// LocalCharacteristic(HeartRate.bodySensorLocation, value: .chest)        // the system answers
/// LocalCharacteristic(Kettle.temperature, [.read, .notify], value: 20)    // reads get what `update` set last
/// LocalCharacteristic(Kettle.target, [.read, .write])
///     .onRead { _ in await kettle.target }
///     .onWrite { degrees, _ in try await kettle.heat(to: degrees) }
/// ```
///
/// Handlers are called on no particular actor. The requests of one central to one characteristic are handled one after the
/// other, in order; other requests meanwhile. A central gives up after 30 s without an answer, and disconnects.
public struct LocalCharacteristic<Value: WireValue>: Sendable {
    var definition: CharacteristicDefinition
    var handlers: CharacteristicHandlers

    /// Creates a characteristic of a profile.
    ///
    /// A characteristic with a value that can only be read, and that has no handler, is answered for by the system, even
    /// while the app sleeps; the value then never changes. Otherwise `value` is what the library answers until an `update`
    /// or a central's write changes it. A read without handler and value gets *Unlikely Error*.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic's type, and the type of its value.
    ///   - properties: What centrals may do with it. The system does not allow `.broadcast` and `.extendedProperties`.
    ///   - value: The first value.
    ///   - encrypted: The uses that need an encrypted link.
    ///   - descriptors: Descriptors besides the one for subscriptions.
    public init(
        _ characteristic: TypedCharacteristic<Value>, _ properties: CharacteristicProperties = .read,
        value: Value? = nil, encrypted: EncryptedUse = [], descriptors: [LocalDescriptor] = []
    ) {
        definition = CharacteristicDefinition(
            uuid: characteristic.uuid, properties: properties, encrypted: encrypted,
            descriptors: descriptors, value: value?.bytes)
        handlers = CharacteristicHandlers {
            (bytes: [UInt8]) throws(RequestRefusal) -> CharacteristicHandlers.Action? in
            _ = try Self.decoded(bytes, nil)
            return nil
        }
    }

    /// Creates the characteristic of a control point to which requests are written. If the answers come on another
    /// characteristic, that one must be in the same service.
    public init<Response>(
        _ point: ControlPoint<Value, Response>, _ properties: CharacteristicProperties = [.write, .indicate],
        encrypted: EncryptedUse = [], descriptors: [LocalDescriptor] = []
    ) {
        self.init(point.request, properties, encrypted: encrypted, descriptors: descriptors)
    }

    /// Calls `handler` for the value of every read. If it throws, the read is refused; see `RequestRefusal`.
    ///
    /// A value that is longer than a packet is read in parts: the handler is asked once, and the library hands out the parts.
    public func onRead(_ handler: @escaping @Sendable (RemoteCentral) async throws -> Value) -> Self {
        var copy = self
        copy.definition.hasReadHandler = true
        copy.handlers.read = { central in try await handler(central).bytes }
        return copy
    }

    /// Calls `handler` with every value that is written, before the write is answered. If it throws, the write is refused;
    /// see `RequestRefusal`. What is written without response is not answered either way.
    ///
    /// A long value comes in one call. A central may write to several characteristics at once: then all values are checked
    /// first, the handlers are called in order, and the first refusal is the answer for all.
    ///
    /// - Parameters:
    ///   - refusal: The answer to bytes that are no value; they never reach the handler. By default it is *Invalid Attribute
    ///     Value Length* if there are too few or too many, and *Value Not Allowed* if a field is wrong.
    ///   - handler: Takes a value.
    public func onWrite(
        malformed refusal: RequestRefusal? = nil,
        _ handler: @escaping @Sendable (Value, RemoteCentral) async throws -> Void
    ) -> Self {
        writing { (bytes: [UInt8]) throws(RequestRefusal) -> CharacteristicHandlers.Action? in
            let value = try Self.decoded(bytes, refusal)
            return { central in
                try await handler(value, central)
                return nil
            }
        }
    }

    /// Calls `handler` with every request to a control point. The write is answered first; then the handler's result is sent
    /// to the central that asked. After `nil` nothing is sent.
    ///
    /// The write is refused with `RequestRefusal.notSubscribed` if the central does not listen to the answers, and otherwise
    /// as with `onWrite`.
    public func onRequest<Response>(
        _ point: ControlPoint<Value, Response>, malformed refusal: RequestRefusal? = nil,
        _ handler: @escaping @Sendable (Value, RemoteCentral) async throws -> Response?
    ) -> Self {
        var copy = writing { (bytes: [UInt8]) throws(RequestRefusal) -> CharacteristicHandlers.Action? in
            let value = try Self.decoded(bytes, refusal)
            return { central in try await handler(value, central)?.bytes }
        }
        copy.definition.answersOn = point.response.uuid
        return copy
    }

    private static func decoded(_ bytes: [UInt8], _ refusal: RequestRefusal?) throws(RequestRefusal) -> Value
    {
        do {
            return try Value(bytes: bytes)
        } catch {
            throw refusal ?? RequestRefusal(error)
        }
    }

    private func writing(_ decode: @escaping CharacteristicHandlers.Decode) -> Self {
        var copy = self
        copy.definition.hasWriteHandler = true
        copy.handlers.decode = decode
        return copy
    }
}
