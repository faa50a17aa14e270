import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connection parameters that peers ask for (behaviour 9.3, 3.39, 3.40).
extension PhoneModel {
    mutating func parametersRequested(
        _ id: Host.LinkID, _ parameters: Host.ConnectionParameters, at now: Instant
    ) {
        let isGranted =
            profile.parameterRules.allow(parameters)
            || (isInputDevice(id) && profile.parameterRules.allow(parameters, ofInput: true))
        effects.append(.host(.link(.answerParameterRequest(id, accept: isGranted))))
        guard let patience = profile.refusedParametersPatience, slotOfLink[id] != nil else { return }
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
        guard let link = slotOfLink[id] else { return false }
        return links[link].database.services.contains { Self.inputServices.contains($0.uuid) }
            || peers[links[link].peer].sighting.advertises(oneOf: Self.inputServices)
    }

    /// Ends the link of a peer whose parameters were refused, when the patience with it has run out (3.39).
    mutating func refusedParametersOver(_ id: Host.LinkID) {
        guard let link = slotOfLink[id] else { return }
        end(link, saying: .connectionTimeout)
    }

    /// New parameters are in use; the phone may ask for its own ones again (3.40).
    mutating func parametersUpdated(_ id: Host.LinkID, _ parameters: Host.ConnectionParameters) {
        guard profile.renegotiatesParameters, let link = slotOfLink[id], links[link].role == .central,
            !links[link].isEnding
        else { return }
        let own = Host.ConnectionParameters(
            interval: profile.connectionInterval, latency: profile.peripheralLatency,
            supervisionTimeout: profile.supervisionTimeout)
        if parameters != own { effects.append(.host(.link(.updateParameters(id, own)))) }
    }
}
