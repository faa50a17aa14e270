import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// The end of a simulation, and its clock.
extension MockPhone {
    /// Managers report `.unknown` and then nothing more, and devices are removed; a test's own world
    /// continues.
    func tearDown() {
        endCode()
        // Returned, so that the objects are released outside the lock.
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

    /// The test's own thread has the machine's time from now on.
    private func endCode() {
        let ended = code.withLock { code in
            defer { code = nil }
            return code
        }
        ended?.end()
    }

    /// Makes the process's time virtual and lets it move while the main thread waits; tests' own worlds
    /// already have virtual time.
    func useVirtualTime() {
        guard isOfProcess else { return }
        // So that the times of one run are those of another.
        if world.isPaced { world.stopPacingAndRestartIfUnused() }
        // For the report of a failed test.
        world.startTrace()
        FailureWatches.begin()
        // The test's own waits let time move; without the app's work it would have to move beside the test.
        guard world.holdsAppWork else { return world.runFreely() }
        let begun = ThreadCode(of: world, ProcessPhone.shared)
        code.withLock { $0 = begun }
    }
}

extension MockPhone: WorldAttachment {
    /// Releases delegates. Otherwise an app object that is the delegate of its own peripheral would outlive
    /// its test.
    func worldEnded() {
        for manager in managers { manager.letGoOfDelegates() }
    }
}
