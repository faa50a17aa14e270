import FaradayCoreBluetooth
import Foundation

/// What happens to a mock peripheral; in the world that is spoken of here, at once, on the caller's thread.
extension CBMPeripheralSpec {
    /// Another app of the phone connects. No manager is told.
    public func simulateConnection() { MockPhone.current.connectOtherApp(to: self) }

    /// The peripheral ends its links: managers hear of `error`, after the supervision timeout if it is
    /// `CBMError(.connectionTimeout)`, since then it falls silent.
    public func simulateDisconnection(withError error: Error = CBMError(.peripheralDisconnected)) {
        MockPhone.current.disconnect(self, error)
    }

    /// The peripheral restarts without a word: managers hear of it by the supervision timeout.
    public func simulateReset() { MockPhone.current.reset(self) }

    /// The database changes, and the name if one is given: phones with a link are told.
    ///
    /// Services whose definition objects are among the new ones stay as they are.
    public func simulateServiceChange(newName: String?, newServices: [CBMServiceMock]) {
        MockPhone.current.changeServices(of: self, newName: newName, newServices)
    }

    /// The peripheral is carried elsewhere: out of range, managers lose their links by the supervision timeout.
    public func simulateProximityChange(_ proximity: CBMProximity) {
        MockPhone.current.simulation.move(self, to: proximity)
    }

    /// A value changes and is sent to those who subscribed; with `simulateCoreBluetooth()` what does not fit into one
    /// packet of the link is cut.
    ///
    /// Reads are the spec delegate's business, as ever.
    public func simulateValueUpdate(_ data: Data, for characteristic: CBMCharacteristicMock) {
        MockPhone.current.update(characteristic, of: self, to: data)
    }

    /// It advertises something else from now on, delays counted anew; nothing if there is no set.
    public func simulateAdvertisementChange(_ advertisement: [CBMAdvertisementConfig]?) {
        MockPhone.current.simulation.advertise(advertisement, by: self)
    }

    /// The phone knows it from now on, as if it had met it.
    public func simulateCaching() { MockPhone.current.simulation.remember(self) }

    /// It has another address, and so another identifier: the phone does not know it. A link stays.
    public func simulateMacChange(_ newIdentifier: UUID = UUID()) {
        MockPhone.current.simulation.changeIdentifier(of: self, to: newIdentifier)
    }
}
