import FaradayCoreBluetooth
import FaradaySimulation

// Peripherals that the manager knows without a new scan: from an earlier scan, another manager, another app, or an
// earlier launch of the app.
extension DirectCentral {
    func retrieve(_ identifiers: [UUID]) -> [CBMPeripheral] {
        let previews = CBMPeripheralPreview.live(identifiers, in: simulation.world)
        if !previews.isEmpty { return previews }
        guard isReady("retrievePeripherals(withIdentifiers:)") else { return [] }
        return identifiers.compactMap { identifier in
            guard let device = simulation.device(identifier) else { return nil }
            let isMet = simulation.centrals.contains { $0.known(device) != nil }
            guard isMet || device.state.withLock({ $0.isKnown }) else { return nil }
            return peripheral(of: device)
        }
    }

    /// For a peripheral that managers have connected, only discovered services count; for a peripheral of other apps,
    /// all services count.
    func retrieveConnected(_ services: [CBMUUID]) -> [CBMPeripheral] {
        let previews = CBMPeripheralPreview.live(connectedWith: services, in: simulation.world)
        if !previews.isEmpty { return previews }
        guard isReady("retrieveConnectedPeripherals(withServices:)") else { return [] }
        let hasAny = { (found: [CBMService]?) in
            services.isEmpty || found?.contains { services.contains($0.uuid) } ?? false
        }
        return simulation.devices.filter { device in
            let (others, all) = device.state.withLock { ($0.virtualConnections, $0.services) }
            return device.links.contains { $0.state == .connected && hasAny($0.services) }
                || others > 0 && hasAny(all)
        }.map(peripheral)
    }

    // MARK: Restoration

    /// Calls `willRestoreState` with the state from an earlier launch of the app: at once, before any state callback.
    func restore(_ identifier: String) {
        guard let mock = simulation.mock, let kept = mock.restoration(of: identifier) else { return }
        let peripherals = kept.specs.compactMap(simulation.device).map { device in
            let peripheral = peripheral(of: device)
            Self.behind(peripheral)?.restore()
            return peripheral
        }
        var dictionary: [String: Any] = [:]
        if !kept.specs.isEmpty { dictionary[CBMCentralManagerRestoredStatePeripheralsKey] = peripherals }
        if let services = kept.scanServices {
            dictionary[CBMCentralManagerRestoredStateScanServicesKey] = services
            dictionary[CBMCentralManagerRestoredStateScanOptionsKey] = kept.scanOptions
            let duplicates = kept.scanOptions?[CBMCentralManagerScanOptionAllowDuplicatesKey]
            setScan(
                Scan(
                    services: services,
                    allowsDuplicates: duplicates as? Bool ?? (duplicates as? NSNumber)?.boolValue ?? false))
        }
        simulation.note("app gets: restored \(peripherals.count) peripherals")
        tell { $0.centralManager($1, willRestoreState: dictionary) }
    }
}
