import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock peripheral in one world: the device that stands for it, and what its delegate says.
///
/// Everything may be called from any thread; the delegate is always called on the main queue.
final class MockDevice: SpecBook.Place {
    let spec: CBMPeripheralSpec
    /// What the spec is like in this world.
    let state: Lock<SpecState>
    let connectable = ConnectableNote()
    /// What is on air and on the device's links.
    let life: Lock<Life>
    private let places: Lock<Places>

    /// Where it is; the world keeps this, and this must not keep the world.
    private struct Places {
        weak var phone: AirSimulation?
        var device: WeakDevice?
    }

    struct Life {
        var blueprint: Blueprint
        /// Links of phones, oldest first.
        var links: [DeviceLink] = []
        /// What the delegate says to the first of them, and who wants to know.
        var admission = Admission.none
        var waiting: [(Result<Void, Error>) -> Void] = []
        /// Why the links end, if that is known here.
        var ending: Ending?
        /// How often the device has ended its links by itself.
        var ends = 0
        /// The error that managers are to hear for the last end of links, and who has heard it.
        var farewell: (error: Error, told: [ObjectIdentifier])?
        /// Ends of the last link that the delegate is to hear of, oldest first.
        var untoldEnds: [Error?] = []
        /// Errors of the delegate that ATT has no word for, oldest first.
        var errors: [Request: [Error]] = [:]
        /// What a link reads in parts.
        var longReads: [LongRead] = []
        /// Identifiers under which links may still be known.
        var formerIdentifiers: [UUID] = []
    }

    init(_ spec: CBMPeripheralSpec, _ state: SpecState, of phone: AirSimulation) {
        self.spec = spec
        nonisolated(unsafe) let state = state
        nonisolated(unsafe) let life = Life(blueprint: Blueprint(state.services ?? []))
        self.state = Lock(state)
        self.life = Lock(life)
        places = Lock(Places(phone: phone))
    }

    /// The device that stands for it; once its world has gone, one that nothing reaches.
    var device: Device { places.withLock { $0.device }?.device ?? Self.gone }
    private static let gone = World().add(DeviceDefinition(name: "gone"))

    /// Whose peripheral it is.
    var phone: AirSimulation? { places.withLock { $0.phone } }

    /// Has its device from now on.
    func attach(_ device: Device) { places.withLock { $0.device = WeakDevice(device) } }

    // MARK: For peripherals of managers

    /// The definition at an attribute handle of the device's database, as CoreBluetooth objects carry it.
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

    /// Asks the delegate on the main queue (at once when called there) and hands the answer to `body` there.
    func ask<Answer>(
        _ question: @escaping (CBMPeripheralSpecDelegate) -> Answer, then body: @escaping (Answer) -> Void
    ) {
        guard let delegate = state.withLock({ $0.connectionDelegate }) else { return }
        onMain { body(question(delegate)) }
    }

    /// Runs `body` on the main queue as code on this phone; at once when called there.
    ///
    /// In virtual time the world's driver calls it, one after the other with all callbacks: a run is the same each time,
    /// whatever queues managers have.
    func onMain(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        let phone = phone?.phone
        let work: @Sendable () -> Void = {
            if let phone { phone.run(body) } else { body() }
        }
        if MainQueue.isCurrent || Thread.isMainThread {
            work()
        } else if let world = phone?.world, !world.isPaced {
            world.after(.zero) { MainQueue.runAndWait(work) }
        } else {
            DispatchQueue.main.async(execute: work)
        }
    }
}
