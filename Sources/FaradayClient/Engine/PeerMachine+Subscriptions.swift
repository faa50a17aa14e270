import BluetoothPort
import BluetoothTypes

/// The readers of one characteristic's notifications, and what the peripheral knows of them.
struct Subscription {
    enum State: Equatable {
        /// Nothing was asked of the peripheral, or it has answered that it is off.
        case off
        /// A request to subscribe is there; it may still wait for the link or a discovery.
        case requested(UInt64)
        case enabling(AttributeIdentifier, request: UInt64)
        case on(AttributeIdentifier)
        case disabling(AttributeIdentifier)
    }

    var state = State.off
    var readers: [Reader] = []

    /// The characteristic, if its values are for the readers.
    var attribute: AttributeIdentifier? {
        switch state {
        case .enabling(let id, _), .on(let id), .disabling(let id): id
        case .off, .requested: nil
        }
    }
}

// Subscriptions: one for each characteristic, for as long as it has readers.
extension PeerMachine {
    /// Adds a reader. The first one subscribes.
    mutating func addReader(_ reader: Reader, of path: CharacteristicPath) {
        subscriptions[path, default: Subscription()].readers.append(reader)
        if case .on = subscriptions[path]?.state { outputs.append(.yield(reader.receive, .subscribed)) }
        subscribeIfNeeded(path)
    }

    /// Removes a reader. After the last one, the peripheral is told.
    mutating func removeReader(_ id: UInt64, of path: CharacteristicPath) {
        subscriptions[path]?.readers.removeAll { $0.id == id }
        guard let subscription = subscriptions[path], subscription.readers.isEmpty else { return }
        switch subscription.state {
        case .off: subscriptions[path] = nil
        case .requested(let request):
            subscriptions[path] = nil
            requests.removeAll { $0.id == request }
            updateLink()
        case .on(let attribute): unsubscribe(path, attribute)
        case .enabling, .disabling: break
        }
    }

    private mutating func unsubscribe(_ path: CharacteristicPath, _ attribute: AttributeIdentifier) {
        subscriptions[path]?.state = .disabling(attribute)
        outputs.append(.command(.setNotify(peer, attribute, false)))
    }

    private mutating func subscribeIfNeeded(_ path: CharacteristicPath) {
        guard let subscription = subscriptions[path], subscription.state == .off,
            !subscription.readers.isEmpty
        else { return }
        subscriptionCount += 1
        // Ids of the driver's requests count up from 0.
        let id = UInt64.max - subscriptionCount
        subscriptions[path]?.state = .requested(id)
        begin(Request(id: id, kind: .subscribe(path), finish: { _ in }))
    }

    /// The command to subscribe is on its way: values may come before its answer (behaviour 5.21).
    mutating func subscriptionIsIssued(_ request: Request) {
        guard case .subscribe(let path) = request.kind,
            case .found(let attribute) = database.identifier(of: path)
        else { return }
        subscriptions[path]?.state = .enabling(attribute, request: request.id)
    }

    /// The request to subscribe has ended before its answer.
    mutating func subscriptionFailed(_ path: CharacteristicPath, _ error: any Error) {
        guard let subscription = subscriptions.removeValue(forKey: path) else { return }
        for reader in subscription.readers { outputs.append(.yield(reader.receive, .ended(error))) }
    }

    mutating func notifyStateChanged(
        _ attribute: AttributeIdentifier, _ isNotifying: Bool, _ problem: PortError?
    ) {
        guard let path = path(of: attribute), let subscription = subscriptions[path] else { return }
        switch subscription.state {
        case .enabling(_, let id):
            _ = answers.take(.notify(attribute))
            guard let index = index(of: id) else { return }
            if isNotifying {
                subscriptions[path]?.state = .on(attribute)
                for reader in subscription.readers { outputs.append(.yield(reader.receive, .subscribed)) }
                finish(at: index, .success(.done))
                if subscription.readers.isEmpty { unsubscribe(path, attribute) }
            } else {
                let request = requests[index]
                let reason = problem.map { error($0, request) } ?? error(.unsubscribed, request)
                finish(at: index, .failure(reason))
            }
        case .disabling:
            subscriptions[path]?.state = .off
            if subscription.readers.isEmpty { subscriptions[path] = nil } else { subscribeIfNeeded(path) }
        case .on where !isNotifying:
            subscriptions[path] = nil
            var reason = ClientError(.unsubscribed, .subscribe, underlying: problem)
            (reason.peripheral, reason.peripheralName) = (peer, name)
            (reason.service, reason.characteristic) = (path.service.uuid, path.uuid)
            for reader in subscription.readers { outputs.append(.yield(reader.receive, .ended(reason))) }
        case .off, .requested, .on: break
        }
    }

    mutating func unsubscribeRefused(_ attribute: AttributeIdentifier) {
        notifyStateChanged(attribute, false, nil)
    }

    private func path(of attribute: AttributeIdentifier) -> CharacteristicPath? {
        subscriptions.first { $0.value.attribute == attribute }?.key
    }

    /// Hands a value to the readers. An answer to a read goes to them only if the characteristic notifies, because then it
    /// may be a notification.
    mutating func deliver(_ value: [UInt8], of attribute: AttributeIdentifier, isAnswer: Bool) {
        guard !subscriptions.isEmpty, let path = path(of: attribute), let subscription = subscriptions[path]
        else { return }
        if isAnswer, case .enabling = subscription.state { return }
        for reader in subscription.readers { outputs.append(.yield(reader.receive, .value(value))) }
    }

    // MARK: Ends of links

    /// The link is gone: readers that asked for it wait for the next one, and the others end.
    mutating func endSubscriptions(all: Bool, _ reason: ClientError) {
        var reason = reason
        reason.operation = .subscribe
        (reason.peripheral, reason.peripheralName) = (peer, name)
        for path in subscriptions.keys.sorted(by: { $0.order < $1.order }) {
            guard var subscription = subscriptions[path] else { continue }
            // It was asked for after the app had disconnected, and waits for the next link.
            if case .requested(let id) = subscription.state, index(of: id) != nil { continue }
            (reason.service, reason.characteristic) = (path.service.uuid, path.uuid)
            for reader in subscription.readers where all || !reader.survivesDisconnection {
                outputs.append(.yield(reader.receive, .ended(reason)))
            }
            subscription.readers.removeAll { all || !$0.survivesDisconnection }
            subscription.state = .off
            subscriptions[path] = subscription.readers.isEmpty ? nil : subscription
        }
    }

    /// There is a link again: readers that waited for it are subscribed again.
    mutating func resubscribe() {
        for path in subscriptions.keys.sorted(by: { $0.order < $1.order }) { subscribeIfNeeded(path) }
    }

    /// Subscribes again to characteristics that were in changed services.
    mutating func resubscribe(after gone: Set<AttributeIdentifier>) {
        for (path, subscription) in subscriptions {
            guard let attribute = subscription.attribute, gone.contains(attribute) else { continue }
            if case .enabling(_, let request) = subscription.state {
                subscriptions[path]?.state = .requested(request)
            } else {
                subscriptions[path]?.state = .off
                if subscription.readers.isEmpty { subscriptions[path] = nil }
            }
        }
        resubscribe()
    }
}

extension CharacteristicPath {
    /// An order that does not depend on a hash.
    fileprivate var order: (BluetoothUUID, Int, BluetoothUUID, Int) {
        (service.uuid, service.index, uuid, index)
    }
}
