import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

// What an app has left out.
extension HintFinder {
    /// A step that an app does not take, though it has taken the one before.
    func missingStep(of phone: PhoneNode, _ facts: StoryFacts) -> [Hint] {
        let steps = AppSteps(facts.entries)
        if let second = steps.second {
            return [.connectedAlready(device: names.peer(second.peer, of: phone.id), at: second.time)]
        }
        return steps.missing.map { peer, step in
            [.missingStep(device: names.peer(peer, of: phone.id), after: step)]
        } ?? []
    }

    /// Callbacks that nobody heard.
    func unheardCallbacks(of phone: PhoneNode) -> [Hint] {
        guard isOfWait else { return [] }
        return phone.unheard.prefix(1).map { unheard in
            .noDelegate(
                phone: names.node(phone.id), unheard,
                peer: unheard.peer.map { names.peer($0, of: phone.id) })
        }
    }

    /// Values that an app in the peripheral role has not sent again.
    func refusedUpdates(of phone: PhoneNode, _ facts: StoryFacts) -> [Hint] {
        guard isOfWait, let refused = phone.refusedUpdates, facts.ignoredReadyForUpdates,
            let uuid = names.uuid(of: refused.characteristic, of: phone.id, refused.session)
        else { return [] }
        return [
            .refusedUpdates(phone: names.node(phone.id), uuid, count: refused.count, since: refused.since)
        ]
    }

    /// The values that an app got during a run whose condition they did not make true.
    func unrelatedValues(to phone: PhoneNode, _ facts: StoryFacts, since start: Instant) -> [Hint] {
        facts.values(since: start).prefix(1).compactMap { value in
            guard let uuid = names.uuid(of: value.characteristic, of: phone.id) else { return nil }
            return .unrelated(
                values: value.count, of: uuid, device: names.peer(value.peer, of: phone.id), last: value.last)
        }
    }

    /// Services that an app looked for on another phone.
    func unpublishedServices(_ phone: PhoneNode, _ facts: StoryFacts) -> [Hint] {
        guard state.phones.count > 1 else { return [] }
        return facts.emptyDiscoveries.compactMap { discovery in
            guard discovery.service == nil,
                phone.stack.model.address(of: discovery.peer).flatMap(state.device(at:)) == nil
            else { return nil }
            return .unpublished(phone: names.peer(discovery.peer, of: phone.id), wanted: discovery.wanted)
        }
    }
}

extension StoryFacts {
    /// Values of one characteristic that an app got.
    struct Values {
        let peer: PeerIdentifier
        let characteristic: AttributeIdentifier
        let count: Int
        let last: Instant
    }

    /// A test that waits for a second or a third value gets no advice about its condition.
    private static let fewestValues = 5

    /// Those of which some came since, the most frequent first.
    func values(since start: Instant) -> [Values] {
        values.filter { $0.last >= start && $0.count >= Self.fewestValues }.sorted { $0.count > $1.count }
    }

    /// Whether an app got a value of a characteristic at this time or later. The device may have sent it before the app was told
    /// that it has subscribed.
    func hasValue(of characteristic: AttributeIdentifier, of peer: PeerIdentifier, since time: Instant)
        -> Bool
    {
        values.contains { $0.peer == peer && $0.characteristic == characteristic && $0.last >= time }
    }

    private var values: [Values] {
        entries.compactMap { entry in
            guard
                case .centralEvent(_, .characteristicValue(let peer, let attribute, .success)) = entry.record
                    .payload
            else { return nil }
            let last = (entry.latest ?? entry.record).time
            return Values(peer: peer, characteristic: attribute, count: entry.count, last: last)
        }
    }

    /// Whether a peripheral manager was ready for updates again, and its app has sent none since.
    var ignoredReadyForUpdates: Bool {
        var ready: Instant?
        var sent: Instant?
        for entry in entries {
            let time = (entry.latest ?? entry.record).time
            switch entry.record.payload {
            case .peripheralEvent(_, .readyToUpdateSubscribers): ready = time
            case .peripheralUpdate: sent = time
            default: break
            }
        }
        guard let ready, let sent else { return false }
        return sent < ready
    }
}
