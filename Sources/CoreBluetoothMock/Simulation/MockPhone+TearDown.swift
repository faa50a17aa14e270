import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The end of a simulation, and its time.
extension MockPhone {
    /// Managers say `.unknown` and nothing more, devices go; in a world of a test's own that world stays.
    func tearDown() {
        // All of it is returned: what is let go of here goes behind the lock.
        let (managers, devices, _) = storage.withLock { storage in
            defer { (storage.managers, storage.devices, storage.waiting) = ([], [], []) }
            return (storage.managers, storage.devices, storage.waiting)
        }
        for manager in managers { manager.core?.end() }
        for mock in devices { takeOff(mock) }
        if isOfProcess { return ProcessPhone.forget(self) }
        setRSSIDeviation(.default)
        setState(.poweredOff)
    }

    /// Lets the process's time go with the main thread; tests' own worlds are in virtual time already.
    func useVirtualTime() {
        guard isOfProcess else { return }
        // For what a failed test prints.
        world.startTrace()
        world.moveByItself()
    }
}

extension MockPhone: WorldAttachment {
    /// An app's object that is the delegate of a peripheral it has need not outlive its test.
    func worldEnded() {
        for manager in storage.withLock({ $0.managers }) { manager.core?.letGoOfDelegates() }
    }
}
