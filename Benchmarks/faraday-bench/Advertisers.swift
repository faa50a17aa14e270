import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// Counts what it sees.
final class ScanningApp: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager?
    private let options: [String: Any]?
    private(set) var sightings = 0

    init(duplicates: Bool) {
        options = duplicates ? [CBCentralManagerScanOptionAllowDuplicatesKey: true] : nil
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil, options: options) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        sightings += 1
    }
}

/// Many devices that advertise every 100 ms, and one phone that scans.
enum Advertisers {
    /// An advertiser with a service, a name and nothing else that matters.
    static func definition(_ number: Int) -> DeviceDefinition {
        DeviceDefinition(name: "Tag \(number)") {
            DeviceAdvertising(services: ["180F"], interval: .milliseconds(100))
            DeviceService("180F") {
                DeviceCharacteristic("2A19", .read, value: [100])
            }
        }
    }

    /// Adds `count` of them, within earshot of the origin.
    static func populate(_ world: World, _ count: Int) {
        for number in 0..<count {
            world.add(
                definition(number),
                at: Position(x: 1 + Double(number % 100) / 10, y: Double(number / 100) / 10))
        }
    }

    static func measure(_ options: Options, count: Int, duplicates: Bool) throws -> Fields {
        let world = World(seed: 1)
        populate(world, count)
        let phone = world.addPhone(.iOS(18))
        let app = phone.run { ScanningApp(duplicates: duplicates) }
        // Until everybody has been seen: what a scan that goes on costs is the question.
        try world.run(for: .seconds(options.isQuick ? 1 : 5))
        let advertisements = duplicates ? 200_000 : 1_000_000
        let seconds = max(1, options.amount(advertisements, quick: advertisements / 20) / (count * 10))
        var samples: [Sample] = []
        for _ in 0..<options.repetitions(usual: 3) {
            let (events, sightings) = (world.eventCount, app.sightings)
            var sample = try Sample.timing {
                try world.run(for: .seconds(seconds))
                return duplicates ? app.sightings - sightings : Int(world.eventCount - events)
            }
            sample.extra = [
                ("events", .integer(Int(world.eventCount - events))),
                ("timesRealTime", .decimal(Double(seconds) / sample.seconds, 1)),
                ("virtualSeconds", .integer(seconds)),
                ("sightings", .integer(app.sightings - sightings)),
            ]
            samples.append(sample)
        }
        guard app.sightings >= (options.isQuick ? 1 : count) else {
            throw BenchmarkError("the phone saw \(app.sightings) of \(count) devices")
        }
        return Sample.summary(samples)
    }
}
