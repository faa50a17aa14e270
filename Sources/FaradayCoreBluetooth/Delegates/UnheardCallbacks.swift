import BluetoothPort

// A callback for which there is no delegate: the report of a failed test says so.

extension CBCentralManager {
    func noteUnheard(_ callback: String) {
        let hadDelegate = mirror.withLock { $0.hadDelegate }
        (port as? any UnheardNoting)?.noteUnheard(
            UnheardCallback("CBCentralManager", callback, hadDelegate: hadDelegate))
    }
}

extension CBPeripheral {
    func noteUnheard(_ callback: String) {
        let hadDelegate = mirror.withLock { $0.hadDelegate }
        (port as? any UnheardNoting)?.noteUnheard(
            UnheardCallback("CBPeripheral", callback, of: peer, hadDelegate: hadDelegate))
    }
}

extension CBPeripheralManager {
    func noteUnheard(_ callback: String) {
        let hadDelegate = mirror.withLock { $0.hadDelegate }
        (port as? any UnheardNoting)?.noteUnheard(
            UnheardCallback("CBPeripheralManager", callback, hadDelegate: hadDelegate))
    }
}
