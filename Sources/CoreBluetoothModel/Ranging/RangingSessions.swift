import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// The sessions in which apps measure distances by Channel Sounding (behaviour section 27).
///
/// Inputs are what managers ask for, whether their apps are in the foreground, and events of the host. Outputs are the
/// host's `.ranging` commands and `.ranging` events for managers. Whether a manager may start a session at all its router
/// decides: it gives `start` the link of a peripheral that is connected.
///
/// ```swift
/// var ranging = RangingSessions(profile: .iOS(27))
/// ranging.start(request, into: &effects)  // .host(.ranging(.start(link, parameters)))
/// ranging.handle(.measured(measurement), on: link, into: &effects)  // .ranging(peer, .measured(.success(2.0)))
/// ```
struct RangingSessions: Sendable {
    /// What a manager asks for, and what the router knows of it.
    struct Request: Hashable, Sendable {
        let session: SessionID
        let peer: PeerIdentifier
        let link: Host.LinkID
        /// The accessory was set up for the manager's app.
        var isSetUp: Bool
        /// The manager's app is in the foreground.
        var isInFront: Bool
        /// A session of Nearby Interaction asks, and gets notices instead of events.
        var isNearby = false
    }

    /// What is new about a session of Nearby Interaction; without an event, it has started.
    struct NearbyNotice: Hashable, Sendable {
        let session: SessionID
        let event: Central.RangingEvent?
    }

    private enum Phase: Hashable {
        /// The app is not in the foreground, and the host does nothing.
        case paused
        /// The host sets the session up.
        case starting
        /// Procedures run.
        case running
        /// The host ends the procedures, because the app is not in the foreground.
        case pausing
        /// The host ends the procedures, and then the session ends.
        case ending
    }

    private struct Entry {
        /// The manager; `nil` if it takes no events any more.
        var session: SessionID?
        let peer: PeerIdentifier
        let link: Host.LinkID
        var phase: Phase
        var isInFront: Bool
        let isNearby: Bool
        var filter: DistanceFilter
    }

    private let rules: RangingRules
    private let parameters: Host.RangingParameters
    private var entries: [Entry] = []
    /// What begins when a session that ends already has ended, oldest first (27.6).
    private var waiting: [Request] = []
    private var nearbyNotices: [NearbyNotice] = []

    init(profile: OSProfile) {
        rules = profile.ranging
        let count = rules.procedureInterval.count / max(profile.connectionInterval.count, 1)
        let events = UInt16(min(max(count, 1), 0xFFFF))
        // 27.16: tones alone, and the accessory corrects the phase. The most tones that the air has.
        parameters = Host.RangingParameters(procedureInterval: events...events)
    }

    /// Whether there is no session.
    var isEmpty: Bool { entries.isEmpty && waiting.isEmpty }

    /// The managers that have a session.
    var owners: [SessionID] { entries.compactMap(\.session) + waiting.map(\.session) }

    // MARK: Managers

    /// Executes a command of a manager that is powered on, to a peripheral that it is connected to (27.4).
    mutating func handle(
        _ command: Central.RangingCommand, _ request: Request, into effects: inout PhoneEffects
    ) {
        switch command {
        case .start(.initiator): start(request, into: &effects)
        case .cancel: cancel(request.session, on: request.link, into: &effects)
        }
    }

    /// Follows apps into the foreground and away from it (27.11).
    mutating func follow(_ apps: AppLives, _ managers: Managers, into effects: inout PhoneEffects) {
        for session in owners {
            guard let core = managers.core(of: session) else { continue }
            set(isInFront: apps.state(of: core.app) == .foreground, of: session, into: &effects)
        }
    }

    /// Starts a session, now or when one that ends has ended, or refuses it (27.1, 27.2, 27.5, 27.6).
    mutating func start(_ request: Request, into effects: inout PhoneEffects) {
        let isAllowed = rules.isSupported && (request.isSetUp || !rules.needsAccessorySetup)
        switch isAllowed ? room(on: request.link) : .none {
        case .free: begin(request, into: &effects)
        case .soon: waiting.append(request)
        case .none:
            guard let code = rules.refusalCode else { return }
            effects.tell(request.session, .ranging(request.peer, .completed(.local(code: code))))
        }
    }

    /// A session has ended: those that wait for it begin.
    private mutating func beginWaiting(into effects: inout PhoneEffects) {
        while let place = waiting.firstIndex(where: { isFree($0.link) }) {
            begin(waiting.remove(at: place), into: &effects)
        }
    }

    private mutating func begin(_ request: Request, into effects: inout PhoneEffects) {
        let isInFront = request.isInFront || !rules.pausesInBackground
        entries.append(
            Entry(
                session: request.session, peer: request.peer, link: request.link,
                phase: isInFront ? .starting : .paused, isInFront: isInFront,
                isNearby: request.isNearby, filter: DistanceFilter(rules)))
        if isInFront { effects.append(.host(.ranging(.start(request.link, parameters)))) }
    }

    /// The app cancels its session; it has completed when the host has ended it (27.9).
    mutating func cancel(_ session: SessionID, on link: Host.LinkID, into effects: inout PhoneEffects) {
        if let place = waiting.firstIndex(where: { $0.session == session && $0.link == link }) {
            return effects.tell(session, .ranging(waiting.remove(at: place).peer, .completed(nil)))
        }
        guard let index = index(of: session, on: link) else { return }
        if stop(index, into: &effects) { complete(index, nil, into: &effects) }
        beginWaiting(into: &effects)
    }

    /// The manager is gone, or does not use the link any more: no event follows.
    mutating func forget(
        _ session: SessionID, on link: Host.LinkID? = nil, into effects: inout PhoneEffects
    ) {
        waiting.removeAll { $0.session == session && (link == nil || $0.link == link) }
        for index in entries.indices.reversed()
        where entries[index].session == session && (link == nil || entries[index].link == link) {
            entries[index].session = nil
            if stop(index, into: &effects) { entries.remove(at: index) }
        }
        beginWaiting(into: &effects)
    }

    /// The manager releases a peripheral. `reports`: it gets events.
    mutating func connectionCancelled(
        on link: Host.LinkID, _ session: SessionID, reports: Bool, into effects: inout PhoneEffects
    ) {
        if reports {
            release(session, on: link, into: &effects)
        } else {
            forget(session, on: link, into: &effects)
        }
    }

    /// The app has released a peripheral that it measured: it hears of the end of its session (27.12).
    private mutating func release(
        _ session: SessionID, on link: Host.LinkID, into effects: inout PhoneEffects
    ) {
        if rules.endOfLink != .staysSilent,
            let request = waiting.first(where: { $0.session == session && $0.link == link })
        {
            effects.tell(session, .ranging(request.peer, .completed(nil)))
        }
        guard let index = index(of: session, on: link) else {
            return forget(session, on: link, into: &effects)
        }
        if rules.endOfLink != .staysSilent {
            effects.tell(session, .ranging(entries[index].peer, .completed(nil)))
        }
        forget(session, on: link, into: &effects)
    }

    /// The host has to end what runs. Returns whether nothing runs.
    private mutating func stop(_ index: Int, into effects: inout PhoneEffects) -> Bool {
        switch entries[index].phase {
        case .paused: return true
        case .starting, .running:
            effects.append(.host(.ranging(.stop(entries[index].link))))
            entries[index].phase = .ending
        case .pausing: entries[index].phase = .ending
        case .ending: break
        }
        return false
    }

    private mutating func complete(_ index: Int, _ error: PortError?, into effects: inout PhoneEffects) {
        let entry = entries.remove(at: index)
        tell(entry, .completed(error), into: &effects)
    }

    // MARK: The foreground

    /// The manager's app has come to the foreground, or has left it (27.11).
    mutating func set(isInFront: Bool, of session: SessionID, into effects: inout PhoneEffects) {
        guard rules.pausesInBackground else { return }
        for index in waiting.indices where waiting[index].session == session {
            waiting[index].isInFront = isInFront
        }
        for index in entries.indices where entries[index].session == session {
            guard entries[index].isInFront != isInFront else { continue }
            entries[index].isInFront = isInFront
            switch entries[index].phase {
            case .paused where isInFront: resume(index, into: &effects)
            case .starting where !isInFront, .running where !isInFront:
                entries[index].phase = .pausing
                effects.append(.host(.ranging(.stop(entries[index].link))))
            default: break
            }
        }
    }

    /// The accessory may be anywhere now, so the distance is smoothed anew.
    private mutating func resume(_ index: Int, into effects: inout PhoneEffects) {
        entries[index].phase = .starting
        entries[index].filter = DistanceFilter(rules)
        effects.append(.host(.ranging(.start(entries[index].link, parameters))))
    }

    // MARK: The host

    /// Takes what the host says of a link.
    mutating func handle(
        _ event: Host.RangingEvent, on link: Host.LinkID, into effects: inout PhoneEffects
    ) {
        guard let index = entries.firstIndex(where: { $0.link == link }) else { return }
        switch event {
        case .started: started(index)
        case .measured(let measurement): measured(index, measurement.distance, into: &effects)
        case .missed: missed(index, into: &effects)
        case .reflected: break
        case .ended(let failure): ended(index, failure, into: &effects)
        }
    }

    private mutating func measured(_ index: Int, _ distance: Double, into effects: inout PhoneEffects) {
        guard entries[index].phase == .running else { return }
        if let smoothed = entries[index].filter.take(distance) {
            return tell(index, .measured(.success(smoothed)), into: &effects)
        }
        switch rules.outlierReport {
        case .invalidDistance: tell(index, .measured(.success(rules.invalidDistance)), into: &effects)
        case .lastDistance:
            let last = entries[index].filter.smoothed ?? rules.invalidDistance
            tell(index, .measured(.success(last)), into: &effects)
        case .nothing: break
        }
    }

    /// A procedure failed; the session goes on (27.8).
    private mutating func missed(_ index: Int, into effects: inout PhoneEffects) {
        guard entries[index].phase == .running else { return }
        tell(index, .measured(.failure(.channelSoundingProcedureFailed)), into: &effects)
        guard rules.endsWithFailedProcedure, let session = entries[index].session else { return }
        tell(index, .completed(.channelSoundingProcedureFailed), into: &effects)
        forget(session, on: entries[index].link, into: &effects)
    }

    private mutating func ended(
        _ index: Int, _ failure: Host.RangingFailure?, into effects: inout PhoneEffects
    ) {
        // The end of the link follows, and decides what the app hears.
        if failure == .linkLost { return }
        switch entries[index].phase {
        case .paused: break
        case .starting: complete(index, .channelSoundingConfigurationFailed, into: &effects)  // 27.10
        case .running: complete(index, .channelSoundingProcedureFailed, into: &effects)
        case .pausing:
            entries[index].phase = .paused
            if entries[index].isInFront { resume(index, into: &effects) }
        case .ending: complete(index, nil, into: &effects)
        }
        beginWaiting(into: &effects)
    }

    private mutating func tell(_ index: Int, _ event: Central.RangingEvent, into effects: inout PhoneEffects)
    {
        tell(entries[index], event, into: &effects)
    }

    private mutating func tell(
        _ entry: Entry, _ event: Central.RangingEvent, into effects: inout PhoneEffects
    ) {
        guard let session = entry.session else { return }
        if entry.isNearby {
            nearbyNotices.append(NearbyNotice(session: session, event: event))
        } else {
            effects.tell(session, .ranging(entry.peer, event))
        }
    }

    private mutating func started(_ index: Int) {
        guard entries[index].phase == .starting else { return }
        entries[index].phase = .running
        guard let session = entries[index].session, entries[index].isNearby else { return }
        nearbyNotices.append(NearbyNotice(session: session, event: nil))
    }

    // MARK: Nearby Interaction

    /// Whether one more session can start.
    enum Room: Hashable { case free, soon, none }

    /// Whether a session can start on a link now, when one has ended that still ends, or not at all (27.6, 29.6).
    func room(on link: Host.LinkID) -> Room {
        let staying = entries.filter { $0.phase != .ending }.map(\.link) + waiting.map(\.link)
        if staying.count >= rules.maximumSessions || staying.contains(link) { return .none }
        return isFree(link) ? .free : .soon
    }

    private func isFree(_ link: Host.LinkID) -> Bool {
        entries.count < rules.maximumSessions && !entries.contains { $0.link == link }
    }

    /// Takes what is new about sessions of Nearby Interaction, oldest first.
    mutating func takeNearbyNotices() -> [NearbyNotice] {
        if nearbyNotices.isEmpty { return [] }
        defer { nearbyNotices = [] }
        return nearbyNotices
    }

    // MARK: Links

    /// What the end of a link means for sessions, before managers hear of it or after that (27.12).
    mutating func linkEnds(
        _ link: Host.LinkID, _ error: PortError?, isTold: Bool, into effects: inout PhoneEffects
    ) {
        guard isTold || rules.endOfLink == .completesFirst else { return }
        while let index = entries.firstIndex(where: { $0.link == link }) {
            let isCancelled = entries[index].phase == .ending
            if rules.endOfLink == .staysSilent { entries[index].session = nil }
            complete(index, isCancelled ? nil : error, into: &effects)
        }
        let lost = waiting.filter { $0.link == link }
        waiting.removeAll { $0.link == link }
        if rules.endOfLink != .staysSilent {
            for request in lost {
                effects.tell(request.session, .ranging(request.peer, .completed(error)))
            }
        }
        beginWaiting(into: &effects)
    }

    /// The radio went off: sessions end as links do, without events (1.15).
    mutating func radioEnded() { (entries, waiting) = ([], []) }

    // MARK: Checking

    /// The rule that the state breaks, or `nil`.
    var brokenRule: String? {
        if entries.count > max(rules.maximumSessions, 0) {
            return "there are more sessions than the phone has"
        }
        if waiting.contains(where: { isFree($0.link) }) { return "a session waits for nothing" }
        if Set(entries.map(\.link)).count != entries.count { return "a link has two sessions" }
        for entry in entries {
            if entry.phase == .paused, entry.isInFront { return "a session rests in the foreground" }
            if entry.phase == .running || entry.phase == .starting, !entry.isInFront {
                return "a session runs in the background"
            }
            if entry.session == nil, entry.phase != .ending { return "a session runs for nobody" }
        }
        return nil
    }

    private func index(of session: SessionID, on link: Host.LinkID) -> Int? {
        entries.firstIndex { $0.session == session && $0.link == link }
    }
}
