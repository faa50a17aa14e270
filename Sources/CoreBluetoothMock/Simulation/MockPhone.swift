import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// A phone with the peripherals around it, as the static members of `CBMCentralManagerMock` speak of it.
///
/// One for each phone in a world of a test's own; one more for the process, in a world of its own.
final class MockPhone: Sendable {
    /// The phone that runs here, else the one of the process.
    static var current: MockPhone { fatalError("to be written") }

    let phone: Phone
    /// What is said of the phone; the lock is never held while app code runs.
    let storage = Lock(Storage())

    struct Storage {
        var devices: [MockDevice] = []
        var errors: [CBMSimulationError] = []
        var managers: [WeakCore] = []
        var declaredState = CBMManagerState.poweredOff
        var deviation = CBMRSSIDeviation.default
        var authorization: CBMManagerAuthorization?
        var stateRestoration: ((String) -> [String: Any]?)?
        var featuresSupport: ((CBMCentralManager.Feature) -> Bool)?
    }

    struct WeakCore {
        weak var core: CentralCore?
    }

    init(_ phone: Phone) { self.phone = phone }

    func tearDown() { fatalError("to be written") }
    func useVirtualTime() { fatalError("to be written") }
}
