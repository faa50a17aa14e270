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
public struct PhoneModel: Sendable {
    /// Something that the model wants done or reported.
    public enum Output: Hashable, Sendable {
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

    /// The state of the host.
    enum HostPhase: Hashable, Sendable {
        case down
        case starting
        case ready
        /// The host cannot be started.
        case failed
    }

    /// Seconds from the beginning of 2001 to the driver's time zero; dates count from there (behaviour 2.16).
    /// In worlds that is 2025-01-01T00:00:00Z, as in their captures. A driver on a real radio sets today's
    /// value.
    public var startTime: Double = 757_382_400

    /// The numbers and switches of the system.
    public let profile: OSProfile
    /// What the phone is called.
    public let name: String
    /// What the phone's radio is set to.
    public internal(set) var radio = RadioState.on
    /// The identity address of the controller, once it is up.
    public internal(set) var address: DeviceAddress?

    let seed: UInt64
    var hostPhase = HostPhase.down
    /// What the model leaves behind: outputs, timers and tokens.
    var effects = PhoneEffects()
    var lastSession: UInt32 = 0
    var lastAlert: UInt32 = 0

    // Sessions, in the order they were opened.
    var centrals: [CentralSession] = []
    var peripherals: [PeripheralSession] = []

    // Peers and links.
    var peers = PeerTable()
    /// The peers whose attributes are kept, in the order their links ended.
    var rememberedPeers: [Int] = []
    var links: [Link] = []
    var slotOfLink = LinkSlots()

    // Scanning: the sessions that scan, by index in `centrals`.
    var scanners: [Int] = []
    var hostScan: Host.ScanParameters?

    // Apps.
    /// The apps about which the phone knows something.
    var apps: [AppRecord] = []
    /// Some app is not in the foreground, or some manager's app has ended: events are screened before
    /// delivery.
    var screensEvents = false
    /// The time, as far as `screensEvents` needs it.
    var clock = Instant.zero
    var lastForeground: UInt32 = 0
    /// Alerts that wait for the user.
    var questions: [SystemAlert] = []
    /// The identity addresses of bonded peers, oldest first; the host has the keys.
    var bondedPeers: [DeviceAddress] = []
    /// The peers that the user refused to pair with (5.34), oldest first.
    var refusedPeers: [DeviceAddress] = []
    /// Whether the user shares notifications with a peer, for each peer about which the phone asked (3.25).
    var notificationSharing: [PeerIdentifier: Bool] = [:]

    // The phone as a server, and what apps advertise.
    var server: LocalServer
    var advertiser: Advertiser

    var channels: Channels

    /// Links of apps that have no managers (`Holding.swift`); nearly always none.
    var holds: [Hold] = []
    /// Devices that the system keeps connected (`SystemDevices.swift`); mostly none.
    var systemDevices: [SystemDevice] = []

    /// Creates a phone whose host is not started yet; the seed determines the identifiers of peers.
    public init(profile: OSProfile, identifierSeed: UInt64, name: String) {
        self.profile = profile
        self.name = name
        seed = identifierSeed
        server = LocalServer(
            updateQueueDepth: profile.updateQueueDepth, reservedServices: profile.reservedServices)
        advertiser = Advertiser(
            interval: profile.advertisingInterval, backgroundInterval: profile.backgroundAdvertisingInterval)
        channels = Channels(mtu: profile.channelMTU, publishedPSMs: profile.publishedPSMs)
    }

    /// Takes the next output, oldest first.
    public mutating func nextOutput() -> Output? { effects.nextOutput() }

    /// When `deadlineReached(at:)` is due, if ever.
    public var nextDeadline: Instant? { effects.nextDeadline }

    /// Does what is due; does nothing if nothing is due.
    public mutating func deadlineReached(at now: Instant) {
        clock = now
        while let timer = effects.takeTimer(at: now) {
            switch timer {
            case .firstState(let session): reportFirstState(session)
            case .connect(let session, let peer): endStartDelay(session, peer, at: now)
            case .linger(let link): lingerOver(link)
            case .commandReadiness(let session, let peer): commandsReady(session, peer)
            case .refusedParameters(let link): refusedParametersOver(link)
            case .suspend(let app): endBackgroundRun(app, at: now)
            case .discard(let app): discardPreserved(of: app, at: now)
            case .restarted: changeRadio(.on, at: now)
            }
        }
    }

    /// Takes an event of the host.
    public mutating func handle(_ event: Host.Event, at now: Instant) {
        if screensEvents { clock = now }
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
        case .rssi(let id, let token, let result): rssiRead(id, token, result)
        case .mtuChanged(let id, let mtu):
            guard let slot = slotOfLink[id] else { return }
            links[slot].mtu = max(mtu, ATT.defaultMTU)
            tellUpdateLength(slot)
        case .procedureEnded(let id, let token, let outcome): procedureEnded(id, token, outcome, at: now)
        case .commandSent(let id, let token): commandSent(id, token)
        case .valueReceived(let id, let handle, let value, _): valueReceived(id, handle, value)
        case .serviceChanged(let id, let range):
            // Where the model knows the handle, it has seen the indication.
            if let slot = slotOfLink[id], links[slot].serviceChanged == nil { servicesChanged(slot, range) }
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
        case .bondChanged(let bond): remember(bond.peer)
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

    /// A phone has few sessions, nearly always one: a linear search is the fastest.
    @inline(__always)
    func centralIndex(_ session: SessionID) -> Int? { centrals.firstIndex { $0.core.id == session } }

    @inline(__always)
    func peripheralIndex(_ session: SessionID) -> Int? { peripherals.firstIndex { $0.core.id == session } }

    @inline(__always)
    mutating func tell(_ session: SessionID, _ event: Central.Event) {
        if screensEvents { return screen(session, event) }
        effects.append(.central(session, event))
    }

    mutating func tell(_ session: SessionID, _ event: Peripheral.Event) {
        if screensEvents { return screen(session, event) }
        effects.append(.peripheral(session, event))
    }

    /// Calls a machine, and screens the events that it tells: to apps that are not in the foreground they may come
    /// later. Other outputs keep their places. The body calls machines only, because `tell` screens by itself.
    @inline(__always)
    mutating func screened<Result>(_ call: (inout PhoneModel) -> Result) -> Result {
        guard screensEvents else { return call(&self) }
        let before = effects.count
        let result = call(&self)
        for output in effects.takeOutputs(after: before) {
            switch output {
            case .central(let session, let event): tell(session, event)
            case .peripheral(let session, let event): tell(session, event)
            default: effects.append(output)
            }
        }
        return result
    }
}
