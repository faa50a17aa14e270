import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradaySimulation

/// What a record of the port is about: a manager, a peer, an attribute, a value, an error.
struct PortFacts {
    var session: SessionID?
    var peer: PeerIdentifier?
    var attribute: AttributeIdentifier?
    /// Whether the attribute is one of the manager's own services.
    var isOwn = false
    /// Whether the attribute is a service.
    var isOfService = false
    var value: [UInt8]?
    var error: String?
    /// The class of a manager that an app creates.
    var role: TraceRecord.Role?

    init(_ payload: TraceRecord.Payload) {
        switch payload {
        case .opened(let session, let role): (self.session, self.role) = (session, role)
        case .closed(let session): self.session = session
        case .centralCommand(let session, let command):
            self.session = session
            read(command)
        case .centralEvent(let session, let event):
            self.session = session
            read(event)
        case .peripheralCommand(let session, _): self.session = session
        case .peripheralUpdate(let session, let update):
            self.session = session
            (attribute, value, isOwn) = (update.characteristic, update.value, true)
        case .peripheralEvent(let session, let event):
            self.session = session
            isOwn = true
            read(event)
        case .accessoryCommand(let session, _), .accessoryEvent(let session, _),
            .nearbyCommand(let session, _), .nearbyEvent(let session, _):
            self.session = session
        case .hci, .air, .world: break
        }
    }

    private mutating func read(_ command: Central.Command) {
        switch command {
        case .connect(let peer, _), .cancelConnection(let peer), .release(let peer), .readRSSI(let peer),
            .openChannel(let peer, _), .ranging(let peer, _), .discoverServices(let peer, _):
            self.peer = peer
        case .discoverIncludedServices(let peer, _, let attribute),
            .discoverCharacteristics(let peer, _, let attribute):
            (self.peer, self.attribute, isOfService) = (peer, attribute, true)
        case .discoverDescriptors(let peer, let attribute), .readCharacteristic(let peer, let attribute),
            .setNotify(let peer, let attribute, _), .readDescriptor(let peer, let attribute):
            (self.peer, self.attribute) = (peer, attribute)
        case .writeCharacteristic(let peer, let attribute, let value, _),
            .writeDescriptor(let peer, let attribute, let value):
            (self.peer, self.attribute, self.value) = (peer, attribute, value)
        case .scan, .stopScan, .registerForConnectionEvents, .channel, .reportMisuse: break
        }
    }

    private mutating func read(_ event: Central.Event) {
        switch event {
        case .discovered(let peer, _, _), .connected(let peer), .connectionEvent(let peer, _),
            .notificationSharingChanged(let peer):
            self.peer = peer.identifier
        case .failedToConnect(let peer, let error), .disconnected(let peer, let error, _, _),
            .servicesDiscovered(let peer, _, let error):
            (self.peer, self.error) = (peer, error.map { "\($0)" })
        case .nameChanged(let peer, _), .attributesKnown(let peer, _), .servicesModified(let peer, _),
            .readyToWriteWithoutResponse(let peer), .ranging(let peer, _):
            self.peer = peer
        case .includedServicesDiscovered(let peer, let attribute, _, let error),
            .characteristicsDiscovered(let peer, let attribute, _, let error):
            (self.peer, self.attribute, self.error) = (peer, attribute, error.map { "\($0)" })
            isOfService = true
        case .descriptorsDiscovered(let peer, let attribute, _, let error),
            .characteristicWritten(let peer, let attribute, let error),
            .notifyStateChanged(let peer, let attribute, _, let error),
            .descriptorWritten(let peer, let attribute, let error):
            (self.peer, self.attribute, self.error) = (peer, attribute, error.map { "\($0)" })
        case .characteristicValue(let peer, let attribute, let result),
            .descriptorValue(let peer, let attribute, let result):
            (self.peer, self.attribute) = (peer, attribute)
            take(result)
        case .rssi(let peer, let result):
            self.peer = peer
            if case .failure(let error) = result { self.error = "\(error)" }
        case .channelOpened(let peer, let result):
            self.peer = peer
            if case .failure(let error) = result { self.error = "\(error)" }
        case .willRestoreState, .stateChanged, .channel: break
        }
    }

    private mutating func read(_ event: Peripheral.Event) {
        switch event {
        case .serviceAdded(let attribute, let error):
            (self.attribute, self.error) = (attribute, error.map { "\($0)" })
        case .advertisingStarted(let error), .channelPublished(_, let error),
            .channelUnpublished(_, let error):
            self.error = error.map { "\($0)" }
        case .subscribed(let central, let attribute), .unsubscribed(let central, let attribute):
            (peer, self.attribute) = (central.identifier, attribute)
        case .updateLengthChanged(let central), .channelOpened(let central, _): peer = central.identifier
        case .readRequest(let request):
            (peer, attribute) = (request.central.identifier, request.characteristic)
        case .writeRequests(_, let requests):
            guard let first = requests.first else { break }
            (peer, attribute, value) = (first.central.identifier, first.characteristic, first.value)
        case .willRestoreState, .stateChanged, .readyToUpdateSubscribers, .channel: break
        }
    }

    private mutating func take(_ result: Result<[UInt8], PortError>) {
        switch result {
        case .success(let value): self.value = value
        case .failure(let error): self.error = "\(error)"
        }
    }
}
