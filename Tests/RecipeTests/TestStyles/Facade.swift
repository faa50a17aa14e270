import FaradayCoreBluetooth

/// What the app uses of a central manager, so that a test can put another object in its place.
protocol CentralManaging: AnyObject {
    var state: CBManagerState { get }
    func scan()
}

extension CBCentralManager: CentralManaging {
    func scan() { scanForPeripherals(withServices: [CBUUID(string: "180F")]) }
}

/// A mock that counts.
final class CentralManagerMock: CentralManaging {
    var state = CBManagerState.poweredOn
    private(set) var scanCount = 0

    func scan() { scanCount += 1 }
}
