import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What peers ask for as connection parameters (ledger 9.3, 3.39, 3.40).
extension PhoneModel {
    mutating func parametersRequested(
        _ id: Host.LinkID, _ parameters: Host.ConnectionParameters, at now: Instant
    ) {
        let isGranted = profile.parameterRules.allow(parameters)
        outputs.append(.host(.answerParameterRequest(id, accept: isGranted)))
        guard let patience = profile.refusedParametersPatience, slotOfLink[id] != nil else { return }
        cancel(.refusedParameters(id))
        guard !isGranted else { return }
        schedule(.refusedParameters(id), at: now + patience)  // 3.39
    }

    /// The link whose peer was refused did not last (3.39).
    mutating func refusedParametersOver(_ id: Host.LinkID) {
        guard let link = slotOfLink[id] else { return }
        end(link, saying: .connectionTimeout)
    }

    /// New parameters hold, and the phone may want its own back (3.40).
    mutating func parametersUpdated(_ id: Host.LinkID, _ parameters: Host.ConnectionParameters) {
        guard profile.renegotiatesParameters, let link = slotOfLink[id], links[link].role == .central,
            !links[link].isEnding
        else { return }
        let own = Host.ConnectionParameters(
            interval: profile.connectionInterval, latency: profile.peripheralLatency,
            supervisionTimeout: profile.supervisionTimeout)
        if parameters != own { outputs.append(.host(.updateParameters(id, own))) }
    }
}
