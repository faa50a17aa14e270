import BluetoothHost
import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A thermometer with the Health Thermometer and Device Information services.
    ///
    /// It measures when a central subscribes, and then once per interval while a central is subscribed. While a
    /// measurement settles, it notifies an intermediate temperature once per second, up to five times; then it
    /// indicates the measurement. Temperatures are drawn from the world's seed: 36.2…37.4 °C.
    ///
    /// A central may write the interval; the next measurement is that much later. An interval outside
    /// `validIntervals` is refused with error 0x80; 0 ends measuring until a central subscribes again.
    ///
    /// ```swift
    /// let thermometer = world.add(.healthThermometer(interval: 10))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - type: Where on the body it measures.
    ///   - unit: The unit on air.
    ///   - interval: The initial interval in seconds, or 0.
    ///   - validIntervals: The intervals that may be written, in seconds.
    ///   - clock: What the thermometer's clock shows at the beginning of the world.
    ///   - level: The security that writing the interval needs. The specification asks for `.authenticated`.
    public static func healthThermometer(
        name: String = "Health Thermometer", type: HealthThermometer.TemperatureType = .body,
        unit: HealthThermometer.Unit = .celsius, interval: UInt16 = 60,
        validIntervals: ClosedRange<UInt16> = 1...3600,
        clock: DateTime = DateTime(year: 2026, month: 1, day: 1, hour: 8),
        requires level: Host.SecurityLevel = .none
    ) -> DeviceDefinition {
        let thermometer = RunningThermometer(
            Thermometer(interval: interval, range: validIntervals, unit: unit), DeviceClock(start: clock))
        return DeviceDefinition(name: name, appearance: 0x0300) {
            DeviceAdvertising(services: [HealthThermometer.service])
            DeviceService(HealthThermometer.service) {
                DeviceCharacteristic(HealthThermometer.measurement, .indicate)
                DeviceCharacteristic(HealthThermometer.temperatureType, .read, value: type)
                DeviceCharacteristic(HealthThermometer.intermediateTemperature, .notify)
                thermometer.interval(writable: level)
            }
            DeviceService.healthInformation(model: "HT-1")
            DeviceBehaviour.onEvent { device, event in thermometer.handle(event, of: device) }
        }
    }
}

/// A thermometer in a world.
private final class RunningThermometer: Sendable {
    private let state: Lock<Thermometer>
    private let clock: DeviceClock
    private let routine = DeviceRoutine()

    init(_ thermometer: Thermometer, _ clock: DeviceClock) {
        state = Lock(thermometer)
        self.clock = clock
    }

    /// The Measurement Interval (Health Thermometer Service 1.0, 3.4) with its valid range.
    func interval(writable level: Host.SecurityLevel) -> DeviceCharacteristic {
        let range = HealthThermometer.IntervalRange(state.withLock { $0.range })
        var item = DeviceCharacteristic(
            HealthThermometer.measurementInterval, [.read, .write, .indicate],
            descriptors: [.stored(HealthThermometer.validRange, range.bytes)])
        switch level {
        case .none: break
        case .encrypted: item.permissions.insert(.writeEncrypted)
        case .authenticated: item.permissions.insert(.writeAuthenticated)
        }
        return
            item
            .onRead(HealthThermometer.measurementInterval) { [self] _ in state.withLock { $0.interval } }
            .onWrite(HealthThermometer.measurementInterval) { [self] seconds, write in
                guard state.withLock({ $0.setInterval(seconds) }) else {
                    throw ATT.ErrorCode(rawValue: HealthThermometer.outOfRange)
                }
                schedule(on: write.device)
                for link in write.device.links where link != write.link {
                    write.device.send(seconds, of: HealthThermometer.measurementInterval, to: link)
                }
            }
    }

    func handle(_ event: DeviceBehaviour.Event, of device: Device) {
        switch event {
        case .subscribed(HealthThermometer.measurement.uuid, _),
            .subscribed(HealthThermometer.intermediateTemperature.uuid, _):
            guard state.withLock({ $0.begin() }) else { return }
            routine.start(on: device, after: .seconds(1)) { [weak self] in self?.step(on: $0) }
        case .unsubscribed: if !isHeard(by: device) { end() }
        default: break
        }
    }

    private func isHeard(by device: Device) -> Bool {
        device.subscriberCount(of: HealthThermometer.measurement) > 0
            || device.subscriberCount(of: HealthThermometer.intermediateTemperature) > 0
    }

    private func end() {
        routine.stop()
        state.withLock { $0.end() }
    }

    /// The next measurement is one interval from now.
    private func schedule(on device: Device) {
        guard isHeard(by: device), let delay = state.withLock({ $0.wait() }) else { return end() }
        routine.start(on: device, after: delay) { [weak self] in self?.step(on: $0) }
    }

    private func step(on device: Device) -> Nanoseconds? {
        let (draw, date) = (device.draw("temperature"), clock.date(of: device))
        switch state.withLock({ $0.step(draw) }) {
        case .intermediate(let value):
            device.update(HealthThermometer.intermediateTemperature, value)
            return .seconds(1)
        case .final(var value):
            value.timestamp = date
            device.update(HealthThermometer.measurement, value)
            return state.withLock { $0.wait() }
        }
    }
}

/// What a thermometer measures, and when.
struct Thermometer: Sendable {
    enum Step: Hashable {
        case intermediate(HealthThermometer.Measurement)
        case final(HealthThermometer.Measurement)
    }

    private(set) var interval: UInt16
    let range: ClosedRange<UInt16>
    let unit: HealthThermometer.Unit
    private var isMeasuring = false
    /// How many intermediate values come before the measurement.
    private var settling = 0
    private var tenths: Int?

    init(interval: UInt16, range: ClosedRange<UInt16>, unit: HealthThermometer.Unit) {
        self.interval = interval
        self.range = range
        self.unit = unit
    }

    /// Whether the interval may be written; 0 always may.
    mutating func setInterval(_ seconds: UInt16) -> Bool {
        guard seconds == 0 || range.contains(seconds) else { return false }
        interval = seconds
        return true
    }

    /// Begins a measurement unless the thermometer is measuring.
    mutating func begin() -> Bool {
        guard !isMeasuring else { return false }
        (isMeasuring, settling, tenths) = (true, 5, nil)
        return true
    }

    mutating func end() { isMeasuring = false }

    /// How long to wait until the next measurement begins to settle; `nil` if there is none.
    mutating func wait() -> Nanoseconds? {
        guard interval > 0 else {
            end()
            return nil
        }
        (isMeasuring, settling, tenths) = (true, min(5, Int(interval) - 1), nil)
        return .seconds(Int(interval) - settling)
    }

    /// What the thermometer shows one second later.
    mutating func step(_ draw: UInt64) -> Step {
        let final = tenths ?? 362 + Int(draw % 13)
        tenths = final
        guard settling > 0 else { return .final(measurement(final)) }
        settling -= 1
        return .intermediate(measurement(final - 4 * (settling + 1)))
    }

    private func measurement(_ tenths: Int) -> HealthThermometer.Measurement {
        let shown = unit == .celsius ? tenths : (tenths * 9 + 2) / 5 + 320
        return HealthThermometer.Measurement(
            temperature: LongFloat(mantissa: shown, exponent: -1), unit: unit)
    }
}
