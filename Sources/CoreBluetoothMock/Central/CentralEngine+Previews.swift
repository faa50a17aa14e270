import FaradayCoreBluetooth

/// Previews: connected at once, without a radio.
extension CentralEngine {
    /// Connects a preview; `later` runs its argument on the manager's queue.
    func connect(_ preview: CBMPeripheralPreview, _ later: (@escaping @Sendable () -> Void) -> Void) {
        guard preview.setConnected(true) else { return }
        nonisolated(unsafe) let preview = preview
        later { [weak self] in
            self?.tell { $0.centralManager($1, didConnect: preview) }
        }
    }

    /// Disconnects a preview; `later` runs its argument on the manager's queue.
    func cancel(_ preview: CBMPeripheralPreview, _ later: (@escaping @Sendable () -> Void) -> Void) {
        guard preview.setConnected(false) else { return }
        nonisolated(unsafe) let preview = preview
        later { [weak self] in
            self?.tell {
                $0.centralManager(
                    $1, didDisconnectPeripheral: preview, timestamp: CFAbsoluteTimeGetCurrent(),
                    isReconnecting: false, error: nil)
            }
        }
    }
}
