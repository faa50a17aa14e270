import FaradayCoreBluetooth
import FaradaySimulation

/// What firmware that does things by itself hears of its peripheral.
extension DirectSimulation {
    func tellFirmware(of device: DirectDevice, _ event: SpecEvent) {
        guard let firmware = device.state.withLock({ $0.firmware }) else { return }
        phone.run { firmware.happened(event) }
    }

    func tellStarted(_ device: DirectDevice) {
        guard device.state.withLock({ $0.firmware }) != nil else { return }
        _ = device.tell(DirectDevice.Told())
        // The number that its node would have, if only these peripherals came after the phone.
        let place = devices.firstIndex { $0 === device } ?? 0
        tellFirmware(of: device, .started(NodeID(phone.id.rawValue + 1 + UInt32(place))))
    }

    /// Tells what is new of links and subscriptions; called after each change of them.
    func tellFirmware(of device: DirectDevice) {
        guard device.state.withLock({ $0.firmware }) != nil else { return }
        let new = DirectDevice.Told(isConnected: device.isConnected, heard: heard(of: device))
        let old = device.tell(new)
        if new.isConnected, !old.isConnected { tellFirmware(of: device, .connected) }
        for definition in old.heard where !new.heard.contains(where: { $0 === definition }) {
            tellFirmware(of: device, .heard(definition, 0, isByEnd: !new.isConnected))
        }
        for definition in new.heard where !old.heard.contains(where: { $0 === definition }) {
            tellFirmware(of: device, .heard(definition, 1, isByEnd: false))
        }
        if old.isConnected, !new.isConnected { tellFirmware(of: device, .disconnected) }
    }

    private func heard(of device: DirectDevice) -> [CBMCharacteristicMock] {
        let (links, services) = (device.links, device.state.withLock { $0.services } ?? [])
        return Blueprint(services).services.flatMap(\.characteristics).map(\.definition).filter { item in
            links.contains { $0.found(item)?.isNotifying ?? false }
        }
    }
}
