import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// A mock peripheral in one world: the device that stands for it, and what its delegate says.
///
/// Everything may be called from any thread; the delegate is always called on the main queue.
final class MockDevice: Sendable {
    let spec: CBMPeripheralSpec
    /// Held weakly: the world keeps this, and this must not keep the world.
    private let handle: WeakDevice
    var device: Device { handle.device ?? Self.gone }
    /// Stands for the device of a world that has gone: nothing reaches it.
    private static let gone = World().add(DeviceDefinition(name: "gone"))
    /// What the spec is like in this world.
    let state: Lock<SpecState>

    init(spec: CBMPeripheralSpec, device: Device, state: SpecState) {
        self.spec = spec
        handle = WeakDevice(device)
        nonisolated(unsafe) let state = state
        self.state = Lock(state)
    }

    // MARK: For peripherals of managers

    /// The definition at an attribute handle of the device's database, as CoreBluetooth objects carry it.
    func service(at handle: UInt64) -> CBMServiceMock? { fatalError("to be written") }
    func characteristic(at handle: UInt64) -> CBMCharacteristicMock? { fatalError("to be written") }
    func descriptor(at handle: UInt64) -> CBMDescriptorMock? { fatalError("to be written") }

    /// What the delegate said to the phone's connection, as soon as it has said it; `body` runs on the main queue, or
    /// at once if it has.
    func whenAdmitted(_ body: @escaping (Result<Void, Error>) -> Void) { fatalError("to be written") }

    /// The error that the delegate gave for the request, where ATT has no word for it; once.
    func takeError(for request: Request) -> Error? { fatalError("to be written") }

    /// The error that `simulateDisconnection(withError:)` gave for the end of the link, where a link has no word for
    /// it; for each manager once.
    func takeDisconnectError(for manager: AnyObject) -> Error? { fatalError("to be written") }

    /// A request to the delegate, by its attribute's definition.
    enum Request: Hashable {
        case read(ObjectIdentifier)
        case write(ObjectIdentifier)
    }

    /// Asks the delegate on the main queue (at once when called there) and hands the answer to `body` there.
    func ask<Answer>(
        _ question: @escaping (CBMPeripheralSpecDelegate) -> Answer, then body: @escaping (Answer) -> Void
    ) {
        fatalError("to be written")
    }
}
