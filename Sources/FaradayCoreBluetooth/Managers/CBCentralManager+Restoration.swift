import BluetoothPort
import Foundation

// State preservation and restoration (ledger 7.3–7.8).
extension CBCentralManager {
    /// Hands the app what the system kept for it. Peripherals live as long as the dictionary, and longer if the
    /// app keeps them.
    func willRestore(_ state: Central.RestoredState) {
        var dictionary: [String: Any] = [:]
        if !state.peripherals.isEmpty {
            let peripherals = state.peripherals.map { restored in
                let peripheral = peripheral(restored.peer)
                peripheral.restore(restored)
                return peripheral
            }
            dictionary[CBCentralManagerRestoredStatePeripheralsKey] = peripherals
        }
        if let scan = state.scan {
            changing(.isScanning) { mirror.withLock { $0.isScanning = true } }
            if !scan.services.isEmpty {
                dictionary[CBCentralManagerRestoredStateScanServicesKey] = scan.services.map(CBUUID.init)
            }
            let options = scan.dictionary
            if !options.isEmpty { dictionary[CBCentralManagerRestoredStateScanOptionsKey] = options }
        }
        guard let delegate else { return reportMissingRestorationDelegate() }
        let isThere = DelegateProbe.implements(delegate) {
            delegate.centralManager(self, willRestoreState: dictionary)
        }
        if !isThere { reportMissingRestorationDelegate() }
    }

    private func reportMissingRestorationDelegate() {
        let message = "State restoration needs a delegate with centralManager(_:willRestoreState:)"
        port.send(
            .reportMisuse(
                Misuse(
                    kind: .missingRestorationDelegate,
                    call: "CBCentralManager.init(delegate:queue:options:)", message: message)))
    }
}

extension CBPeripheral {
    /// Takes on what the system knows of the peer: the link, and the attributes below it (behaviour 7.6).
    func restore(_ restored: Central.RestoredPeripheral) {
        changing([.state, .services]) {
            mirror.withLock { mirror in
                mirror.connection.restore(restored.state)
                guard let services = restored.services else { return }
                mirror.graph.take(services, of: self)
                mirror.graph.services = mirror.graph.reconcile(services.map(\.service), of: self)
            }
        }
    }
}

extension Central.ScanRequest {
    /// The options of the scan, as they were passed.
    var dictionary: [String: Any] {
        var options: [String: Any] = [:]
        if allowsDuplicates { options[CBCentralManagerScanOptionAllowDuplicatesKey] = true }
        if !solicitedServices.isEmpty {
            options[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] = solicitedServices.map(CBUUID.init)
        }
        return options
    }
}
