import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What Apple puts between an app and the Bluetooth host, as one state machine: managers, identifiers,
/// caches, coalescing, serialisation and the texts of its log.
///
/// Commands of apps and events of the host are its inputs; `nextOutput()` returns the outputs in order. Every
/// input may create outputs and change `nextDeadline`; take all outputs before asking for it.
///
/// ```swift
/// var model = PhoneModel(profile: .iOS(18), identifierSeed: 7, name: "iPhone")
/// model.start(at: .zero)
/// let session = model.openCentral(ManagerOptions(), app: AppID(1), at: .zero)
/// model.handle(.ready(address), at: .zero)
/// ```
///
/// A peer's attributes outlive the link where behaviour 4.10 says so: see `AttributeCache.swift`.
package struct PhoneModel: Sendable {
    /// Something that the model wants done or reported.
    package enum Output: Hashable, Sendable {
        case host(Host.Command)
        case central(SessionID, Central.Event)
        case peripheral(SessionID, Peripheral.Event)
        case misuse(SessionID, Misuse)
        /// For the user: an alert that waits for an answer by `answerPairing`.
        case pairingAlert(PairingAlert)
        /// The alert about this link is gone, answered or not.
        case pairingAlertEnded(Host.LinkID)
        /// For the phone's user; `answerAlert` returns the answer.
        case systemAlert(SystemAlert)
        /// The system launches an ended app, for an event that the app waits for (behaviour 7.4, 7.11).
        case launch(AppID, AppLaunch)
        /// An app ended, and with it these managers: they get no events any more, and make no calls.
        case appEnded(AppID, [SessionID])
        /// An app's state has changed: for the timeline.
        case appStateChanged(AppID, AppState)
    }

    /// Seconds from the beginning of 2001 to the driver's time zero; dates count from there (behaviour 2.16).
    /// In worlds that is 2025-01-01T00:00:00Z, as in their captures. A driver on a real radio sets today's
    /// value.
    package var startTime: Double = 757_382_400

    /// The numbers and switches of the system.
    package let profile: OSProfile
    /// What the phone is called.
    package let name: String
    /// The identity address of the controller, once it is up.
    package internal(set) var address: DeviceAddress?

    let seed: UInt64
    var power = RadioPower()
    /// What the model leaves behind: outputs, timers and tokens.
    var effects = PhoneEffects()

    var managers = Managers()

    // Peers and links.
    var peers: PeerMemory
    /// What is kept of peers' attributes while there is no link.
    var attributeCache: AttributeCache
    var links: [Link] = []
    var slotOfLink = LinkSlots()

    var scanning: Scanning

    var apps: AppLives
    /// The time, as far as the screening of events needs it.
    var clock = Instant.zero

    // The phone as a server, and what apps advertise.
    var server: LocalServer
    var advertiser: Advertiser

    var channels: Channels

    var connections: Connections

    /// Creates a phone whose host is not started yet; the seed determines the identifiers of peers.
    package init(profile: OSProfile, identifierSeed: UInt64, name: String) {
        self.profile = profile
        self.name = name
        seed = identifierSeed
        server = LocalServer(
            updateQueueDepth: profile.updateQueueDepth, reservedServices: profile.reservedServices)
        advertiser = Advertiser(
            interval: profile.advertisingInterval, backgroundInterval: profile.backgroundAdvertisingInterval)
        channels = Channels(mtu: profile.channelMTU, publishedPSMs: profile.publishedPSMs)
        peers = PeerMemory(profile, seed: identifierSeed)
        connections = Connections(profile)
        scanning = Scanning(profile: profile)
        apps = AppLives(profile: profile)
        attributeCache = AttributeCache(limit: profile.maximumRememberedDatabases)
    }

    /// Takes the next output, oldest first.
    package mutating func nextOutput() -> Output? {
        screenEvents()
        return effects.nextOutput()
    }

    /// When `deadlineReached(at:)` is due, if ever.
    package var nextDeadline: Instant? { effects.nextDeadline }

    /// Does what is due; does nothing if nothing is due.
    package mutating func deadlineReached(at now: Instant) {
        clock = now
        while let timer = effects.takeTimer(at: now) {
            switch timer {
            case .firstState(let session): report(session)
            case .connect(let session, let peer): endStartDelay(session, peer, at: now)
            case .linger(let link): lingerOver(link)
            case .commandReadiness(let session, let peer): commandsReady(session, peer)
            case .refusedParameters(let link): refusedParametersOver(link)
            case .suspend(let app): endBackgroundRun(app, at: now)
            case .discard(let app): discardPreserved(of: app, at: now)
            case .restarted: changeRadio(.on, at: now)
            }
            screenEvents()
        }
    }

    /// Takes an event of the host.
    package mutating func handle(_ event: Host.Event, at now: Instant) {
        if screensEvents { clock = now }
        dispatch(event, at: now)
        screenEvents()
    }

    private mutating func dispatch(_ event: Host.Event, at now: Instant) {
        switch event {
        case .ready(let address): hostReady(address, at: now)
        case .poweredOff: break  // The model asked for it and has reported it already.
        case .controllerFailed(let failure): hostFailed(failure, at: now)
        case .advertisementReceived(let report): received(report, at: now)
        case .advertisingStarted(let set, let code): advertisingStarted(set, code)
        case .advertisingEnded(let set, let code): advertisingEnded(set, code)
        case .connected(let id, let link): linkBegan(id, link, at: now)
        case .connectFailed(let address, let code): connectFailed(address, code, at: now)
        case .disconnected(let id, let code): linkEnded(id, code, at: now)
        case .parametersUpdated(let id, let parameters, .success): parametersUpdated(id, parameters)
        case .parametersUpdated, .dataLengthChanged, .phyChanged: break  // Apps get no callback.
        case .parametersRequested(let id, let parameters): parametersRequested(id, parameters, at: now)
        case .rssi(let id, let token, let result): signalRead(id, token, result)
        case .mtuChanged(let id, let mtu): mtuChanged(id, mtu)
        case .procedureEnded(let id, let token, let outcome): procedureEnded(id, token, outcome)
        case .commandSent(let id, let token): commandSent(id, token)
        case .valueReceived(let id, let handle, let value, _): valueReceived(id, handle, value)
        case .serviceChanged(let id, let range): servicesChanged(id, range)
        case .serviceAdded(let token, let result):
            screened { $0.server.serviceAdded(token, result, into: &$0.effects) }
        case .serviceRemoved: break
        case .attributeRead(let request): attributeRead(request, at: now)
        case .attributeWritten(let request): attributeWritten(request, at: now)
        case .subscriptionChanged(let id, let handle, let subscription):
            screened { $0.server.subscriptionChanged(id, handle, subscription, into: &$0.effects) }
        case .updateSent(let id, let token, _):
            screened { $0.server.updateSent(id, token, into: &$0.effects) }
        case .pairingPrompted(let id, let prompt): pairingPrompted(id, prompt)
        case .pairingPromptEnded(let id): pairingPromptEnded(id)
        case .securityRequested(let id, let level): securityRequested(id, level)
        case .securityChanged(let id, let security): securityChanged(id, security)
        case .securityEnded(let id, let result): securityEnded(id, result, at: now)
        case .identityResolved(let id, let identity): identityResolved(id, identity)
        case .bondChanged(let bond): peers.bonds.add(bond.peer)
        case .outOfBandData: break
        case .channelOpened(let id, let channel, let token): channelOpened(id, channel, token)
        case .channelFailed(_, let token, let failure): channelFailed(token, failure)
        case .channelReceived(let id, let sdu):
            screened { $0.channels.received(id, sdu, into: &$0.effects) }
        case .channelSent(let id, _, let result):
            screened { $0.channels.sent(id, result, into: &$0.effects) }
        case .channelClosed(let id): screened { $0.channels.closed(id, into: &$0.effects) }
        }
    }
}

extension PhoneModel {
    /// `now` as `CFAbsoluteTime`.
    func absoluteTime(_ now: Instant) -> Double { startTime + Nanoseconds(now.nanoseconds).seconds }

    @inline(__always)
    func centralIndex(_ session: SessionID) -> Int? { managers.central(session) }

    @inline(__always)
    func peripheralIndex(_ session: SessionID) -> Int? { managers.peripheral(session) }

    @inline(__always)
    var centrals: [CentralSession] {
        _read { yield managers.centrals }
        _modify { yield &managers.centrals }
    }

    @inline(__always)
    var peripherals: [PeripheralSession] {
        _read { yield managers.peripherals }
        _modify { yield &managers.peripherals }
    }

    func core(of session: SessionID) -> SessionCore? { managers.core(of: session) }

    func presence(of core: SessionCore, _ mode: AppManifest.BackgroundModes) -> Presence {
        apps.presence(of: core.app, mode)
    }

    /// Whether events are screened before delivery.
    @inline(__always)
    var screensEvents: Bool { effects.screensEvents }

    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: Central.Event) {
        effects.tell(session, event)
        screenEvents()
    }

    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: Peripheral.Event) {
        effects.tell(session, event)
        screenEvents()
    }

    /// Calls a machine, and decides about the events that it tells managers before anything else is changed.
    @inline(__always)
    mutating func screened<Result>(_ call: (inout PhoneModel) -> Result) -> Result {
        defer { screenEvents() }
        return call(&self)
    }
}
