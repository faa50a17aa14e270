import FaradayCoreBluetooth

/// The state that an earlier launch of the app has left for a manager.
struct MockRestoration {
    var specs: [CBMPeripheralSpec] = []
    /// The services of its scan; `nil` without a scan.
    var scanServices: [CBMUUID]?
    var scanOptions: [String: Any]?
}

/// The restored state of managers with a restore identifier, from `simulateStateRestoration`.
extension MockPhone {
    /// Calls the closure for a manager that is about to be created; `nil` restores nothing.
    func restoration(of identifier: String) -> MockRestoration? {
        guard let kept = stateRestoration?(identifier) else { return nil }
        let specs: [CBMPeripheralSpec] =
            value(CBMCentralManagerRestoredStatePeripheralsKey, of: kept, "[CBMPeripheralSpec]") ?? []
        let services: [CBMUUID]? =
            value(CBMCentralManagerRestoredStateScanServicesKey, of: kept, "[CBMUUID]")
        let options: [String: Any]? =
            value(CBMCentralManagerRestoredStateScanOptionsKey, of: kept, "[String: Any]")
        let hasScan = services != nil || options != nil
        return MockRestoration(
            specs: specs.filter(isThere), scanServices: hasScan ? services ?? [] : nil, scanOptions: options)
    }

    func value<Value>(_ key: String, of kept: [String: Any], _ type: String) -> Value? {
        guard let any = kept[key] else { return nil }
        if let value = any as? Value { return value }
        report(
            .invalidRestoration,
            """
            simulateStateRestoration returns \(Swift.type(of: any)) for \(key), so this value is not restored: it must \
            be \(type).
            """)
        return nil
    }

    private func isThere(_ spec: CBMPeripheralSpec) -> Bool {
        if book.place(of: spec) != nil { return true }
        report(
            .unknownPeripheral,
            """
            simulateStateRestoration names \(spec.name ?? "a peripheral") (\(spec.identifier)), which is not in the simulation: \
            pass it to simulatePeripherals(_:) before the manager is created.
            """)
        return false
    }
}
