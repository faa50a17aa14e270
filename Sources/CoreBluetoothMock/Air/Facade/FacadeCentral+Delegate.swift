import FaradayCoreBluetooth

// The façade's callbacks, on the manager's queue.
extension FacadeCentral: CentralVeneer {
    var isPoweredOn: Bool { state == .poweredOn }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        adopt(central)
        let isLive = storage.withLock { storage in
            (storage.hasState, storage.isTellingState) = (true, true)
            return !storage.hasEnded
        }
        defer { storage.withLock { $0.isTellingState = false } }
        guard isLive else { return }
        if central.state != .poweredOn { dropAdmissions() }
        tell { $0.centralManagerDidUpdateState($1) }
    }

    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        adopt(central)
        var dict = dict
        let key = CBMCentralManagerRestoredStatePeripheralsKey
        if let peripherals = dict[key] as? [CBPeripheral] { dict[key] = peripherals.map(peripheral) }
        tell { $0.centralManager($1, willRestoreState: dict) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        // In real time, a report may be on its way when the scan ends or the peripheral is removed. Tests rely on
        // getting no report after that.
        if let mock, isOfEndedScan(central) || !mock.meets(peripheral.identifier) { return }
        tell {
            $0.centralManager(
                $1, didDiscover: self.peripheral(peripheral), advertisementData: advertisementData,
                rssi: RSSI)
        }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        guard let device = mock?.mockDevice(peripheral.identifier) else {
            return tellConnected(peripheral)
        }
        hold(peripheral, of: device)
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        let object = self.peripheral(peripheral)
        tell { $0.centralManager($1, didFailToConnect: object, error: error) }
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        let object = self.peripheral(peripheral)
        mock?.mockDevice(peripheral.identifier)?.catchUp()
        let error = error.map { error in
            mock?.mockDevice(peripheral.identifier)?.takeDisconnectError(for: self).map(CBMError.bridged)
                ?? error
        }
        switch endAdmission(of: object) {
        case .rejected(let error)?:
            let error = CBMError.bridged(error)
            return tell { $0.centralManager($1, didFailToConnect: object, error: error) }
        case .open?:
            // The system reconnects by itself, and the app did not know of the link.
            if isReconnecting { return }
            guard let error else { break }
            return tell { $0.centralManager($1, didFailToConnect: object, error: error) }
        case .given?, nil: break
        }
        tell {
            $0.centralManager(
                $1, didDisconnectPeripheral: object, timestamp: timestamp, isReconnecting: isReconnecting,
                error: error)
        }
    }

    #if !os(macOS)
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) {
        let object = self.peripheral(peripheral)
        tell { $0.centralManager($1, connectionEventDidOccur: event, for: object) }
    }

    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) {
        let object = self.peripheral(peripheral)
        tell { $0.centralManager($1, didUpdateANCSAuthorizationFor: object) }
    }
    #endif
}
