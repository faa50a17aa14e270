import BluetoothPort
import BluetoothProfiles
import BluetoothTypes

extension DeviceDefinition {
    /// A pulse oximeter with the Pulse Oximeter and Device Information services, for spot checks and continuous measurements.
    ///
    /// While a central is subscribed, it notifies one continuous measurement per second; the first five are early
    /// estimates. It indicates a spot check ten seconds after a central has subscribed to those, and then once per
    /// `interval`. The numbers are drawn from the world's seed: saturation 94…99 %, 55…105 beats per minute.
    ///
    /// It stores no measurements, so it has no Record Access Control Point.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - clock: What the oximeter's clock shows at the beginning of the world; `nil` if nobody has set it. Spot checks
    ///     then say so, and have no time.
    ///   - interval: The time between two spot checks.
    public static func pulseOximeter(
        name: String = "Pulse Oximeter",
        clock: DateTime? = DateTime(year: 2026, month: 1, day: 1, hour: 8),
        spotCheckEvery interval: Nanoseconds = .seconds(30)
    ) -> DeviceDefinition {
        let finger = Lock(OximeterFinger())
        let routine = DeviceRoutine()
        let clock = clock.map { DeviceClock(start: $0) }
        return DeviceDefinition(name: name, appearance: 0x0C41) {
            DeviceAdvertising(services: [PulseOximeter.service])
            DeviceService(PulseOximeter.service) {
                DeviceCharacteristic(PulseOximeter.spotCheck, .indicate)
                DeviceCharacteristic(PulseOximeter.continuous, .notify)
                DeviceCharacteristic(
                    PulseOximeter.features, .read, value: OximeterFinger.features(hasClock: clock != nil))
            }
            DeviceService.healthInformation(model: "PO-1")
            DeviceBehaviour.notifying(PulseOximeter.continuous, every: .seconds(1)) { device in
                let draw = device.draw("pulse")
                return finger.withLock { $0.continuous(draw) }
            }
            DeviceBehaviour.onEvent { device, event in
                switch event {
                case .subscribed(PulseOximeter.spotCheck.uuid, _)
                where device.subscriberCount(of: PulseOximeter.spotCheck) == 1:
                    routine.start(on: device, after: .seconds(10)) { device in
                        let draw = device.draw("spot check")
                        let date = clock?.date(of: device)
                        device.update(
                            PulseOximeter.spotCheck, finger.withLock { $0.spotCheck(draw, at: date) })
                        return interval
                    }
                case .unsubscribed(PulseOximeter.spotCheck.uuid, _)
                where device.subscriberCount(of: PulseOximeter.spotCheck) == 0: routine.stop()
                case .unsubscribed(PulseOximeter.continuous.uuid, _)
                where device.subscriberCount(of: PulseOximeter.continuous) == 0:
                    finger.withLock { $0.remove() }
                default: break
                }
            }
        }
    }
}

/// What an oximeter measures on a finger.
struct OximeterFinger: Sendable {
    /// The last readings, the newest first; averages of them are what the oximeter sends.
    private var saturations: [Int] = []
    private var rates: [Int] = []
    private var seconds = 0

    static func features(hasClock: Bool) -> PulseOximeter.Features {
        var supported: PulseOximeter.Features.Supported = [.fastReading, .slowReading, .pulseAmplitudeIndex]
        if hasClock { supported.insert(.timestamps) }
        return PulseOximeter.Features(
            supported,
            measurementStatus: [.measurementOngoing, .earlyEstimate, .validated, .fullyQualified],
            deviceStatus: .signalAnalysisOngoing)
    }

    /// The finger leaves the oximeter: what follows are early estimates again.
    mutating func remove() { self = OximeterFinger() }

    /// One second of a continuous measurement.
    mutating func continuous(_ draw: UInt64) -> PulseOximeter.Continuous {
        advance(draw)
        seconds += 1
        let isEarly = seconds <= 5
        return PulseOximeter.Continuous(
            normal: reading(of: 4), fast: reading(of: 1), slow: reading(of: 12),
            measurementStatus: isEarly
                ? [.measurementOngoing, .earlyEstimate] : [.measurementOngoing, .validated],
            deviceStatus: isEarly ? .signalAnalysisOngoing : [], pulseAmplitudeIndex: amplitude(draw))
    }

    /// One measurement for its own sake.
    mutating func spotCheck(_ draw: UInt64, at date: DateTime?) -> PulseOximeter.SpotCheck {
        advance(draw)
        return PulseOximeter.SpotCheck(
            reading: reading(of: 4), timestamp: date, measurementStatus: [.validated, .fullyQualified],
            deviceStatus: [], pulseAmplitudeIndex: amplitude(draw), isClockUnset: date == nil)
    }

    private mutating func advance(_ draw: UInt64) {
        let saturation = (saturations.first ?? 97) + Int(draw % 3) - 1
        let rate = (rates.first ?? 72) + Int((draw >> 8) % 7) - 3
        saturations = [min(99, max(94, saturation))] + saturations.prefix(11)
        rates = [min(105, max(55, rate))] + rates.prefix(11)
    }

    /// The average of so many seconds, or of those that there are.
    private func reading(of count: Int) -> PulseOximeter.Reading {
        PulseOximeter.Reading(
            saturation: Self.average(saturations.prefix(count)), pulseRate: Self.average(rates.prefix(count)))
    }

    private static func average(_ numbers: ArraySlice<Int>) -> ShortFloat {
        ShortFloat(mantissa: numbers.reduce(0, +) / max(1, numbers.count), exponent: 0)
    }

    /// 1.0…4.9 %.
    private func amplitude(_ draw: UInt64) -> ShortFloat {
        ShortFloat(mantissa: 10 + Int((draw >> 16) % 40), exponent: -1)
    }
}
