import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Dispatch
import FaradayAppTime
import Testing

@testable import FaradaySimulation

/// Small tests that can't work, and their hints.
@Suite struct HintTests {
    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The expected hint; `nil` for none.
        let hint: String?
        let test: @Sendable (World) throws -> Void

        init(_ name: String, _ hint: String?, _ test: @escaping @Sendable (World) throws -> Void) {
            (testDescription, self.hint, self.test) = (name, hint, test)
        }
    }

    private static let strap = DeviceDefinition(name: "HR-1") {
        DeviceAdvertising(services: ["180D"])
        DeviceService("180D") { DeviceCharacteristic("2A37", [.read, .notify], value: [1]) }
    }

    /// An app that scans for heart rate as soon as it may.
    private static func scanning(_ phone: Phone, for services: [BluetoothUUID] = ["180D"]) -> TestCentral {
        TestCentral(phone) { central, event in
            if event == .stateChanged(.poweredOn) {
                central.port.send(.scan(Central.ScanRequest(services: services)))
            }
        }
    }

    /// An app that connects to the first device it sees and then makes no request.
    private static func connecting(_ phone: Phone) -> TestCentral {
        TestCentral(phone) { central, event in
            switch event {
            case .stateChanged(.poweredOn): central.port.send(.scan(Central.ScanRequest()))
            case .discovered(let peer, _, _):
                central.port.send(.stopScan)
                central.port.send(.connect(peer.identifier, Central.ConnectOptions()))
            default: break
            }
        }
    }

    private static func runs(_ world: World, _ app: TestCentral) throws {
        try withExtendedLifetime(app) { try world.run(until: { false }, timeout: .seconds(30)) }
    }

    static let worlds: [Broken] = [
        Broken("no phone", "the world has no phone: call world.addPhone().") { world in
            world.add(strap)
            try world.run(until: { false }, timeout: .seconds(1))
        },
        Broken(
            "an instance of another test",
            "no manager was created in this world. Does the app use a shared instance that was created earlier? "
                + "Create the app's objects in the test, inside phone.run { }."
        ) { world in
            world.add(strap)
            world.addPhone()
            try world.run(until: { false }, timeout: .seconds(1))
        },
        Broken(
            "nobody runs the world",
            "time never moved: call world.run(until:) or world.run(for:)."
        ) { world in
            let app = scanning(world.addPhone())
            #expect(app.events.isEmpty)
        },
        Broken(
            "the app is gone",
            "the app's object was released at T: phone has no manager any more. Keep it in a variable until "
                + "the test ends: write let app = phone.run { App() }, and withExtendedLifetime(app) {} at the end."
        ) { world in
            let app = scanning(world.addPhone())
            try world.run(for: .seconds(2))
            app.port.close()
            try world.run(until: { false }, timeout: .seconds(1))
        },
        Broken(
            "the app was never kept",
            "the app's object was released at T: phone has no manager any more. Keep it in a variable until "
                + "the test ends: write let app = phone.run { App() }, and withExtendedLifetime(app) {} at the end."
        ) { world in
            world.add(strap)
            let phone = world.addPhone()
            scanning(phone).port.close()
            try world.run(until: { false }, timeout: .seconds(1))
        },
        Broken("the app is gone at the end of the test", nil) { world in
            world.add(strap)
            let app = scanning(world.addPhone(), for: ["180F"])
            try world.run(for: .seconds(2))
            app.port.close()
        },
        Broken("the app is gone when it has ended its work", nil) { world in
            world.add(strap)
            let app = scanning(world.addPhone())
            try world.run(for: .seconds(2))
            app.port.send(.stopScan)
            for case .discovered(let peer, _, _) in app.events { app.port.send(.release(peer.identifier)) }
            app.port.close()
            try world.run(until: { false }, timeout: .seconds(1))
        },
        Broken(
            "the app and its peripheral are gone",
            "the app's object was released at T: phone has no manager any more. Keep it in a variable until "
                + "the test ends: write let app = phone.run { App() }, and withExtendedLifetime(app) {} at the end."
        ) { world in
            world.add(strap)
            let app = connecting(world.addPhone())
            try world.run(for: .seconds(5))
            for case .connected(let peer) in app.events { app.port.send(.release(peer.identifier)) }
            app.port.close()
            try world.run(until: { false }, timeout: .seconds(1))
        },
        Broken(
            "real time", stillness
        ) { world in try runs(world, TestCentral(world.addPhone())) },
        Broken(
            "an error and nothing more",
            "the app has made no request since it got an error at T: didDisconnectPeripheral HR-1: error "
                + "peripheralDisconnected. Call connect(_:options:) in "
                + "centralManager(_:didDisconnectPeripheral:error:)."
        ) { world in
            let device = world.add(strap)
            let app = connecting(world.addPhone())
            try world.run(for: .seconds(5))
            device.disconnect()
            try runs(world, app)
        },
        Broken(
            "a call too early, which the phone ignores",
            "API MISUSE in CBCentralManager.scanForPeripherals(withServices:options:) on phone at T s: "
                + "<CBCentralManager: 0x1> can only accept this command while in the powered on state"
                + poweredOn
        ) { world in
            world.add(strap)
            let app = TestCentral(world.addPhone())
            app.port.send(.scan(Central.ScanRequest()))
            try runs(world, app)
        },
        Broken("a call too early, which the test expects", stillness) { world in
            world.add(strap)
            world.expectMisuse(.notPoweredOn)
            let app = TestCentral(world.addPhone())
            app.port.send(.scan(Central.ScanRequest()))
            try runs(world, app)
        },
        Broken(
            "waits for a value",
            "HR-1 has not sent a value of 2A37 (Heart Rate Measurement) since the app subscribed to it. "
                + "Call device.update(\"2A37\", [...])."
        ) { world in
            let device = world.add(strap)
            let app = try LinkedApp(in: world, to: device)
            device.update("2A37", [2])
            try world.run(for: .seconds(1))
            try app.subscribe(to: app.characteristics[0][0].identifier)
            try runs(world, app.central)
        },
        Broken(
            "does not do what comes next in a recorded conversation",
            "HR-1 replays a conversation, and waits for step 2 of 2 (packet 7): the central reads 180D/2A37 "
                + "(Heart Rate Measurement). Let the app do that, or shorten the conversation."
        ) { world in
            var strap = strap
            var rules = DeviceRules()
            rules.conversation = DeviceConversation([
                .init(.connected), .init(.read("180D/2A37", .value([1])), packet: "7"),
            ])
            rules.replay = .strict
            strap.rules = rules
            world.add(strap)
            try runs(world, connecting(world.addPhone()))
        },
        Broken("waits for one more value", nil) { world in
            let device = world.add(strap)
            let app = try LinkedApp(in: world, to: device)
            try app.subscribe(to: app.characteristics[0][0].identifier)
            device.update("2A37", [2])
            try runs(world, app.central)
        },
        Broken("waits for the value that a device sends by itself", nil) { world in
            var strap = strap
            strap.behaviours = [.notifying("2A37", every: .minutes(5)) { _ in [2] }]
            let device = world.add(strap)
            let app = try LinkedApp(in: world, to: device)
            try app.subscribe(to: app.characteristics[0][0].identifier)
            try runs(world, app.central)
        },
        Broken(
            "Bluetooth is off",
            "Bluetooth is off on phone. Call phone.setBluetooth(true), or test what the app does then."
        ) { world in
            let phone = world.addPhone()
            phone.setBluetooth(false)
            try runs(world, scanning(phone))
        },
        Broken(
            "no permission",
            "the app may not use Bluetooth on phone: its authorization is denied. "
                + "Call phone.setAuthorization(.allowedAlways), or test what the app does then."
        ) {
            world in
            let phone = world.addPhone()
            phone.setAuthorization(.denied)
            try runs(world, scanning(phone))
        },
        Broken(
            "nobody answers",
            "phone shows an alert that nobody has answered: 1: app 1 would like to use Bluetooth "
                + "Answer it: phone.onSystemAlert { _ in .allow }, phone.onPairing { _ in .accept }."
        ) { world in
            let phone = world.addPhone()
            phone.onSystemAlert { _ in .ignore }
            phone.setAuthorization(.notDetermined)
            try runs(world, scanning(phone))
        },
        Broken(
            "a misuse",
            "API MISUSE in CBCentralManager.stopScan() on phone at T s: <CBCentralManager: 0x1> can only accept "
                + "this command while in the powered on state" + poweredOn
        ) { world in
            world.add(strap)
            world.misusePolicy = .fail
            world.onMisuse { _ in }
            let app = scanning(world.addPhone())
            app.port.send(.stopScan)
            try runs(world, app)
        },
    ]

    static let waits: [Broken] = [
        Broken(
            "no such service",
            "HR-1 has no service 1810 (Blood Pressure) or 180F (Battery); it has 180D (Heart Rate). "
                + "Write discoverServices([CBUUID(string: \"180D\")]), or discoverServices(nil)."
        ) { world in
            let app = try LinkedApp(in: world, to: world.add(strap))
            app.central.port.send(.discoverServices(app.peer, ["1810", "180F"]))
            try runs(world, app.central)
        },
        Broken(
            "no such characteristic",
            "HR-1's service 180D (Heart Rate) has no characteristic 2A38 (Body Sensor Location); it has 2A37 "
                + "(Heart Rate Measurement). Write discoverCharacteristics([CBUUID(string: \"2A37\")], for: service), "
                + "or give nil for all."
        ) { world in
            let app = try LinkedApp(in: world, to: world.add(strap))
            let service = app.services[0].identifier
            app.central.port.send(.discoverCharacteristics(app.peer, ["2A38"], service: service))
            try runs(world, app.central)
        },
        Broken(
            "one of the services has the characteristic",
            "the app has discovered characteristics of HR-1, and has neither read nor written one. Call "
                + "readValue(for:), writeValue(_:for:type:) or setNotifyValue(true, for: characteristic) in "
                + "peripheral(_:didDiscoverCharacteristicsFor:error:)." + realTimeToo
        ) { world in
            let device = world.add(
                DeviceDefinition(name: "HR-1") {
                    DeviceAdvertising(services: ["180D"])
                    DeviceService("180D") { DeviceCharacteristic("2A37", .read, value: [1]) }
                    DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [1]) }
                })
            let app = try LinkedApp(in: world, to: device)
            for service in app.services {
                let uuids: [BluetoothUUID] = ["2A37"]
                app.central.port.send(
                    .discoverCharacteristics(app.peer, uuids, service: service.identifier))
            }
            try runs(world, app.central)
        },
        Broken("the app went on without a service", stillness) { world in
            let app = try LinkedApp(in: world, to: world.add(strap))
            app.central.port.send(.discoverServices(app.peer, ["180F"]))
            try world.run(for: .seconds(1))
            _ = try app.read(app.characteristics[0][0].identifier)
            try runs(world, app.central)
        },
        Broken(
            "suspended",
            "app 1 of phone was suspended at T, and its manifest has no background mode for its central manager. "
                + "Call phone.configure(AppManifest(backgroundModes: .central))."
        ) { world in
            let phone = world.addPhone()
            let app = scanning(phone)
            try world.run(for: .seconds(1))
            phone.enterBackground()
            try world.run(for: .minutes(1))
            world.add(strap)
            try runs(world, app)
        },
        Broken("in the background with its mode", nil) { world in
            let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
            let app = scanning(phone)
            world.add(strap)
            try world.run(for: .seconds(1))
            phone.enterBackground()
            try runs(world, app)
        },
        Broken("ended", "app 1 of phone ended at T. phone.launch() starts it again.") { world in
            world.add(strap)
            let phone = world.addPhone()
            let app = scanning(phone)
            try world.run(for: .seconds(1))
            phone.terminate(.userForceQuit)
            try runs(world, app)
        },
    ]

    /// Scans for a second, then stops.
    private static func scansBriefly(_ world: World, for services: [BluetoothUUID] = ["180D"]) throws {
        let app = scanning(world.addPhone(), for: services)
        try world.run(for: .seconds(1))
        app.port.send(.stopScan)
        try runs(world, app)
    }

    static let endedScans: [Broken] = [
        Broken(
            "far away, and the scan ended", "HR-1 is 900 m away from phone; its signal reaches 559 m." + reach
        ) {
            world in
            world.add(strap, at: .meters(900))
            try scansBriefly(world)
        },
        Broken("silent, and the scan ended", "HR-1 does not advertise. Call device.startAdvertising().") {
            world in
            world.add(strap).stopAdvertising()
            try scansBriefly(world)
        },
        Broken(
            "another service, and the scan ended",
            "HR-1 advertises 180D (Heart Rate), but the app scans for 180F (Battery). "
                + "Write scanForPeripherals(withServices: [CBUUID(string: \"180D\")])."
        ) { world in
            world.add(strap)
            try scansBriefly(world, for: ["180F"])
        },
        Broken(
            "found, and silent after the scan",
            "the app has found HR-1, and does nothing with it. Call connect(_:options:) in "
                + "centralManager(_:didDiscover:advertisementData:rssi:)." + realTimeToo
        ) { world in
            let device = world.add(strap)
            world.after(.seconds(2)) { device.stopAdvertising() }
            try scansBriefly(world)
        },
    ]

    private static let reach =
        " Call device.move(to: .meters(2)), or add it there: world.add(_:at: .meters(2))."
    private static let poweredOn =
        ". Call it in centralManagerDidUpdateState(_:), once the state is .poweredOn."

    /// Where the app's time is real, it may still be about to do something.
    private static let realTimeToo = World().holdsAppWork ? "" : "\n" + stillness

    private static let stillness =
        World().holdsAppWork
        ? "no app waits for a callback, and none has a timer, a task or a block left to run: nothing more comes from it. "
            + "Look at the last lines of the story: what has to follow them is what the app does not call."
        : "no app waits for a callback. Here code that sleeps, an asyncAfter and a Timer wait in real time "
            + "(\(Interposition.reason ?? "")), "
            + "and the world does not wait for them: see Documentation/AppTime.md, or use world.pace()."

    static let devices: [Broken] = [
        Broken("far away", "HR-1 is 900 m away from phone; its signal reaches 559 m." + reach) { world in
            world.add(strap, at: .meters(900))
            try runs(world, scanning(world.addPhone()))
        },
        Broken("nothing there, and nobody waited for it", nil) { world in
            let app = scanning(world.addPhone())
            try world.run(for: .seconds(5))
            withExtendedLifetime(app) {}
        },
        Broken("nothing there, but the app has given up", stillness) { world in try scansBriefly(world) },
        Broken(
            "nothing there, and a call was refused",
            "API MISUSE in CBCentralManager.stopScan() on phone at T s: <CBCentralManager: 0x1> can only accept "
                + "this command while in the powered on state" + poweredOn
        ) { world in
            world.misusePolicy = .fail
            world.onMisuse { _ in }
            let app = scanning(world.addPhone())
            app.port.send(.stopScan)
            try runs(world, app)
        },
        Broken(
            "nothing there",
            "phone scans, and there is no device in the world. "
                + "Call world.add(_:), for example world.add(.heartRateMonitor())."
        ) {
            world in
            try runs(world, scanning(world.addPhone()))
        },
        Broken("near enough", nil) { world in
            world.add(strap, at: .meters(555))
            try runs(world, scanning(world.addPhone()))
        },
        Broken("walked away", "HR-1 is out of range; its signal reaches 559 m." + reach) { world in
            world.add(strap).move(to: .outOfRange)
            try runs(world, scanning(world.addPhone()))
        },
        Broken("off", "HR-1 is off. Call device.powerOn().") { world in
            world.add(strap).powerOff()
            try runs(world, scanning(world.addPhone()))
        },
        Broken("removed", "HR-1 was removed from the world. Add it again: world.add(_:).") { world in
            world.remove(world.add(strap).id)
            try runs(world, scanning(world.addPhone()))
        },
        Broken("silent", "HR-1 does not advertise. Call device.startAdvertising().") { world in
            world.add(strap).stopAdvertising()
            try runs(world, scanning(world.addPhone()))
        },
        Broken(
            "never advertises",
            "HR-1 does not advertise: its definition has no DeviceAdvertising. "
                + "Write DeviceAdvertising(services: [...]) in its definition."
        ) { world in
            world.add(DeviceDefinition(name: "HR-1") { DeviceService("180D") })
            try runs(world, scanning(world.addPhone()))
        },
        Broken(
            "taken",
            "HR-1 does not advertise while it is connected to phone. "
                + "End that link, or write continuesWhileConnected: true in its DeviceAdvertising."
        ) { world in
            world.add(strap)
            let first = connecting(world.addPhone())
            try world.run(for: .seconds(5))
            let second = scanning(world.addPhone())
            try withExtendedLifetime(first) { try runs(world, second) }
        },
        Broken(
            "another service",
            "HR-1 advertises 180D (Heart Rate), but the app scans for 180F (Battery), FFF0. "
                + "Write scanForPeripherals(withServices: [CBUUID(string: \"180D\")])."
        ) { world in
            world.add(strap)
            try runs(world, scanning(world.addPhone(), for: ["180F", "FFF0"]))
        },
        Broken(
            "not connectable",
            "Sign advertises, but is not connectable. "
                + "Call device.setConnectable(true), or define it with DeviceAdvertising(.connectable)."
        ) { world in
            world.add(.beacon(name: "Sign"))
            try runs(world, connecting(world.addPhone()))
        },
        Broken(
            "not connectable at present",
            "HR-1 advertises, but is not connectable. "
                + "Call device.setConnectable(true), or define it with DeviceAdvertising(.connectable)."
        ) { world in
            world.add(strap).setConnectable(false)
            try runs(world, connecting(world.addPhone()))
        },
        Broken(
            "another address",
            "phone connects to HR-1, but no device has that address: it was removed or has another address. "
                + "Scan again, and connect to the peripheral that is found then."
        ) { world in
            let device = world.add(strap)
            let app = connecting(world.addPhone())
            try world.run(for: .seconds(5))
            device.move(to: .outOfRange, for: .seconds(10))
            device.changeAddress()
            try world.run(for: .seconds(8))
            for case .discovered(let peer, _, _) in app.events {
                app.port.send(.connect(peer.identifier, Central.ConnectOptions()))
            }
            try runs(world, app)
        },
    ]

    @Test(arguments: worlds + devices + waits + endedScans)
    func aBrokenTestIsToldWhy(_ broken: Broken) throws {
        let world = World(seed: 1)
        world.startTrace()
        var snapshot: WorldSnapshot?
        do {
            try broken.test(world)
        } catch is World.RunError {
            snapshot = world.failedRun
            #expect(snapshot != nil)
        }
        let hints = (snapshot ?? world.snapshot()).hints.map { withoutTimes($0.description) }
        if let hint = broken.hint {
            #expect(hints.joined(separator: "\n") == hint)
        } else {
            #expect(hints == [])
        }
    }

    @Test("After a mistake of the test there are no hints")
    func noHintBesideAMistake() {
        let world = World()
        world.add(DeviceDefinition(name: "typo") { DeviceService("18G0") })
        #expect(world.snapshot().hints == [])
    }

    @Test("After a mistake that is reported elsewhere there are no hints either")
    func noHintBesideAnotherMistake() {
        let world = World()
        world.addPhone()
        #expect(world.snapshot().hints == [.noManager, .timeNeverMoved])
        world.noteMistake()
        #expect(world.snapshot().hints == [])
    }

    @Test("Where the app's time is real the hint says so, and why")
    func realTime() throws {
        var configuration = World.Configuration()
        configuration.appTime = .real
        let world = World(seed: 1, configuration: configuration)
        world.startTrace()
        let device = world.add(Self.strap)
        world.after(.seconds(2)) { device.stopAdvertising() }
        do { try Self.scansBriefly(world) } catch is World.RunError {}
        let reason = Interposition.reason ?? "the world's app time is real"
        #expect(
            world.failedRun?.hints == [.missingStep(device: "HR-1", after: .found), .realTime(reason)])
    }

    @Test("An app that will ask again after an error is not said to have made no request")
    func anErrorAndARequestToCome() throws {
        let world = World(seed: 1)
        guard world.holdsAppWork else { return }
        world.startTrace()
        let device = world.add(Self.strap)
        let phone = world.addPhone()
        let app = Self.connecting(phone)
        try world.run(for: .seconds(5))
        device.disconnect()
        world.code.run {
            DispatchQueue.main.asyncAfter(deadline: .now() + 600) { app.port.send(.stopScan) }
        }
        do { try Self.runs(world, app) } catch {}
        #expect(world.failedRun?.hints == [])
    }

    @Test("A world that stood still while the test ran another one is not said to lack a run")
    func anotherWorld() throws {
        let (own, other) = (World(seed: 1), World(seed: 2))
        let phone = OnlyPhone(own) { _ in }
        let app = Self.scanning(own.addPhone())
        #expect(own.snapshot().hints == [.timeNeverMoved])
        try PortEnvironment.$current.withValue(phone) { try other.run(for: .seconds(1)) }
        #expect(own.snapshot().hints == [.otherWorld])
        #expect(other.snapshot().hints == [])
        withExtendedLifetime(app) {}
    }

    @Test("An empty world gives no hints")
    func noHintInAnEmptyWorld() { #expect(World().snapshot().hints == []) }

    @Test(
        "Ranges in the documentation of World.add: transmit power and metres",
        arguments: [
            (-20, 56), (0, 559), (4, 886), (8, 1404),
        ])
    func ranges(power: Int, metres: Int) throws {
        for (distance, isHeard) in [(Double(metres) - 1, true), (Double(metres) + 1, false)] {
            let world = World()
            world.add(
                DeviceDefinition(name: "beacon", txPower: Int8(power)) { DeviceAdvertising(.nonConnectable) },
                at: .meters(distance))
            let app = Self.scanning(world.addPhone(), for: [])
            try world.run(for: .seconds(2))
            #expect((app.peers.isEmpty) == !isHeard, "\(distance) m")
        }
    }
}

/// The text with `T` for each time of six decimals: other tests check when packets meet.
func withoutTimes(_ text: some StringProtocol) -> String {
    var result = ""
    var rest = text[...]
    while let point = rest.firstIndex(of: ".") {
        let decimals = rest[rest.index(after: point)...].prefix { $0.isNumber }
        let head = rest[..<point]
        let whole = head.reversed().prefix { $0.isNumber }.count
        if decimals.count == 6, whole > 0 {
            result += head.dropLast(whole) + "T"
        } else {
            result += head + "." + decimals
        }
        rest = rest[decimals.endIndex...]
    }
    return result + rest
}
