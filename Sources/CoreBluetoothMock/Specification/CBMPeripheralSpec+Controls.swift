import FaradayCoreBluetooth
import Foundation

/// Controls of a mock peripheral; they act in the current world, at once, on the caller's thread.
extension CBMPeripheralSpec {
    /// Another app of the phone connects. No manager gets a callback.
    public func simulateConnection() { MockPhone.current.connectOtherApp(to: self) }

    /// The peripheral ends its links, and managers get `error`. If it is `CBMError(.connectionTimeout)`, the peripheral
    /// stops answering, so managers get it after the supervision timeout.
    public func simulateDisconnection(withError error: Error = CBMError(.peripheralDisconnected)) {
        MockPhone.current.disconnect(self, error)
    }

    /// The peripheral restarts without ending its links; managers notice it by the supervision timeout.
    public func simulateReset() { MockPhone.current.reset(self) }

    /// The database changes, and the name if an app is connected; apps with a link are notified.
    ///
    /// Services whose definition objects are among the new ones stay as they are. Without a name, the peripheral has none
    /// any more; with `simulateCoreBluetooth()` it keeps the one that it has.
    public func simulateServiceChange(newName: String?, newServices: [CBMServiceMock]) {
        MockPhone.current.changeServices(of: self, newName: newName, newServices)
    }

    /// Moves the peripheral; if it is out of range, managers lose their links by the supervision timeout.
    public func simulateProximityChange(_ proximity: CBMProximity) {
        MockPhone.current.simulation.move(self, to: proximity)
    }

    /// A value changes and is sent to subscribers; with `simulateCoreBluetooth()`, a value that does not fit into one
    /// packet of the link is truncated, and values for which the device's buffers have no room are lost: they hold 256 for each
    /// central.
    ///
    /// This does not affect reads: the spec delegate answers them.
    public func simulateValueUpdate(_ data: Data, for characteristic: CBMCharacteristicMock) {
        MockPhone.current.update(characteristic, of: self, to: data)
    }

    /// Replaces the advertising sets, and delays start again; without a set it stops advertising.
    public func simulateAdvertisementChange(_ advertisement: [CBMAdvertisementConfig]?) {
        MockPhone.current.simulation.advertise(advertisement, by: self)
    }

    /// Makes the phone know the peripheral, as if the phone had found it.
    public func simulateCaching() { MockPhone.current.simulation.remember(self) }

    /// Changes its address and therefore its identifier, so that the phone does not know it. A link stays.
    ///
    /// A manager's object of the former identifier hears nothing more of the peripheral: an attempt to connect stays
    /// pending, and a link stays connected until the app cancels it. With `simulateCoreBluetooth()` the app hears of the
    /// end of such a link.
    public func simulateMacChange(_ newIdentifier: UUID = UUID()) {
        MockPhone.current.simulation.changeIdentifier(of: self, to: newIdentifier)
    }
}
