import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradaySimulation

/// A device's definition in the peripheral role of a phone, or of this host: its services are published and advertised with
/// `CBPeripheralManager`, and centrals on real radios use them.
///
/// It answers with stored values and by rules, as the device does in a world. What CoreBluetooth has no place for is left
/// out, and `limits(of:)` lists it. Code in Swift (handlers, behaviours) does not run: it needs a device in a world.
///
/// ```swift
/// let published = PublishedDevice(try DeviceFile(contentsOf: "strap.faraday.json").definition, on: NativeAdapter()) {
///     print($0)
/// }
/// ```
///
/// May be used from any thread.
public final class PublishedDevice: Sendable {
    /// What a published device tells of itself.
    public enum News: Hashable, Sendable {
        /// The radio can't be used now; the device goes on when it can.
        case waiting(ManagerState)
        /// The device is published, and advertises.
        case advertising
        /// What a central does.
        case happened(String)
        /// A part that the system refuses; the device goes on without it.
        case limit(String)
        /// What the device's rules, or the recording that it replays, have to say.
        case problem(String)
        /// The host has no Bluetooth Low Energy, or this program may not use it.
        case failed(ManagerState)
    }

    private struct State {
        var machine: PublicationMachine
        var port: (any PeripheralPort)?
        var sink: EventSink?
        var alarm = DeviceMachineAlarm()
    }

    private let state: Lock<State>
    private let simulation: (any PortSimulation)?
    private let onNews: @Sendable (News) -> Void
    /// Keeps the order of what comes from other threads.
    private let queue = DispatchQueue(label: "faraday.published-device")

    /// Publishes the device as soon as the radio is on.
    ///
    /// - Parameters:
    ///   - definition: The device. Parts of it with errors are left out, as in a world, and are `News.problem`s.
    ///   - provider: The phone, for example a `NativeAdapter` for this host's own Bluetooth.
    ///   - seed: What its rules draw comes from it.
    ///   - onNews: Called for everything that happens, one call after the other.
    public init(
        _ definition: DeviceDefinition, on provider: any PortProvider,
        seed: UInt64 = .random(in: 0...UInt64.max), onNews: @escaping @Sendable (News) -> Void = { _ in }
    ) {
        let check = DefinitionCheck(definition)
        let machine = PublicationMachine(check.definition, seed: seed)
        state = Lock(State(machine: machine))
        simulation = provider.simulation
        self.onNews = onNews
        for mistake in check.mistakes { onNews(.problem(mistake)) }
        // Events that come while the port opens wait on the queue.
        let sink = EventSink { [weak self] event in self?.receive(event) }
        let open = {
            let port = provider.openPeripheral(ManagerOptions(), sink: sink)
            self.state.withLock { ($0.port, $0.sink) = (port, sink) }
        }
        if simulation == nil { queue.sync(execute: open) } else { open() }
    }

    /// The services end with the device.
    deinit { state.withLock { $0.port.take() }?.close() }

    /// What of a definition has no place in the peripheral role of CoreBluetooth: one line for each part. Services that
    /// the system keeps for itself are `News.limit`s instead.
    public static func limits(of definition: DeviceDefinition) -> [String] {
        PublicationLimits(of: DefinitionCheck(definition).definition).lines
    }

    /// Stops advertising, withdraws the services and closes the port. Must not be called from `onNews`.
    public func stop() {
        let end = {
            self.run { $0.stop(at: $1) }
            self.state.withLock { $0.port.take() }?.close()
        }
        if simulation == nil { queue.sync(execute: end) } else { end() }
    }

    // MARK: What happens

    private var now: Instant {
        simulation?.simulatedTime ?? Instant(nanoseconds: Int64(DispatchTime.now().uptimeNanoseconds))
    }

    private func receive(_ event: Peripheral.Event) {
        guard simulation == nil else { return run { $0.handle(event, at: $1) } }
        queue.async { self.run { $0.handle(event, at: $1) } }
    }

    private func run(_ change: (inout PublicationMachine, Instant) -> [PublicationMachine.Output]) {
        let now = now
        let (outputs, port, alarm) = state.withLock { state in
            let outputs = change(&state.machine, now)
            return (outputs, state.port, state.alarm.move(to: state.machine.nextDue))
        }
        for output in outputs { perform(output, port) }
        if let alarm { wake(at: alarm, now) }
    }

    private func perform(_ output: PublicationMachine.Output, _ port: (any PeripheralPort)?) {
        switch output {
        case .command(let command): port?.send(command)
        case .news(let news): onNews(news)
        case .sendUpdates:
            while let update = state.withLock({ $0.machine.nextUpdate }), let port {
                let isSent = port.update(update)
                state.withLock { $0.machine.answered(isSent: isSent) }
            }
        }
    }

    private func wake(at due: Instant, _ now: Instant) {
        let ring: @Sendable () -> Void = { [weak self] in
            guard let self, state.withLock({ $0.port != nil && $0.alarm.takes(due) }) else { return }
            run { $0.handleTime(at: $1) }
        }
        if let simulation { return simulation.wake(at: due, ring) }
        let delay = Int(max(.zero, due - now).count)
        queue.asyncAfter(deadline: .now() + .nanoseconds(delay), execute: ring)
    }
}

/// Passes a port's events on. The port holds it weakly, the device strongly.
private final class EventSink: PeripheralSink {
    private let action: @Sendable (Peripheral.Event) -> Void

    init(_ action: @escaping @Sendable (Peripheral.Event) -> Void) { self.action = action }

    func receive(_ event: Peripheral.Event, _ delivery: Delivery) { action(event) }
}

extension PublishedDevice.News: CustomStringConvertible {
    /// The news as text.
    public var description: String {
        switch self {
        case .waiting(let state): "waits: \(Self.text(of: state))"
        case .advertising: "runs in this host's own peripheral role, and advertises"
        case .happened(let text), .limit(let text), .problem(let text): text
        case .failed(let state): Self.text(of: state)
        }
    }

    private static func text(of state: ManagerState) -> String {
        switch state {
        case .unknown, .resetting: "Bluetooth is not ready yet"
        case .unsupported: "this host has no Bluetooth Low Energy, or no peripheral role"
        case .unauthorized: "this program may not use Bluetooth; the system's privacy settings allow it"
        case .poweredOff: "Bluetooth is off"
        case .poweredOn: "Bluetooth is on"
        }
    }
}
