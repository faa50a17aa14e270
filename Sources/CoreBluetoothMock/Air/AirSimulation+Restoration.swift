import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// The restored state of managers with a restore identifier, from `simulateStateRestoration`.
extension AirSimulation {
    /// Calls the closure for a manager that is about to be created, and prepares the state that an earlier
    /// launch of the app has left.
    func prepareRestoration(of identifier: String, on phone: Phone) {
        guard let mock, let kept = mock.restoration(of: identifier) else { return }
        let duplicates = kept.scanOptions?[CBMCentralManagerScanOptionAllowDuplicatesKey]
        let solicited: [CBMUUID]? = kept.scanOptions.flatMap {
            mock.value(CBMCentralManagerScanOptionSolicitedServiceUUIDsKey, of: $0, "[CBMUUID]")
        }
        phone.seedRestoration(
            of: identifier, peers: kept.specs.compactMap(device), scan: kept.scanServices?.map(\.onAir),
            allowDuplicates: duplicates as? Bool ?? (duplicates as? NSNumber)?.boolValue ?? false,
            solicitedServices: (solicited ?? []).map(\.onAir))
    }
}
