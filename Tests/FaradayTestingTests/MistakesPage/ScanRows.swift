import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// Mistakes before a device is found.
extension MistakeRow {
    static let scanning = [
        tooEarly, otherFilter, notAdvertised, tooFar, neverAdded, switchedOff, noPhone, twoPhones,
        otherPhone, appNotKept, noDelegate, delegateGone,
    ]

    private static let tooEarly = MistakeRow(
        "Scanning before the state is poweredOn",
        names: ["scanForPeripherals", "powered on"], writes: ["centralManagerDidUpdateState(_:)"]
    ) {
        final class App: NSObject, CBCentralManagerDelegate {
            var manager: CBCentralManager!
            var found: CBPeripheral?
            func start() {
                manager = CBCentralManager(delegate: self, queue: nil)
                manager.scanForPeripherals(withServices: nil)  // mistake
            }
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
            func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) { found = peripheral }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = App()
        world.addPhone().run { app.start() }
        try await world.run(until: { app.found != nil })
    }

    private static let otherFilter = MistakeRow(
        "Scanning for a service that the device does not advertise",
        names: ["180D (Heart Rate)", "180F (Battery)"],
        writes: ["scanForPeripherals(withServices: [CBUUID(string: \"180D\")])"]
    ) {
        final class App: StrapApp {
            override func centralManagerDidUpdateState(_ central: CBCentralManager) {
                guard central.state == .poweredOn else { return }
                central.scanForPeripherals(withServices: [CBUUID(string: "180F")])  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { app.isConnected })
    }

    private static let notAdvertised = MistakeRow(
        "A device whose advertisement lacks its service",
        names: ["HR-1 advertises no service"], writes: ["DeviceAdvertising(services: [\"180D\"])"]
    ) {
        let strap = DeviceDefinition(name: "HR-1") {
            DeviceAdvertising()
            DeviceService("180D") { DeviceCharacteristic("2A37", .notify) }
        }
        let world = World.current
        world.add(strap)  // mistake
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let tooFar = MistakeRow(
        "A device out of range",
        names: ["HR-1 is 5000 m away"], writes: ["move(to: .meters(2))"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(5000))  // mistake
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let neverAdded = MistakeRow(
        "A device that is never added to the world",
        names: ["no device in the world"], writes: ["world.add(.heartRateMonitor())"]
    ) {
        let world = World.current
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })  // mistake
    }

    private static let switchedOff = MistakeRow(
        "A device that is off", names: ["HR-1 is off"], writes: ["powerOn()"]
    ) {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"))
        strap.powerOff()  // mistake
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let noPhone = MistakeRow(
        "A manager in a world without a phone",
        names: ["CBCentralManager", "no phone"], writes: ["world.addPhone()"]
    ) {
        final class App: NSObject, CBCentralManagerDelegate {
            var manager: CBCentralManager!
            func start() {
                manager = CBCentralManager(delegate: self, queue: nil)  // mistake
            }
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = App()
        app.start()
        try await world.run(until: { app.manager.state == .poweredOn })
    }

    private static let twoPhones = MistakeRow(
        "A manager outside phone.run in a world with two phones",
        names: ["CBCentralManager", "2 phones"], writes: ["phone.run {"]
    ) {
        let world = World.current
        world.addPhone()
        world.addPhone()
        let manager = CBCentralManager(delegate: nil, queue: nil)  // mistake
        try await world.run(until: { manager.state == .poweredOn })
    }

    private static let otherPhone = MistakeRow(
        "A singleton of the app that an earlier test has made",
        names: ["no manager"], writes: ["phone.run {"]
    ) {
        let singleton = World(seed: 1).addPhone().run { StrapApp() }  // of an earlier test
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        world.addPhone()
        try await world.run(until: { singleton.isConnected })  // mistake
    }

    private static let appNotKept = MistakeRow(
        "An app that nobody keeps",
        names: ["the app's object was released"],
        writes: ["let app = phone.run {", "withExtendedLifetime(app)"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let phone = world.addPhone()
        weak var app = phone.run { StrapApp() }  // mistake
        try await world.run(until: { app?.isConnected == true })
    }

    private static let noDelegate = MistakeRow(
        "A manager without a delegate",
        names: ["CBCentralManager", "delegate is nil", "centralManagerDidUpdateState(_:)"],
        writes: ["CBCentralManager(delegate: self, queue: nil)"]
    ) {
        final class App: NSObject, CBCentralManagerDelegate {
            var manager: CBCentralManager!
            func start() {
                manager = CBCentralManager(delegate: nil, queue: nil)  // mistake
            }
            func centralManagerDidUpdateState(_ central: CBCentralManager) {
                central.scanForPeripherals(withServices: nil)
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = App()
        world.addPhone().run { app.start() }
        try await world.run(until: { app.manager.isScanning })
    }

    private static let delegateGone = MistakeRow(
        "A delegate that nobody keeps",
        names: ["CBCentralManager", "delegate was deallocated"], writes: ["weak", "property"]
    ) {
        final class Listener: NSObject, CBCentralManagerDelegate {
            func centralManagerDidUpdateState(_ central: CBCentralManager) {
                central.scanForPeripherals(withServices: nil)
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let manager = world.addPhone().run {
            CBCentralManager(delegate: Listener(), queue: nil)  // mistake
        }
        try await world.run(until: { manager.isScanning })
    }
}
