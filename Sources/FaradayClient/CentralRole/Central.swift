import BluetoothPort
import BluetoothTypes
import Foundation

#if canImport(Darwin)
import FaradayNative
#endif

/// The phone in the central role: it finds peripherals and connects to them.
///
/// ```swift
/// let central = Central()
/// for try await sighting in central.scan(for: [.heartRate]) {
///     let beat = try await sighting.peripheral.read(HeartRate.bodySensorLocation)
/// }
/// ```
///
/// It waits while Bluetooth starts, and its requests fail at once if Bluetooth is off, not allowed or not there. All of its
/// methods may be called from any task or thread. When the last `Central` and the last `Peripheral` of it are released, its
/// links and scans end.
///
/// On Apple's platforms it uses Apple's framework, in a simulated world the phone of the task, and elsewhere the controller
/// that `FARADAY_HCI` names.
public final class Central: Sendable {
    let core: CentralCore

    /// Opens the phone's Bluetooth for the central role. On Apple's platforms the system may now ask the user for permission.
    ///
    /// - Parameters:
    ///   - provider: The phone; `nil` for the phone of the task, the process or the system.
    ///   - restoreIdentifier: The name under which the system restores the central after it has ended the app in the
    ///     background (`restored`).
    ///   - showsPowerAlert: Whether the system asks the user to switch Bluetooth on.
    ///   - log: Takes lines about what the client does; silent without one.
    public init(
        on provider: (any PortProvider)? = nil, restoreIdentifier: String? = nil,
        showsPowerAlert: Bool = false,
        log: ClientLog? = nil
    ) {
        let provider = provider ?? PortEnvironment.resolve() ?? Self.system
        core = CentralCore(time: Timekeeper(simulation: provider?.simulation), log: log)
        core.open(
            provider,
            ManagerOptions(restoreIdentifier: restoreIdentifier, showsPowerAlert: showsPowerAlert))
    }

    /// A central that has no phone, whatever the code runs on.
    init(withoutPhone: Void) {
        core = CentralCore(time: Timekeeper(simulation: nil), log: nil)
        core.open(nil, ManagerOptions(restoreIdentifier: nil, showsPowerAlert: false))
    }

    deinit { core.close() }

    #if canImport(Darwin)
    private static let native = NativeAdapter()
    static var system: (any PortProvider)? { native }
    #else
    static var system: (any PortProvider)? { nil }
    #endif

    // MARK: The radio

    /// The state of Bluetooth now; `.unknown` shortly after the central was created.
    public var state: ManagerState { core.radio }

    /// The states of Bluetooth, beginning with the one of now; any number of readers.
    public var states: AsyncStream<ManagerState> { core.states.stream(by: core.time, latest: true) }

    /// Whether the app may use Bluetooth.
    public var authorization: Authorization {
        core.port.authorization
    }

    /// Returns when Bluetooth is on. Throws at once if it is off, not allowed or not there; it waits in states that pass.
    ///
    /// Requests do this by themselves.
    public func ready(within limit: Nanoseconds? = nil) async throws { try await core.ready(within: limit) }

    // MARK: Peripherals

    /// The peripheral with an identifier that is known from a sighting, now or in an earlier run of the app.
    public func peripheral(_ id: UUID) -> Peripheral { peripheral(PeerIdentifier(uuid: id)) }

    /// The peripheral with an identifier that is known from a sighting.
    public func peripheral(_ identifier: PeerIdentifier) -> Peripheral {
        Peripheral(central: self, core: core.peer(identifier))
    }

    /// Those of these peripherals that the system knows; in the same order.
    public func knownPeripherals(_ ids: [UUID]) async throws -> [Peripheral] {
        try await ready()
        return peripherals(core.port.retrieve(ids.map { PeerIdentifier(uuid: $0) }))
    }

    /// The peripherals with one of these services to which any app of the phone is connected.
    public func connectedPeripherals(with services: [BluetoothUUID]) async throws -> [Peripheral] {
        try await ready()
        return peripherals(core.port.retrieveConnected(with: services))
    }

    func peripherals(_ peers: [PortCentral.Peer]) -> [Peripheral] {
        peers.map { Peripheral(central: self, core: core.peer($0.identifier, name: $0.name)) }
    }

    /// The peripherals that the system kept for the app while it was not running: their links and attempts go on.
    ///
    /// The stream has one element if the system restored this central, and none on an ordinary launch; then it ends. The
    /// system tells of a restoration before the first state of Bluetooth (behaviour 7.6), so an ordinary launch is known
    /// then. Late readers get the element too.
    public var restored: AsyncStream<[Peripheral]> {
        let source = core.restorations.stream(by: core.time, latest: true)
        return AsyncStream { [self] in
            for await identifiers in source { return identifiers.map(peripheral) }
            return nil
        }
    }
}

extension PeerIdentifier {
    /// Creates the identifier that Apple's framework writes as a `UUID`.
    public init(uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(0..<8), low: word(8..<16))
    }

    /// The identifier as Apple's framework writes it.
    public var uuid: UUID {
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { buffer in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
                buffer[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
            }
        }
        return UUID(uuid: bytes)
    }
}
