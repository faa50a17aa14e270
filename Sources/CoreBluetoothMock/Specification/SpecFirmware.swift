import FaradaySimulation

/// A spec delegate that does things by itself. It hears more of its peripheral than other delegates do, and each phone has
/// its own.
protocol SpecFirmware: AnyObject, Sendable, CBMPeripheralSpecDeferringDelegate {
    /// The same firmware as it is at first, for a peripheral of this phone.
    func copy(for spec: CBMPeripheralSpec, at phone: MockPhone) -> any SpecFirmware
    /// Called in the order in which things happen, never under a lock.
    func happened(_ event: SpecEvent)
}

/// What happens to a mock peripheral.
enum SpecEvent {
    /// It has power: it was added, or has restarted. The number is that of its device, or what it would be.
    case started(NodeID)
    /// It has no power.
    case stopped
    case connected
    /// The phone is not heard any more; `disconnected` follows.
    case linkLost
    case disconnected
    case paired
    case secured
    /// How many phones are subscribed to a characteristic now; `isByEnd` if the link of one has ended.
    case heard(CBMCharacteristicMock, Int, isByEnd: Bool)
}
