extension Central.Command {
    /// The peer that gets the command; `nil` for commands to the manager and to a channel.
    var peer: PeerIdentifier? {
        switch self {
        case .scan, .stopScan, .registerForConnectionEvents, .channel, .reportMisuse: nil
        case .connect(let peer, _), .cancelConnection(let peer), .release(let peer),
            .discoverServices(let peer, _), .discoverIncludedServices(let peer, _, _),
            .discoverCharacteristics(let peer, _, _), .discoverDescriptors(let peer, _),
            .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, _), .readDescriptor(let peer, _), .writeDescriptor(let peer, _, _),
            .readRSSI(let peer), .openChannel(let peer, _), .ranging(let peer, _):
            peer
        }
    }
}

extension Central.Event {
    /// The peer of which the event tells; `nil` for those of the manager and of a channel.
    var peer: PeerIdentifier? {
        switch self {
        case .willRestoreState, .stateChanged, .channel: nil
        case .discovered(let peer, _, _), .connected(let peer), .connectionEvent(let peer, _),
            .notificationSharingChanged(let peer):
            peer.identifier
        case .failedToConnect(let peer, _), .disconnected(let peer, _, _, _), .nameChanged(let peer, _),
            .attributesKnown(let peer, _), .servicesDiscovered(let peer, _, _),
            .includedServicesDiscovered(let peer, _, _, _), .characteristicsDiscovered(let peer, _, _, _),
            .descriptorsDiscovered(let peer, _, _, _), .servicesModified(let peer, _),
            .characteristicValue(let peer, _, _), .characteristicWritten(let peer, _, _),
            .notifyStateChanged(let peer, _, _, _), .descriptorValue(let peer, _, _),
            .descriptorWritten(let peer, _, _), .rssi(let peer, _), .readyToWriteWithoutResponse(let peer),
            .channelOpened(let peer, _), .ranging(let peer, _):
            peer
        }
    }

    /// Whether a link or an attempt has ended, and the system does not go on by itself.
    var endsLink: Bool {
        switch self {
        case .failedToConnect, .disconnected(_, _, _, isReconnecting: false): true
        default: false
        }
    }
}
