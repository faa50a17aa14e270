import FaradayCoreBluetooth
import FaradaySimulation

/// Advertisements. Each set has its own schedule, whether or not a manager listens. Only advertisements for which a
/// manager waits are scheduled on the clock, so the clock has no events when nothing can happen.
extension DirectSimulation {
    /// Schedules the advertisements for which a manager waits; called after each change of the peripherals or managers.
    func lookAround() {
        for device in devices { look(at: device) }
    }

    func look(at device: DirectDevice) {
        for (index, config) in device.sets.enumerated() where isAwaited(config, of: device) {
            guard let beat = device.arm(index, at: world.now) else { continue }
            world.after(beat.delay, isForMainQueue: true) { [weak self, weak device] in
                guard let self, let device else { return }
                // On the main thread, whatever queues managers have.
                world.onMain { [weak self, weak device] in
                    guard let self, let device else { return }
                    send(beat, of: device)
                }
            }
        }
    }

    private func isAwaited(_ config: CBMAdvertisementConfig, of device: DirectDevice) -> Bool {
        isOnAir(config, of: device) && centrals.contains { $0.waits(for: config, of: device) }
    }

    private func isOnAir(_ config: CBMAdvertisementConfig, of device: DirectDevice) -> Bool {
        let isNear = device.state.withLock { $0.proximity != .outOfRange }
        return isNear && (config.isAdvertisingWhenConnected || !device.isConnected)
    }

    private func send(_ beat: DirectDevice.Beat, of device: DirectDevice) {
        guard let config = device.disarm(beat) else { return }
        if isOnAir(config, of: device) {
            phone.run {
                for central in centrals { central.hear(config, of: device) }
            }
        }
        look(at: device)
    }
}

extension CBMAdvertisementConfig {
    /// Whether the set advertises that the peripheral is connectable.
    var isConnectable: Bool {
        let value = data[CBMAdvertisementDataIsConnectable]
        return value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
    }

    var localName: String? { data[CBMAdvertisementDataLocalNameKey] as? String }

    /// Whether a scan for these services reports it; a scan without services reports all.
    func matches(_ services: [CBMUUID]?) -> Bool {
        guard let services, !services.isEmpty else { return true }
        let advertised = data[CBMAdvertisementDataServiceUUIDsKey] as? [CBMUUID] ?? []
        return advertised.contains { services.contains($0) }
    }
}
