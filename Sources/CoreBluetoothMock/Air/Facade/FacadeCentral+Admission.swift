import BluetoothPort
import FaradayCoreBluetooth

// A mock peripheral's delegate decides whether the app gets its link.
extension FacadeCentral {
    /// Calls the app's `didConnect` when the delegate has accepted the link; at once if it already has.
    func hold(_ peripheral: CBPeripheral, of device: MockDevice) {
        let object = self.peripheral(peripheral)
        guard let core = Self.behind(object) else { return }
        if case .given? = core.admission.withLock({ $0 }) { return tellConnected(peripheral) }
        let number = storage.withLock { storage in
            storage.lastAdmission += 1
            return storage.lastAdmission
        }
        core.changingState { core.admission.withLock { $0 = .open(number) } }
        // A weak reference: an app that releases its peripheral meanwhile ends the link.
        nonisolated(unsafe) weak let link = core
        device.whenAdmitted { [weak self] result in
            self?.takeTurn { [weak self] in
                guard let self, let link else { return }
                decided(link, number, result)
            }
        }
    }

    /// Runs `body` on the manager's queue: at once if this code runs there, otherwise as a callback of the world's
    /// driver.
    private func takeTurn(_ body: @escaping @Sendable () -> Void) {
        guard let facade else { return }
        guard !facade.isOnItsQueue, let world = mock?.world, !world.isPaced else { return facade.run(body) }
        world.runNext(isForMainQueue: facade.isOnMainQueue) { [weak self] in self?.facade?.runAndWait(body) }
    }

    private func decided(_ core: FacadePeripheral, _ number: Int, _ result: Result<Void, any Error>) {
        guard core.admission.withLock({ $0?.isOpen(number) == true }) else { return }
        switch result {
        case .success:
            core.changingState { core.admission.withLock { $0 = .given } }
            tellConnected(core.facade)
            core.tellUntold()
        case .failure(let error):
            core.admission.withLock { $0 = .rejected(error) }
            facade?.cancelPeripheralConnection(core.facade)
        }
    }

    func tellConnected(_ peripheral: CBPeripheral) {
        let object = self.peripheral(peripheral)
        tell { $0.centralManager($1, didConnect: object) }
    }

    /// The link ended; returns the delegate's decision on it.
    func endAdmission(of object: any CBMPeripheral) -> Admission? {
        guard let core = Self.behind(object) else { return nil }
        core.endedLinks.withLock { $0 += 1 }
        core.dropUntold()
        guard let admission = core.admission.withLock({ $0 }) else { return nil }
        core.changingState { core.admission.withLock { $0 = nil } }
        return admission
    }

    /// The app has cancelled the link: whatever the delegate decides, the app gets a disconnect without an error.
    func forgetOpenAdmission(of core: FacadePeripheral) {
        guard case .open? = core.admission.withLock({ $0 }) else { return }
        core.dropUntold()
        core.changingState { core.admission.withLock { $0 = nil } }
    }

    /// The radio was turned off: all links end without a callback.
    func dropAdmissions() {
        for object in peripherals.live() { _ = endAdmission(of: object) }
    }
}
