import FaradayCoreBluetooth

// Scans, and the peripherals that they find.
extension DirectCentral {
    var isScanning: Bool { storage.withLock { $0.scan != nil } }

    func scan(_ services: [CBMUUID]?, _ options: [String: Any]?) {
        guard isReady("scanForPeripherals(withServices:options:)") else { return }
        simulation.note("app scans")
        let duplicates = options?[CBMCentralManagerScanOptionAllowDuplicatesKey]
        setScan(
            Scan(
                services: services,
                allowsDuplicates: duplicates as? Bool ?? (duplicates as? NSNumber)?.boolValue ?? false))
        simulation.lookAround()
    }

    /// From now on, a peripheral that was already reported may be reported again.
    func stopScan() {
        guard isReady("stopScan()") else { return }
        simulation.note("app stops its scan")
        setScan(nil)
        for peripheral in peripherals { Self.behind(peripheral)?.isReported = false }
    }

    func setScan(_ scan: Scan?) {
        let isNews = (scan != nil) != isScanning
        let owner = isNews ? owner : nil
        #if canImport(Darwin)
        owner?.willChangeValue(forKey: "isScanning")
        defer { owner?.didChangeValue(forKey: "isScanning") }
        #endif
        storage.withLock { $0.scan = scan }
        withExtendedLifetime(owner) {}
    }

    // MARK: Advertisements

    /// Whether an advertisement of this set would have an effect.
    func waits(for config: CBMAdvertisementConfig, of device: DirectDevice) -> Bool {
        guard isPoweredOn else { return false }
        if config.isConnectable, known(device)?.isWaiting == true { return true }
        guard let scan = storage.withLock({ $0.scan }), config.matches(scan.services) else { return false }
        return scan.allowsDuplicates || known(device)?.isReported != true
    }

    /// Handles an advertisement, on the main thread.
    func hear(_ config: CBMAdvertisementConfig, of device: DirectDevice) {
        guard isPoweredOn else { return }
        if let scan = storage.withLock({ $0.scan }), config.matches(scan.services) {
            report(config, of: device, allowsDuplicates: scan.allowsDuplicates)
        }
        guard config.isConnectable else { return }
        known(device)?.hearConnectable()
    }

    private func report(
        _ config: CBMAdvertisementConfig, of device: DirectDevice, allowsDuplicates: Bool
    ) {
        if !device.state.withLock({ $0.isKnown }) {
            simulation.book.change(device.spec) { $0.isKnown = true }
        }
        let peripheral = peripheral(of: device)
        guard let engine = Self.behind(peripheral), allowsDuplicates || !engine.isReported else { return }
        engine.isReported = true
        if let name = config.localName { engine.setAdvertisedName(name) }
        let rssi = simulation.strength(of: device.state.withLock { $0.proximity })
        simulation.note("app gets: discovered \(simulation.title(of: device.spec))")
        tell { $0.centralManager($1, didDiscover: peripheral, advertisementData: config.data, rssi: rssi) }
    }

    // MARK: Peripherals

    var peripherals: [CBMPeripheralMock] { storage.withLock { $0.entries.map(\.peripheral) } }

    /// The manager's peripheral of a device, under its present identifier.
    func known(_ device: DirectDevice) -> DirectPeripheral? {
        let engine = known(device.state.withLock { $0.identifier })
        return engine?.device === device ? engine : nil
    }

    /// The manager's peripheral under an identifier, which may be a former one of its device.
    func known(_ identifier: UUID) -> DirectPeripheral? {
        let entry = storage.withLock { $0.entries.first { $0.identifier == identifier } }
        return (entry?.peripheral).flatMap(Self.behind)
    }

    /// The manager's object of a device: the existing one under its present identifier, otherwise a new one.
    func peripheral(of device: DirectDevice) -> CBMPeripheralMock {
        peripheral(of: device, under: device.state.withLock { $0.identifier })
    }

    /// The same under an identifier that may be a former one.
    func peripheral(of device: DirectDevice, under identifier: UUID) -> CBMPeripheralMock {
        let isSame = { (entry: Entry) in
            entry.identifier == identifier && Self.behind(entry.peripheral)?.device === device
        }
        if let entry = storage.withLock({ $0.entries.first(where: isSame) }) { return entry.peripheral }
        let made = CBMPeripheralMock(DirectPeripheral(device, identifier, of: self))
        return storage.withLock { storage in
            if let other = storage.entries.first(where: isSame) { return other.peripheral }
            storage.entries.removeAll { $0.identifier == identifier }
            storage.entries.append(Entry(identifier: identifier, peripheral: made))
            return made
        }
    }

    /// The engine behind an object of the app; `nil` if no manager of this kind has created the object.
    static func behind(_ peripheral: CBMPeripheral) -> DirectPeripheral? {
        (peripheral as? CBMPeripheralMock)?.engine as? DirectPeripheral
    }

    /// The same, but only for this manager's peripherals.
    func own(_ peripheral: CBMPeripheral, _ call: String) -> DirectPeripheral? {
        let isOwn = storage.withLock { storage in storage.entries.contains { $0.peripheral === peripheral } }
        if isOwn { return Self.behind(peripheral) }
        log("\(call): \(peripheral) is not a peripheral of this manager, so the call does nothing")
        return nil
    }

    func isConnecting(to identifier: UUID) -> Bool {
        peripherals.contains { $0.identifier == identifier && $0.state == .connecting }
    }
}
