import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock or native manager on top of a CoreBluetooth manager: it forwards calls to that manager, and its callbacks to
/// the app with objects of this module.
final class FacadeCentral: NSObject, CentralEngine {
    /// The simulation of the phone on which the manager was created; `nil` for a native manager.
    let mock: AirSimulation?
    let queue: DispatchQueue?
    let storage: Lock<Storage>
    let peripherals = PeripheralTable()

    struct Storage {
        /// The manager that the app uses; this object lives as long as that one.
        weak var owner: CBMCentralManager?
        var options: [String: Any]?
        /// The CoreBluetooth manager; `nil` after the end.
        var facade: CBCentralManager?
        /// The phone with the app to which the manager belongs; `nil` for a native manager, and after the end.
        var phone: Phone?
        /// The app got the first state callback; before, the state is unknown.
        var hasState = false
        /// A state callback is running: meanwhile this is the manager's state, even if the phone's state has changed
        /// since.
        var isTellingState = false
        var hasEnded = false
        /// Runs the last callback if a world's driver has to wait for it.
        var lastTurn: CBCentralManager.Turn?
        /// How many links of mock peripherals there have been.
        var lastAdmission = 0
        /// How many `stopScan` calls the manager's queue has not processed yet.
        var pendingStops = 0
        /// The observation of the façade's properties, on platforms with key-value observing.
        var observation: AnyObject?
    }

    init(of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?, mock: AirSimulation?) {
        self.mock = mock
        self.queue = queue
        nonisolated(unsafe) let storage = Storage(owner: owner, options: options)
        self.storage = Lock(storage)
        super.init()
    }

    deinit { letGoOfDelegates() }

    /// The owner is initialised: callbacks may begin.
    func start() {
        let options = storage.withLock { storage in
            defer { storage.options = nil }
            return storage.options
        }
        guard let mock else {
            return adopt(
                NativeRadio.run { CBCentralManager(delegate: self, queue: queue, options: options) })
        }
        let phone = mock.mock?.phoneHere ?? mock.phone
        storage.withLock { $0.phone = phone }
        if let identifier = options?[CBMCentralManagerOptionRestoreIdentifierKey] as? String {
            mock.prepareRestoration(of: identifier, on: phone)
        }
        adopt(CBCentralManager(delegate: self, queue: queue, options: options, provider: phone))
    }

    /// Stores the façade, when it was created or at its first callback if that comes earlier.
    func adopt(_ facade: CBCentralManager) {
        let isNew = storage.withLock { storage in
            guard storage.facade == nil, !storage.hasEnded else { return false }
            storage.facade = facade
            return true
        }
        if isNew { watch(facade) }
    }

    var owner: CBMCentralManager? { storage.withLock { $0.owner } }
    var facade: CBCentralManager? { storage.withLock { $0.facade } }

    /// A change of a mock phone's state is visible at once, before its callback. During the callback, the state is the
    /// one that the callback reports.
    var state: CBMManagerState {
        let (facade, phone) = storage.withLock { storage in
            storage.hasState ? (storage.facade, storage.isTellingState ? nil : storage.phone) : (nil, nil)
        }
        guard let facade else { return .unknown }
        return phone?.managerState ?? CBMManagerState(facade.state)
    }

    var isScanning: Bool { facade?.isScanning ?? false }

    func scan(_ services: [CBMUUID]?, _ options: [String: Any]?) {
        facade?.scanForPeripherals(withServices: services, options: options)
    }

    func stopScan() {
        guard let facade else { return }
        facade.stopScan()
        guard let mock, mock.world.isPaced else { return }
        storage.withLock { $0.pendingStops += 1 }
        // Queued after callbacks that are already on their way.
        facade.post { [weak self] in self?.storage.withLock { $0.pendingStops -= 1 } }
    }

    /// Whether the current report comes from a scan that the app has stopped.
    func isOfEndedScan(_ facade: CBCentralManager) -> Bool {
        !facade.isScanning || storage.withLock { $0.pendingStops > 0 }
    }

    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?) {
        guard let facade, let peer = peer(peripheral, facade, call: "connect(_:options:)") else { return }
        switch peer {
        case .core(let core):
            facade.connect(core.facade, options: options)
            if let device = core.source.device { mock?.watchConnects(to: device) }
        case .preview(let preview): connect(preview)
        }
    }

    func cancel(_ peripheral: CBMPeripheral) {
        let call = "cancelPeripheralConnection(_:)"
        guard let facade, let peer = peer(peripheral, facade, call: call) else { return }
        switch peer {
        case .core(let core):
            facade.cancelPeripheralConnection(core.facade)
            forgetOpenAdmission(of: core)
        case .preview(let preview): cancel(preview)
        }
    }

    func retrieve(_ identifiers: [UUID]) -> [CBMPeripheral] {
        guard let facade else { return [] }
        let previews = mock.map { CBMPeripheralPreview.live(identifiers, in: $0.world) } ?? []
        if !previews.isEmpty { return previews }
        return facade.retrievePeripherals(withIdentifiers: identifiers).map(peripheral)
    }

    func retrieveConnected(_ services: [CBMUUID]) -> [CBMPeripheral] {
        guard let facade else { return [] }
        let previews = mock.map { CBMPeripheralPreview.live(with: services, in: $0.world) } ?? []
        if !previews.isEmpty { return previews }
        return facade.retrieveConnectedPeripherals(withServices: services).map(peripheral)
    }

    var facadePhone: Phone? { storage.withLock { $0.phone } }

    /// The simulation is torn down: the manager reports `.unknown` once more, then nothing.
    func end() {
        // The old contents are returned, so that they are released outside the lock.
        let old = storage.withLock { storage in
            defer { storage = Storage(owner: storage.owner, hasEnded: true) }
            return storage
        }
        let facade = old.facade
        letGoOfDelegates()
        guard let facade else { return }
        facade.delegate = nil
        guard let mock, !mock.isOfProcess, !mock.world.isPaced else {
            return facade.post { [weak self] in self?.tellEnd() }
        }
        // Stored here and not in the world, because the world may never run again.
        let turn = facade.turn
        storage.withLock { $0.lastTurn = turn }
        mock.world.runNext(isForMainQueue: facade.isOnMainQueue) { [weak self] in self?.takeLastTurn() }
    }

    private func takeLastTurn() {
        let turn = storage.withLock { storage in
            defer { storage.lastTurn = nil }
            return storage.lastTurn
        }
        turn?(tellEnd)
    }

    private func tellEnd() {
        guard let owner else { return }
        owner.delegate?.centralManagerDidUpdateState(owner)
    }

    /// No more callbacks: releases the delegates. Otherwise an app object that is the delegate of an object that it
    /// retains would also retain a world.
    func letGoOfDelegates() {
        for object in peripherals.live() { Self.behind(object)?.letGoOfDelegate() }
    }
}
