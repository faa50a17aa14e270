import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// Follows what apps of one phone discover, to know what they looked for and did not find.
struct Discoveries {
    private struct Link: Hashable {
        let session: SessionID
        let peer: PeerIdentifier
    }

    private struct Place: Hashable {
        let link: Link
        /// `nil` for a discovery of services.
        let service: AttributeIdentifier?
    }

    private var wanted: [Place: [BluetoothUUID]] = [:]
    private var misses: [(place: Place, wanted: [BluetoothUUID])] = []
    /// The characteristics that a manager has found in any service of a peer.
    private var found: [Link: Set<BluetoothUUID>] = [:]

    /// The discoveries that found nothing. An app that looks into each service for one characteristic has found it if
    /// one service has it.
    var empty: [StoryFacts.Discovery] {
        misses.compactMap { place, wanted in
            if place.service != nil, let found = found[place.link], wanted.contains(where: found.contains) {
                return nil
            }
            return StoryFacts.Discovery(peer: place.link.peer, service: place.service, wanted: wanted)
        }
    }

    mutating func take(_ payload: TraceRecord.Payload) {
        switch payload {
        case .centralCommand(let session, let command): take(command, session)
        case .centralEvent(let session, .servicesDiscovered(let peer, let services, nil)):
            end(Place(link: Link(session: session, peer: peer), service: nil), services.map(\.uuid))
        case .centralEvent(let session, .characteristicsDiscovered(let peer, let service, let all, nil)):
            let link = Link(session: session, peer: peer)
            found[link, default: []].formUnion(all.map(\.uuid))
            end(Place(link: link, service: service), all.map(\.uuid))
        case .closed(let session): misses.removeAll { $0.place.link.session == session }
        default: break
        }
    }

    private mutating func take(_ command: Central.Command, _ session: SessionID) {
        switch command {
        case .discoverServices(let peer, let uuids):
            wanted[Place(link: Link(session: session, peer: peer), service: nil)] = uuids
        case .discoverCharacteristics(let peer, let uuids, let service):
            wanted[Place(link: Link(session: session, peer: peer), service: service)] = uuids
        case .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, true):
            let link = Link(session: session, peer: peer)
            misses.removeAll { $0.place.link == link }
        default: break
        }
    }

    /// `found` has also what earlier discoveries found.
    private mutating func end(_ place: Place, _ found: [BluetoothUUID]) {
        misses.removeAll { $0.place == place }
        guard let uuids = wanted[place], !uuids.isEmpty, !uuids.contains(where: found.contains) else {
            return
        }
        misses.append((place, uuids))
    }
}
