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
        case .servicesDiscovered(_, let services, let problem):
            discovered(.services, problem) { database, types in
                if problem == nil || !services.isEmpty { database.learn(services, types: types) }
            }
        case .includedServicesDiscovered(_, let service, let included, let problem):
            discovered(.includedServices(service), problem) { database, _ in
                if problem == nil || !included.isEmpty { database.learn(included, includedIn: service) }
            }
        case .characteristicsDiscovered(_, let service, let characteristics, let problem):
            discovered(.characteristics(service), problem) { database, _ in
                if problem == nil || !characteristics.isEmpty { database.learn(characteristics, of: service) }
            }
        case .descriptorsDiscovered(_, let characteristic, let descriptors, let problem):
            discovered(.descriptors(characteristic), problem) { database, _ in
                if problem == nil || !descriptors.isEmpty { database.learn(descriptors, of: characteristic) }
            }
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
        finish(at: index, result.mapError { error($0, requests[index]) })
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
            finish(at: index, result.map { .bytes($0) }.mapError { error($0, requests[index]) })
        } else if !answer.isAwaited, case .success(let value) = result {
            deliver(value, of: attribute)
        }
    }

    /// The port refused a command at once: no answer comes.
    mutating func refused(_ command: PortCentral.Command) {
        switch command {
        case .connect: connectRefused()
        case .readCharacteristic(_, let id): refused(.read(id))
        case .writeCharacteristic(_, let id, _, .withResponse): refused(.write(id))
        case .writeCharacteristic(_, _, _, .withoutResponse): break
        case .setNotify(_, let id, true): refused(.notify(id))
        case .readDescriptor(_, let id): refused(.readDescriptor(id))
        case .writeDescriptor(_, let id, _): refused(.writeDescriptor(id))
        case .readRSSI: refused(.rssi)
        case .openChannel: refused(.channel)
        case .discoverServices: discoveryRefused(.services)
        case .discoverIncludedServices(_, _, let service): discoveryRefused(.includedServices(service))
        case .discoverCharacteristics(_, _, let service): discoveryRefused(.characteristics(service))
        case .discoverDescriptors(_, let characteristic): discoveryRefused(.descriptors(characteristic))
        case .setNotify(_, let id, false): unsubscribeRefused(id)
        case .cancelConnection: cancelRefused()
        case .release, .scan, .stopScan, .registerForConnectionEvents, .channel, .ranging,
            .reportMisuse:
            break
        }
    }

    /// A refusal is news of an event that is on its way: the link or the attribute is gone.
    private mutating func refused(_ key: AwaitedAnswers.Key) {
        guard let id = answers.withdraw(key), let index = index(of: id) else { return }
        let isOfLink = link != .connected || key.attribute == nil
        finish(at: index, .failure(error(isOfLink ? .disconnected : .servicesChanged, requests[index])))
    }
}
