import FaradayCoreBluetooth

/// Previews: connected at once, without a radio. Callbacks come inside the calls, so that a preview needs no run loop.
extension CentralEngine {
    /// Connects a preview.
    func connect(_ preview: CBMPeripheralPreview) {
        preview.setConnected(true)
        tell { $0.centralManager($1, didConnect: preview) }
    }

    /// Disconnects a preview; does nothing if it is not connected.
    func cancel(_ preview: CBMPeripheralPreview) {
        guard preview.setConnected(false) else { return }
        tell {
            $0.centralManager(
                $1, didDisconnectPeripheral: preview, timestamp: CFAbsoluteTimeGetCurrent(),
                isReconnecting: false, error: nil)
        }
    }
}
