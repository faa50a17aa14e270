import FaradayCoreBluetooth

// Objects of this module, over and under those of the façade.
extension CentralCore {
    /// The app's object of a façade's peripheral.
    func peripheral(_ facade: CBPeripheral) -> any CBMPeripheral {
        peripherals.object(over: facade) {
            let core = PeripheralCore(facade, mock: mock, of: self)
            return mock == nil ? CBMPeripheralNative(core) : CBMPeripheralMock(core)
        }
    }

    /// What an app hands to a manager.
    enum Peer {
        case core(PeripheralCore)
        case preview(CBMPeripheralPreview)
    }

    /// What is behind an object of the app's; an object of another manager is the façade's to refuse, and one that no
    /// manager knows is reported.
    func peer(_ peripheral: CBMPeripheral, _ facade: CBCentralManager, call: String) -> Peer? {
        if let core = Self.behind(peripheral) { return .core(core) }
        if mock != nil, let preview = peripheral as? CBMPeripheralPreview { return .preview(preview) }
        facade.reportForeign(peripheral, call: call)
        return nil
    }

    /// The core of a manager's peripheral.
    static func behind(_ peripheral: CBMPeripheral) -> PeripheralCore? {
        (peripheral as? any ManagedPeripheral)?.core
    }

    func isConnecting(to identifier: UUID) -> Bool {
        peripherals.live().contains { $0.identifier == identifier && $0.state == .connecting }
    }
}
