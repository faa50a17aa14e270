import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A weather sensor with the Environmental Sensing service: temperature, humidity and pressure.
    ///
    /// The values drift around the initial ones, drawn from the world's seed. Each characteristic has a description of its
    /// measurement (290C) and one trigger (290D), which centrals may write. The sensor measures once per interval, and
    /// notifies a value if the trigger says so. A change of a trigger is indicated by *Descriptor Value Changed*.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - temperature: The initial temperature in °C.
    ///   - humidity: The initial humidity in percent.
    ///   - pressure: The initial pressure in pascals.
    ///   - interval: The time between two measurements.
    ///   - trigger: The initial trigger of all three.
    public static func environmentalSensor(
        name: String = "Environmental Sensor", temperature: Double = 21, humidity: Double = 45,
        pressure: Double = 101_325, every interval: Nanoseconds = .seconds(5),
        trigger: EnvironmentalSensing.Trigger = .every(seconds: 5)
    ) -> DeviceDefinition {
        let initial = [temperature, humidity, pressure]
        let station = Lock(WeatherStation(initial, trigger: trigger, interval: interval))
        @Sendable func value<Value: Quantity>(_ place: Int, _ device: Device) -> Value {
            WeatherStation.advance(station, device)
            return Value(station.withLock { $0.values[place] })
        }
        func item<Value: Quantity>(
            _ characteristic: TypedCharacteristic<Value>, _ place: Int
        ) -> DeviceCharacteristic {
            let seconds = UInt32(clamping: (interval + .seconds(1) - Nanoseconds(1)) / Nanoseconds.seconds(1))
            let measurement = EnvironmentalSensing.Measurement(
                samplingFunction: .instantaneous, updateInterval: seconds, application: .air)
            return DeviceCharacteristic(
                characteristic, [.read, .notify],
                descriptors: [
                    .stored(EnvironmentalSensing.measurementDescriptor, measurement.bytes)
                ]
            )
            .with(descriptors: [triggerDescriptor(of: characteristic, place, station)])
            .onRead(characteristic) { read in value(place, read.device) }
        }
        func notifying<Value: Quantity>(
            _ characteristic: TypedCharacteristic<Value>, _ place: Int
        ) -> DeviceBehaviour {
            .notifying(characteristic, every: interval) { device in
                let new: Value = value(place, device)
                let now = device.world.now
                return station.withLock { $0.sends(new, place, at: now) } ? new : nil
            }
        }
        return DeviceDefinition(name: name, appearance: Appearance.sensor.rawValue) {
            DeviceAdvertising(services: [EnvironmentalSensing.service])
            DeviceService(EnvironmentalSensing.service) {
                DeviceCharacteristic(EnvironmentalSensing.descriptorValueChanged, .indicate)
                item(EnvironmentalSensing.temperature, 0)
                item(EnvironmentalSensing.humidity, 1)
                item(EnvironmentalSensing.pressure, 2)
            }
            notifying(EnvironmentalSensing.temperature, 0)
            notifying(EnvironmentalSensing.humidity, 1)
            notifying(EnvironmentalSensing.pressure, 2)
        }
    }

    private static func triggerDescriptor<Value: Quantity>(
        of characteristic: TypedCharacteristic<Value>, _ place: Int, _ station: Lock<WeatherStation>
    ) -> DeviceDescriptor {
        DeviceDescriptor(EnvironmentalSensing.triggerSettingDescriptor)
            .onRead(answering: { _, answer in
                answer(.success(station.withLock { $0.triggers[place].bytes }))
            })
            .onWrite(answering: { write, answer in
                guard write.offset == 0, let trigger = try? EnvironmentalSensing.Trigger(bytes: write.value)
                else {
                    return answer(
                        .failure(
                            .error(ATT.ErrorCode(rawValue: EnvironmentalSensing.conditionNotSupported))))
                }
                if let operand = trigger.operand, (try? Value(bytes: operand)) == nil {
                    return answer(.failure(.error(.outOfRange)))
                }
                station.withLock { $0.triggers[place] = trigger }
                answer(.success(()))
                write.device.update(
                    EnvironmentalSensing.descriptorValueChanged,
                    .init([.byClient, .triggerSetting], of: characteristic.uuid))
            })
    }
}

extension EnvironmentalSensing.Trigger {
    /// The value with which a condition compares.
    fileprivate var operand: [UInt8]? {
        switch self {
        case .inactive, .every, .atMostEvery, .changed: nil
        case .less(let operand), .lessOrEqual(let operand), .greater(let operand),
            .greaterOrEqual(let operand), .equal(let operand), .notEqual(let operand):
            operand
        }
    }
}

/// Values that drift around where they began, and the triggers that say when they are sent.
private struct WeatherStation: Sendable {
    private(set) var values: [Double]
    var triggers: [EnvironmentalSensing.Trigger]
    private let initial: [Double]
    private let interval: Nanoseconds
    private var measurements = 0
    private var sent: [(time: Instant, bytes: [UInt8])?]

    /// The greatest change of each value from one measurement to the next, and the lowest and highest values.
    private static let steps = [0.05, 0.2, 8.0]
    private static let ranges: [ClosedRange<Double>] = [-273.15...327.67, 0...100, 0...400_000_000]
    /// After a long time without measurements only the last ones are made up for.
    private static let mostSteps = 1000

    init(_ initial: [Double], trigger: EnvironmentalSensing.Trigger, interval: Nanoseconds) {
        self.initial = initial
        self.interval = interval
        values = initial
        triggers = initial.map { _ in trigger }
        sent = initial.map { _ in nil }
    }

    /// Measures as often as it is due.
    static func advance(_ station: Lock<WeatherStation>, _ device: Device) {
        let now = device.world.now
        let due = station.withLock { $0.takeDue(at: now) }
        for _ in 0..<due {
            let draw = device.draw("weather")
            station.withLock { $0.step(draw) }
        }
    }

    private mutating func takeDue(at now: Instant) -> Int {
        guard interval > .zero else { return 0 }
        let count = (now - .zero) / interval
        defer { measurements = max(count, measurements) }
        return min(max(count - measurements, 0), Self.mostSteps)
    }

    /// Goes a random step, and a little back to where it began.
    private mutating func step(_ draw: UInt64) {
        for place in values.indices {
            let random = Double(draw >> UInt64(16 * place) & 0xFFFF) / 0xFFFF * 2 - 1
            let back = (initial[place] - values[place]) * 0.01
            let value = values[place] + random * Self.steps[place] + back
            let range = Self.ranges[place]
            values[place] = min(max(value, range.lowerBound), range.upperBound)
        }
    }

    /// Whether the trigger of this value wants it to be sent now; then it counts as sent.
    mutating func sends<Value: Quantity>(_ value: Value, _ place: Int, at now: Instant) -> Bool {
        let isDue = isDue(value, place, at: now)
        if isDue { sent[place] = (now, value.bytes) }
        return isDue
    }

    private func isDue<Value: Quantity>(_ value: Value, _ place: Int, at now: Instant) -> Bool {
        func since(_ seconds: UInt32) -> Bool {
            sent[place].map { now - $0.time >= .seconds(Int(seconds)) } ?? true
        }
        func compare(_ operand: [UInt8], _ isMet: (Double, Double) -> Bool) -> Bool {
            guard let limit = try? Value(bytes: operand), let sent = try? Value(bytes: value.bytes) else {
                return false
            }
            return isMet(sent.number, limit.number)
        }
        return switch triggers[place] {
        case .inactive: false
        case .every(let seconds), .atMostEvery(let seconds): since(seconds)
        case .changed: sent[place]?.bytes != value.bytes
        case .less(let operand): compare(operand, <)
        case .lessOrEqual(let operand): compare(operand, <=)
        case .greater(let operand): compare(operand, >)
        case .greaterOrEqual(let operand): compare(operand, >=)
        case .equal(let operand): compare(operand, ==)
        case .notEqual(let operand): compare(operand, !=)
        }
    }
}
