import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The end of a simulation, and its time.
extension MockPhone {
    /// Managers say `.unknown` and nothing more, devices go; in a world of a test's own that world stays.
    func tearDown() {
        // Returned: what is let go of here goes behind the lock.
        let managers = storage.withLock { storage in
            defer { storage.managers = [] }
            return storage.managers
        }
        for manager in managers { manager.engine?.end() }
        simulation.removeAll()
        book.clear()
        if isOfProcess { return ProcessPhone.forget(self) }
        setRSSIDeviation(.default)
        setState(.poweredOff)
    }

    /// Lets the process's time go with the main thread; tests' own worlds are in virtual time already.
    func useVirtualTime() {
        guard isOfProcess else { return }
        // For what a failed test prints.
        world.startTrace()
        let world = world
        world.moveByItself()
        #if os(Linux) && compiler(>=6.3)
        TaskCapture.startForProcess(world)
        #endif
    }
}

extension MockPhone: WorldAttachment {
    /// An app's object that is the delegate of a peripheral it has need not outlive its test.
    func worldEnded() {
        for manager in managers { manager.letGoOfDelegates() }
    }
}
