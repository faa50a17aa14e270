import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// Mistakes about the phone and the life of an app.
extension MistakeRow {
    static let phones = [
        denied, bluetoothOff, noUsageDescription, suspended, noBackgroundMode, noRestorationMethod,
    ]

    private static let denied = MistakeRow(
        "A user who does not allow Bluetooth",
        names: ["may not use Bluetooth on phone"], writes: ["phone.setAuthorization(.allowedAlways)"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let phone = world.addPhone()
        phone.setAuthorization(.denied)  // mistake
        let app = phone.run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let bluetoothOff = MistakeRow(
        "Bluetooth is off", names: ["Bluetooth is off on phone"], writes: ["phone.setBluetooth(true)"]
    ) {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"))
        let phone = world.addPhone()
        phone.setBluetooth(false)  // mistake
        let app = phone.run { StrapApp() }
        try await world.run(until: { app.isConnected })
    }

    private static let noUsageDescription = MistakeRow(
        "An Info.plist without a usage description",
        names: ["NSBluetoothAlwaysUsageDescription"],
        writes: ["Info.plist", "AppManifest(hasUsageDescription: true)"]
    ) {
        final class App: NSObject, CBCentralManagerDelegate {
            var manager: CBCentralManager!
            func start() {
                manager = CBCentralManager(delegate: self, queue: nil)  // mistake
            }
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        }
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(hasUsageDescription: false))
        let app = App()
        phone.run { app.start() }
        try await world.run(until: { app.manager.state == .poweredOn })
    }

    private static let suspended = MistakeRow(
        "Work in the background without the background mode",
        names: ["suspended", "no background mode"],
        writes: ["phone.configure(AppManifest(backgroundModes: .central))"]
    ) {
        let world = World.current
        let phone = world.addPhone()
        let app = phone.run { StrapApp() }
        try await world.run(for: .seconds(1))
        phone.enterBackground()  // mistake
        try await world.run(for: .minutes(1))
        world.add(.heartRateMonitor(name: "HR-1"))
        try await world.run(until: { app.isConnected })
    }

    private static let noBackgroundMode = MistakeRow(
        "State restoration without the background mode",
        names: ["bluetooth-central", "CBCentralManager"],
        writes: ["UIBackgroundModes", "AppManifest(backgroundModes: .central)"]
    ) {
        final class App: NSObject, CBCentralManagerDelegate {
            var manager: CBCentralManager!
            func start() {
                let options = [CBCentralManagerOptionRestoreIdentifierKey: "straps"]
                manager = CBCentralManager(delegate: self, queue: nil, options: options)  // mistake
            }
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
            func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
        }
        let world = World.current
        let app = App()
        world.addPhone().run { app.start() }
        try await world.run(for: .seconds(1))
        withExtendedLifetime(app) {}
    }

    private static let noRestorationMethod = MistakeRow(
        "A restore identifier, and a delegate without willRestoreState",
        names: ["CBCentralManager", "willRestoreState"],
        writes: ["centralManager(_:willRestoreState:)"]
    ) {
        final class App: NSObject, CBCentralManagerDelegate {
            var manager: CBCentralManager!
            func start() {
                let options = [CBCentralManagerOptionRestoreIdentifierKey: "straps"]
                manager = CBCentralManager(delegate: self, queue: nil, options: options)  // mistake
            }
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        }
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let app = App()
        phone.run { app.start() }
        try await world.run(for: .seconds(1))
        withExtendedLifetime(app) {}
    }
}
