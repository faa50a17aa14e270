import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The values that a peripheral sends by itself, one element for each notification or indication.
///
/// Iterating connects and subscribes. All sequences of one characteristic share one subscription; when the last one ends, the
/// peripheral is told. A sequence ends by throwing: the reason is in the `ClientError`. It ends without an error if its task is
/// cancelled.
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
    let buffering: Buffering
    let survivesDisconnection: Bool

    /// Reads values as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let peripheral: Peripheral
        private let path: CharacteristicPath
        private var values: AsyncThrowingStream<[UInt8], any Error>.AsyncIterator
        private var hasEnded = false

        init(_ notifications: Notifications) {
            peripheral = notifications.peripheral
            path = notifications.path
            values = notifications.bytes().makeAsyncIterator()
        }

        /// The next value; a value that the profile's type can't be made of ends the sequence with an error.
        public mutating func next() async throws -> Value? {
            guard !hasEnded else { return nil }
            // The end is told once, whatever the stream below does.
            hasEnded = true
            guard let bytes = try await values.next() else { return nil }
            let value: Value = try peripheral.decode(bytes, .subscribe, path)
            hasEnded = false
            return value
        }
    }

    /// Subscribes, with the first one of the characteristic.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    private func bytes() -> AsyncThrowingStream<[UInt8], any Error> {
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
        let reader = Reader(id: id, survivesDisconnection: survivesDisconnection) { event in
            switch event {
            case .subscribed: break
            case .value(let bytes): continuation.yield(bytes)
            case .ended(let error): continuation.finish(throwing: error)
            }
        }
        // The peripheral's handle keeps the central while the stream is read.
        continuation.onTermination = { [peripheral] _ in
            peripheral.core.perform { $0.removeReader(id, of: path) }
        }
        core.perform { $0.addReader(reader, of: path) }
        return stream
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
    ///     link. It waits for that link, but does not make it: `maintainConnection` does.
    public func notifications<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: ServicePath? = nil,
        buffering: Notifications<Value>.Buffering = .unbounded, survivesDisconnection: Bool = false
    ) -> Notifications<Value> {
        let path = service.map { characteristic.path(in: $0) } ?? characteristic.path
        return Notifications(
            peripheral: self, path: path, buffering: buffering, survivesDisconnection: survivesDisconnection)
    }

    /// The bytes that the peripheral sends of a characteristic.
    public func notifications(
        of path: CharacteristicPath, buffering: Notifications<[UInt8]>.Buffering = .unbounded,
        survivesDisconnection: Bool = false
    ) -> Notifications<[UInt8]> {
        Notifications(
            peripheral: self, path: path, buffering: buffering, survivesDisconnection: survivesDisconnection)
    }
}
