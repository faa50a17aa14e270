import FaradayCoreBluetooth
import FaradaySimulation

/// The radio, and the app's permission.
extension MockPhone {
    func setState(_ state: CBMManagerState) { fatalError("to be written") }
    var authorization: CBMManagerAuthorization { fatalError("to be written") }
    func setAuthorization(_ authorization: CBMManagerAuthorization) { fatalError("to be written") }
    func supports(_ features: CBMCentralManager.Feature) -> Bool { fatalError("to be written") }
    func register(_ core: CentralCore) { fatalError("to be written") }

    var stateRestoration: ((String) -> [String: Any]?)? {
        get { storage.withLock { $0.stateRestoration } }
        set { storage.withLock { $0.stateRestoration = newValue } }
    }

    var featuresSupport: ((CBMCentralManager.Feature) -> Bool)? {
        get { storage.withLock { $0.featuresSupport } }
        set { storage.withLock { $0.featuresSupport = newValue } }
    }
}
