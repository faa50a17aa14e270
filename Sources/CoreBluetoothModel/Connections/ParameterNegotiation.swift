import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// Connection parameters: what peers may ask for, and what the phone asks for by itself (behaviours 3.39, 3.40, 6.27, 9.2,
/// 9.3, 27.23).
///
/// What it waits for are timers of the effects. It writes commands for the host there too, and has nothing to say to the
/// rest of the phone: when `.refusedParameters` is due, the router ends the link.
///
/// ```swift
/// negotiation.handle(.requested(wish), on: link, view, isInputDevice: false, at: now, into: &effects)
/// ```
struct ParameterNegotiation: Sendable {
    private let shared: SharedProfile
    var profile: OSProfile { _read { yield shared.value } }

    init(shared: SharedProfile) { self.shared = shared }

    init(profile: OSProfile) { self.init(shared: SharedProfile(profile)) }

    /// What happens on a link.
    enum Input: Hashable {
        case linkBegan
        /// The peer asks for parameters.
        case requested(Host.ConnectionParameters)
        /// New parameters are in use.
        case updated(Host.ConnectionParameters)
        /// The timer `.inputUpdate` is due.
        case inputUpdateDue
        /// A peripheral manager asks for another latency.
        case wantsLatency(Peripheral.Latency)
        case linkEnded
    }

    /// What the machine sees of a link that is up.
    struct LinkView: Hashable {
        let role: Host.Link.Role
        /// The link is going down.
        let isEnding: Bool
    }

    /// The services of keyboards and instruments: Human Interface Device, and MIDI over Bluetooth LE.
    static let inputServices: [BluetoothUUID] = [
        BluetoothUUID(0x1812), "03B80E5A-EDE8-4B33-A751-6CE34EC4C700",
    ]

    /// Takes an input about the link `id`; `link` is `nil` if that is not up. `isInputDevice` says whether the peer has one
    /// of `inputServices`; it is only asked where it matters.
    func handle(
        _ input: Input, on id: Host.LinkID, _ link: LinkView?, isInputDevice: @autoclosure () -> Bool,
        at now: Instant, into effects: inout PhoneEffects
    ) {
        switch input {
        case .linkBegan:
            // On some systems the parameters of an input device change all the time (27.23).
            guard let period = profile.inputUpdatePeriod, link?.role == .central, isInputDevice() else {
                return
            }
            effects.schedule(.inputUpdate(id), at: now + period)
        case .requested(let wish):
            let isGranted =
                profile.parameterRules.allow(wish)
                || (isInputDevice() && profile.parameterRules.allow(wish, ofInput: true))
            answer(isGranted, on: id, isUp: link != nil, at: now, into: &effects)
        case .updated(let parameters):
            // The phone may ask for its own ones again (3.40).
            guard profile.renegotiatesParameters, link?.role == .central, parameters != own else { return }
            ask(own, on: id, link, into: &effects)
        case .inputUpdateDue: updateInput(id, link, at: now, into: &effects)
        case .wantsLatency(let latency):
            // Only a request: the central may refuse, and no callback says so (6.27).
            ask(parameters(for: latency), on: id, link, into: &effects)
        case .linkEnded:
            guard !effects.timers.isEmpty else { return }
            effects.cancel(.refusedParameters(id))
            effects.cancel(.inputUpdate(id))
        }
    }

    /// Answers the peer. After a refusal the phone's patience begins, and a granted request ends it (3.39).
    private func answer(
        _ isGranted: Bool, on id: Host.LinkID, isUp: Bool, at now: Instant, into effects: inout PhoneEffects
    ) {
        effects.append(.host(.link(.answerParameterRequest(id, accept: isGranted))))
        guard let patience = profile.refusedParametersPatience, isUp else { return }
        effects.cancel(.refusedParameters(id))
        if !isGranted { effects.schedule(.refusedParameters(id), at: now + patience) }
    }

    /// Asks for other parameters than the last time, and will do so again (27.23).
    private func updateInput(
        _ id: Host.LinkID, _ link: LinkView?, at now: Instant, into effects: inout PhoneEffects
    ) {
        guard let period = profile.inputUpdatePeriod, let link, !link.isEnding else { return }
        let isOdd = now.nanoseconds / max(period.count, 1) % 2 == 1
        let interval = isOdd ? profile.parameterRules.minimumInputInterval : profile.connectionInterval
        ask(own(interval), on: id, link, into: &effects)
        effects.schedule(.inputUpdate(id), at: now + period)
    }

    /// Asks the host for other parameters, unless the link goes down.
    private func ask(
        _ parameters: Host.ConnectionParameters, on id: Host.LinkID, _ link: LinkView?,
        into effects: inout PhoneEffects
    ) {
        guard let link, !link.isEnding else { return }
        effects.append(.host(.link(.updateParameters(id, parameters))))
    }

    /// What the phone itself uses.
    private var own: Host.ConnectionParameters { own(profile.connectionInterval) }

    private func own(_ interval: Nanoseconds) -> Host.ConnectionParameters {
        Host.ConnectionParameters(
            interval: interval, latency: profile.peripheralLatency,
            supervisionTimeout: profile.supervisionTimeout)
    }

    private func parameters(for latency: Peripheral.Latency) -> Host.ConnectionParameters {
        let interval =
            switch latency {
            case .low: profile.lowLatencyInterval
            case .medium: profile.mediumLatencyInterval
            case .high: profile.highLatencyInterval
            }
        return Host.ConnectionParameters(
            minimumInterval: interval, maximumInterval: interval + .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(6))
    }
}
