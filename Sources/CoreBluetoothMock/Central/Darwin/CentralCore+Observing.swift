import FaradayCoreBluetooth

extension FacadeCentral {
    /// Forwards the façade's changes of `isScanning` to the owner's observers; does nothing on platforms without
    /// Objective-C.
    func watch(_ facade: CBCentralManager) {
        #if canImport(Darwin)
        let observation = facade.observe(\.isScanning, options: .prior) { [weak self] _, change in
            guard let owner = self?.owner else { return }
            if change.isPrior {
                owner.willChangeValue(forKey: "isScanning")
            } else {
                owner.didChangeValue(forKey: "isScanning")
            }
        }
        storage.withLock { $0.observation = observation }
        #endif
    }
}
