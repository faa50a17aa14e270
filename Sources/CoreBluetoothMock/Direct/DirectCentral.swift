import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock manager with CoreBluetoothMock's behaviour. It retains the peripherals that it has reported.
final class DirectCentral: CentralEngine {
    let simulation: DirectSimulation
    let queue: CallbackQueue
    let storage: Lock<Storage>

    struct Scan {
        var services: [CBMUUID]?
        var allowsDuplicates = false
    }

    struct Entry {
        /// The identifier under which the peripheral is found again.
        let identifier: UUID
        var peripheral: CBMPeripheralMock
        var hasWarned = false
    }

    struct Storage {
        /// The manager that the app uses; this object lives as long as that one.
        weak var owner: CBMCentralManager?
        var options: [String: Any]?
        /// The phone with the app to which the manager belongs; `nil` after the end.
        var phone: Phone?
        /// Whether the queue has run its first block, so that the manager has a state.
        var hasState = false
        var scan: Scan?
        var entries: [Entry] = []
    }

    init(
        of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?,
        in simulation: DirectSimulation
    ) {
        self.simulation = simulation
        self.queue = CallbackQueue(queue)
        let phone = simulation.mock?.phoneHere ?? simulation.phone
        nonisolated(unsafe) let storage = Storage(owner: owner, options: options, phone: phone)
        self.storage = Lock(storage)
    }

    deinit {
        let entries = takeEntries()
        guard !entries.isEmpty else { return }
        for entry in entries {
            // Without this, an app object that is the delegate of its own peripheral would outlive its manager.
            Self.behind(entry.peripheral)?.letGoOfDelegate()
            Self.behind(entry.peripheral)?.close()
        }
        simulation.lookAround()
    }

    var owner: CBMCentralManager? { storage.withLock { $0.owner } }
    /// Always `nil`: this manager does not use the façade.
    var facade: CBCentralManager? { nil }

    /// The queue's first block reports the state. This call itself reports the restored state, before that.
    func start() {
        let options = storage.withLock { storage in
            defer { storage.options = nil }
            return storage.options
        }
        simulation.world.settle(with: self)
        if let identifier = options?[CBMCentralManagerOptionRestoreIdentifierKey] as? String {
            restore(identifier)
        }
        after(.zero) { [weak self] in
            guard let self else { return }
            storage.withLock { $0.hasState = true }
            tellState()
            simulation.lookAround()
        }
    }

    // MARK: The state

    var state: CBMManagerState {
        guard let mock = simulation.mock, storage.withLock({ $0.hasState && $0.phone != nil }) else {
            return .unknown
        }
        let (declared, authorization) = mock.storage.withLock { ($0.declaredState, $0.authorization) }
        if let authorization, authorization != .allowedAlways { return .unauthorized }
        return declared
    }

    var isPoweredOn: Bool { state == .poweredOn }

    /// A manager that is no longer powered on stops its scan, and drops its peripherals and their links without a
    /// callback.
    func stateChanged() {
        guard storage.withLock({ $0.hasState && $0.phone != nil }) else { return }
        if !isPoweredOn { closeAll() }
        after(.zero) { [weak self] in self?.tellState() }
    }

    private func tellState() {
        simulation.note("app gets: state \(state)")
        tell { $0.centralManagerDidUpdateState($1) }
    }

    /// Other apps lose the links to these peripherals too.
    private func closeAll() {
        setScan(nil)
        for entry in takeEntries() {
            guard let engine = Self.behind(entry.peripheral) else { continue }
            simulation.book.change(engine.device.spec) { $0.virtualConnections = 0 }
            engine.close()
        }
    }

    /// Whether the manager is powered on and accepts commands; reports a call before that as misuse.
    func isReady(_ call: String) -> Bool {
        if isPoweredOn { return true }
        log("API MISUSE: \(call): the manager can only accept this command while in the powered on state")
        return false
    }

    /// Prints a line to standard error.
    func log(_ line: String) {
        FileHandle.standardError.write(Data("CoreBluetoothMock: \(line)\n".utf8))
    }

    func reportUnsupported(_ call: String) {
        log("\(call) does nothing here; CBMCentralManagerMock.simulateCoreBluetooth() simulates it")
    }

    // MARK: The end

    func end() {
        let (phone, hadState) = storage.withLock { storage in
            defer { storage.phone = nil }
            return (storage.phone, storage.hasState)
        }
        letGoOfDelegates()
        closeAll()
        guard let phone, hadState else { return }
        let tell: @Sendable () -> Void = { [weak self] in
            self?.tell { $0.centralManagerDidUpdateState($1) }
        }
        guard simulation.mock?.isOfProcess == false, !phone.world.isPaced else { return queue.post(tell) }
        phone.world.runNext(isForMainQueue: queue.isMain) { [queue] in queue.runAndWait(tell) }
    }

    func letGoOfDelegates() {
        for entry in storage.withLock({ $0.entries }) { Self.behind(entry.peripheral)?.letGoOfDelegate() }
    }

    private func takeEntries() -> [Entry] {
        storage.withLock { storage in
            defer { storage.entries = [] }
            return storage.entries
        }
    }
}

// MARK: - Turns of its queue

extension DirectCentral: SettlingQueue {
    func settle() { queue.settle() }

    /// Runs `body` on the queue as code on this phone, when `delay` has passed; does not run it after the manager's
    /// end.
    func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) {
        guard let world = storage.withLock({ $0.phone })?.world else { return }
        if delay <= .zero, world.isPaced { return queue.post { [weak self] in self?.run(body) } }
        world.after(delay, isForMainQueue: queue.isMain) { [weak self] in self?.deliver(body) }
    }

    private func deliver(_ body: @escaping @Sendable () -> Void) {
        guard let phone = storage.withLock({ $0.phone }) else { return }
        if phone.world.isPaced {
            queue.post { [weak self] in self?.run(body) }
        } else {
            queue.runAndWait { run(body) }
        }
    }

    private func run(_ body: () -> Void) {
        guard let phone = storage.withLock({ $0.phone }) else { return }
        phone.run(body)
    }
}
