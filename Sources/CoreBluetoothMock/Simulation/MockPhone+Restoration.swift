import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// What managers with a restore identifier find, as `simulateStateRestoration` says.
extension MockPhone {
    /// Asks the closure what an earlier life of the app has left for a manager that is about to be made.
    func prepareRestoration(of identifier: String, on phone: Phone) {
        guard let kept = stateRestoration?(identifier) else { return }
        let specs: [CBMPeripheralSpec] =
            value(CBMCentralManagerRestoredStatePeripheralsKey, of: kept, "[CBMPeripheralSpec]") ?? []
        let services: [CBMUUID]? =
            value(CBMCentralManagerRestoredStateScanServicesKey, of: kept, "[CBMUUID]")
        let options: [String: Any]? =
            value(CBMCentralManagerRestoredStateScanOptionsKey, of: kept, "[String: Any]")
        let duplicates = options?[CBMCentralManagerScanOptionAllowDuplicatesKey]
        let solicited: [CBMUUID]? = options.flatMap {
            value(CBMCentralManagerScanOptionSolicitedServiceUUIDsKey, of: $0, "[CBMUUID]")
        }
        let hasScan = services != nil || options != nil
        phone.seedRestoration(
            of: identifier, peers: specs.compactMap(restoredDevice),
            scan: hasScan ? (services ?? []).map(\.onAir) : nil,
            allowDuplicates: duplicates as? Bool ?? (duplicates as? NSNumber)?.boolValue ?? false,
            solicitedServices: (solicited ?? []).map(\.onAir))
    }

    private func value<Value>(_ key: String, of kept: [String: Any], _ type: String) -> Value? {
        guard let any = kept[key] else { return nil }
        if let value = any as? Value { return value }
        report(
            .invalidRestoration,
            """
            simulateStateRestoration gives \(Swift.type(of: any)) for \(key), so nothing is restored of it: it has to \
            be \(type).
            """)
        return nil
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
