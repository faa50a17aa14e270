import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What the phone's peripheral managers advertise (behaviour 6.7-6.11, 1.33).
///
/// A phone has one advertising set for what all its apps advertise: the name of the app that began first, and
/// the services of all apps in that order. The services of apps in the background go to the overflow area. A
/// manager that stops removes its part, and another app's name or service takes the room. Apple's header only
/// says that advertising is shared (6.10); that the first name is used is Faraday's choice.
///
/// ```swift
/// var advertiser = Advertiser(profile: .iOS(18))
/// advertiser.powerOn()
/// advertiser.start(request, for: session, of: app, in: .foreground, into: &effects)
/// advertiser.started(Host.AdvertisingSetID(0), .success, into: &effects)
/// ```
struct Advertiser: Sendable {
    /// What one manager advertises, on air or not.
    struct Advertisement: Sendable {
        enum State: Hashable, Sendable {
            /// The manager waits for its `didStartAdvertising`.
            case starting
            /// The manager has got it.
            case started
            /// Another manager of the app was first, so this one has no effect, not even when the other one stops
            /// (1.33).
            case ineffective
        }

        let app: AppID
        /// The session gets another number after the manager's app has ended.
        var session: SessionID
        let request: Peripheral.AdvertisementRequest
        var state: State
        /// Where the app is.
        var presence: Presence
    }

    /// What the host has on air. It goes from `off` to `idle`, from there to `asked` and `confirmed`, and from each to
    /// `idle` and `off`.
    enum Air: Hashable, Sendable {
        /// The host is not up.
        case off
        case idle
        /// The host was asked to put this on air.
        case asked(Host.AdvertisingParameters)
        /// The host has confirmed it.
        case confirmed(Host.AdvertisingParameters)

        var parameters: Host.AdvertisingParameters? {
            switch self {
            case .off, .idle: nil
            case .asked(let parameters), .confirmed(let parameters): parameters
            }
        }
    }

    /// The one set.
    private static let set = Host.AdvertisingSetID(0)

    /// In the order they were started.
    private(set) var advertisements: [Advertisement] = []
    private(set) var air = Air.off

    /// The time between two advertisements while an app is in the foreground, and while none is (9.12).
    private let interval, backgroundInterval: Nanoseconds

    init(profile: OSProfile) {
        (interval, backgroundInterval) = (profile.advertisingInterval, profile.backgroundAdvertisingInterval)
    }

    /// What is wrong with the advertiser; `nil` for nothing.
    var brokenRule: String? {
        if Set(advertisements.map(\.session)).count < advertisements.count {
            return "a manager has two advertisements"
        }
        let effective = advertisements.filter { $0.state != .ineffective }
        if Set(effective.map(\.app)).count < effective.count { return "an app has two advertisements" }
        let present = effective.filter { $0.presence != .absent }
        if air.parameters != nil, present.isEmpty { return "something is on air that nobody advertises" }
        if case .confirmed = air, present.contains(where: { $0.state == .starting }) {
            return "a manager was not told that its advertisement is on air"
        }
        return nil
    }

    /// What a manager advertises, on air or not.
    func request(of session: SessionID) -> Peripheral.AdvertisementRequest? {
        advertisements.first { $0.session == session }?.request
    }

    /// The managers that wait for their `didStartAdvertising`.
    var starting: [SessionID] { advertisements.filter { $0.state == .starting }.map(\.session) }

    // MARK: Managers

    /// A manager advertises. `presence` is where its app is.
    mutating func start(
        _ request: Peripheral.AdvertisementRequest, for session: SessionID, of app: AppID,
        in presence: Presence, into effects: inout PhoneEffects
    ) {
        for key in request.refusedKeys {  // 6.7: the rest still goes on air.
            effects.append(.misuse(session, .refusedAdvertisementKey(key)))
        }
        guard self.request(of: session) == nil else {  // 6.9
            return effects.tell(session, .advertisingStarted(.alreadyAdvertising))
        }
        // 1.33: a second manager of an app gets no error and no effect.
        let isFirst = !advertisements.contains { $0.app == app && $0.state != .ineffective }
        advertisements.append(
            Advertisement(
                app: app, session: session, request: request, state: isFirst ? .starting : .ineffective,
                presence: presence))
        guard isFirst else {
            effects.append(.misuse(session, .notOnAir(session)))
            return effects.tell(session, .advertisingStarted(nil))
        }
        refresh(into: &effects)
    }

    /// A manager stops, or is gone.
    mutating func stop(_ session: SessionID, into effects: inout PhoneEffects) {
        guard let place = advertisements.firstIndex(where: { $0.session == session }) else { return }
        let stopped = advertisements.remove(at: place)
        if stopped.state != .ineffective { refresh(into: &effects) }
    }

    /// A manager's app has ended, and the system continues its work under another number. It is told nothing about a
    /// start that its app did not live to see.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        guard let place = advertisements.firstIndex(where: { $0.session == old }) else { return }
        advertisements[place].session = new
        if advertisements[place].state == .starting { advertisements[place].state = .started }
    }

    /// Notes where a manager's app is; `refresh` has to follow.
    mutating func setPresence(_ presence: Presence, of session: SessionID) {
        guard let place = advertisements.firstIndex(where: { $0.session == session }) else { return }
        advertisements[place].presence = presence
    }

    // MARK: The radio

    /// The host is up; `resume` puts on air what should be there.
    mutating func powerOn() {
        if air == .off { air = .idle }
    }

    /// The host is down. With `isCleared` all managers have to start again (6.13).
    mutating func powerOff(isCleared: Bool) {
        air = .off
        if isCleared { advertisements = [] }
    }

    /// Puts on air what should be there: at the start, after a connection ended it, and after the radio came
    /// back.
    mutating func resume(into effects: inout PhoneEffects) {
        if air == .idle { refresh(into: &effects) }
    }

    /// Changes what is on air to what the apps want now (6.10, 6.11).
    mutating func refresh(into effects: inout PhoneEffects) {
        guard air != .off else { return }
        guard let wanted else { return takeOffAir(into: &effects) }
        guard let present = air.parameters, present.interval == wanted.interval else {
            takeOffAir(into: &effects)
            air = .asked(wanted)
            return effects.append(.host(.gap(.startAdvertising(Self.set, wanted))))
        }
        if present != wanted {
            let (data, response) = (wanted.data, wanted.scanResponse)
            effects.append(
                .host(.gap(.updateAdvertisingData(Self.set, data: data, scanResponse: response))))
        }
        guard case .confirmed = air else {
            air = .asked(wanted)
            return
        }
        air = .confirmed(wanted)
        tellStarted(into: &effects)
    }

    private mutating func takeOffAir(into effects: inout PhoneEffects) {
        guard air.parameters != nil else { return }
        air = .idle
        effects.append(.host(.gap(.stopAdvertising(Self.set))))
    }

    /// What all apps together advertise; `nil` if none does.
    private var wanted: Host.AdvertisingParameters? {
        let effective = advertisements.filter { $0.state != .ineffective }
        let foreground = effective.filter { $0.presence == .foreground }.map(\.request)
        let background = effective.filter { $0.presence == .background }.map(\.request)
        guard !foreground.isEmpty || !background.isEmpty else { return nil }
        let layout = AdvertisementLayout(foreground: foreground, background: background)
        return Host.AdvertisingParameters(
            kind: .connectable, interval: foreground.isEmpty ? backgroundInterval : interval,
            data: layout.data, scanResponse: layout.scanResponse)
    }

    // MARK: Events of the host

    /// The host has put the set on air, or could not. Then the managers that have just started get the error, and have
    /// to start again.
    mutating func started(
        _ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode, into effects: inout PhoneEffects
    ) {
        guard set == Self.set, let parameters = air.parameters else { return }
        if code == .success {
            air = .confirmed(parameters)
            return tellStarted(into: &effects)
        }
        air = .idle
        let failed = starting
        advertisements.removeAll { $0.state == .starting }
        for session in failed { effects.tell(session, .advertisingStarted(.unknown)) }
    }

    /// The set has ended by itself. If that was because a central connected, the phone continues to advertise. After
    /// any other end it waits until a link ends.
    mutating func ended(
        _ set: Host.AdvertisingSetID, _ code: HCI.ErrorCode, into effects: inout PhoneEffects
    ) {
        guard set == Self.set, air.parameters != nil else { return }
        air = .idle
        if code == .success { refresh(into: &effects) }
    }

    /// Reports to the managers that wait for it that their part is on air. Managers of absent apps continue
    /// to wait.
    private mutating func tellStarted(into effects: inout PhoneEffects) {
        for place in advertisements.indices
        where advertisements[place].state == .starting && advertisements[place].presence != .absent {
            advertisements[place].state = .started
            effects.tell(advertisements[place].session, .advertisingStarted(nil))
        }
    }
}

extension Advertiser {
    /// Visits the managers whose advertising has not started yet until `visit` returns false. Returns whether it visited
    /// all.
    func visitRequests(_ visit: (() -> OpenRequest) -> Bool) -> Bool {
        starting.allSatisfy { session in
            visit { OpenRequest(session: session, peer: nil, kind: .startAdvertising) }
        }
    }
}
