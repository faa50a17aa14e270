import FaradayCoreBluetooth

/// A manager of that library on one of CoreBluetooth's: hands calls down, and callbacks up with objects of this module.
final class CentralCore: NSObject {
    /// Whose work it does; it lives as long as that.
    private(set) weak var owner: CBMCentralManager?
    /// The phone it was made on; `nil` for a native manager.
    let mock: MockPhone?

    init(of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?, mock: MockPhone?) {
        self.owner = owner
        self.mock = mock
        super.init()
    }

    /// The owner is complete: callbacks may begin.
    func start() { fatalError("to be written") }

    var state: CBMManagerState { fatalError("to be written") }
    var isScanning: Bool { fatalError("to be written") }
    func scan(_ services: [CBMUUID]?, _ options: [String: Any]?) { fatalError("to be written") }
    func stopScan() { fatalError("to be written") }
    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?) { fatalError("to be written") }
    func cancel(_ peripheral: CBMPeripheral) { fatalError("to be written") }
    func retrieve(_ identifiers: [UUID]) -> [CBMPeripheral] { fatalError("to be written") }
    func retrieveConnected(_ services: [CBMUUID]) -> [CBMPeripheral] { fatalError("to be written") }
    func registerForConnectionEvents(_ options: [CBMConnectionEventMatchingOption: Any]?) {
        fatalError("to be written")
    }

    /// The simulation is torn down: the manager says `.unknown` once more, then nothing.
    func end() { fatalError("to be written") }
}
