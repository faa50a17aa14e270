import BluetoothHost
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

/// Characteristics of a profile: their values have types, and the bytes are made and read here.
///
/// ```swift
/// let board = DeviceDefinition(name: "Board") {
///     DeviceAdvertising(services: [Battery.service])
///     DeviceService(Battery.service) {
///         DeviceCharacteristic(Battery.level, [.read, .notify], value: 87)
///     }
///     DeviceService(HeartRate.service) {
///         DeviceCharacteristic(HeartRate.controlPoint, .write)
///             .onWrite(HeartRate.controlPoint) { command, write in
///                 if command == .resetEnergyExpended { write.device.update(Battery.level, 86) }
///             }
///     }
/// }
/// ```
extension DeviceCharacteristic {
    /// Creates a characteristic of a profile with a value.
    ///
    /// Without a write handler, clients may store any bytes; `onWrite(_:_:)` refuses those that are no value.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic's type, and the type of its value.
    ///   - properties: The characteristic's properties, as clients discover them.
    ///   - value: The answer to a read if there is no read handler; without it, no bytes.
    ///   - level: The security that the link needs for reading, writing and subscribing.
    ///   - descriptors: Descriptors with stored values.
    public init<Value>(
        _ characteristic: TypedCharacteristic<Value>, _ properties: GATT.Properties, value: Value? = nil,
        requires level: Host.SecurityLevel = .none, descriptors: [GATT.DescriptorDefinition] = []
    ) {
        self.init(
            characteristic.uuid, properties, value: value?.bytes ?? [], requires: level,
            descriptors: descriptors)
    }

    /// Calls `handler` for the value on every read. If it throws, the error is the answer: an `ATT.ErrorCode`, or
    /// *Unlikely Error* for any other error.
    public func onRead<Value>(
        _ characteristic: TypedCharacteristic<Value>,
        _ handler: @escaping @Sendable (DeviceRead) throws -> Value
    ) -> Self {
        onRead { read in try handler(read).bytes }
    }

    /// Calls `handler` for the value on every read; the client waits while the handler is suspended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public func onRead<Value>(
        _ characteristic: TypedCharacteristic<Value>,
        _ handler: @escaping @Sendable (DeviceRead) async throws -> Value
    ) -> Self {
        onRead { read async throws in try await handler(read).bytes }
    }

    /// Calls `handler` with every value that is written, before the write is answered. If it throws, the error is the
    /// answer: an `ATT.ErrorCode`, or *Unlikely Error* for any other error.
    ///
    /// Bytes that are no value never reach the handler. The answer is *Invalid Attribute Value Length* if there are too
    /// few or too many, *Value Not Allowed* (0x13) if a field is wrong, and *Invalid Offset* for a part of a value.
    public func onWrite<Value>(
        _ characteristic: TypedCharacteristic<Value>,
        _ handler: @escaping @Sendable (Value, DeviceWrite) throws -> Void
    ) -> Self {
        onWrite { write in try handler(write.value(of: characteristic), write) }
    }

    /// Calls `handler` with every value that is written; the client waits while the handler is suspended.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public func onWrite<Value>(
        _ characteristic: TypedCharacteristic<Value>,
        _ handler: @escaping @Sendable (Value, DeviceWrite) async throws -> Void
    ) -> Self {
        onWrite { write async throws in try await handler(write.value(of: characteristic), write) }
    }

    /// Creates the characteristic of a control point to which requests are written.
    ///
    /// ```swift
    /// DeviceCharacteristic(NordicUART.serial, [.write, .writeWithoutResponse])
    ///     .onRequest(NordicUART.serial) { bytes, _ in bytes }
    /// ```
    public init<Request, Response>(
        _ point: ControlPoint<Request, Response>, _ properties: GATT.Properties = [.write, .indicate],
        requires level: Host.SecurityLevel = .none
    ) {
        self.init(point.request, properties, requires: level)
    }

    /// Calls `handler` with every request to a control point. The request's write is answered first; then the handler's
    /// result is indicated or notified to the central that wrote. After `nil` nothing is sent: use
    /// `Device.send(_:of:to:)` later.
    ///
    /// The write fails with `ATT.ErrorCode.cccdImproperlyConfigured` (0xFD) if the central is not subscribed to the
    /// answers, with the errors of `onWrite(_:_:)` if the bytes are no request, and with the error that the handler
    /// throws.
    public func onRequest<Request, Response>(
        _ point: ControlPoint<Request, Response>,
        _ handler: @escaping @Sendable (Request, DeviceWrite) throws -> Response?
    ) -> Self {
        onWrite(answering: { write, answer in
            do {
                guard write.device.isSubscribed(write.link, to: point.response) else {
                    throw ATT.ErrorCode.cccdImproperlyConfigured
                }
                let response = try handler(write.value(of: point.request), write)
                answer(.success(()))
                if let response { write.device.send(response, of: point.response, to: write.link) }
            } catch {
                answer(.failure(ATT.Failure(thrown: error)))
            }
        })
    }
}

extension DeviceWrite {
    /// The written value as a value of a profile; otherwise the error that answers the write.
    public func value<Value>(of characteristic: TypedCharacteristic<Value>) throws(ATT.ErrorCode) -> Value {
        guard offset == 0 else { throw .invalidOffset }
        do {
            return try Value(bytes: value)
        } catch {
            switch error.reason {
            case .truncated, .trailingBytes: throw .invalidAttributeValueLength
            case .invalidValue, .unknownCode: throw .valueNotAllowed
            }
        }
    }
}

extension Device {
    /// Sets the value of a profile's characteristic, and sends the value to all subscribers.
    ///
    /// A characteristic that the device does not have in that service is a `World.Mistake`; nothing changes then.
    ///
    /// ```swift
    /// device.update(Battery.level, 86)
    /// ```
    ///
    /// - Returns: Whether there was room for the value at each subscriber: `DeviceDefinition.updateQueueDepth`.
    @discardableResult
    public func update<Value>(
        _ characteristic: TypedCharacteristic<Value>, _ value: Value, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> Bool {
        let hasRoom: Bool? = perform { node, now in
            let places = node.places(of: characteristic)
            return DeviceUpdates(node: node, now: now).set(
                at: places, of: characteristic.uuid, to: value.bytes)
        }
        if let hasRoom { return hasRoom }
        let label = characteristic.uuid.label
        world.report(
            "device \(name) has no characteristic \(label) in service \(characteristic.service.label), so it can't be updated",
            at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        return false
    }

    /// Sends a value of a profile's characteristic to one central, if it is subscribed. The value that others read does
    /// not change.
    ///
    /// - Returns: Whether there was room for the value: `DeviceDefinition.updateQueueDepth`.
    @discardableResult
    public func send<Value>(
        _ value: Value, of characteristic: TypedCharacteristic<Value>, to link: DeviceLink
    ) -> Bool {
        perform { node, now in
            DeviceUpdates(node: node, now: now).send(
                value.bytes, at: node.places(of: characteristic), of: characteristic.uuid, to: link.id)
        }
    }

    /// Whether the device has room for this many more values to a central, or for all that it may have.
    func hasRoom(for count: Int, to link: DeviceLink) -> Bool {
        perform { DeviceUpdates(node: $0, now: $1).hasRoom(for: link.id, count: count) }
    }

    /// Whether a central is subscribed to a profile's characteristic.
    public func isSubscribed<Value>(
        _ link: DeviceLink, to characteristic: TypedCharacteristic<Value>
    ) -> Bool {
        perform { node, _ in
            node.places(of: characteristic).contains { place in
                node.characteristics[place].subscribers.contains { $0.link == link.id }
            }
        }
    }

    /// How many centrals are subscribed to a profile's characteristic.
    public func subscriberCount<Value>(of characteristic: TypedCharacteristic<Value>) -> Int {
        perform { node, _ in
            node.places(of: characteristic).reduce(0) { $0 + node.characteristics[$1].subscribers.count }
        }
    }
}

extension DeviceNode {
    fileprivate func places<Value>(of characteristic: TypedCharacteristic<Value>) -> [Int] {
        database.places(of: characteristic.uuid, in: characteristic.service, definition.services)
    }
}

extension DeviceBehaviour {
    /// While a central is subscribed to a profile's characteristic, sends the result of `value` once per interval. The
    /// first interval starts with the first subscription. If `value` returns `nil`, nothing is sent that time.
    ///
    /// A characteristic that the device does not have, or an interval that is not positive, is a `World.Mistake` when the
    /// device is added.
    ///
    /// ```swift
    /// DeviceBehaviour.notifying(Battery.level, every: .minutes(1)) { device in
    ///     UInt8(device.draw("battery") % 101)
    /// }
    /// ```
    public static func notifying<Value>(
        _ characteristic: TypedCharacteristic<Value>, every interval: Nanoseconds,
        _ value: @escaping @Sendable (Device) -> Value?
    ) -> Self {
        notifying(characteristic.uuid, every: interval) { device in value(device)?.bytes }
    }
}

extension DeviceClient {
    /// Why a value of a profile could not be read.
    public enum ReadFailure: Error, Hashable, Sendable {
        /// The phone refused the read, or the link ended.
        case failed(ATT.Failure)
        /// The phone's bytes are no value of the characteristic.
        case malformed(DecodeError)
    }

    /// Reads the value of a profile's characteristic from the app on the phone.
    ///
    /// ```swift
    /// device.client(on: link).read(CurrentTime.currentTime) { result in
    ///     if case .success(let time) = result { print(time.time.date) }
    /// }
    /// ```
    public func read<Value>(
        _ characteristic: TypedCharacteristic<Value>,
        _ handler: @escaping @Sendable (Result<Value, ReadFailure>) -> Void
    ) {
        read(characteristic.uuid, of: characteristic.service) { result in
            handler(
                result.mapError(ReadFailure.failed).flatMap { bytes in
                    Result { () throws(DecodeError) in try Value(bytes: bytes) }.mapError(
                        ReadFailure.malformed)
                })
        }
    }

    /// Writes the value of a profile's characteristic of the app on the phone. Without response, the handler is called
    /// when the device has sent the write.
    public func write<Value>(
        _ value: Value, to characteristic: TypedCharacteristic<Value>, withResponse: Bool = true,
        _ handler: @escaping Handler<Void> = { _ in }
    ) {
        write(
            value.bytes, to: characteristic.uuid, of: characteristic.service, withResponse: withResponse,
            handler)
    }

    /// Subscribes to a profile's characteristic of the app on the phone.
    ///
    /// - Parameters:
    ///   - characteristic: The characteristic's type, and the type of its value.
    ///   - onValue: Called until the link ends: with each value, or with the error of bytes that are no value.
    ///   - handler: Called once, when the phone has confirmed the subscription or refused it.
    public func subscribe<Value>(
        to characteristic: TypedCharacteristic<Value>,
        onValue: @escaping @Sendable (Result<Value, DecodeError>) -> Void,
        _ handler: @escaping Handler<Void> = { _ in }
    ) {
        subscribe(
            to: characteristic.uuid, of: characteristic.service,
            onValue: { bytes in
                onValue(Result { () throws(DecodeError) in try Value(bytes: bytes) })
            }, handler)
    }
}
