import FaradayCoreBluetooth
import FaradaySimulation

/// Advertisements. Each set has a beat of its own, whether or not anybody listens; the clock hears only of those beats
/// that somebody waits for, so that time has nothing to do where nothing can happen.
extension DirectSimulation {
    /// Sees to it that the beats come for which a manager waits: after each change of what is around.
    func lookAround() {
        for device in devices { look(at: device) }
    }

    func look(at device: DirectDevice) {
        for (index, config) in device.sets.enumerated() where isAwaited(config, of: device) {
            guard let beat = device.arm(index, at: world.now) else { continue }
            world.after(beat.delay, isForMainQueue: true) { [weak self, weak device] in
                guard let self, let device else { return }
                onMain { [weak self, weak device] in
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

    /// Reports come on the main thread, whatever queues managers have.
    private func onMain(_ body: @escaping @Sendable () -> Void) {
        if world.isPaced { DispatchQueue.main.async(execute: body) } else { MainQueue.runAndWait(body) }
    }
}

extension CBMAdvertisementConfig {
    /// Whether it says that the peripheral takes connections.
    var isConnectable: Bool {
        let value = data[CBMAdvertisementDataIsConnectable]
        return value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
    }

    var localName: String? { data[CBMAdvertisementDataLocalNameKey] as? String }

    /// Whether a scan for these services hears it; one for none hears all.
    func matches(_ services: [CBMUUID]?) -> Bool {
        guard let services, !services.isEmpty else { return true }
        let advertised = data[CBMAdvertisementDataServiceUUIDsKey] as? [CBMUUID] ?? []
        return advertised.contains { services.contains($0) }
    }
}
