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
            device(known: identifier).map { peripheral(of: $0, under: identifier) }
        }
    }

    /// The device that a manager knows, or knew, by this identifier.
    private func device(known identifier: UUID) -> DirectDevice? {
        let met = simulation.centrals.lazy.compactMap { $0.known(identifier)?.device }.filter { !$0.isGone }
        guard let device = simulation.device(identifier) else { return met.first }
        let isMet = met.contains { $0 === device }
        return isMet || device.state.withLock({ $0.isKnown }) ? device : met.first
    }

    /// For a peripheral that this manager has connected, only discovered services count; for a peripheral of other
    /// managers and other apps, all services count.
    func retrieveConnected(_ services: [CBMUUID]) -> [CBMPeripheral] {
        let previews = CBMPeripheralPreview.live(with: services, in: simulation.world)
        if !previews.isEmpty { return previews }
        guard isReady("retrieveConnectedPeripherals(withServices:)") else { return [] }
        let hasAny = { (found: [CBMService]?) in
            services.isEmpty || found?.contains { services.contains($0.uuid) } ?? false
        }
        return simulation.devices.flatMap { device -> [CBMPeripheralMock] in
            let own = peripherals.filter { peripheral in
                peripheral.state == .connected && Self.behind(peripheral)?.device === device
                    && hasAny(peripheral.services)
            }
            if !own.isEmpty { return own }
            let (others, all) = device.state.withLock { ($0.virtualConnections, $0.services) }
            let isElsewhere = others > 0 || device.links.contains { $0.central !== self }
            return isElsewhere && hasAny(all) ? [peripheral(of: device)] : []
        }
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
