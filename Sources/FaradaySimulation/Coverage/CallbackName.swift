import BluetoothPort

/// The names of delegates' methods, as the story has them, and what coverage needs of a callback beside its name.
struct CallbackName {
    /// The method's name; `nil` for what is no callback of a delegate.
    let name: String?
    /// The peripheral that the callback is about.
    var peer: PeerIdentifier?
    var error: PortError?

    init(_ name: String?, _ peer: PeerIdentifier? = nil, _ error: PortError? = nil) {
        (self.name, self.peer, self.error) = (name, peer, error)
    }

    init<Value>(_ name: String, _ peer: PeerIdentifier, _ result: Result<Value, PortError>) {
        var error: PortError?
        if case .failure(let failure) = result { error = failure }
        self.init(name, peer, error)
    }

    init(_ event: Central.Event) {
        switch event {
        case .willRestoreState: self.init("willRestoreState")
        case .stateChanged: self.init("didUpdateState")
        case .discovered(let peer, _, _): self.init("didDiscover", peer.identifier)
        case .connected(let peer): self.init("didConnect", peer.identifier)
        case .failedToConnect(let peer, let error): self.init("didFailToConnect", peer, error)
        case .disconnected(let peer, let error, _, _): self.init("didDisconnectPeripheral", peer, error)
        case .connectionEvent(let peer, _): self.init("connectionEventDidOccur", peer.identifier)
        case .notificationSharingChanged(let peer):
            self.init("didUpdateANCSAuthorization", peer.identifier)
        case .nameChanged(let peer, _): self.init("didUpdateName", peer)
        case .servicesModified(let peer, _): self.init("didModifyServices", peer)
        case .rssi(let peer, let result): self.init("didReadRSSI", peer, result)
        case .readyToWriteWithoutResponse(let peer): self.init("isReadyToSendWriteWithoutResponse", peer)
        case .channelOpened(let peer, let result): self.init("didOpenL2CAPChannel", peer, result)
        case .servicesDiscovered(let peer, _, let error): self.init("didDiscoverServices", peer, error)
        case .includedServicesDiscovered(let peer, _, _, let error):
            self.init("didDiscoverIncludedServices", peer, error)
        case .characteristicsDiscovered(let peer, _, _, let error):
            self.init("didDiscoverCharacteristics", peer, error)
        case .descriptorsDiscovered(let peer, _, _, let error):
            self.init("didDiscoverDescriptors", peer, error)
        case .characteristicValue(let peer, _, let result): self.init("didUpdateValue", peer, result)
        case .characteristicWritten(let peer, _, let error): self.init("didWriteValue", peer, error)
        case .notifyStateChanged(let peer, _, _, let error):
            self.init("didUpdateNotificationState", peer, error)
        case .descriptorValue(let peer, _, let result): self.init("didUpdateValue descriptor", peer, result)
        case .descriptorWritten(let peer, _, let error): self.init("didWriteValue descriptor", peer, error)
        case .ranging(let peer, .measured(let result)):
            self.init("didReceiveChannelSoundingProcedureResults", peer, result)
        case .ranging(let peer, .completed(let error)):
            self.init("didCompleteChannelSoundingSession", peer, error)
        case .attributesKnown, .channel: self.init(nil)
        }
    }

    init(_ event: Peripheral.Event) {
        switch event {
        case .willRestoreState: self.init("willRestoreState")
        case .stateChanged: self.init("didUpdateState")
        case .serviceAdded(_, let error): self.init("didAdd", nil, error)
        case .advertisingStarted(let error): self.init("didStartAdvertising", nil, error)
        case .subscribed: self.init("didSubscribeTo")
        case .unsubscribed: self.init("didUnsubscribeFrom")
        case .readRequest: self.init("didReceiveRead")
        case .writeRequests: self.init("didReceiveWrite")
        case .readyToUpdateSubscribers: self.init("isReadyToUpdateSubscribers")
        case .channelPublished(_, let error): self.init("didPublishL2CAPChannel", nil, error)
        case .channelUnpublished(_, let error): self.init("didUnpublishL2CAPChannel", nil, error)
        case .channelOpened: self.init("didOpenL2CAPChannel")
        case .updateLengthChanged, .channel: self.init(nil)
        }
    }
}

extension PortError {
    /// The error with its domain: `CBError.connectionTimeout`, `CBATTError.insufficientEncryption`, `CBATTError 128`.
    var fullName: String {
        let name = description
        if name.contains(" ") { return name }
        return switch self {
        case .local: "CBError.\(name)"
        case .att: "CBATTError.\(name)"
        }
    }
}
