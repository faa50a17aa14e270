import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What joins scanning with the peers and the apps.
extension PhoneModel {
    /// Handles one advertisement: a dictionary look-up, and nothing more if no manager gets it.
    mutating func received(_ report: Host.AdvertisingReport, at now: Instant) {
        guard scanning.isOn, report.address != address else { return }  // 1.39
        let peer = report.identity ?? report.address
        if report.isExtended || report.isDirected {
            guard scanning.hears(report, isBonded: peers.bonds.contains(peer)) else { return }
        }
        let slot = slotForPeer(peer)
        scanning.received(report, from: slot, of: &peers, time: absoluteTime(now), into: &effects)
    }

    /// Finds the peer's slot, or gives it one.
    mutating func slotForPeer(_ address: DeviceAddress) -> Int {
        let (slot, isReused) = peers.meet(address)
        if isReused {
            forgetStage(of: slot)
            attributeCache.clear(slot)
        }
        return slot
    }

    /// The peer in this slot counts as not reported.
    mutating func forgetStage(of slot: Int) { scanning.forget(slot) }
}
