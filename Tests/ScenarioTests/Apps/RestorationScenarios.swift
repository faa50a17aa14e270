import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Apps that end, and are relaunched for an event.
@Suite struct RestorationScenarios {
    /// Makes `phone` start a `StrapApp` at each launch; the newest is last.
    private static func install(on phone: Phone) -> Lock<[StrapApp]> {
        let apps = Lock<[StrapApp]>([])
        phone.onLaunch { _ in
            let app = StrapApp()
            apps.withLock { $0.append(app) }
        }
        phone.launch()
        return apps
    }

    @Test(
        "Behaviour 7.4, 7.5, 7.6; regression 106, 107, 110: after a crash the next value relaunches the app, which is still subscribed",
        .simulated(seed: 721), arguments: [TerminationReason.crash, .memoryPressure])
    func heartRate(_ reason: TerminationReason) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor())
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let apps = Self.install(on: phone)
        try await world.run(until: { (apps.withLock { $0.last })?.valueCount ?? 0 > 2 })
        let old = try #require(apps.withLock { $0.first })
        let (values, lines) = (old.valueCount, old.lines)
        phone.terminate(reason)
        #expect(phone.appState == .terminated)
        try await world.run(until: {
            (apps.withLock { $0.last })?.valueCount ?? 0 > 2 && apps.withLock { $0.count } == 2
        })
        let new = try #require(apps.withLock { $0.last })
        #expect(new.lines == ["restore 0", "state 5", "value"], "no discovery, no subscription")
        #expect(phone.appState == .background)
        #expect(strap.connectionCount == 1)
        let peripheral = try #require(new.peripheral)
        #expect(peripheral !== old.peripheral)
        #expect(peripheral.identifier == old.peripheral?.identifier)
        #expect(peripheral.state == .connected)
        #expect(new.measurement?.isNotifying == true)
        #expect(new.measurement?.service?.peripheral === peripheral)
        #expect(new.measurement?.descriptors?.isEmpty == false)
        #expect(Array(new.restored?.keys ?? [:].keys) == [CBCentralManagerRestoredStatePeripheralsKey])
        #expect((old.valueCount, old.lines) == (values, lines), "the old objects are dead")
        old.search()
        #expect(world.misuses.isEmpty)
    }

    @Test(
        "Behaviour 7.12, 7.14, 7.6; regression 54, 111: a strap lost while the app is dead launches no app, is reported once at the next launch, and connects again",
        .simulated(seed: 722))
    func lostWhileDead() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(every: .minutes(5)))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let apps = Self.install(on: phone)
        try await world.run(until: { (apps.withLock { $0.last })?.measurement?.isNotifying == true })
        phone.terminate(.memoryPressure)
        strap.move(to: .outOfRange, for: .seconds(30))
        try await world.run(for: .minutes(1))
        #expect(phone.appState == .terminated && strap.connectionCount == 0)
        phone.launch()
        try await world.run(until: {
            (apps.withLock { $0.last })?.measurement?.isNotifying == true && apps.withLock { $0.count } == 2
        })
        let new = try #require(apps.withLock { $0.last })
        #expect(new.lines.filter { $0 != "value" } == ["restore 0", "state 5", "lost 6", "connected"])
    }

    @Test(
        "Behaviour 7.11, 3.38: which termination keeps an app's pending connect, by system",
        .simulated(seed: 723),
        arguments: [10, 18], [TerminationReason.userForceQuit, .bluetoothToggled, .reboot])
    func relaunches(version: Int, reason: TerminationReason) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor())
        let phone = world.addPhone(.iOS(version)).configure(AppManifest(backgroundModes: .central))
        let apps = Self.install(on: phone)
        try await world.run(until: { (apps.withLock { $0.last })?.valueCount ?? 0 > 0 })
        strap.powerOff()
        try await world.run(until: { (apps.withLock { $0.last })?.lines.last == "lost 6" })
        phone.terminate(reason)
        strap.powerOn()
        try await world.run(for: .minutes(2))
        let comesBack = reason == .reboot && version > 10
        #expect(apps.withLock { $0.count } == (comesBack ? 2 : 1))
        #expect(strap.connectionCount == (comesBack ? 1 : 0))
        if comesBack {
            #expect(apps.withLock { $0.last }?.lines.prefix(3) == ["restore 0", "state 5", "connected"])
        } else {
            phone.launch()
            try await world.run(until: {
                (apps.withLock { $0.last })?.valueCount ?? 0 > 0 && apps.withLock { $0.count } == 2
            })
            #expect(apps.withLock { $0.last }?.lines.first == "state 5", "nothing to restore")
        }
    }

    @Test(
        "Behaviour 7.41: switching off in Control Center keeps the pending connect of an ended app, switching off in Settings does not",
        .simulated(seed: 726), arguments: BluetoothSwitch.allCases)
    func controlCenter(_ place: BluetoothSwitch) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor())
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let apps = Self.install(on: phone)
        try await world.run(until: { (apps.withLock { $0.last })?.valueCount ?? 0 > 0 })
        strap.powerOff()
        try await world.run(until: { (apps.withLock { $0.last })?.lines.last == "lost 6" })
        phone.terminate(.memoryPressure)
        phone.setBluetooth(false, in: place)
        strap.powerOn()
        try await world.run(for: .minutes(1))
        #expect(phone.appState == .terminated)
        phone.setBluetooth(true, in: place)
        try await world.run(for: .minutes(1))
        let lines = apps.withLock { $0.dropFirst().map { $0.lines.prefix(3) } }
        #expect(lines == (place == .controlCenter ? [["restore 0", "state 5", "connected"]] : []))
        #expect(phone.appState == (place == .controlCenter ? .background : .terminated))
    }

    @Test(
        "Behaviour 1.40, 1.41: a restore identifier without its background mode or delegate method ends the app on a phone",
        .simulated(seed: 727, misuse: .record))
    func exceptions() async throws {
        let world = World.current
        let phone = world.addPhone()
        let app = phone.run { StrapApp() }
        phone.configure(AppManifest(backgroundModes: .central))
        let mute = phone.run { Mute(restoreIdentifier: "mute") }
        try await world.run(until: { app.lines == ["state 5"] && mute.manager?.state == .poweredOn })
        #expect(world.misuses.map(\.misuse.kind) == [.missingBackgroundMode, .missingRestorationDelegate])
        #expect(world.misuses.allSatisfy { "\($0)".contains("(on a phone the app ends here)") })
    }

    /// A delegate that implements only the state method.
    private final class Mute: NSObject, CBCentralManagerDelegate {
        private(set) var manager: CBCentralManager?
        init(restoreIdentifier: String) {
            super.init()
            manager = CBCentralManager(
                delegate: self, queue: DispatchQueue(label: "mute"),
                options: [CBCentralManagerOptionRestoreIdentifierKey: restoreIdentifier])
        }
        func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    }

    @Test(
        "Behaviour 7.10: an app that does not create its managers again loses its link", .simulated(seed: 724)
    )
    func lateManagers() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor())
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let app = phone.run { StrapApp() }
        let launches = Lock<[AppLaunch]>([])
        phone.onLaunch { launch in launches.withLock { $0.append(launch) } }
        try await world.run(until: { app.valueCount > 0 })
        phone.terminate(.crash)
        try await world.run(until: { strap.connectionCount == 0 })
        #expect(launches.withLock { $0 } == [AppLaunch(isInBackground: true, centralIdentifiers: ["strap"])])
    }

    @Test(
        "Behaviour 7.9, 6.28: a restored peripheral app has its services and subscribers, and updates them",
        .simulated(seed: 725))
    func sensor() async throws {
        let world = World.current
        let phone = world.addPhone(name: "sensor").configure(AppManifest(backgroundModes: .peripheral))
        let apps = Lock<[SensorApp]>([])
        phone.onLaunch { _ in
            let app = SensorApp()
            apps.withLock { $0.append(app) }
        }
        phone.launch()
        let client = world.addPhone(name: "client", at: .meters(2)).run { Client(name: "Sensor") }
        try await world.run(until: { client.isReady })
        client.subscribe("FF01")
        try await world.run(until: { (apps.withLock { $0.first })?.subscribers == 1 })
        phone.terminate(.memoryPressure)
        try await world.run(for: .seconds(5))
        #expect(client.peripheral?.state == .connected)
        client.read("FF01")
        try await world.run(until: { client.values["FF01"]?.isEmpty == false })
        let new = try #require(apps.withLock { $0.last })
        #expect(apps.withLock { $0.count } == 2)
        #expect(new.lines == ["restore", "state 5", "read"])
        #expect(new.subscribers == 1)
        #expect(new.restoredName == "Sensor")
        #expect(new.manager.isAdvertising)
        #expect(new.update([9]))
        try await world.run(until: { client.values["FF01"]?.last == Data([9]) })
        // Without the identifier's background mode the services are lost.
        phone.terminate(.userForceQuit)
        try await world.run(until: { client.peripheral?.services?.isEmpty != false })
        #expect(!new.update([10]))
    }
}

/// A sensor that keeps its service when its process ends.
private final class SensorApp: NSObject, CBPeripheralManagerDelegate {
    private(set) var manager: CBPeripheralManager!
    private(set) var lines: [String] = []
    private(set) var restoredName: String?
    private var value: CBMutableCharacteristic?

    override init() {
        super.init()
        manager = CBPeripheralManager(
            delegate: self, queue: DispatchQueue(label: "sensor"),
            options: [CBPeripheralManagerOptionRestoreIdentifierKey: "sensor"])
    }

    var subscribers: Int { value?.subscribedCentrals?.count ?? 0 }

    func update(_ bytes: [UInt8]) -> Bool {
        value.map { manager.updateValue(Data(bytes), for: $0, onSubscribedCentrals: nil) } ?? false
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        lines.append("restore")
        let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService]
        value = services?.first?.characteristics?.first as? CBMutableCharacteristic
        let advertised = dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any]
        restoredName = advertised?[CBAdvertisementDataLocalNameKey] as? String
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        lines.append("state \(peripheral.state.rawValue)")
        guard peripheral.state == .poweredOn, value == nil else { return }
        let service = CBMutableService(type: CBUUID(string: "FF00"), primary: true)
        let new = CBMutableCharacteristic(
            type: CBUUID(string: "FF01"), properties: [.read, .notify], value: nil, permissions: .readable)
        service.characteristics = [new]
        value = new
        peripheral.add(service)
        peripheral.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Sensor",
            CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FF00")],
        ])
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        lines.append("read")
        request.value = Data([7])
        peripheral.respond(to: request, withResult: .success)
    }
}
