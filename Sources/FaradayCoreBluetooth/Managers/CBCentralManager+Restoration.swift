import BluetoothPort
import Foundation

// State preservation and restoration (behaviour 7.3–7.8).
extension CBCentralManager {
    /// Hands the preserved state to the app. Peripherals live as long as the dictionary, and longer if the app retains
    /// them.
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
        guard let delegate else { return refuseRestoration() }
        let isThere = DelegateProbe.implements(delegate) {
            delegate.centralManager(self, willRestoreState: dictionary)
        }
        if !isThere { refuseRestoration() }
    }

    /// A restore identifier and a delegate's `willRestoreState` belong together. Apple's framework throws when the
    /// method is missing (behaviour 1.41), and logs a message when the identifier is missing (behaviour 1.27). If it
    /// cannot be determined whether the method exists, the check happens when something is restored.
    func checkRestoration(_ identifier: String?, _ delegate: (any CBCentralManagerDelegate)?) {
        if delegate is any CentralVeneer { return }
        switch (identifier, delegate?.takesRestoredState ?? (delegate == nil ? false : nil)) {
        case (.some, false): refuseRestoration()
        case (nil, true):
            report(
                .missingRestoreIdentifier,
                "API MISUSE: <\(appleHeader("CBCentralManager"))> has no restore identifier but the delegate "
                    + "implements the centralManager:willRestoreState: method. Restoring will not be supported"
            )
        default: break
        }
    }

    private func refuseRestoration() {
        let isNews = mirror.withLock { mirror in
            defer { mirror.isRestorationRefused = true }
            return !mirror.isRestorationRefused
        }
        guard isNews else { return }
        let message =
            "<\(appleHeader("CBCentralManager"))> has provided a restore identifier but the delegate doesn't "
            + "implement the centralManager:willRestoreState: method"
        guard let note = delegate.flatMap({ InheritedConformance.note(on: $0) }) else {
            return report(.missingRestorationDelegate, message)
        }
        report(.hiddenDelegateMethod, "\(message): \(note)")
    }

    private func report(_ kind: Misuse.Kind, _ message: String) {
        let call = "CBCentralManager.init(delegate:queue:options:)"
        port.send(.reportMisuse(Misuse(kind: kind, call: call, message: message)))
    }
}

extension CBPeripheral {
    /// Adopts what the system knows about the peer: the link and its attributes (behaviour 7.6).
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
    /// The options of the scan, as the app passed them.
    var dictionary: [String: Any] {
        var options: [String: Any] = [:]
        if allowsDuplicates { options[CBCentralManagerScanOptionAllowDuplicatesKey] = true }
        if !solicitedServices.isEmpty {
            options[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] = solicitedServices.map(CBUUID.init)
        }
        return options
    }
}
