import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Mock peripherals as that library has them: calls go straight to the spec delegate, on the caller's thread, and answers
/// come when its table of times says. Nothing is on air; a world lends its clock.
///
/// A second simulation beside the air's, because it has rules that no radio has: two reads at once take one interval, a
/// write of any length one for each packet, an advertisement comes to the millisecond, and a discovery has found what
/// there is before it says so.
final class DirectSimulation: MockSimulation {
    private struct Home {
        weak var mock: MockPhone?
    }

    private let home: Lock<Home>
    private let handle: WeakPhone
    let book: SpecBook
    /// What signal strengths vary by.
    private let draws: Lock<EntropyStream>

    init(_ mock: MockPhone) {
        home = Lock(Home(mock: mock))
        handle = WeakPhone(mock.phone)
        book = mock.book
        draws = Lock(Entropy(seed: mock.world.seed).stream("mock signal strengths"))
    }

    /// Whose peripherals these are; it keeps this.
    var mock: MockPhone? { home.withLock { $0.mock } }

    /// The phone, for its first app. Once its world has gone, one that nothing reaches.
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
        note("\(title(of: spec)) is there")
        look(at: device)
        mock?.watchConnects(to: device)
    }

    func remove(_ spec: CBMPeripheralSpec) {
        guard let device = device(of: spec) else { return }
        book.remove(device)
        note("\(title(of: spec)) is gone")
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

    /// None: there is nothing below.
    func device(for spec: CBMPeripheralSpec) -> Device? { nil }

    // MARK: The phone

    func setState(_ state: CBMManagerState, from old: CBMManagerState) {
        guard let mock else { return }
        note("the radio is \(state)")
        // The phone has a radio too, which managers of CoreBluetooth's peripheral role are on.
        mock.setRadio(state)
        if state != .unauthorized, old == .unauthorized { mock.restoreAuthorization() }
        for central in centrals { central.stateChanged() }
        lookAround()
    }

    /// What the test has said; whatever the radio's state is.
    var authorization: CBMManagerAuthorization {
        mock?.storage.withLock { $0.authorization } ?? .allowedAlways
    }

    func authorizationChanged() {
        for central in centrals { central.stateChanged() }
    }

    func setRSSIDeviation(_ deviation: CBMRSSIDeviation) {}

    /// The strength of a signal from there: what the proximity gives, and a part that varies.
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
        world.hasManagersOfItsOwn()
        return DirectCentral(of: owner, queue: queue, options: options, in: self)
    }

    // MARK: The story

    /// A line for the story that a failed test tells.
    func note(_ text: @autoclosure () -> String) { world.noteIfTraced(text()) }

    func title(of spec: CBMPeripheralSpec) -> String {
        mock?.name(of: book.state(of: spec)) ?? spec.identifier.uuidString
    }
}
