import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A phone from the port down to HCI: the model and its host as one state machine. A simulated phone and a
/// live driver both run one.
///
/// Inputs are the port's commands, packets of the controller and deadlines. After each input, take all
/// outputs, then ask for `nextDeadline`. The outputs of one input come in the order in which they were made.
///
/// ```swift
/// var stack = PhoneStack(profile: .iOS(18), identifierSeed: 7, name: "iPhone", address: nil)
/// stack.start(at: now)
/// while let output = stack.nextOutput() {
///     switch output {
///     case .controller(let packet): controller.receive(packet, at: now)
///     case .model(.central(let session, let event)): deliver(event, to: session)
///     ...
///     }
/// }
/// ```
package struct PhoneStack: Sendable {
    /// Something for the controller, for an app or for the user.
    package enum Output: Hashable, Sendable {
        case controller(HCI.Packet)
        /// As the model made it. A command to the host, which the host has already, only while `tracesHost`.
        case model(PhoneModel.Output)
        /// An event of the host for the model; only while `tracesHost`.
        case hostEvent(Host.Event)
    }

    /// The part that Apple adds.
    package var model: PhoneModel
    /// The host side of the controller.
    package var host: Host
    /// Whether outputs also show the commands and events between model and host.
    package var tracesHost = false
    /// A layer between model and host; nearly always none. The owner of the stack calls both under one lock.
    nonisolated(unsafe) package var layer: (any HostLayer)?
    /// The time of the last input; its results have this time.
    private var now = Instant.zero

    /// Creates a phone that is not started yet; it uses private addresses as its profile says. `configure`
    /// may change the configuration of the host.
    package init(
        profile: OSProfile, identifierSeed: UInt64, name: String, address: DeviceAddress?,
        configure: (inout Host.Configuration) -> Void = { _ in }
    ) {
        model = PhoneModel(profile: profile, identifierSeed: identifierSeed, name: name)
        var configuration = Host.Configuration(
            deviceName: name, appearance: 0x0040, address: address, preferredMTU: profile.attMTU,
            takesInvalidOffsetAsEnd: profile.takesInvalidOffsetAsEnd)
        configuration.connection.parameters = Host.ConnectionParameters(
            interval: profile.connectionInterval, latency: profile.peripheralLatency,
            supervisionTimeout: profile.supervisionTimeout)
        configuration.connection.scanInterval = profile.connectScanInterval
        configuration.connection.scanWindow = profile.connectScanWindow
        configuration.parameterRequests = .ask
        configuration.security = Self.security(identifierSeed)
        if profile.ranging.isSupported { configuration.ranging = Host.RangingConfiguration() }
        if let rotation = profile.addressRotation {
            configuration.security.privacy = .resolvable(every: rotation)
        }
        configure(&configuration)
        host = Host(configuration)
    }

    // MARK: Driving

    /// Powers on; call once, before anything else.
    package mutating func start(at now: Instant) {
        self.now = now
        model.start(at: now)
    }

    /// Takes a packet from the controller.
    package mutating func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        _ = take(packet, at: now)
    }

    /// The same; returns whether there may be outputs or another deadline, which is so for all but reports of sent packets.
    package mutating func take(_ packet: consuming HCI.Packet, at now: Instant) -> Bool {
        self.now = now
        return host.handle(packet, at: now)
    }

    /// Does what is due; does nothing if nothing is due.
    package mutating func deadlineReached(at now: Instant) {
        self.now = now
        if let deadline = model.nextDeadline, deadline <= now { model.deadlineReached(at: now) }
        if let deadline = host.nextDeadline, deadline <= now { host.deadlineReached(at: now) }
    }

    /// When `deadlineReached(at:)` is due, if ever; correct once all outputs are taken.
    ///
    /// Stored, not computed: drivers ask at every event, and a getter would work on a copy of the whole
    /// stack.
    package private(set) var nextDeadline: Instant?

    private mutating func findDeadline() {
        nextDeadline = model.nextDeadline
        guard let deadline = host.earliestDeadline() else { return }
        nextDeadline = nextDeadline.map { min($0, deadline) } ?? deadline
    }

    /// Takes the next output. On the way, it passes commands and events between model and host.
    package mutating func nextOutput() -> Output? {
        while true {
            if let output = model.nextOutput() {
                switch consume output {
                case .host(let command):
                    guard tracesHost || layer != nil else {
                        host.handle(command, at: now)
                        continue
                    }
                    if let output = show(command) { return output }
                case let output: return .model(output)
                }
            } else if let output = host.nextOutput() {
                switch consume output {
                case .controller(let packet): return .controller(packet)
                case .event(let event):
                    guard tracesHost else {
                        model.handle(event, at: now)
                        continue
                    }
                    let shown = event
                    model.handle(event, at: now)
                    return .hostEvent(shown)
                }
            } else {
                findDeadline()
                return nil
            }
        }
    }

    /// Passes a command to the host where somebody sees it on its way. The usual way, in `nextOutput`, copies nothing.
    @inline(never)
    private mutating func show(_ command: Host.Command) -> Output? {
        if let layer, isTaken(command, by: layer) { return nil }
        host.handle(command, at: now)
        return tracesHost ? .model(.host(command)) : nil
    }

    // MARK: Apps

    /// Opens a central manager; its first state follows later.
    package mutating func openCentral(_ options: ManagerOptions, app: AppID, at now: Instant) -> SessionID {
        self.now = now
        return model.openCentral(options, app: app, at: now)
    }

    /// Opens a peripheral manager; its first state follows later.
    package mutating func openPeripheral(
        _ options: ManagerOptions, app: AppID, at now: Instant
    ) -> SessionID {
        self.now = now
        return model.openPeripheral(options, app: app, at: now)
    }

    /// Removes a manager; no event follows.
    package mutating func close(_ session: SessionID, at now: Instant) {
        self.now = now
        model.close(session, at: now)
    }

    /// Executes a central manager's command.
    @discardableResult
    package mutating func handle(
        _ command: Central.Command, from session: SessionID, at now: Instant
    ) -> CommandResult {
        self.now = now
        return model.handle(command, from: session, at: now)
    }

    /// Executes a peripheral manager's command.
    @discardableResult
    package mutating func handle(
        _ command: Peripheral.Command, from session: SessionID, at now: Instant
    ) -> CommandResult {
        self.now = now
        return model.handle(command, from: session, at: now)
    }

    /// Sends a peripheral manager's update to subscribers; returns whether it was sent.
    @discardableResult
    package mutating func update(
        _ update: Peripheral.Update, from session: SessionID, at now: Instant
    ) -> Bool {
        self.now = now
        return model.update(update, from: session, at: now)
    }

    // MARK: The person who holds the phone

    /// Sets the radio.
    package mutating func setRadio(
        _ radio: RadioState, in place: BluetoothSwitch = .settings, at now: Instant
    ) {
        self.now = now
        model.setRadio(radio, in: place, at: now)
    }

    /// Changes the model at a time.
    mutating func change(at now: Instant, _ body: (inout PhoneModel) -> Void) {
        self.now = now
        body(&model)
    }

    // MARK: Pairing

    /// What a phone needs for pairing: a screen with keys, and a user who is asked each time (behaviour
    /// 5.32).
    private static func security(_ seed: UInt64) -> Host.SecurityConfiguration {
        var entropy: [UInt8] = []
        entropy.reserveCapacity(16)
        for label: UInt64 in [0x4661_7261, 0x6461_7921] {
            let draw = PeerIdentifier.mix(seed &+ PeerIdentifier.mix(label))
            entropy.append(littleEndian: draw)
        }
        return Host.SecurityConfiguration(
            ioCapability: .keyboardDisplay, wantsAuthentication: true, asksForConsent: true, entropy: entropy)
    }

    /// The user answers the alert with this number. Does nothing if the alert is no longer shown.
    package mutating func answerPairing(_ alert: UInt32, _ answer: Host.PairingAnswer, at now: Instant) {
        self.now = now
        model.router.answerPairing(alert, answer, into: &model.effects)
    }

    /// The user chose "Forget This Device": ends the bond and the link.
    package mutating func forget(_ peer: DeviceAddress, at now: Instant) {
        self.now = now
        model.forget(peer, at: now)
    }

    /// Replaces all bonds, as when a backup is restored; links that are up keep their encryption.
    package mutating func setBonds(_ bonds: [Host.Bond], at now: Instant) {
        self.now = now
        model.router.peers.bonds.replace(bonds.map(\.peer))
        host.handle(.security(.setBonds(bonds)), at: now)
    }

    /// Forgets every peer that no app uses.
    package mutating func forgetPeers(at now: Instant) {
        self.now = now
        model.forgetPeers(at: now)
    }

    /// Answers a question that the system asked.
    package mutating func answerAlert(_ number: UInt32, allows: Bool, at now: Instant) {
        self.now = now
        model.answerAlert(number, allows: allows, at: now)
    }

    /// The user shares the phone's notifications with a peer, or stops sharing.
    package mutating func setNotificationSharing(
        _ isAllowed: Bool, with peer: PeerIdentifier, at now: Instant
    ) {
        self.now = now
        model.router.setNotificationSharing(isAllowed, with: peer, into: &model.effects)
    }
}
