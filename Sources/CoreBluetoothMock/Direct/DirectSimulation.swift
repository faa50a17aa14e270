import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Simulates mock peripherals as CoreBluetoothMock does: calls go directly to the spec delegate, on the caller's
/// thread, and answers come after the delays of CoreBluetoothMock. No radio is simulated; only the clock of a world is
/// used.
///
/// This is a second simulation beside `AirSimulation`, because its rules differ from those of a radio. Two reads at
/// once take one interval. A write takes one interval for each packet, whatever its length. Advertisements come to the
/// millisecond. A discovery has found its attributes before it calls back.
final class DirectSimulation: MockSimulation {
    private struct Home {
        weak var mock: MockPhone?
    }

    private let home: Lock<Home>
    private let handle: WeakPhone
    let book: SpecBook
    /// The random part of signal strengths.
    private let draws: Lock<EntropyStream>

    init(_ mock: MockPhone) {
        home = Lock(Home(mock: mock))
        handle = WeakPhone(mock.phone)
        book = mock.book
        draws = Lock(Entropy(seed: mock.world.seed).stream("mock signal strengths"))
    }

    /// The phone to which these peripherals belong; it retains this object.
    var mock: MockPhone? { home.withLock { $0.mock } }

    /// The phone, for its first app; a phone without any effect when its world was released.
    var phone: Phone { handle.phone ?? MockPhone.gone }
    var world: World { phone.world }

    // MARK: Who is there

    /// The managers.
    var centrals: [DirectCentral] { mock?.managers.compactMap { $0 as? DirectCentral } ?? [] }

    var devices: [DirectDevice] { book.places.compactMap { $0 as? DirectDevice } }
    func device(of spec: CBMPeripheralSpec) -> DirectDevice? { book.place(of: spec) as? DirectDevice }
    func device(_ identifier: UUID) -> DirectDevice? {
        devices.first { $0.state.withLock { $0.identifier } == identifier }
    }

    func add(_ spec: CBMPeripheralSpec, _ state: SpecState) {
        let device = DirectDevice(spec, state)
        device.connectable.note(state.advertisement)
        book.add(device)
        device.startAdvertising(state.advertisement, at: world.now)
        note("\(title(of: spec)) is added")
        tellStarted(device)
        look(at: device)
        mock?.watchConnects(to: device)
    }

    func remove(_ spec: CBMPeripheralSpec) {
        guard let device = device(of: spec) else { return }
        book.remove(device)
        note("\(title(of: spec)) is removed")
        tellFirmware(of: device, .stopped)
        for peripheral in device.leave(at: world.now) {
            peripheral.lose(CBMError(.connectionTimeout), after: device.supervisionTimeout)
        }
    }

    func removeAll() {
        for device in devices {
            book.remove(device)
            _ = device.leave(at: world.now)
        }
    }

    func isConnected(_ spec: CBMPeripheralSpec) -> Bool {
        device(of: spec)?.isConnected ?? (book.state(of: spec).virtualConnections > 0)
    }

    /// Always `nil`: there are no simulated devices.
    func device(for spec: CBMPeripheralSpec) -> Device? { nil }

    // MARK: The phone

    func setState(_ state: CBMManagerState, from old: CBMManagerState) {
        guard let mock else { return }
        note("the radio is \(state)")
        // The phone has a radio too; managers of the peripheral role use it.
        mock.setRadio(state)
        if state != .unauthorized, old == .unauthorized { mock.restoreAuthorization() }
        for central in centrals { central.stateChanged() }
        lookAround()
    }

    /// The authorization that the test has set, whatever the radio's state is.
    var authorization: CBMManagerAuthorization {
        mock?.storage.withLock { $0.authorization } ?? .allowedAlways
    }

    func authorizationChanged() {
        for central in centrals { central.stateChanged() }
    }

    func setRSSIDeviation(_ deviation: CBMProximity.Deviation) {}

    /// The signal strength for a proximity, with a random part.
    func strength(of proximity: CBMProximity) -> NSNumber {
        let deviation = mock?.storage.withLock { $0.deviation }.decibels ?? 0
        guard proximity != .outOfRange, deviation > 0 else { return NSNumber(value: proximity.RSSI) }
        let drawn = draws.withLock { $0.below(UInt64(deviation) * 2 + 1) }
        return NSNumber(value: proximity.RSSI - deviation + Int(drawn))
    }

    // MARK: Managers

    func makeCentral(
        of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?
    ) -> any CentralEngine {
        world.noteManagersWithoutSessions()
        return DirectCentral(of: owner, queue: queue, options: options, in: self)
    }

    // MARK: What definitions know

    func isNotifying(_ definition: CBMCharacteristicMock) -> Bool {
        devices.contains { device in
            device.links.contains { $0.found(definition)?.isNotifying ?? false }
        }
    }

    func peripheral(of definition: CBMServiceMock) -> (any CBMPeripheral)? {
        let links = devices.lazy.flatMap { $0.links.reversed() }
        return links.first { $0.services?.containsAnywhere(definition) ?? false }?.owner
    }

    // MARK: The story

    /// Adds a line to the story that a failed test prints.
    func note(_ text: @autoclosure () -> String) { world.noteIfTraced(text()) }

    func title(of spec: CBMPeripheralSpec) -> String {
        mock?.name(of: book.state(of: spec)) ?? spec.identifier.uuidString
    }
}
