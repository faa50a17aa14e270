import BluetoothPort
import BluetoothTypes

// The port's answers to requests.
extension PeerMachine {
    /// Handles an event of this peripheral.
    mutating func handle(_ event: PortCentral.Event) {
        switch event {
        case .characteristicValue(_, let attribute, let result): valueArrived(attribute, result)
        case .characteristicWritten(_, let attribute, let problem): answered(.write(attribute), problem)
        case .notifyStateChanged(_, let attribute, let isNotifying, let problem):
            notifyStateChanged(attribute, isNotifying, problem)
        case .descriptorValue(_, let attribute, let result):
            answered(.readDescriptor(attribute), result.map { .bytes($0) })
        case .descriptorWritten(_, let attribute, let problem): answered(.writeDescriptor(attribute), problem)
        case .rssi(_, let result): answered(.rssi, result.map { .number($0) })
        case .channelOpened(_, let result): channelOpened(result)
        case .readyToWriteWithoutResponse: resumeSending()
        case .servicesDiscovered(_, _, let problem): discovered(.services, problem, event)
        case .includedServicesDiscovered(_, let service, _, let problem):
            discovered(.includedServices(service), problem, event)
        case .characteristicsDiscovered(_, let service, _, let problem):
            discovered(.characteristics(service), problem, event)
        case .descriptorsDiscovered(_, let characteristic, _, let problem):
            discovered(.descriptors(characteristic), problem, event)
        case .servicesModified(_, let invalidated): servicesModified(invalidated)
        case .nameChanged(_, let name): self.name = name
        case .connected(let peer): connected(peer.name)
        case .failedToConnect(_, let problem): failedToConnect(problem)
        case .disconnected(_, let problem, _, let isReconnecting):
            disconnected(problem, isReconnecting: isReconnecting)
        case .attributesKnown, .willRestoreState, .stateChanged, .discovered, .connectionEvent,
            .notificationSharingChanged, .channel, .ranging:
            break
        }
    }

    private mutating func answered(_ key: AwaitedAnswers.Key, _ problem: PortError?) {
        answered(key, problem.map { .failure($0) } ?? .success(.done))
    }

    private mutating func answered(_ key: AwaitedAnswers.Key, _ result: Result<Reply, PortError>) {
        guard let id = answers.take(key).request, let index = index(of: id) else { return }
        switch result {
        case .success(let reply): finish(at: index, .success(reply))
        case .failure(let problem): failed(at: index, problem)
        }
    }

    /// A request has failed with an error of the peripheral or of the system.
    ///
    /// A handle that the peripheral does not know, or a database that it says is out of date (Core 6.0, Vol 3, Part F,
    /// 3.4.1.1), is a change of services of which it has not told yet: nothing was done, and the request begins again when
    /// the news comes.
    mutating func failed(at index: Int, _ problem: PortError) {
        let reason = error(problem, requests[index])
        guard problem.tellsOfChange, requests[index].kind.hasAttribute else {
            return finish(at: index, .failure(reason))
        }
        wait(forNewsWithin: .seconds(2), reason, at: index)
    }

    /// Begins a request again when the peripheral tells that its services have changed; fails it if no such news comes.
    mutating func wait(forNewsWithin time: Nanoseconds, _ reason: ClientError, at index: Int) {
        guard requests[index].restarts < 3 else { return finish(at: index, .failure(reason)) }
        if case .subscribe(let path) = requests[index].kind {
            // The last reader may have left meanwhile: then nobody waits for the news.
            guard subscriptions[path]?.readers.isEmpty == false else {
                return finish(at: index, .failure(reason))
            }
            subscriptions[path]?.state = .requested(requests[index].id)
        }
        requests[index].restarts += 1
        requests[index].stage = .outdated(reason)
        outputs.append(.wake(.outdated(request: requests[index].id), after: time))
    }

    /// The peripheral has told of no change.
    mutating func changeIsOverdue(of id: UInt64) {
        guard let index = index(of: id), case .outdated(let reason) = requests[index].stage else { return }
        finish(at: index, .failure(reason))
    }

    /// A channel that nobody waits for any more is closed. The next one may be opened.
    private mutating func channelOpened(_ result: Result<Channel, PortError>) {
        if let id = answers.take(.channel).request, let index = index(of: id) {
            finish(at: index, result.map { .channel($0) }.mapError { error($0, requests[index]) })
        } else if case .success(let channel) = result {
            outputs.append(.discard(channel.identifier))
        }
        advanceAll()
    }

    /// A read's answer or a notification; nothing tells them apart (behaviour 5.1).
    ///
    /// Every read has one answer, so the first value after it is taken for the answer, and all others are the streams'. If a
    /// notification comes in between, the read has the value of the notification and the streams have the value of the
    /// answer: each value goes to one of the two.
    private mutating func valueArrived(_ attribute: AttributeIdentifier, _ result: Result<[UInt8], PortError>)
    {
        let answer = answers.take(.read(attribute))
        if let id = answer.request, let index = index(of: id) {
            switch result {
            case .success(let bytes): finish(at: index, .success(.bytes(bytes)))
            case .failure(let problem): failed(at: index, problem)
            }
        } else if !answer.isAwaited, case .success(let value) = result {
            deliver(value, of: attribute)
        }
    }

    /// The port refused a command at once: no answer comes.
    mutating func refused(_ command: PortCentral.Command) {
        if let key = command.answer { return refused(key) }
        if let scope = command.scope { return discoveryRefused(scope) }
        switch command {
        case .connect: connectRefused()
        case .setNotify(_, let id, false): unsubscribeRefused(id)
        case .cancelConnection: cancelRefused()
        default: break
        }
    }

    /// A refusal is news of an event that is on its way: the link or the attribute is gone.
    private mutating func refused(_ key: AwaitedAnswers.Key) {
        guard let id = answers.withdraw(key), let index = index(of: id) else { return }
        let isOfLink = link != .connected || key.attribute == nil
        finish(at: index, .failure(error(isOfLink ? .disconnected : .servicesChanged, requests[index])))
    }
}

extension PortError {
    /// Whether a peripheral answers so if its attributes are others than the phone believes: Invalid Handle, and Database
    /// Out Of Sync (Core 6.0, Vol 3, Part F, 3.4.1.1).
    fileprivate var tellsOfChange: Bool { self == .att(code: 0x01) || self == .att(code: 0x12) }
}

extension Request.Kind {
    /// Whether it is about an attribute.
    fileprivate var hasAttribute: Bool {
        switch self {
        case .connect, .disconnect, .readRSSI, .maximumWriteLength, .openChannel, .send: false
        default: true
        }
    }
}

extension PortCentral.Command {
    /// What answers it.
    fileprivate var answer: AwaitedAnswers.Key? {
        switch self {
        case .readCharacteristic(_, let id): .read(id)
        case .writeCharacteristic(_, let id, _, .withResponse): .write(id)
        case .setNotify(_, let id, true): .notify(id)
        case .readDescriptor(_, let id): .readDescriptor(id)
        case .writeDescriptor(_, let id, _): .writeDescriptor(id)
        case .readRSSI: .rssi
        case .openChannel: .channel
        default: nil
        }
    }

    /// What it discovers.
    fileprivate var scope: Scope? {
        switch self {
        case .discoverServices: .services
        case .discoverIncludedServices(_, _, let service): .includedServices(service)
        case .discoverCharacteristics(_, _, let service): .characteristics(service)
        case .discoverDescriptors(_, let characteristic): .descriptors(characteristic)
        default: nil
        }
    }
}
