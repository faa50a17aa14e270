import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A manager of that library on one of CoreBluetooth's: hands calls down, and callbacks up with objects of this module.
final class CentralCore: NSObject, CentralEngine {
    /// What is around the phone it was made on; `nil` for a native manager.
    let mock: AirSimulation?
    let queue: DispatchQueue?
    let storage: Lock<Storage>
    let peripherals = PeripheralTable()

    struct Storage {
        /// Whose work it does; it lives as long as that.
        weak var owner: CBMCentralManager?
        var options: [String: Any]?
        /// What does the work; `nil` after the end.
        var facade: CBCentralManager?
        /// The phone with the app that the manager belongs to; `nil` for a native one, and after the end.
        var phone: Phone?
        /// The first state has been told; before, the state is unknown.
        var hasState = false
        /// The app is being told of a state: of that one, whatever has become of the phone since.
        var isTellingState = false
        var hasEnded = false
        /// Runs the last callback, where a world's driver has to wait for it.
        var lastTurn: CBCentralManager.Turn?
        /// How many links of mock peripherals there have been.
        var lastAdmission = 0
        /// How many ends of scans the manager's queue has not come to.
        var pendingStops = 0
        /// Lets go of what watches the façade's properties, where there is key-value observing.
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

    /// The owner is complete: callbacks may begin.
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

    /// Takes the façade from its maker, or from its first callback if that comes earlier.
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

    /// A mock phone's state shows at once; its callback follows, and in that it is what the callback is about.
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
        // Behind what is on its way already.
        facade.post { [weak self] in self?.storage.withLock { $0.pendingStops -= 1 } }
    }

    /// Whether what is reported now was heard by a scan that the app has ended.
    func isOfEndedScan(_ facade: CBCentralManager) -> Bool {
        !facade.isScanning || storage.withLock { $0.pendingStops > 0 }
    }

    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?) {
        guard let facade, let peer = peer(peripheral, facade, call: "connect(_:options:)") else { return }
        switch peer {
        case .core(let core):
            facade.connect(core.facade, options: options)
            if let device = core.source.device { mock?.watchConnects(to: device) }
        case .preview(let preview): connect(preview, facade.run)
        }
    }

    func cancel(_ peripheral: CBMPeripheral) {
        let call = "cancelPeripheralConnection(_:)"
        guard let facade, let peer = peer(peripheral, facade, call: call) else { return }
        switch peer {
        case .core(let core):
            facade.cancelPeripheralConnection(core.facade)
            forgetOpenAdmission(of: core)
        case .preview(let preview): cancel(preview, facade.run)
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
        let previews = mock.map { CBMPeripheralPreview.live(connectedWith: services, in: $0.world) } ?? []
        if !previews.isEmpty { return previews }
        return facade.retrieveConnectedPeripherals(withServices: services).map(peripheral)
    }

    /// What this manager has found out about its phone.
    @available(macOS, unavailable)
    func supports(_ features: CBCentralManager.Feature) -> Bool {
        let phone = storage.withLock { $0.phone }
        return phone?.run { CBCentralManager.supports(features) } ?? false
    }

    /// The simulation is torn down: the manager says `.unknown` once more, then nothing.
    func end() {
        // What goes with the old contents goes behind the lock.
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
        // Kept here and not by the world: it may never come to that.
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

    /// Nothing is told any more: objects of the app's that are delegates of what they keep need not keep a world too.
    func letGoOfDelegates() {
        for object in peripherals.live() { Self.behind(object)?.letGoOfDelegate() }
    }
}
