import FaradayCoreBluetooth
import FaradayInspection
import FaradaySimulation
import Foundation

/// The report of a test of ten minutes: a phone whose app is subscribed to five sensors, one of which goes away and
/// returns each other minute.
enum TenMinuteReport {
    static func measure(_ options: Options) throws -> Fields {
        let minutes = options.amount(10, quick: 1)
        let world = try world(minutes: minutes)
        var html = ""
        let sample = Sample.timing {
            html = ReportPage.html(of: world, title: "ten minutes of five sensors")
            return 1
        }
        if let folder = options.output { try write(html, to: folder) }
        return [
            ("minutes", .integer(minutes)), ("bytes", .integer(html.utf8.count)),
            ("seconds", .decimal(sample.seconds, 3)), ("cpuSeconds", .decimal(sample.cpuSeconds, 3)),
        ]
    }

    /// The world at the end of its test, with the trace that a simulated test keeps.
    private static func world(minutes: Int) throws -> World {
        let world = World(seed: 17)
        world.startTrace(capacity: World.reportedTraceCapacity)
        let definitions: [DeviceDefinition] = [
            .heartRateMonitor(name: "HR-1"), .runningSpeedSensor(), .cyclingSpeedSensor(), .pulseOximeter(),
            .environmentalSensor(),
        ]
        let devices = definitions.enumerated().map { number, definition in
            world.add(definition, at: Position(x: Double(number + 1)))
        }
        let phone = world.addPhone(.iOS(18), name: "Ada's iPhone")
        let app = phone.run { SensorsApp(count: devices.count) }
        for minute in 0..<minutes {
            if minute % 2 == 1 { devices[0].move(to: .outOfRange) }
            try world.run(for: .seconds(30))
            devices[0].move(to: .meters(1))
            try world.run(for: .seconds(30))
        }
        guard app.connectionCount >= devices.count, app.valueCount > 60 * minutes else {
            throw BenchmarkError("\(app.connectionCount) connections and \(app.valueCount) values")
        }
        return world
    }

    private static func write(_ html: String, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(html.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent("ten-minutes.html"))
    }
}

/// An app that connects to the sensors it sees, reads what can be read and subscribes to what notifies; a sensor that is
/// lost is connected again.
private final class SensorsApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private let count: Int
    private var manager: CBCentralManager?
    private var peripherals: [CBPeripheral] = []
    private(set) var connectionCount = 0
    private(set) var valueCount = 0

    init(count: Int) {
        self.count = count
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard !peripherals.contains(peripheral) else { return }
        peripherals.append(peripheral)
        peripheral.delegate = self
        central.connect(peripheral)
        if peripherals.count == count { central.stopScan() }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectionCount += 1
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        central.connect(peripheral)
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            if characteristic.properties.contains(.read) { peripheral.readValue(for: characteristic) }
            if !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
                peripheral.setNotifyValue(true, for: characteristic)
            }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        valueCount += 1
    }
}
