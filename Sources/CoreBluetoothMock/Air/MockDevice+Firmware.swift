import FaradayCoreBluetooth
import FaradaySimulation

/// What firmware that does things by itself hears of its device.
extension MockDevice {
    func tellFirmware(of event: DeviceBehaviour.Event, _ device: Device) {
        guard let firmware = state.withLock({ $0.firmware }) else { return }
        nonisolated(unsafe) let events = events(for: event, device)
        // On the main queue as requests are, so that it hears everything in the order in which it happened.
        if !events.isEmpty { onMain { for event in events { firmware.happened(event) } } }
    }

    private func endsSilence() -> Bool {
        life.withLock { life in
            defer { life.isOnlySilent = false }
            return life.isOnlySilent
        }
    }

    private func events(for event: DeviceBehaviour.Event, _ device: Device) -> [SpecEvent] {
        switch event {
        case .started: endsSilence() ? [] : [.started(device.id)]
        case .connected: [.connected]
        case .linkLost: [.linkLost]
        case .disconnected: [.disconnected]
        case .paired: [.paired]
        case .secured: [.secured]
        case .subscribed(let uuid, let link), .unsubscribed(let uuid, let link):
            device.subscriberCounts(of: uuid).compactMap { place, count in
                let item = life.withLock { $0.blueprint.characteristic(place.service, place.characteristic) }
                return item.map { .heard($0.definition, count, isByEnd: !device.links.contains(link)) }
            }
        case .pairingPrompted, .pairingFailed, .channelOpened, .channelFailed, .channelReceived,
            .channelClosed:
            []
        }
    }
}
