import FaradayCoreBluetooth
import FaradaySimulation

// Links that the app requests and cancels.
extension DirectCentral {
    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?) {
        let call = "connect(_:options:)"
        if let preview = peripheral as? CBMPeripheralPreview { return connect(preview) }
        guard isReady(call), let engine = own(peripheral, call) else { return }
        simulation.note("app connects \(simulation.title(of: engine.device.spec))")
        // `CBMConnectPeripheralOptionEnableAutoReconnect`; older systems do not have this constant.
        let key = "kCBConnectOptionEnableAutoReconnect"
        for name in (options ?? [:]).keys.sorted() where name != key {
            log("\(call): the option \(name) has no effect here")
        }
        let reconnects = options?[key] as? Bool ?? (options?[key] as? NSNumber)?.boolValue ?? false
        engine.connect(reconnects: reconnects)
        warnIfUnkept(engine)
        simulation.mock?.watchConnects(to: engine.device)
    }

    func cancel(_ peripheral: CBMPeripheral) {
        let call = "cancelPeripheralConnection(_:)"
        if let preview = peripheral as? CBMPeripheralPreview { return cancel(preview) }
        guard isReady(call), let engine = own(peripheral, call) else { return }
        simulation.note("app cancels \(simulation.title(of: engine.device.spec))")
        engine.cancel()
    }

    // MARK: What the app hears of links

    func tellConnected(_ peripheral: DirectPeripheral) {
        guard let owner = peripheral.owner else { return }
        simulation.note("app gets: connected \(simulation.title(of: peripheral.device.spec))")
        tell { $0.centralManager($1, didConnect: owner) }
        warnIfUnkept(peripheral)
    }

    func tellFailed(_ peripheral: DirectPeripheral, _ error: Error) {
        guard let owner = peripheral.owner else { return }
        simulation.note(
            "app gets: failed to connect \(simulation.title(of: peripheral.device.spec)): \(error)")
        tell { $0.centralManager($1, didFailToConnect: owner, error: CBMError.bridged(error)) }
    }

    func tellDisconnected(_ peripheral: DirectPeripheral, _ error: Error?, isReconnecting: Bool = false) {
        guard let owner = peripheral.owner else { return }
        simulation.note("app gets: disconnected \(simulation.title(of: peripheral.device.spec))")
        tell {
            $0.centralManager(
                $1, didDisconnectPeripheral: owner, timestamp: CFAbsoluteTimeGetCurrent(),
                isReconnecting: isReconnecting, error: error.map(CBMError.bridged))
        }
    }

    // MARK: Peripherals that nobody keeps

    /// This manager retains its peripherals; a phone would release one that the app does not retain, and end its link.
    private func warnIfUnkept(_ peripheral: DirectPeripheral) {
        // In the next turn of the queue, because an app may store the peripheral right after this call.
        after(.zero) { [weak self, weak peripheral] in
            guard let self, let peripheral, isUnkept(peripheral) else { return }
            simulation.mock?.report(
                .peripheralNotKept,
                """
                \(simulation.title(of: peripheral.device.spec)) is \
                \(peripheral.state == .connected ? "connected" : "being connected") and the app keeps no reference to \
                the peripheral. A phone ends such a link; here it stays, unless CoreBluetooth's behaviour is simulated. \
                Keep the peripheral in a property.
                """)
        }
    }

    /// Whether only the manager retains the peripheral, and this was not reported yet.
    private func isUnkept(_ peripheral: DirectPeripheral) -> Bool {
        guard peripheral.state == .connecting || peripheral.state == .connected else { return false }
        return storage.withLock { storage in
            guard
                let index = storage.entries.firstIndex(where: { Self.behind($0.peripheral) === peripheral }),
                !storage.entries[index].hasWarned,
                isKnownUniquelyReferenced(&storage.entries[index].peripheral)
            else { return false }
            storage.entries[index].hasWarned = true
            return true
        }
    }
}
