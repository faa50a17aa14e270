import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock peripheral in one world: its simulated device, and the decisions of its delegate.
///
/// All methods may be called from any thread; the delegate is always called on the main queue.
final class MockDevice: SpecBook.Place {
    let spec: CBMPeripheralSpec
    /// The state of the spec in this world.
    let state: Lock<SpecState>
    let connectable = ConnectableNote()
    /// The attribute definitions and the links of the device.
    let life: Lock<Life>
    private let places: Lock<Places>
    private let handle: WeakPhone

    /// The device and the phone. The world retains this object, so this object must not retain the world.
    private struct Places {
        weak var phone: AirSimulation?
        var device: WeakDevice?
    }

    struct Life {
        var blueprint: Blueprint
        /// Links of phones, oldest first.
        var links: [DeviceLink] = []
        /// The delegate's decision on the first link, and closures that wait for it.
        var admission = Admission.none
        var waiting: [(Result<Void, Error>) -> Void] = []
        /// The reason why the links end, if it is known here.
        var ending: Ending?
        /// The device is off so that links are lost; for its firmware, it has power.
        var isOnlySilent = false
        /// How often the device itself has ended its links.
        var ends = 0
        /// The error for managers when the last links ended, and the managers that have got it.
        var farewell: (error: Error, told: [ObjectIdentifier])?
        /// Ends of the last link for which the delegate has to be called, oldest first.
        var untoldEnds: [Error?] = []
        /// Errors of the delegate that are not ATT errors, oldest first.
        var errors: [Request: [Error]] = [:]
        /// Values that links are reading in parts.
        var longReads: [LongRead] = []
        /// Former identifiers; managers may still use them for existing links.
        var formerIdentifiers: [UUID] = []
    }

    init(_ spec: CBMPeripheralSpec, _ state: SpecState, of phone: AirSimulation) {
        self.spec = spec
        nonisolated(unsafe) let state = state
        nonisolated(unsafe) let life = Life(blueprint: Blueprint(state.services ?? []))
        self.state = Lock(state)
        self.life = Lock(life)
        places = Lock(Places(phone: phone))
        handle = phone.handle
    }

    /// The simulated device; a device without any effect when its world was released.
    var device: Device { places.withLock { $0.device }?.device ?? Self.gone }
    private static let gone = World().add(DeviceDefinition(name: "gone"))

    /// The simulation to which the peripheral belongs.
    var phone: AirSimulation? { places.withLock { $0.phone } }

    /// Sets the device.
    func attach(_ device: Device) { places.withLock { $0.device = WeakDevice(device) } }

    // MARK: For peripherals of managers

    /// The definition at an attribute handle of the device's database; CoreBluetooth objects contain this handle.
    func service(at handle: UInt64) -> CBMServiceMock? {
        guard case .service(let index)? = device.place(ofHandle: handle) else { return nil }
        return life.withLock { $0.blueprint.service(index)?.definition }
    }

    func characteristic(at handle: UInt64) -> CBMCharacteristicMock? {
        guard case .characteristic(let service, let index)? = device.place(ofHandle: handle) else {
            return nil
        }
        return life.withLock { $0.blueprint.characteristic(service, index)?.definition }
    }

    func descriptor(at handle: UInt64) -> CBMDescriptorMock? {
        guard case .descriptor(let service, let index, let number)? = device.place(ofHandle: handle) else {
            return nil
        }
        return life.withLock { $0.blueprint.characteristic(service, index)?.descriptor(number) }
    }

    // MARK: The delegate

    /// Calls the delegate on the main queue (at once when called there) and passes the answer to `body` there.
    func ask<Answer>(
        _ question: @escaping (CBMPeripheralSpecDelegate) -> Answer, then body: @escaping (Answer) -> Void
    ) {
        guard let delegate = state.withLock({ $0.connectionDelegate }) else { return }
        onMain { body(question(delegate)) }
    }

    /// Runs `body` on the main queue as code on this phone; at once when called there.
    ///
    /// In virtual time the world's driver calls `body`, in sequence with all callbacks. So each run gives the same
    /// result, whatever queues managers have.
    func onMain(_ body: @escaping () -> Void) {
        if MainQueue.isHere { return runHere(body) }
        nonisolated(unsafe) let body = body
        let phone = phone?.phone
        let work: @Sendable () -> Void = {
            if let phone { phone.run(body) } else { body() }
        }
        if let world = phone?.world, !world.isPaced {
            world.after(.zero) { MainQueue.runAndWait(work) }
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }

    /// Runs `body` as code on this phone, on the main queue, where this is called.
    func runHere(_ body: () -> Void) {
        if !handle.run(body) { MockPhone.gone.run(body) }
    }
}
