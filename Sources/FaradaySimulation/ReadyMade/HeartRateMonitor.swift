import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A chest strap with Heart Rate, Battery and Device Information services. It sends one measurement per second
    /// while a central is subscribed.
    ///
    /// The heart rate varies between 58 and 180 beats per minute, drawn from the world's seed. The battery loses one
    /// percent for every ten minutes of measuring. Writing 1 to the control point resets the energy; any other value is
    /// refused with error 0x80.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - battery: The initial battery level, 0…100 %.
    ///   - energyExpended: The initial energy, in kilojoules.
    ///   - bodySensorLocation: 0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot.
    ///   - interval: The time between two measurements.
    public static func heartRateMonitor(
        name: String = "Heart Rate Monitor", battery: UInt8 = 87, energyExpended: UInt16 = 46,
        bodySensorLocation: UInt8 = 1, every interval: Nanoseconds = .seconds(1)
    ) -> DeviceDefinition {
        let strap = Lock(HeartRateStrap(battery: battery, energy: energyExpended, interval: interval))
        return DeviceDefinition(name: name, appearance: 0x0341) {
            DeviceAdvertising(services: [HeartRate.service])
            DeviceService(HeartRate.service) {
                DeviceCharacteristic(HeartRate.measurement, .notify)
                // A number, so that tests may send one that is reserved.
                DeviceCharacteristic(HeartRate.bodySensorLocation.uuid, .read, value: [bodySensorLocation])
                DeviceCharacteristic(HeartRate.controlPoint, .write).onWrite { write in
                    switch try? HeartRate.Command(bytes: write.value) {
                    case .resetEnergyExpended: strap.withLock { $0.resetEnergy() }
                    case nil: throw ATT.ErrorCode(rawValue: HeartRate.controlPointNotSupported)
                    }
                }
            }
            DeviceService("180F") {
                DeviceCharacteristic("2A19", [.read, .notify])
                    .onRead { _ in [strap.withLock { $0.batteryLevel }] }
            }
            DeviceService("180A") {
                DeviceCharacteristic("2A29", .read, value: Array("Faraday".utf8))
                DeviceCharacteristic("2A24", .read, value: Array("HR-1".utf8))
            }
            DeviceBehaviour.notifying(HeartRate.measurement, every: interval) { device in
                let draw = device.draw("heart rate")
                return strap.withLock { $0.measure(draw) }
            }
            DeviceBehaviour.notifying("2A19", every: .minutes(10)) { _ in
                [strap.withLock { $0.batteryLevel }]
            }
        }
    }
}

/// The state of a strap between two measurements.
private struct HeartRateStrap: Sendable {
    private var rate = 72
    private var energy: UInt16
    private var measurements = 0
    private let firstBattery: UInt8
    private let interval: Nanoseconds

    init(battery: UInt8, energy: UInt16, interval: Nanoseconds) {
        firstBattery = battery
        self.energy = energy
        self.interval = interval
    }

    var batteryLevel: UInt8 {
        let used = interval * measurements / .minutes(10)
        return UInt8(max(0, Int(firstBattery) - used))
    }

    mutating func resetEnergy() { energy = 0 }

    /// The next measurement, with contact, energy and one beat interval.
    mutating func measure(_ draw: UInt64) -> HeartRate.Measurement {
        rate = min(180, max(58, rate + Int(draw % 7) - 3))
        measurements += 1
        energy = min(energy, .max - 1) + (measurements % 2 == 0 ? 1 : 0)
        return HeartRate.Measurement(
            beatsPerMinute: UInt16(rate), hasContact: true, energyExpended: energy,
            intervals: [UInt16(60 * 1024 / rate)])
    }
}
