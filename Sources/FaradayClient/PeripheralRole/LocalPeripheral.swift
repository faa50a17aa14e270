import BluetoothPort
import BluetoothTypes

/// The phone in the peripheral role: it publishes services, advertises, answers centrals and sends them updates.
///
/// ```swift
/// let peripheral = LocalPeripheral()
/// try await peripheral.publish(
///     LocalService(HeartRate.service) {
///         LocalCharacteristic(HeartRate.bodySensorLocation, value: .chest)
///         LocalCharacteristic(HeartRate.measurement, .notify)
///     })
/// async let advertising: Void = peripheral.advertise(name: "Strap", services: [HeartRate.service])
/// for await beat in sensor.beats { try await peripheral.update(HeartRate.measurement, to: beat) }
/// ```
///
/// It waits while Bluetooth starts, and its requests fail at once if Bluetooth is off, not allowed or not there. What is
/// published stays published when Bluetooth is switched off and on, and is published again after a reset. All methods may be
/// called from any task or thread. When the `LocalPeripheral` is released, its services and its advertisement end.
///
/// On Apple's platforms it uses Apple's framework, in a simulated world the phone of the task, and elsewhere the controller
/// that `FARADAY_HCI` names. tvOS, watchOS and visionOS have no peripheral role: there its state is `.unsupported`.
public final class LocalPeripheral: Sendable {
    let core: PeripheralCore

    /// Opens the phone's Bluetooth for the peripheral role. On Apple's platforms the system may now ask the user for
    /// permission.
    ///
    /// - Parameters:
    ///   - provider: The phone; `nil` for the phone of the task, the process or the system.
    ///   - restoreIdentifier: The name under which the system restores the role after it has ended the app in the background
    ///     (`restored`).
    ///   - showsPowerAlert: Whether the system asks the user to switch Bluetooth on.
    ///   - log: Takes lines about what the library does; silent without one.
    public init(
        on provider: (any PortProvider)? = nil, restoreIdentifier: String? = nil,
        showsPowerAlert: Bool = false, log: ClientLog? = nil
    ) {
        core = PeripheralCore(on: provider ?? PortEnvironment.resolve() ?? Central.system, log: log)
        core.open(ManagerOptions(restoreIdentifier: restoreIdentifier, showsPowerAlert: showsPowerAlert))
    }

    deinit { core.close() }

    // MARK: The radio

    /// The state of Bluetooth now; `.unknown` shortly after the object was created.
    public var state: ManagerState { core.look(\.radio) }

    /// The states of Bluetooth, beginning with the one of now; any number of readers.
    public var states: AsyncStream<ManagerState> { core.states.stream(by: core.time, latest: true) }

    /// Whether the app may use Bluetooth.
    public var authorization: Authorization { core.authorization }

    /// Returns when Bluetooth is on. Throws at once if it is off, not allowed or not there; it waits in states that pass.
    ///
    /// Requests do this by themselves.
    public func ready(within limit: Nanoseconds? = nil) async throws {
        try await core.request(.ready, within: limit)
    }

    /// What the system kept for the app while it was not running. The stream has one element, if the system restored this
    /// role, and none on an ordinary launch; then it ends. Late readers get the element too.
    public var restored: AsyncStream<RestoredPeripheralRole> {
        core.restorations.stream(by: core.time, latest: true)
    }

    // MARK: Services

    /// Publishes a service, and returns when centrals can find it.
    ///
    /// A service that the system has restored, with the same layout, is taken over instead: with its subscribers, and with the
    /// requests that wait. So an app publishes the same services at each start.
    ///
    /// Throws a `ClientError`: `.unpublishable` says what the system would not take, and `.failed` has the system's error, for
    /// example for a type that the system keeps for itself. If the call ends early, by a deadline or a cancellation, the service
    /// is not published.
    @discardableResult
    public func publish(_ service: LocalService, within limit: Nanoseconds? = nil) async throws
        -> PublishedService
    {
        let reply = try await core.request(
            .publish(ServiceDefinition(service)), .handlers(service.characteristics.map(\.handlers)),
            within: limit)
        guard case .published(let published) = reply else {
            preconditionFailure("publish ended with \(reply)")
        }
        return published
    }

    /// The services that are published, in order.
    public var services: [PublishedService] {
        core.look { $0.services.filter { !$0.isWithdrawn && $0.publish == nil }.map(\.handle) }
    }

    /// Withdraws a service. Its subscriptions end, and open requests to it are refused.
    ///
    /// Centrals see a service that another one includes until that one is withdrawn too, but can't use it.
    public func remove(_ service: PublishedService) { core.perform { $0.remove(service.identifier) } }

    /// Withdraws all services.
    public func removeAll() { core.perform { $0.removeAll() } }

    // MARK: Advertising

    /// Advertises until the task is cancelled or `stopAdvertising()` is called, which returns without an error.
    ///
    /// Throws `.poweredOff` and the like when Bluetooth ends; it goes on after a reset. There is one advertisement at a time:
    /// a second call throws `.alreadyAdvertising`. In the background the name is left out and the services are seen by
    /// scans for them only (behaviour 6.11).
    ///
    /// - Parameters:
    ///   - name: The name on air; it is cut if there is no room (behaviour 6.8).
    ///   - services: The types on air: about what the peripheral can do.
    ///   - onAir: Called, on any thread, when the system has begun to advertise; again after a reset.
    public func advertise(
        name: String? = nil, services: [BluetoothUUID] = [], onAir: (@Sendable () -> Void)? = nil
    ) async throws {
        let wanted = PortPeripheral.AdvertisementRequest(localName: name, serviceUUIDs: services)
        try await core.request(.advertise(wanted), onAir.map { .onAir($0) })
    }

    /// Ends the advertisement, also one that the system has restored.
    public func stopAdvertising() { core.perform { $0.stopAdvertising() } }

    /// Whether the phone advertises for this object.
    public var isAdvertising: Bool {
        core.look { machine in
            guard machine.radio == .poweredOn, machine.advertising.isOnAir else { return false }
            return machine.advertising.current?.isStarted ?? true
        }
    }

    // MARK: Links

    /// Asks for a shorter or longer interval between packets with a central. The central may refuse; nothing tells what
    /// follows.
    public func setDesiredConnectionLatency(_ latency: ConnectionLatency, for central: RemoteCentral) {
        core.perform { machine in
            guard machine.radio == .poweredOn else { return }
            machine.outputs.append(
                .command(.setDesiredConnectionLatency(latency.port, central: central.identifier)))
        }
    }
}
