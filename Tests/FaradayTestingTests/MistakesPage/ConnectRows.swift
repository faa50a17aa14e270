import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// Mistakes with a link.
extension MistakeRow {
    static let connecting = [
        notConnectable, connectedTwice, peripheralNotKept, discoveredTooEarly, noPeripheralDelegate,
        peripheralDelegateGone, nothingAfterFinding, nothingAfterConnecting, otherService, otherPeripheral,
    ]

    private static let notConnectable = MistakeRow(
        "Connecting to a device that is not connectable",
        names: ["HR-1 advertises, but is not connectable"], writes: ["setConnectable(true)"]
    ) {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"))
        strap.setConnectable(false)  // mistake
        let app = world.addPhone().run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let connectedTwice = MistakeRow(
        "Connecting a second time",
        names: ["connect", "HR-1", "connected already"], writes: ["cancelPeripheralConnection(_:)"]
    ) {
        final class App: StrapApp {
            var links = 0
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                links += 1
            }
            func connectAgain() {
                manager.connect(strap!)  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { app.links == 1 })
        app.connectAgain()
        try await world.run(until: { app.links == 3 })
    }

    private static let peripheralNotKept = MistakeRow(
        "A CBPeripheral that nobody keeps",
        names: ["connect", "unused peripheral", "HR-1"], writes: ["self.peripheral = peripheral"]
    ) {
        final class App: StrapApp {
            override func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) {
                central.stopScan()
                central.connect(peripheral)  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { app.isConnected })
    }

    private static let discoveredTooEarly = MistakeRow(
        "Discovering services before didConnect",
        names: ["discoverServices", "HR-1", "connected state"],
        writes: ["connect(_:options:)", "centralManager(_:didConnect:)"]
    ) {
        final class App: StrapApp {
            override func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) {
                strap = peripheral
                peripheral.delegate = self
                central.stopScan()
                peripheral.discoverServices(nil)  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { app.strap?.services != nil })
    }

    private static let noPeripheralDelegate = MistakeRow(
        "A peripheral without a delegate",
        names: ["Discovering services", "HR-1", "delegate is either nil"],
        writes: ["peripheral.delegate = self"]
    ) {
        final class App: StrapApp {
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                peripheral.discoverServices(nil)  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let peripheralDelegateGone = MistakeRow(
        "A peripheral whose delegate nobody keeps",
        names: ["CBPeripheral", "HR-1", "delegate was deallocated"], writes: ["property"]
    ) {
        final class Listener: NSObject, CBPeripheralDelegate {
            func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
        }
        final class App: StrapApp {
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                let listener = Listener()
                peripheral.delegate = listener
                peripheral.discoverServices(nil)  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let nothingAfterFinding = MistakeRow(
        "Forgetting to connect", names: ["HR-1", "found"], writes: ["connect(_:options:)"]
    ) {
        final class App: StrapApp {
            override func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) {
                strap = peripheral
                central.stopScan()  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { app.isConnected })
    }

    private static let nothingAfterConnecting = MistakeRow(
        "Forgetting to discover services", names: ["HR-1", "connected"], writes: ["discoverServices(_:)"]
    ) {
        final class App: StrapApp {
            override func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) {
                strap = peripheral
                central.stopScan()
                central.connect(peripheral)  // mistake
            }
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                peripheral.delegate = self
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let otherService = MistakeRow(
        "Discovering a service that the device does not have",
        names: ["HR-1 has no service 1810 (Blood Pressure)"],
        writes: ["discoverServices([CBUUID(string: \"180D\")"]
    ) {
        final class App: StrapApp {
            override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
                peripheral.delegate = self
                peripheral.discoverServices([CBUUID(string: "1810")])  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }

    private static let otherPeripheral = MistakeRow(
        "Discovering characteristics of another peripheral's service",
        names: ["discoverCharacteristics", "not an attribute of this connection"],
        writes: ["service.peripheral"]
    ) {
        final class App: StrapApp {
            var straps: [CBPeripheral] = []
            override func centralManager(
                _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
                advertisementData: [String: Any], rssi RSSI: NSNumber
            ) {
                guard !straps.contains(peripheral) else { return }
                straps.append(peripheral)
                central.connect(peripheral)
            }
            override func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
                guard let service = straps[0].services?.first, let other = straps.last, straps.count == 2
                else { return }
                other.discoverCharacteristics(nil, for: service)  // mistake
            }
        }
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        world.add(.heartRateMonitor(name: "HR-2"))
        let app = world.addPhone().run { App() }
        try await world.run(until: { !app.rates.isEmpty })
    }
}
