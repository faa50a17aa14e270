import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// What managers with a restore identifier find, as `simulateStateRestoration` says.
extension MockPhone {
    /// Asks the closure what an earlier life of the app has left for a manager that is about to be made.
    func prepareRestoration(of identifier: String, on phone: Phone) {
        guard let kept = stateRestoration?(identifier) else { return }
        let specs = kept[CBMCentralManagerRestoredStatePeripheralsKey] as? [CBMPeripheralSpec] ?? []
        let services = kept[CBMCentralManagerRestoredStateScanServicesKey] as? [CBMUUID]
        let options = kept[CBMCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
        let duplicates = options?[CBMCentralManagerScanOptionAllowDuplicatesKey]
        let hasScan = services != nil || options != nil
        phone.seedRestoration(
            of: identifier, peers: specs.compactMap(restoredDevice),
            scan: hasScan ? (services ?? []).compactMap { BluetoothUUID(bigEndian: $0.data) } : nil,
            allowDuplicates: duplicates as? Bool ?? (duplicates as? NSNumber)?.boolValue ?? false)
    }

    private func restoredDevice(_ spec: CBMPeripheralSpec) -> Device? {
        if let device = device(for: spec) { return device }
        report(
            .unknownPeripheral,
            """
            simulateStateRestoration names \(spec.name ?? "a peripheral") (\(spec.identifier)), which is not there: \
            pass it to simulatePeripherals(_:) before the manager is made.
            """)
        return nil
    }
}
