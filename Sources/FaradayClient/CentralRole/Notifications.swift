import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The values that a peripheral sends by itself, one element for each notification or indication.
///
/// Iterating connects and subscribes. All sequences of one characteristic share one subscription; when the last one ends, the
/// peripheral is told. A sequence ends by throwing: the reason is in the `ClientError`. It ends without an error if its task is
/// cancelled.
///
/// A value that the profile's type can't be made of is left out, and an error in the log; `results` has it as an element. A
/// sequence that reads strictly ends with it.
///
/// ```swift
/// for try await beat in strap.notifications(of: HeartRate.measurement) { show(beat) }
/// ```
public struct Notifications<Value: WireValue>: AsyncSequence, Sendable {
    public typealias Element = Value

    /// What happens to values while the reader is busy.
    public enum Buffering: Hashable, Sendable {
        /// All are kept.
        case unbounded
        /// The newest are kept, up to this number.
        case newest(Int)
        /// The oldest are kept, up to this number.
        case oldest(Int)
    }

    let peripheral: Peripheral
    let path: CharacteristicPath
    let characteristic: TypedCharacteristic<Value>
    let reading: ValueReading
    let buffering: Buffering
    let survivesDisconnection: Bool

    /// The same values, and an error for each one that can't be read. These errors do not end the sequence.
    ///
    /// ```swift
    /// for try await result in trainer.notifications(of: FitnessMachine.indoorBikeData).results {
    ///     switch result {
    ///     case .success(let data): show(data)
    ///     case .failure(let error): report(error)
    ///     }
    /// }
    /// ```
    public var results: NotificationResults<Value> { NotificationResults(notifications: self) }

    /// Reads values as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var results: NotificationResults<Value>.AsyncIterator
        private let notifications: Notifications
        private var hasEnded = false

        init(_ notifications: Notifications) {
            self.notifications = notifications
            results = notifications.results.makeAsyncIterator()
        }

        /// The next value that can be read.
        public mutating func next() async throws -> Value? {
            guard !hasEnded else { return nil }
            // The end is told once, whatever the stream below does.
            hasEnded = true
            while let result = try await results.next() {
                switch result {
                case .success(let value):
                    hasEnded = false
                    return value
                case .failure(let error):
                    if notifications.reading == .strict { throw error }
                    let peripheral = notifications.peripheral
                    peripheral.core.central.log?.take(.error, .request, "\(peripheral)") { "\(error)" }
                }
            }
            return nil
        }
    }

    /// Subscribes, with the first one of the characteristic.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// The values that a peripheral sends by itself, and an error for each one that can't be read: `Notifications.results`.
public struct NotificationResults<Value: WireValue>: AsyncSequence, Sendable {
    public typealias Element = Result<Value, ClientError>

    let notifications: Notifications<Value>

    /// Reads values as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let notifications: Notifications<Value>
        private var values: LimitedIterator<[UInt8]>

        init(_ notifications: Notifications<Value>) {
            self.notifications = notifications
            values = notifications.bytes()
        }

        /// The next value, or why it can't be read; throws when the sequence ends.
        public mutating func next() async throws -> Result<Value, ClientError>? {
            guard let bytes = try await values.next() else { return nil }
            do throws(DecodeError) {
                return .success(try notifications.characteristic.value(of: bytes, notifications.reading))
            } catch {
                let reason = ClientError(.malformedValue(error), .receive)
                return .failure(notifications.peripheral.located(reason, notifications.path))
            }
        }
    }

    /// Subscribes, with the first one of the characteristic.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(notifications) }
}

extension Notifications {
    fileprivate func bytes() -> LimitedIterator<[UInt8]> {
        let policy: AsyncThrowingStream<[UInt8], any Error>.Continuation.BufferingPolicy =
            switch buffering {
            case .unbounded: .unbounded
            case .newest(let count): .bufferingNewest(count)
            case .oldest(let count): .bufferingOldest(count)
            }
        let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream(
            bufferingPolicy: policy)
        let (core, path) = (peripheral.core, path)
        let id = core.central.nextNumber()
        // The peripheral's handle keeps the central while the stream is read.
        continuation.onTermination = { [peripheral] _ in
            peripheral.core.removeReader(id, of: path)
        }
        core.addReader(id, of: path, survivesDisconnection: survivesDisconnection) { event in
            switch event {
            case .subscribed: break
            case .value(let bytes): continuation.yield(bytes)
            case .ended(let failure): continuation.finish(throwing: failure.error)
            }
        }
        return LimitedIterator(stream, continuation, of: core.central) { [peripheral] in
            peripheral.located(ClientError(.deadlineExceeded, .receive), path)
        }
    }
}

extension Peripheral {
    /// The values that the peripheral sends of a characteristic.
    ///
    /// With Apple's framework, an answer to a `read` of the same characteristic looks like a notification. The first value after a
    /// read is taken for its answer, and the sequences get all others. So each value goes
    /// to one of the two, and if a notification comes between the read and its answer, the read has the notification's value.
    ///
    /// - Parameters:
    ///   - characteristic: The profile's characteristic.
    ///   - service: Which service, if there are several of its type.
    ///   - buffering: What happens to values while the reader is busy; by default all are kept.
    ///   - survivesDisconnection: Whether the sequence goes on after the link has ended, with a new subscription on the next
    ///     link. It waits for that link, but does not make it: `maintainConnection` does. So does a sequence that begins while
    ///     Bluetooth is off.
    ///   - reading: Whether additions to a value are kept in its `unknown`, and values that can't be read are left out; or
    ///     whether both end the sequence with `.malformedValue`.
    public func notifications<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: ServicePath? = nil,
        buffering: Notifications<Value>.Buffering = .unbounded, survivesDisconnection: Bool = false,
        reading: ValueReading = .lenient
    ) -> Notifications<Value> {
        let path = service.map { characteristic.path(in: $0) } ?? characteristic.path
        return notifications(
            of: characteristic, at: path, buffering: buffering, survivesDisconnection: survivesDisconnection,
            reading: reading)
    }

    func notifications<Value>(
        of characteristic: TypedCharacteristic<Value>, at path: CharacteristicPath,
        buffering: Notifications<Value>.Buffering, survivesDisconnection: Bool,
        reading: ValueReading = .lenient
    ) -> Notifications<Value> {
        Notifications(
            peripheral: self, path: path, characteristic: characteristic, reading: reading,
            buffering: buffering, survivesDisconnection: survivesDisconnection)
    }

    /// The bytes that the peripheral sends of a characteristic.
    public func notifications(
        of path: CharacteristicPath, buffering: Notifications<[UInt8]>.Buffering = .unbounded,
        survivesDisconnection: Bool = false
    ) -> Notifications<[UInt8]> {
        notifications(
            of: TypedCharacteristic(path.uuid, of: path.service.uuid), at: path, buffering: buffering,
            survivesDisconnection: survivesDisconnection)
    }
}
