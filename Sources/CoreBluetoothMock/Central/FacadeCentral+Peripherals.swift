import FaradayCoreBluetooth

// Converts between objects of this module and objects of the façade.
extension FacadeCentral {
    /// The app's object for a façade's peripheral.
    func peripheral(_ facade: CBPeripheral) -> any CBMPeripheral {
        peripherals.object(over: facade) {
            let core = FacadePeripheral(facade, mock: mock, of: self)
            return mock == nil ? CBMPeripheralNative(core) : CBMPeripheralMock(core)
        }
    }

    /// A peripheral that an app passes to a manager.
    enum Peer {
        case core(FacadePeripheral)
        case preview(CBMPeripheralPreview)
    }

    /// The peripheral behind an object of the app. The façade refuses an object of another manager; this method reports
    /// one that no manager knows.
    func peer(_ peripheral: CBMPeripheral, _ facade: CBCentralManager, call: String) -> Peer? {
        if let core = Self.behind(peripheral) { return .core(core) }
        if mock != nil, let preview = peripheral as? CBMPeripheralPreview { return .preview(preview) }
        facade.reportForeign(peripheral, call: call)
        return nil
    }

    /// The core of a manager's peripheral.
    static func behind(_ peripheral: CBMPeripheral) -> FacadePeripheral? {
        (peripheral as? any ManagedPeripheral)?.core
    }

    func isConnecting(to identifier: UUID) -> Bool {
        peripherals.live().contains { $0.identifier == identifier && $0.state == .connecting }
    }
}
