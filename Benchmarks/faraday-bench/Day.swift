import FaradayCoreBluetooth
import FaradaySimulation
import Foundation

/// A day of a sensor that notifies every second.
enum Day {
    static func measure(_ options: Options) throws -> Fields {
        let hours = options.amount(24, quick: 2)
        var samples: [Sample] = []
        for _ in 0..<options.repetitions(usual: 3) {
            let pair = try BenchPair(
                subscribes: true,
                behaviours: [
                    .notifying(BenchDevice.notifying, every: .seconds(1)) { _ in BenchDevice.payload(1) }
                ])
            let events = pair.world.eventCount
            var sample = try Sample.timing {
                try pair.world.run(for: .hours(hours))
                return pair.app.notificationCount
            }
            guard abs(sample.count - hours * 3600) <= 1 else {
                throw BenchmarkError("\(sample.count) notifications in \(hours) hours")
            }
            sample.extra = [
                ("hours", .integer(hours)),
                ("events", .integer(Int(pair.world.eventCount - events))),
                ("secondsPerDay", .decimal(sample.seconds * 24 / Double(hours), 4)),
            ]
            samples.append(sample)
        }
        return Sample.summary(samples)
    }
}

/// A day of links on which nothing happens.
enum IdleLinks {
    static func measure(_ options: Options) throws -> Fields {
        let hours = options.amount(24, quick: 2)
        let links = 100
        var samples: [Sample] = []
        for _ in 0..<options.repetitions(usual: 3) {
            let (world, apps) = try connected(groups: links / LinkApp.peers)
            let events = world.eventCount
            var sample = try Sample.timing {
                try world.run(for: .hours(hours))
                return links
            }
            guard apps.allSatisfy({ $0.connectionCount == LinkApp.peers }) else {
                throw BenchmarkError("a link was lost")
            }
            sample.extra = [
                ("hours", .integer(hours)),
                ("events", .integer(Int(world.eventCount - events))),
            ]
            samples.append(sample)
        }
        return Sample.summary(samples)
    }

    /// Phones with `LinkApp.peers` sensors each, all connected; the groups are out of each other's earshot.
    static func connected(groups: Int) throws -> (World, [LinkApp]) {
        let (world, apps) = try scanned(groups: groups)
        for app in apps { app.connect() }
        try world.run(until: { apps.allSatisfy { $0.connectionCount == LinkApp.peers } })
        try world.run(for: .seconds(30))
        return (world, apps)
    }

    /// The same before they connect: every phone has seen its sensors and stopped scanning.
    static func scanned(groups: Int) throws -> (World, [LinkApp]) {
        let world = World(seed: 1)
        var apps: [LinkApp] = []
        for group in 0..<groups {
            let place = Double(group) * 10_000
            for number in 0..<LinkApp.peers {
                world.add(BenchDevice.definition(), at: Position(x: place, y: 1 + Double(number)))
            }
            let phone = world.addPhone(.iOS(18), at: Position(x: place))
            apps.append(phone.run { LinkApp() })
        }
        try world.run(until: { apps.allSatisfy { $0.hasSeenAll } })
        try world.run(for: .seconds(5))
        return (world, apps)
    }
}

/// An app that collects its sensors and connects to all of them when told to.
final class LinkApp: NSObject, CBCentralManagerDelegate {
    static let peers = 5
    private var manager: CBCentralManager?
    private var peripherals: [CBPeripheral] = []
    private(set) var connectionCount = 0

    override init() {
        super.init()
        manager = CBCentralManager(delegate: self, queue: nil)
    }

    var hasSeenAll: Bool { peripherals.count == Self.peers }

    func connect() {
        for peripheral in peripherals { manager?.connect(peripheral) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        peripherals.append(peripheral)
        if hasSeenAll { central.stopScan() }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectionCount += 1
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        connectionCount -= 1
    }
}
