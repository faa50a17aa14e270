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
package struct PhoneModel: Sendable {
    package typealias Output = PhoneOutput

    /// Seconds from the beginning of 2001 to the driver's time zero; dates count from there (behaviour 2.16).
    /// In worlds that is 2025-01-01T00:00:00Z, as in their captures. A driver on a real radio sets today's
    /// value.
    package var startTime: Double = 757_382_400

    /// The numbers and switches of the system.
    package var profile: OSProfile { _read { yield shared.value } }
    private let shared: SharedProfile
    /// What the phone is called.
    package let name: String
    /// The identity address of the controller, once it is up.
    package internal(set) var address: DeviceAddress?

    let seed: UInt64
    var power = RadioPower()
    /// What the model leaves behind: outputs, timers and tokens.
    var effects = PhoneEffects()

    var managers = Managers()

    /// Peers, links and connections.
    package internal(set) var router: LinkRouter

    var scanning: Scanning

    var apps: AppLives
    /// The time, as far as the screening of events needs it.
    var clock = Instant.zero

    // The phone as a server, and what apps advertise.
    var server: LocalServer
    var advertiser: Advertiser

    var channels: Channels

    var ranging: RangingSessions

    // AccessorySetupKit, and Nearby Interaction.
    var setup = AccessorySetup()
    var nearby = NearbySessions()

    /// Creates a phone whose host is not started yet; the seed determines the identifiers of peers.
    package init(profile: OSProfile, identifierSeed: UInt64, name: String) {
        shared = SharedProfile(profile)
        self.name = name
        seed = identifierSeed
        server = LocalServer(profile: profile)
        advertiser = Advertiser(profile: profile)
        channels = Channels(mtu: profile.channelMTU, publishedPSMs: profile.publishedPSMs)
        ranging = RangingSessions(profile: profile)
        router = LinkRouter(shared, seed: identifierSeed)
        scanning = Scanning(shared)
        apps = AppLives(shared)
    }

    /// Takes the next output, oldest first.
    package mutating func nextOutput() -> Output? {
        settleEvents()
        return effects.nextOutput()
    }

    /// When `deadlineReached(at:)` is due, if ever.
    package var nextDeadline: Instant? { effects.nextDeadline }

    /// Does what is due; does nothing if nothing is due.
    package mutating func deadlineReached(at now: Instant) {
        clock = now
        while let timer = effects.takeTimer(at: now) {
            switch timer {
            case .firstState(let session): report(session, at: now)
            case .connect(let session, let peer):
                let reaches = reaches(peer, session)
                route(at: now) { $0.endStartDelay(session, peer, reaches: reaches, &$1, into: &$2) }
            case .linger(let link): router.lingerEnded(link, into: &effects)
            case .commandReadiness(let session, let peer):
                router.commandsReady(session, peer, into: &effects)
            case .refusedParameters(let link): router.end(link, saying: .connectionTimeout, into: &effects)
            case .inputUpdate(let link): router.negotiate(.inputUpdateDue, on: link, at: now, into: &effects)
            case .suspend(let app): endBackgroundRun(app, at: now)
            case .discard(let app): discardPreserved(of: app, at: now)
            case .restarted: changeRadio(.on, at: now)
            case .scanStage: scanning.endStage(at: now, into: &effects)
            case .picker(let timer): changeSetup(at: now) { setup, turn, _ in setup.due(timer, &turn) }
            case .nearbySuspension(let session):
                changeNearby(at: now) { $0.endSuspended(session, $1, &$2, into: &$3) }
            }
            screenEvents()
            followPicker(at: now)
        }
    }

    /// Takes an event of the host.
    package mutating func handle(_ event: consuming Host.Event, at now: Instant) {
        if effects.screensEvents { clock = now }
        dispatch(event, at: now)
        screenEvents()
        followPicker(at: now)
    }

    private mutating func dispatch(_ event: consuming Host.Event, at now: Instant) {
        switch consume event {
        case .ready(let address): hostReady(address, at: now)
        case .controllerFailed(let failure): hostFailed(failure, at: now)
        case .advertisementReceived(let report): received(report, at: now)
        case .advertisingStarted(let set, let code): advertiser.started(set, code, into: &effects)
        case .advertisingEnded(let set, let code): advertiser.ended(set, code, into: &effects)
        case .connected(let id, let link): linkBegan(id, link, at: now)
        case .connectFailed(let address, let code):
            route(at: now) { $0.connectFailed(address, code, &$1, into: &$2) }
        case .disconnected(let id, let code): linkEnded(id, code, at: now)
        case .parametersUpdated(let id, let parameters, .success):
            router.negotiate(.updated(parameters), on: id, at: now, into: &effects)
        case .parametersRequested(let id, let parameters):
            router.negotiate(.requested(parameters), on: id, at: now, into: &effects)
        case .rssi(let id, let token, let result): router.signalRead(id, token, result, into: &effects)
        case .mtuChanged(let id, let mtu):
            if let central = router.mtuChanged(id, mtu) { tellUpdateLength(central, on: id) }
        case .procedureEnded(let id, let token, let outcome):
            router.procedureEnded(id, token, outcome, into: &effects)
        case .commandSent(let id, let token): router.commandSent(id, token, at: now, into: &effects)
        case .valueReceived(let id, let handle, let value, _):
            router.valueReceived(id, handle, value, into: &effects)
        case .serviceChanged(let id, let range): router.servicesChanged(id, range, into: &effects)
        case .serviceAdded(let token, let result): server.serviceAdded(token, result, into: &effects)
        case .attributeRead(let request): attributeRead(request, at: now)
        case .attributeWritten(let request): attributeWritten(request, at: now)
        case .subscriptionChanged(let id, let handle, let subscription):
            server.subscriptionChanged(id, handle, subscription, into: &effects)
        case .updateSent(let id, let token, _): server.updateSent(id, token, into: &effects)
        case .pairingPrompted(let id, let prompt):
            router.pairingPrompted(id, prompt, consenting: setup.picker.consenting, into: &effects)
        case .pairingPromptEnded(let id): router.pairingPromptEnded(id, into: &effects)
        case .securityRequested(let id, let level): router.securityRequested(id, level, into: &effects)
        case .securityChanged(let id, let security): router.securityChanged(id, security, into: &effects)
        case .securityEnded(let id, let result):
            route(at: now) { $0.securityEnded(id, result, &$1, into: &$2) }
        case .identityResolved(let id, let identity): router.identityResolved(id, identity)
        case .bondChanged(let bond): router.peers.bonds.add(bond.peer)
        case .channelOpened(let id, let channel, let token): channelOpened(id, channel, token)
        case .channelFailed(_, let token, let failure): channelFailed(token, failure)
        case .channelReceived(let id, let sdu): channels.received(id, sdu, into: &effects)
        case .channelSent(let id, _, let result): channels.sent(id, result, into: &effects)
        case .channelClosed(let id): channels.closed(id, into: &effects)
        case .ranging(let id, let event): ranging.handle(event, on: id, into: &effects)
        // The model asked for it and has reported it already, or apps get no callback.
        case .poweredOff, .parametersUpdated, .dataLengthChanged, .phyChanged, .serviceRemoved,
            .outOfBandData:
            break
        }
    }
}

extension PhoneModel {
    /// `now` as `CFAbsoluteTime`.
    func absoluteTime(_ now: Instant) -> Double { startTime + Nanoseconds(now.nanoseconds).seconds }
}
