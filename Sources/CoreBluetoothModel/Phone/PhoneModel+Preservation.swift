import BluetoothHost
import BluetoothPort
import BluetoothTypes

// A manager whose app has ended gets another number, so that nothing left of the app can reach it.
extension PhoneModel {
    mutating func preserve(_ old: SessionID) {
        channels.end(of: old, into: &effects)
        ranging.forget(old, into: &effects)
        effects.timers.removeAll { $0.timer == .firstState(old) }
        let new = effects.makeSession()
        if let index = managers.central(old) {
            router.preserve(old, as: new, into: &effects)
            scanning.rename(old, to: new)
            managers.centrals[index].core.preserve(as: new)
        } else if let index = managers.peripheral(old) {
            server.preserve(old, as: new, into: &effects)
            advertiser.preserve(old, as: new)
            managers.peripherals[index].core.preserve(as: new)
        }
    }
}
