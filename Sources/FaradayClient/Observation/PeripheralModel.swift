#if canImport(Observation)
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Observation

/// A peripheral for views: its name, the state of its link, and the latest values of characteristics.
///
/// ```swift
/// struct StrapView: View {
///     @State private var model: PeripheralModel
///
///     init(_ strap: Peripheral) {
///         let model = PeripheralModel(strap)
///         model.observe(HeartRate.measurement)
///         model.observe(Battery.level)
///         _model = State(initialValue: model)
///     }
///
///     var body: some View {
///         Text(model.name ?? "Strap")
///         if let beat = model.value(of: HeartRate.measurement) { Text("\(beat.beatsPerMinute) bpm") }
///         if let error = model.error(of: HeartRate.measurement) { Text(error.description) }
///     }
/// }
/// ```
///
/// Observing a characteristic connects. Values are read and subscribed to again on each new link; that the link comes again
/// is up to `Peripheral.maintainConnection`. A model starts no tasks; when it is released, its subscriptions end.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class PeripheralModel {
    public let peripheral: Peripheral
    /// The peripheral's name as the system knows it.
    public private(set) var name: String?
    /// Whether there is a link.
    public private(set) var connectionState: ConnectionState
    /// The strength of the signal in dBm, if it is measured (`measureSignal(every:)`) and there is a link.
    public private(set) var rssi: Int?

    private enum Message: Sendable {
        case status(PeerCore.Status)
        case measure(number: Int)
        case measured(number: Int, Result<Reply, any Error>)
    }

    /// In the order of the calls that made them, in which they are read again.
    private var values: [(path: CharacteristicPath, observed: any Refreshable)] = []
    @ObservationIgnored private var mailbox: MainMailbox<Message>?
    @ObservationIgnored private var statuses: Registration?
    @ObservationIgnored private var measurement: Registration?
    @ObservationIgnored private var interval: Nanoseconds?
    /// Counts calls of `measureSignal`, so that alarms of earlier ones are known.
    @ObservationIgnored private var measurementNumber = 0

    public init(_ peripheral: Peripheral) {
        self.peripheral = peripheral
        name = peripheral.name
        connectionState = peripheral.connectionState
        let mailbox = MainMailbox<Message> { [weak self] in self?.take($0) }
        self.mailbox = mailbox
        statuses = peripheral.core.statuses.read(latest: true) { mailbox.post(.status($0)) }
    }

    // MARK: Values

    /// Follows a characteristic: its value is read if it can be, and the model subscribes if the characteristic notifies or
    /// indicates. Connects and discovers as needed. A second call for a characteristic returns the same object.
    @discardableResult
    public func observe<Value>(
        _ characteristic: TypedCharacteristic<Value>, in service: ServicePath? = nil
    ) -> ObservedValue<Value> {
        let path = path(of: characteristic, in: service)
        if let observed = observed(path, Value.self) { return observed }
        let observed = ObservedValue<Value>(peripheral, characteristic, path)
        values.append((path, observed))
        return observed
    }

    /// Stops following a characteristic.
    public func stopObserving<Value>(
        _ characteristic: TypedCharacteristic<Value>, in service: ServicePath? = nil
    ) {
        let path = path(of: characteristic, in: service)
        values.removeAll { $0.path == path }
    }

    /// The latest value of a characteristic that is followed; `nil` before the first one.
    public func value<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: ServicePath? = nil
    ) -> Value? {
        observed(path(of: characteristic, in: service), Value.self)?.value
    }

    /// Why there is no newer value of a characteristic that is followed; `nil` after a value.
    public func error<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: ServicePath? = nil
    ) -> ClientError? {
        observed(path(of: characteristic, in: service), Value.self)?.error
    }

    private func observed<Value>(_ path: CharacteristicPath, _: Value.Type) -> ObservedValue<Value>? {
        values.first { $0.path == path && $0.observed is ObservedValue<Value> }?.observed
            as? ObservedValue<Value>
    }

    private func path<Value>(
        of characteristic: TypedCharacteristic<Value>, in service: ServicePath?
    ) -> CharacteristicPath {
        service.map { characteristic.path(in: $0) } ?? characteristic.path
    }

    // MARK: Signal

    /// Measures the strength of the signal now and then at this interval, while there is a link. `nil` ends it.
    public func measureSignal(every interval: Nanoseconds?) {
        self.interval = interval.map { max($0, .milliseconds(100)) }
        measurementNumber += 1
        measurement = nil
        rssi = nil
        if interval != nil { measure() }
    }

    private func measure() {
        guard let interval, let mailbox else { return }
        let number = measurementNumber
        peripheral.central.core.time.wake(after: interval) { [weak mailbox] in
            mailbox?.post(.measure(number: number))
        }
        guard connectionState == .connected else { return }
        measurement = peripheral.core.request(.readRSSI) { mailbox.post(.measured(number: number, $0)) }
    }

    // MARK: News

    private func take(_ message: Message) {
        switch message {
        case .status(let status): take(status)
        case .measure(measurementNumber): measure()
        case .measured(measurementNumber, let result):
            measurement = nil
            if case .success(let reply) = result, connectionState == .connected { rssi = reply.number }
        case .measure, .measured: break
        }
    }

    private func take(_ status: PeerCore.Status) {
        if name != status.name { name = status.name }
        guard connectionState != status.connection else { return }
        let wasConnected = connectionState == .connected
        connectionState = status.connection
        if wasConnected { rssi = nil }
        if status.connection == .connected {
            for value in values { value.observed.refresh() }
        }
    }
}
#endif
