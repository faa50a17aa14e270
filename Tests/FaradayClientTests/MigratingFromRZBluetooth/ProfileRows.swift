import FaradayClient
import FaradayTesting
import Testing

/// RZBluetooth's profiles, its UUIDs, and profiles of one's own.
@Suite("Profiles for RZBluetooth's users")
struct ProfileRows {
    @Test("fetchBatteryLevel:", .simulated)
    func batteryLevel() async throws {
        World.current.add(.battery(level: 80), at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let battery = try await central.find(.advertising([Battery.service]))
        #expect(try await battery.read(Battery.level) == 80)
        #expect(try await battery.services([Battery.service]).count == 1)
        #expect(
            try await battery.characteristics(of: ServicePath(Battery.service), [.batteryLevel]).count == 1)
    }

    @Test("addBatteryLevelObserver:, removeBatteryLevelObserver:", .simulated)
    func batteryObserver() async throws {
        let device = World.current.add(.battery(level: 80), at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let battery = try await central.find(.advertising([Battery.service]))
        async let levels = Self.levels(of: battery)
        try await wait { device.subscriberCount(of: Battery.level.uuid) == 1 }
        for level in [UInt8(10), 20, 30, 40] {
            device.update(Battery.level, level)
            try await World.current.sleep(for: .seconds(1))
        }
        #expect(try await levels == [10, 20, 30])
        #expect(device.subscriberCount(of: Battery.level.uuid) == 0)
    }

    private static func levels(of battery: Peripheral) async throws -> [UInt8] {
        var levels: [UInt8] = []
        for try await level in battery.notifications(of: Battery.level) {
            levels.append(level)
            if levels.count == 3 { break }
        }
        return levels
    }

    @Test("The heart rate: measurements, the sensor's place, the energy", .simulated)
    func heartRate() async throws {
        World.current.add(.heartRateMonitor(energyExpended: 46), at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let strap = try await central.find(.advertising([HeartRate.service]))
        #expect(try await strap.read(HeartRate.bodySensorLocation) == .chest)
        var beats: [HeartRate.Measurement] = []
        for try await beat in strap.notifications(of: HeartRate.measurement) {
            beats.append(beat)
            if beats.count == 3 { try await strap.write(.resetEnergyExpended, to: HeartRate.controlPoint) }
            if beats.count == 6 { break }
        }
        #expect(beats.allSatisfy { (58...180).contains($0.beatsPerMinute) && $0.hasContact == true })
        #expect(beats.allSatisfy { $0.intervalsInSeconds.count == 1 })
        #expect(beats.first?.energyExpended ?? 0 >= 46 && beats.last?.energyExpended ?? 99 < 10)
    }

    @Test("A sensor's place that the profile does not know is an error, and its number is there", .simulated)
    func reservedLocation() async throws {
        World.current.add(.heartRateMonitor(bodySensorLocation: 9), at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let strap = try await central.find(.advertising([HeartRate.service]))
        guard
            case .malformedValue = await failure(of: { try await strap.read(HeartRate.bodySensorLocation) })?
                .reason
        else {
            Issue.record("no error, or another one")
            return
        }
        #expect(try await strap.read(HeartRate.bodySensorLocation.path) == [9])
    }

    @Test("rzb_fetchDeviceInformationKeys: all of them, and 2A2A", .simulated)
    func deviceInformation() async throws {
        typealias Info = DeviceInformation
        World.current.add(
            DeviceDefinition(name: "Device") {
                DeviceAdvertising(services: [Info.service])
                DeviceService(Info.service) {
                    DeviceCharacteristic(Info.manufacturerName, .read, value: "Maker")
                    DeviceCharacteristic(Info.modelNumber, .read, value: "M1")
                    DeviceCharacteristic(Info.serialNumber, .read, value: "")
                    DeviceCharacteristic(Info.hardwareRevision, .read, value: "H2")
                    DeviceCharacteristic(Info.firmwareRevision, .read, value: "F3")
                    DeviceCharacteristic(Info.softwareRevision, .read, value: "S4")
                    DeviceCharacteristic(Info.systemID.uuid, .read, value: [1, 2, 3, 4, 5, 6, 7, 8])
                    DeviceCharacteristic(
                        Info.pnpID.uuid, .read, value: [2, 0x5E, 0x04, 0x0E, 0x04, 0x13, 0x02])
                    DeviceCharacteristic(Info.regulatoryCertification.uuid, .read, value: [0, 0, 0, 0])
                }
            }, at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let device = try await central.find(.advertising([Info.service]))
        #expect(try await device.read(Info.manufacturerName) == "Maker")
        #expect(try await device.read(Info.modelNumber) == "M1")
        #expect(try await device.read(Info.serialNumber) == "")
        #expect(try await device.read(Info.hardwareRevision) == "H2")
        #expect(try await device.read(Info.firmwareRevision) == "F3")
        #expect(try await device.read(Info.softwareRevision) == "S4")
        let system = try await device.read(Info.systemID)
        #expect(system.manufacturerDefined == 0x05_0403_0201 && system.organization == 0x08_0706)
        let product = try await device.read(Info.pnpID)
        #expect(product.vendorSource == .usb && product.vendor == 0x045E)
        #expect(product.product == 0x040E && product.version == 0x0213)
        #expect(try await device.read(Info.regulatoryCertification).entries == [])
    }

    @Test("CBUUID's names of the profiles, and of all other assigned numbers")
    func names() {
        #expect(Battery.service == .battery && Battery.level.uuid == .batteryLevel)
        #expect(HeartRate.service == .heartRate && HeartRate.measurement.uuid == .heartRateMeasurement)
        #expect(HeartRate.bodySensorLocation.uuid == .bodySensorLocation)
        #expect(HeartRate.controlPoint.uuid == .heartRateControlPoint)
        #expect(BluetoothUUID.heartRate == "180D" && BluetoothUUID.batteryLevel == "2A19")
    }

    /// A profile of one's own: what `RZBBluetoothRepresentable` is for.
    private enum Kettle {
        static let service: BluetoothUUID = "6B650001-0000-4000-8000-00805F9B34FB"
        static let water = TypedCharacteristic<Water>("6B650002-0000-4000-8000-00805F9B34FB", of: service)

        struct Water: CharacteristicValue {
            var degrees: Int8
            var isBoiling: Bool

            init(degrees: Int8, isBoiling: Bool) { (self.degrees, self.isBoiling) = (degrees, isBoiling) }

            init(decoding reader: inout ByteReader) throws(DecodeError) {
                degrees = try Int8(decoding: &reader)
                isBoiling = try Bool(decoding: &reader)
            }

            func encode(into bytes: inout [UInt8]) {
                degrees.encode(into: &bytes)
                isBoiling.encode(into: &bytes)
            }
        }
    }

    @Test(
        "RZBBluetoothRepresentable: a value with an encoding, for the client and for the device", .simulated)
    func ownProfile() async throws {
        let device = World.current.add(
            DeviceDefinition(name: "Kettle") {
                DeviceAdvertising(services: [Kettle.service])
                DeviceService(Kettle.service) {
                    DeviceCharacteristic(
                        Kettle.water, [.read, .write], value: Kettle.Water(degrees: 20, isBoiling: false))
                }
            }, at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let kettle = try await central.find(.advertising([Kettle.service]))
        #expect(try await kettle.read(Kettle.water) == Kettle.Water(degrees: 20, isBoiling: false))
        try await kettle.write(Kettle.Water(degrees: 100, isBoiling: true), to: Kettle.water)
        #expect(try await kettle.read(Kettle.water).isBoiling)
        device.update(Kettle.water.uuid, [1])
        guard case .malformedValue = await failure(of: { try await kettle.read(Kettle.water) })?.reason else {
            Issue.record("no error, or another one")
            return
        }
    }
}
