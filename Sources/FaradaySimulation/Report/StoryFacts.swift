import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// What the story says about one phone: what its apps looked for and did not find.
struct StoryFacts {
    private let entries: [StoryEntry]

    init(_ story: StoryLog, of node: NodeID) { entries = story.entries.filter { $0.record.node == node } }

    // MARK: Scans

    /// The services of scans that ended before they found anything, if the manager has found nothing since.
    var endedScans: [[BluetoothUUID]] {
        struct Search {
            let services: [BluetoothUUID]
            let start: Instant
            var end: Instant?
        }
        var searches: [SessionID: Search] = [:]
        for record in entries.lazy.map(\.record) {
            switch record.payload {
            case .centralCommand(let session, .scan(let request)):
                searches[session] = Search(services: request.services, start: record.time)
            case .centralCommand(let session, .stopScan):
                if searches[session]?.end == nil { searches[session]?.end = record.time }
            case .centralEvent(let session, .discovered), .centralEvent(let session, .connected),
                .closed(let session):
                searches[session] = nil
            default: break
            }
        }
        return searches.sorted { $0.key < $1.key }.compactMap { _, search in
            guard let end = search.end, end > search.start else { return nil }
            return search.services
        }
    }

    // MARK: Attributes

    /// A discovery that named what it looks for and found nothing.
    struct Discovery: Hashable {
        let peer: PeerIdentifier
        /// The service whose characteristics were discovered; `nil` if it was a discovery of services.
        let service: AttributeIdentifier?
        let wanted: [BluetoothUUID]
    }

    /// The last discovery of each kind for each peer, if it found nothing.
    var emptyDiscoveries: [Discovery] {
        struct Place: Hashable {
            let session: SessionID
            let peer: PeerIdentifier
            let service: AttributeIdentifier?
        }
        var wanted: [Place: [BluetoothUUID]] = [:]
        var empty: [(place: Place, wanted: [BluetoothUUID])] = []
        // The event has also what earlier discoveries found.
        func end(_ place: Place, _ found: [BluetoothUUID]) {
            empty.removeAll { $0.place == place }
            guard let uuids = wanted[place], !uuids.isEmpty, !uuids.contains(where: found.contains) else {
                return
            }
            empty.append((place, uuids))
        }
        for record in entries.lazy.map(\.record) {
            switch record.payload {
            case .centralCommand(let session, .discoverServices(let peer, let uuids)):
                wanted[Place(session: session, peer: peer, service: nil)] = uuids
            case .centralCommand(let session, .discoverCharacteristics(let peer, let uuids, let service)):
                wanted[Place(session: session, peer: peer, service: service)] = uuids
            case .centralEvent(let session, .servicesDiscovered(let peer, let found, nil)):
                end(Place(session: session, peer: peer, service: nil), found.map(\.uuid))
            case .centralEvent(let session, .characteristicsDiscovered(let peer, let service, let found, nil)):
                end(Place(session: session, peer: peer, service: service), found.map(\.uuid))
            case .closed(let session): empty.removeAll { $0.place.session == session }
            default: break
            }
        }
        return empty.map { Discovery(peer: $0.place.peer, service: $0.place.service, wanted: $0.wanted) }
    }

    /// When an app last subscribed to a characteristic.
    func subscription(to characteristic: AttributeIdentifier, of peer: PeerIdentifier) -> Instant? {
        entries.last { entry in
            if case .centralEvent(_, .notifyStateChanged(peer, characteristic, true, nil)) = entry.record
                .payload
            {
                true
            } else {
                false
            }
        }?.record.time
    }

    // MARK: Apps

    /// When an app was last seen to change into this state.
    func change(of app: AppID, to state: AppState) -> Instant? {
        entries.last { $0.record.payload == .world(.appState(app, state)) }?.record.time
    }

    /// When an app last ended.
    func end(of app: AppID) -> Instant? {
        entries.last { entry in
            if case .world(.termination(app, _)) = entry.record.payload { true } else { false }
        }?.record.time
    }
}

extension StoryLog {
    /// Whether a device has updated a characteristic at this time or later.
    func hasUpdate(of uuid: BluetoothUUID, on device: NodeID, since time: Instant) -> Bool {
        entries.contains { entry in
            guard entry.record.node == device, case .world(.device(.update(uuid, _))) = entry.record.payload
            else { return false }
            return (entry.latest ?? entry.record).time >= time
        }
    }
}
