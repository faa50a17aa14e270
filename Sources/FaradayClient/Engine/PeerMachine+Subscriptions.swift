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

    var isEnabling: Bool { if case .enabling = state { true } else { false } }
    var isDisabling: Bool { if case .disabling = state { true } else { false } }
}

// Subscriptions: one for each characteristic, for as long as it has readers.
extension PeerMachine {
    /// Adds a reader. The first one subscribes.
    mutating func addReader(_ reader: Reader, of path: CharacteristicPath) {
        if let problem = isClosed ? ClientError(.closed, .subscribe) : ClientError(radio, .subscribe) {
            // Readers that survive the end of a link wait for the next one, as those do that are there already.
            if reader.survivesDisconnection, problem.reason != .closed, problem.reason != .unsupported {
                subscriptions[path, default: Subscription()].readers.append(reader)
                return
            }
            let error = located(problem, Request(id: 0, kind: .subscribe(path)))
            return outputs.append(.yield(reader: reader.id, .ended(.client(error))))
        }
        subscriptions[path, default: Subscription()].readers.append(reader)
        if case .on = subscriptions[path]?.state { outputs.append(.yield(reader: reader.id, .subscribed)) }
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
        // Another path may lead to the same characteristic: of an included service, or after a change of services.
        let isShared = paths(of: attribute).contains { $0 != path && subscriptions[$0]?.isDisabling == false }
        if isShared {
            subscriptions[path] = nil
            return
        }
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
        begin(Request(id: id, kind: .subscribe(path)))
    }

    /// The command to subscribe is on its way: values may come before its answer (behaviour 5.21).
    mutating func subscriptionIsIssued(_ request: Request) {
        guard case .subscribe(let path) = request.kind,
            case .found(let attribute) = database.identifier(of: path)
        else { return }
        subscriptions[path]?.state = .enabling(attribute, request: request.id)
        for value in unread.removeValue(forKey: attribute) ?? [] {
            deliver(value, of: attribute)
        }
    }

    /// The request to subscribe has failed. If the link or a change of services is why, of which the event may still come,
    /// readers that survive the link's end go on waiting.
    mutating func subscriptionFailed(_ path: CharacteristicPath, _ error: any Error) {
        guard var subscription = subscriptions.removeValue(forKey: path) else { return }
        let reason = (error as? ClientError)?.reason
        let isOfLink = reason == .disconnected || reason == .servicesChanged
        for reader in subscription.readers where !(isOfLink && reader.survivesDisconnection) {
            outputs.append(.yield(reader: reader.id, .ended(RequestFailure(error))))
        }
        subscription.readers.removeAll { !(isOfLink && $0.survivesDisconnection) }
        subscription.state = .off
        if !subscription.readers.isEmpty { subscriptions[path] = subscription }
    }

    mutating func notifyStateChanged(
        _ attribute: AttributeIdentifier, _ isNotifying: Bool, _ problem: PortError?
    ) {
        let paths = paths(of: attribute)
        let disabling = paths.first { subscriptions[$0]?.isDisabling == true }
        let isEnabling = paths.contains { subscriptions[$0]?.isEnabling == true }
        if let disabling, !isNotifying || !isEnabling {
            unsubscribed(disabling)
        } else if isEnabling {
            guard let id = answers.take(.notify(attribute)).request, let index = index(of: id) else { return }
            subscribeAnswered(attribute, at: index, isNotifying, problem)
        } else if !isNotifying {
            for path in paths { subscriptionEnded(path, problem) }
        }
    }

    private mutating func unsubscribed(_ path: CharacteristicPath) {
        subscriptions[path]?.state = .off
        if subscriptions[path]?.readers.isEmpty == true { subscriptions[path] = nil }
        subscribeIfNeeded(path)
    }

    private mutating func subscribeAnswered(
        _ attribute: AttributeIdentifier, at index: Int, _ isNotifying: Bool, _ problem: PortError?
    ) {
        let request = requests[index]
        guard isNotifying, case .subscribe(let path) = request.kind else {
            if let problem { return failed(at: index, problem) }
            return finish(at: index, .failure(error(.unsubscribed, request)))
        }
        subscriptions[path]?.state = .on(attribute)
        for reader in subscriptions[path]?.readers ?? [] {
            outputs.append(.yield(reader: reader.id, .subscribed))
        }
        finish(at: index, .success(.done))
        if subscriptions[path]?.readers.isEmpty == true { unsubscribe(path, attribute) }
    }

    /// The peripheral or the system has ended a subscription.
    private mutating func subscriptionEnded(_ path: CharacteristicPath, _ problem: PortError?) {
        guard let subscription = subscriptions.removeValue(forKey: path) else { return }
        var reason = ClientError(.unsubscribed, .subscribe, underlying: problem)
        (reason.peripheral, reason.peripheralName) = (peer, name)
        (reason.service, reason.characteristic) = (path.service.uuid, path.uuid)
        for reader in subscription.readers {
            outputs.append(.yield(reader: reader.id, .ended(.client(reason))))
        }
    }

    /// The port has refused to unsubscribe: there is nothing to end any more.
    mutating func unsubscribeRefused(_ attribute: AttributeIdentifier) {
        if let path = paths(of: attribute).first(where: { subscriptions[$0]?.isDisabling == true }) {
            unsubscribed(path)
        }
    }

    private func paths(of attribute: AttributeIdentifier) -> [CharacteristicPath] {
        subscriptions.filter { $0.value.attribute == attribute }.map(\.key).sorted { $0.order < $1.order }
    }

    /// Hands a notification to the readers.
    mutating func deliver(_ value: [UInt8], of attribute: AttributeIdentifier) {
        if let kept = unread[attribute] {
            unread[attribute] = kept.suffix(63) + [value]
            return
        }
        if subscriptions.isEmpty { return }
        for path in paths(of: attribute) {
            for reader in subscriptions[path]?.readers ?? [] {
                outputs.append(.yield(reader: reader.id, .value(value)))
            }
        }
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
                outputs.append(.yield(reader: reader.id, .ended(.client(reason))))
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
            if case .enabling(_, let request) = subscription.state, subscription.readers.isEmpty {
                subscriptions[path] = nil
                requests.removeAll { $0.id == request }
            } else if case .enabling(_, let request) = subscription.state {
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
    fileprivate var order: (BluetoothUUID, Int, BluetoothUUID, Int, String) {
        (service.uuid, service.index, uuid, index, service.includer.map { "\($0)" } ?? "")
    }
}
