#if canImport(Observation)
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Observation

/// The latest value of one characteristic, for views; `PeripheralModel.observe(_:)` makes it.
///
/// A view that reads `value` is drawn again when this value changes, and not when another one of the peripheral does.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class ObservedValue<Value: WireValue> {
    public let path: CharacteristicPath
    /// The latest value; `nil` before the first one. It stays when the link ends.
    public private(set) var value: Value?
    /// Why there is no newer value; `nil` after a value.
    public private(set) var error: ClientError?

    private enum Message: Sendable {
        case characteristics(Result<Reply, any Error>)
        case read(Result<Reply, any Error>)
        case notification(Reader.Event)
    }

    @ObservationIgnored private let peripheral: Peripheral
    @ObservationIgnored private let characteristic: TypedCharacteristic<Value>
    @ObservationIgnored private var mailbox: MainMailbox<Message>?
    /// The request that is under way.
    @ObservationIgnored private var request: Registration?
    @ObservationIgnored private var subscription: Registration?

    init(_ peripheral: Peripheral, _ characteristic: TypedCharacteristic<Value>, _ path: CharacteristicPath) {
        (self.peripheral, self.characteristic, self.path) = (peripheral, characteristic, path)
        mailbox = MainMailbox { [weak self] in self?.take($0) }
        refresh()
    }

    /// Reads the value if it can be read, and subscribes if the characteristic notifies or indicates.
    func refresh() {
        guard request == nil, let mailbox else { return }
        request = peripheral.core.request(.characteristics(path.service, [path.uuid])) { result in
            mailbox.post(.characteristics(result))
        }
    }

    private func take(_ message: Message) {
        switch message {
        case .characteristics(let result):
            request = nil
            switch result {
            case .failure(let error): fail(error)
            case .success(.characteristics(let list)): begin(list.first { $0.path == path })
            case .success: break
            }
        case .read(let result):
            request = nil
            switch result {
            case .failure(let error): fail(error)
            case .success(let reply): show(reply.bytes, .read)
            }
        case .notification(.value(let bytes)): show(bytes, .receive)
        case .notification(.subscribed): break
        case .notification(.ended(let failure)):
            subscription = nil
            fail(failure.error)
        }
    }

    private func begin(_ characteristic: DiscoveredCharacteristic?) {
        guard let characteristic else {
            return fail(
                peripheral.located(ClientError(.characteristicsNotFound([path.uuid]), .read), path))
        }
        let properties = characteristic.properties
        if !properties.isDisjoint(with: [.notify, .indicate]) { subscribe() }
        guard properties.contains(.read), let mailbox else { return }
        request = peripheral.core.request(.read(path)) { mailbox.post(.read($0)) }
    }

    private func subscribe() {
        guard subscription == nil, let mailbox else { return }
        let (core, path) = (peripheral.core, path)
        let id = core.central.nextNumber()
        core.addReader(id, of: path, survivesDisconnection: true) { mailbox.post(.notification($0)) }
        subscription = Registration { core.removeReader(id, of: path) }
    }

    private func show(_ bytes: [UInt8], _ operation: ClientError.Operation) {
        do {
            value = try peripheral.decode(bytes, characteristic, operation, path)
            error = nil
        } catch {
            fail(error)
        }
    }

    private func fail(_ reason: any Error) {
        if let reason = reason as? ClientError { error = reason }
    }
}

/// What a model does with all of its values.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor protocol Refreshable: AnyObject {
    func refresh()
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservedValue: Refreshable {}
#endif
