import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connection parameters (behaviour 6.27, 9.3, 3.39, 3.40).
extension LinkRouter {
    mutating func parametersRequested(
        _ id: Host.LinkID, _ parameters: Host.ConnectionParameters, at now: Instant,
        into effects: inout PhoneEffects
    ) {
        let isGranted =
            profile.parameterRules.allow(parameters)
            || (isInputDevice(id) && profile.parameterRules.allow(parameters, ofInput: true))
        effects.append(.host(.link(.answerParameterRequest(id, accept: isGranted))))
        guard let patience = profile.refusedParametersPatience, links.slot(of: id) != nil else { return }
        effects.cancel(.refusedParameters(id))
        guard !isGranted else { return }
        effects.schedule(.refusedParameters(id), at: now + patience)  // 3.39
    }

    /// Human Interface Device, and MIDI over Bluetooth LE.
    private static let inputServices: [BluetoothUUID] = [
        BluetoothUUID(0x1812), "03B80E5A-EDE8-4B33-A751-6CE34EC4C700",
    ]

    /// Whether the peer is a keyboard or an instrument, as its database says or, before that is known, its
    /// advertising (9.2).
    private func isInputDevice(_ id: Host.LinkID) -> Bool {
        guard let link = links.slot(of: id) else { return false }
        return links[link].database.services.contains { Self.inputServices.contains($0.uuid) }
            || peers[links[link].peer].sighting.advertises(oneOf: Self.inputServices)
    }

    /// A new link: on some systems the parameters of an input device change all the time (27.23).
    mutating func watchInput(_ id: Host.LinkID, at now: Instant, into effects: inout PhoneEffects) {
        guard let period = profile.inputUpdatePeriod, let link = links.slot(of: id),
            links[link].role == .central, isInputDevice(id)
        else { return }
        effects.schedule(.inputUpdate(id), at: now + period)
    }

    /// Asks for other parameters than the last time, and will do so again.
    mutating func updateInput(_ id: Host.LinkID, at now: Instant, into effects: inout PhoneEffects) {
        guard let period = profile.inputUpdatePeriod, let link = links.slot(of: id), !links[link].isEnding
        else { return }
        let isOdd = now.nanoseconds / max(period.count, 1) % 2 == 1
        let interval = isOdd ? profile.parameterRules.minimumInputInterval : profile.connectionInterval
        let parameters = Host.ConnectionParameters(
            interval: interval, latency: profile.peripheralLatency,
            supervisionTimeout: profile.supervisionTimeout)
        effects.append(.host(.link(.updateParameters(id, parameters))))
        effects.schedule(.inputUpdate(id), at: now + period)
    }

    /// New parameters are in use; the phone may ask for its own ones again (3.40).
    func parametersUpdated(
        _ id: Host.LinkID, _ parameters: Host.ConnectionParameters, into effects: inout PhoneEffects
    ) {
        guard profile.renegotiatesParameters, let link = links.slot(of: id), links[link].role == .central,
            !links[link].isEnding
        else { return }
        let own = Host.ConnectionParameters(
            interval: profile.connectionInterval, latency: profile.peripheralLatency,
            supervisionTimeout: profile.supervisionTimeout)
        if parameters != own { effects.append(.host(.link(.updateParameters(id, own)))) }
    }

    /// A peripheral manager asks for another latency. Only a request: the central may refuse, and no callback says so
    /// (6.27).
    func request(
        _ latency: Peripheral.Latency, of central: PeerIdentifier, into effects: inout PhoneEffects
    ) {
        guard let slot = peers.slot(of: central), let link = peers[slot].link, !links[link].isEnding else {
            return
        }
        let interval =
            switch latency {
            case .low: profile.lowLatencyInterval
            case .medium: profile.mediumLatencyInterval
            case .high: profile.highLatencyInterval
            }
        let parameters = Host.ConnectionParameters(
            minimumInterval: interval, maximumInterval: interval + .milliseconds(15), latency: 0,
            supervisionTimeout: .seconds(6))
        effects.append(.host(.link(.updateParameters(links[link].id, parameters))))
    }
}
