import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

/// What the story says about one phone: what its apps looked for and did not find.
struct StoryFacts {
    let entries: [StoryEntry]

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

    /// The last discovery of each kind for each peer, if it found nothing and the app did not go on with the peer.
    var emptyDiscoveries: [Discovery] {
        var discoveries = Discoveries()
        for entry in entries { discoveries.take(entry.record.payload) }
        return discoveries.empty
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
