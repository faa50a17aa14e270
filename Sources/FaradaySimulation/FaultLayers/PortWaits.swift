import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// An event of a phone that waits, and holds up what follows about the same peer.
struct HeldEvent {
    enum Event {
        case central(Central.Event)
        case peripheral(Peripheral.Event)
    }

    var event: Event
    let phone: NodeID
    let session: SessionID
    let peer: PeerIdentifier?
    let due: Instant
    /// Whether the next report of the same peer goes first.
    var isOvertaken = false
}

/// The answer to a command, for which a fault waits.
struct ExpectedAnswer {
    enum Kind: Hashable {
        case connect(PeerIdentifier)
        case rssi(PeerIdentifier)
        case advertising
        case publishing(AttributeIdentifier)
    }

    let kind: Kind
    let phone: NodeID
    let session: SessionID
    let fault: FiringFault
}

extension Central.Event {
    /// The peer that the event is about, for events that keep their order.
    var orderedPeer: PeerIdentifier? {
        switch self {
        case .discovered(let peer, _, _), .connected(let peer): peer.identifier
        case .failedToConnect(let peer, _), .disconnected(let peer, _, _, _), .rssi(let peer, _),
            .servicesDiscovered(let peer, _, _), .characteristicValue(let peer, _, _),
            .characteristicWritten(let peer, _, _), .notifyStateChanged(let peer, _, _, _),
            .includedServicesDiscovered(let peer, _, _, _), .characteristicsDiscovered(let peer, _, _, _),
            .descriptorsDiscovered(let peer, _, _, _), .servicesModified(let peer, _),
            .descriptorValue(let peer, _, _), .descriptorWritten(let peer, _, _), .nameChanged(let peer, _),
            .readyToWriteWithoutResponse(let peer), .channelOpened(let peer, _),
            .attributesKnown(let peer, _), .ranging(let peer, _):
            peer
        default: nil
        }
    }
}

extension Central.Command {
    /// The operation of a fault, the peer, the attribute, and the event that says that it failed.
    func failure(_ error: PortError) -> (
        operation: Fault.Operation, peer: PeerIdentifier, attribute: AttributeIdentifier?, Central.Event
    )? {
        switch self {
        case .discoverServices(let peer, _):
            (.serviceDiscovery, peer, nil, .servicesDiscovered(peer, [], error))
        case .discoverIncludedServices(let peer, _, let service):
            (
                .includedServiceDiscovery, peer, service,
                .includedServicesDiscovered(peer, service: service, [], error)
            )
        case .discoverCharacteristics(let peer, _, let service):
            (
                .characteristicDiscovery, peer, service,
                .characteristicsDiscovered(peer, service: service, [], error)
            )
        case .discoverDescriptors(let peer, let characteristic):
            (
                .descriptorDiscovery, peer, characteristic,
                .descriptorsDiscovered(peer, characteristic: characteristic, [], error)
            )
        case .readCharacteristic(let peer, let attribute):
            (.read, peer, attribute, .characteristicValue(peer, attribute, .failure(error)))
        case .readDescriptor(let peer, let attribute):
            (.read, peer, attribute, .descriptorValue(peer, attribute, .failure(error)))
        case .writeCharacteristic(let peer, let attribute, _, .withResponse):
            (.write, peer, attribute, .characteristicWritten(peer, attribute, error))
        case .writeDescriptor(let peer, let attribute, _):
            (.write, peer, attribute, .descriptorWritten(peer, attribute, error))
        case .setNotify(let peer, let attribute, let isOn):
            (
                .subscription, peer, attribute,
                .notifyStateChanged(peer, attribute, isNotifying: !isOn, error)
            )
        case .readRSSI(let peer): (.rssi, peer, nil, .rssi(peer, .failure(error)))
        default: nil
        }
    }
}
