import BluetoothPort
import BluetoothTypes

/// Rules for one peripheral manager's port that hold for every app and world (behaviour sections 1 and 6).
struct PeripheralRules {
    private struct Subscription: Hashable {
        let central: PeerIdentifier
        let characteristic: AttributeIdentifier
    }

    var state = ManagerState.unknown
    var isClosed = false
    private(set) var added: [AttributeIdentifier: Int] = [:]
    private(set) var advertisingStarts = 0
    /// Starts that were followed by a stop or by the end of the radio: these may have no answer.
    private var stopped = 0
    private(set) var publications = 0
    private var crossedServices: Set<AttributeIdentifier> = []
    private var crossedPublications = 0
    private var unpublications: [UInt16: Int] = [:]
    private var subscriptions: Set<Subscription> = []
    private var openChannels: Set<ChannelIdentifier> = []
    private var owesReadiness = false
    private var isFirst = true
    /// The world's time.
    var now = Instant.zero
    /// How long a callback is on its way at most.
    var slack = Nanoseconds.zero
    private var changed = Instant.zero
    private var sent: Instant?

    mutating func updated(isSent: Bool) -> String? {
        if isClosed { return isSent ? "a closed port has sent an update" : nil }
        if !isSent, state == .poweredOn { owesReadiness = true }
        return nil
    }

    mutating func sent(_ command: Peripheral.Command, _ answer: CommandResult) -> String? {
        if case .reportMisuse = command { return nil }
        if isClosed, answer != .ignored { return "a closed port answered \(answer) to \(command)" }
        guard answer == .accepted else { return nil }
        sent = now
        switch command {
        case .add(let service): added[service.identifier, default: 0] += 1
        case .startAdvertising: advertisingStarts += 1
        case .stopAdvertising: stopped = advertisingStarts
        case .publishChannel: publications += 1
        case .unpublishChannel(let psm): unpublications[psm, default: 0] += 1
        case .channel(let channel, .close): openChannels.remove(channel)
        default: break
        }
        return nil
    }

    mutating func received(_ event: Peripheral.Event) -> String? {
        defer { isFirst = false }
        if isClosed { return "\(event) after the manager ended" }
        switch event {
        case .willRestoreState(let restored):
            guard isFirst else { return "willRestoreState is not the first event" }
            for subscription in restored.subscriptions {
                subscriptions.insert(
                    .init(
                        central: subscription.central.identifier, characteristic: subscription.characteristic)
                )
            }
            return nil
        case .stateChanged(let new):
            defer { state = new }
            if new == state { return "state \(new) is reported twice" }
            // The radio may be on again already, and process newer requests of the app.
            if new != .poweredOn, !isRecent(changed), !isRecent(sent) { lostPower() }
            if new != .poweredOn { crossed() }
            changed = now
            return nil
        case .unsubscribed, .channel: return inAnyState(event)
        default:
            guard state == .poweredOn else { return "\(event) in state \(state)" }
            return inAnyState(event)
        }
    }

    /// Whether a callback that comes now may have been made at that time, or before it.
    private func isRecent(_ time: Instant?) -> Bool { time.map { now <= $0 + slack } ?? false }

    /// Requests that were under way when the radio went off: they may have an answer, or none.
    private mutating func crossed() {
        stopped = advertisingStarts
        crossedServices.formUnion(added.keys)
        crossedPublications = publications
    }

    private mutating func lostPower() {
        added = [:]
        stopped = advertisingStarts  // Paused, not ended (6.13).
        publications = 0
        unpublications = [:]
        owesReadiness = false
        openChannels = []
    }

    private mutating func inAnyState(_ event: Peripheral.Event) -> String? {
        switch event {
        case .serviceAdded(let service, _):
            guard let count = added[service], count > 0 else {
                return "didAdd for a service that was not added"
            }
            added[service] = count == 1 ? nil : count - 1
        case .advertisingStarted:
            guard advertisingStarts > 0 else { return "didStartAdvertising without a start" }
            advertisingStarts -= 1
            stopped = min(stopped, advertisingStarts)
        case .channelPublished:
            guard publications > 0 else { return "didPublish without a publication" }
            publications -= 1
            crossedPublications = min(crossedPublications, publications)
        case .channelUnpublished(let psm, _):
            guard let count = unpublications[psm], count > 0 else {
                return "didUnpublish without an unpublish"
            }
            unpublications[psm] = count - 1
        case .subscribed(let central, let name):
            let new = Subscription(central: central.identifier, characteristic: name)
            guard subscriptions.insert(new).inserted else { return "didSubscribe twice" }
        case .unsubscribed(let central, let name):
            let old = Subscription(central: central.identifier, characteristic: name)
            guard subscriptions.remove(old) != nil else { return "didUnsubscribe without didSubscribe" }
        case .readyToUpdateSubscribers:
            guard owesReadiness else { return "isReady without a refused update" }
            owesReadiness = false
        case .channelOpened(_, let channel): openChannels.insert(channel.identifier)
        case .channel(let channel, let event):
            guard openChannels.contains(channel) else { return "\(event) of a channel that is not open" }
            if case .closed = event { openChannels.remove(channel) }
        default: break
        }
        return nil
    }

    /// Answers that the app should have got and did not get.
    var unanswered: [String] {
        (crossedServices.isSuperset(of: added.keys) ? [] : ["didAdd"])
            + (advertisingStarts <= stopped ? [] : ["didStartAdvertising"])
            + (publications <= crossedPublications ? [] : ["didPublish"])
    }
}
