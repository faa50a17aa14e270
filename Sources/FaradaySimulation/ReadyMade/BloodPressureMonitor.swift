import BluetoothPort
import BluetoothProfiles
import BluetoothTypes

extension DeviceDefinition {
    /// A blood pressure monitor with the Blood Pressure and Device Information services.
    ///
    /// It measures when a central subscribes, and then once per `interval` while a central is subscribed. It inflates
    /// the cuff and lets the air out, and notifies the pressure in the cuff twice per second; then it indicates the
    /// measurement with pulse rate and status. The numbers are drawn from the world's seed: systolic 108…139 mmHg,
    /// diastolic 68…91 mmHg, 58…89 beats per minute, and an irregular pulse in one of eight measurements.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - unit: The unit on air.
    ///   - userIndex: The user of all measurements, 0…254 or `BloodPressure.unknownUser`; `nil` sends none.
    ///   - features: What the monitor says that it can do. Without `.irregularPulseDetection`, it does not report an
    ///     irregular pulse.
    ///   - clock: What the monitor's clock shows at the beginning of the world.
    ///   - interval: The time from a measurement to the beginning of the next one.
    public static func bloodPressureMonitor(
        name: String = "Blood Pressure Monitor", unit: BloodPressure.Unit = .millimetresOfMercury,
        userIndex: UInt8? = nil,
        features: BloodPressure.Features = [.irregularPulseDetection, .pulseRateRangeDetection],
        clock: DateTime = DateTime(year: 2026, month: 1, day: 1, hour: 8),
        every interval: Nanoseconds = .minutes(1)
    ) -> DeviceDefinition {
        let cuff = RunningCuff(
            BloodPressureCuff(unit: unit, userIndex: userIndex, features: features),
            DeviceClock(start: clock), interval)
        return DeviceDefinition(name: name, appearance: 0x0381) {
            DeviceAdvertising(services: [BloodPressure.service])
            DeviceService(BloodPressure.service) {
                DeviceCharacteristic(BloodPressure.measurement, .indicate)
                DeviceCharacteristic(BloodPressure.intermediateCuffPressure, .notify)
                DeviceCharacteristic(BloodPressure.feature, .read, value: features)
            }
            DeviceService.healthInformation(model: "BP-1")
            DeviceBehaviour.onEvent { device, event in cuff.handle(event, of: device) }
        }
    }
}

/// A blood pressure monitor in a world.
private final class RunningCuff: Sendable {
    private let state: Lock<BloodPressureCuff>
    private let clock: DeviceClock
    private let interval: Nanoseconds
    private let routine = DeviceRoutine()

    init(_ cuff: BloodPressureCuff, _ clock: DeviceClock, _ interval: Nanoseconds) {
        state = Lock(cuff)
        self.clock = clock
        self.interval = interval
    }

    func handle(_ event: DeviceBehaviour.Event, of device: Device) {
        switch event {
        case .subscribed(BloodPressure.measurement.uuid, _),
            .subscribed(BloodPressure.intermediateCuffPressure.uuid, _):
            guard state.withLock({ $0.begin() }) else { return }
            routine.start(on: device, after: .seconds(1)) { [weak self] in self?.step(on: $0) }
        case .unsubscribed:
            guard device.subscriberCount(of: BloodPressure.measurement) == 0,
                device.subscriberCount(of: BloodPressure.intermediateCuffPressure) == 0
            else { return }
            routine.stop()
            state.withLock { $0.end() }
        default: break
        }
    }

    private func step(on device: Device) -> Nanoseconds? {
        let (draw, date) = (device.draw("blood pressure"), clock.date(of: device))
        switch state.withLock({ $0.step(draw) }) {
        case .intermediate(let value):
            device.update(BloodPressure.intermediateCuffPressure, value)
            return .milliseconds(500)
        case .final(var value):
            value.timestamp = date
            device.update(BloodPressure.measurement, value)
            return interval
        }
    }
}

/// A cuff that is inflated and loses its air again.
struct BloodPressureCuff: Sendable {
    enum Step: Hashable {
        case intermediate(BloodPressure.Measurement)
        case final(BloodPressure.Measurement)
    }

    private enum Phase { case idle, inflating, deflating }

    let unit: BloodPressure.Unit
    let userIndex: UInt8?
    let features: BloodPressure.Features
    private var phase = Phase.idle
    /// The pressure in the cuff in mmHg, and what it will measure.
    private var pressure = 0
    private var systolic = 0
    private var diastolic = 0
    private var pulseRate = 0
    private var status: BloodPressure.Status = []
    private var isRunning = false

    init(unit: BloodPressure.Unit, userIndex: UInt8?, features: BloodPressure.Features) {
        self.unit = unit
        self.userIndex = userIndex
        self.features = features
    }

    /// Begins a measurement unless one is running.
    mutating func begin() -> Bool {
        guard !isRunning else { return false }
        (isRunning, phase) = (true, .idle)
        return true
    }

    mutating func end() { isRunning = false }

    /// What happens in half a second.
    mutating func step(_ draw: UInt64) -> Step {
        switch phase {
        case .idle:
            choose(draw)
            (phase, pressure) = (.inflating, 30)
        case .inflating:
            pressure += 30
            if pressure >= systolic + 30 { phase = .deflating }
        case .deflating:
            pressure -= 12
            guard pressure < diastolic - 8 else { break }
            phase = .idle
            return .final(measurement())
        }
        return .intermediate(BloodPressure.Measurement(cuffPressure: number(pressure), unit: unit))
    }

    private mutating func choose(_ draw: UInt64) {
        systolic = 108 + Int(draw & 31)
        diastolic = 68 + Int((draw >> 8) % 24)
        pulseRate = 58 + Int((draw >> 16) & 31)
        let isIrregular = (draw >> 24) & 7 == 0 && features.contains(.irregularPulseDetection)
        status = isIrregular ? .irregularPulse : []
    }

    private func measurement() -> BloodPressure.Measurement {
        BloodPressure.Measurement(
            systolic: number(systolic), diastolic: number(diastolic),
            meanArterial: number(diastolic + (systolic - diastolic) / 3), unit: unit,
            pulseRate: ShortFloat(mantissa: pulseRate, exponent: 0), userIndex: userIndex, status: status)
    }

    /// A pressure in the unit on air: whole mmHg, or tenths of a kilopascal. One mmHg is 0.133322 kPa.
    private func number(_ pressure: Int) -> ShortFloat {
        switch unit {
        case .millimetresOfMercury: ShortFloat(mantissa: pressure, exponent: 0)
        case .kilopascals: ShortFloat(mantissa: (pressure * 133_322 + 50_000) / 100_000, exponent: -1)
        }
    }
}
