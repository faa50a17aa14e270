import FaradayClient
import FaradayTesting
import Foundation
import Testing

import class BluetoothPort.Lock

/// What `RZBCentralManager` and `RZBScanInfo` offer.
@Suite("RZBCentralManager's users")
struct CentralManagerRows {
    @Test("-init: the phone of the code is found, and its state comes by itself", .simulated)
    func initial() async throws {
        let central = World.current.addPhone().run { Central() }
        #expect(central.state == .unknown)
        try await central.ready()
        #expect(central.state == .poweredOn && central.authorization == .allowedAlways)
    }

    @Test("There is no queue: any task may ask", .simulated)
    func anyTask() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        let levels = await withTaskGroup(of: UInt8?.self, returning: [UInt8?].self) { group in
            for _ in 0..<20 { group.addTask { try? await peripheral.read(Gadget.level) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(levels == Array(repeating: 7, count: 20))
        #expect(gadget.recorder.count("connect") == 1 && gadget.recorder.count("services") == 1)
    }

    @Test("There are no subclasses: an extension adds what an app wants of all peripherals", .simulated)
    func extensions() async throws {
        World.current.add(.heartRateMonitor(battery: 42), at: .meters(2))
        let central = World.current.addPhone().run { Central() }
        let strap = try await central.find(.advertising([HeartRate.service]))
        #expect(try await strap.batteryText() == "42 %")
    }

    @Test("Options: the system's alert about Bluetooth that is off", .simulated)
    func powerAlert() async throws {
        let phone = World.current.addPhone()
        phone.setBluetooth(false)
        let quiet = phone.run { Central() }
        try await wait { quiet.state == .poweredOff }
        #expect(phone.systemAlerts.isEmpty)
        let central = phone.run { Central(showsPowerAlert: true) }
        try await wait { central.state == .poweredOff }
        #expect(phone.systemAlerts.map(\.kind) == [.bluetoothIsOff])
    }

    @Test(
        "centralStateHandler and its notification: all states in order, for any number of readers", .simulated
    )
    func states() async throws {
        let phone = World.current.addPhone()
        let central = phone.run { Central() }
        try await central.ready()
        async let first = Self.states(of: central, 7)
        async let second = Self.states(of: central, 7)
        try await World.current.sleep(for: .seconds(1))
        let changes: [() -> Void] = [
            { phone.setRadio(.resetting) }, { phone.setRadio(.on) }, { phone.setBluetooth(false) },
            { phone.setRadio(.unsupported) }, { phone.setRadio(.on) }, { phone.setAuthorization(.denied) },
        ]
        for change in changes {
            change()
            try await World.current.sleep(for: .seconds(1))
        }
        let expected: [ManagerState] = [
            .poweredOn, .resetting, .poweredOn, .poweredOff, .unsupported, .poweredOn, .unauthorized,
        ]
        #expect(await first == expected)
        #expect(await second == expected)
    }

    private static func states(of central: Central, _ count: Int) async -> [ManagerState] {
        var states: [ManagerState] = []
        for await state in central.states {
            states.append(state)
            if states.count == count { break }
        }
        return states
    }

    @Test("restorationHandler and its notification: what the system kept, also for late readers", .simulated)
    func restoration() async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let (near, far) = (world.add(.blinky()), world.add(.battery(level: 12), at: .outOfRange))
        phone.app(2).hold(near)
        phone.seedRestoration(of: "main", peers: [near, far], scan: nil)
        let central = phone.run { Central(restoreIdentifier: "main") }
        try await central.ready()
        for _ in 0..<2 {
            let restored = try #require(await central.restored.first { _ in true })
            #expect(Set(restored.map(\.connectionState)) == [.connected, .connecting])
        }
        let restored = try #require(await central.restored.first { _ in true })
        let pending = restored.first { $0.connectionState == .connecting }
        far.move(to: .meters(1))
        #expect(try await pending?.read(Battery.level) == 12)
    }

    @Test("peripheralForUUID: and the two retrieve methods", .simulated)
    func identifiers() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        #expect(gadget.central.peripheral(peripheral.id) == peripheral)
        let stranger = UUID()
        #expect(try await gadget.central.knownPeripherals([stranger, peripheral.id]) == [peripheral])
        #expect(try await gadget.central.connectedPeripherals(with: [Gadget.service]).isEmpty)
        _ = try await peripheral.services()
        #expect(try await gadget.central.connectedPeripherals(with: [Gadget.service]) == [peripheral])
        #expect(try await gadget.central.connectedPeripherals(with: [Battery.service]).isEmpty)
    }

    @Test("A scan waits for Bluetooth, keeps its filter, reports, and stops with its loop", .simulated)
    func scan() async throws {
        let world = World.current
        let phone = world.addPhone()
        phone.setRadio(.unknown)
        world.add(.blinky(), at: .meters(1))
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let recorder = RecordingPhone(phone)
        let central = Central(on: recorder)
        async let sightings = Self.sightings(of: central.scan(for: [HeartRate.service], repeating: true), 3)
        try await world.sleep(for: .seconds(5))
        #expect(recorder.commands.isEmpty)
        phone.setRadio(.on)
        let found = try await sightings
        #expect(Set(found.compactMap(\.name)) == ["HR-1"])
        #expect(found.allSatisfy { $0.rssi < 0 && $0.advertisement.serviceUUIDs.contains(HeartRate.service) })
        try await wait { recorder.commands.count == 2 }
        #expect(recorder.commands == ["scan 180D", "stop scan"])
    }

    @Test("A second scan does not replace the first one", .simulated)
    func twoScans() async throws {
        let world = World.current
        world.add(.blinky(name: "Blinky"), at: .meters(1))
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        async let straps = Self.sightings(of: central.scan(for: [HeartRate.service], repeating: true), 5)
        async let all = Self.sightings(of: central.scan(repeating: true), 20)
        #expect(try await Set(straps.compactMap(\.name)) == ["HR-1"])
        #expect(try await Set(all.compactMap(\.name)) == ["HR-1", "Blinky"])
    }

    @Test("A scan goes on after a reset, and ends with the error when Bluetooth is switched off", .simulated)
    func scanAndRadio() async throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone()
        let recorder = RecordingPhone(phone)
        let central = Central(on: recorder)
        async let end = failure { for try await _ in central.scan(for: [HeartRate.service]) {} }
        try await recorder.sent("scan")
        phone.restartBluetooth()
        try await wait { recorder.count("scan") == 2 }
        phone.setBluetooth(false)
        let error = await end
        #expect(error?.reason == .poweredOff && error?.operation == .scan)
    }

    @Test("stopScan: the end of the loop's task", .simulated)
    func cancelledScan() async throws {
        let recorder = RecordingPhone(World.current.addPhone())
        let central = Central(on: recorder)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await failure { for try await _ in central.scan() {} } }
            try? await recorder.sent("scan")
            group.cancelAll()
        }
        try await wait { recorder.commands.count == 2 }
        #expect(recorder.commands == ["scan", "stop scan"])
    }

    private static func sightings(of scan: Sightings, _ count: Int) async throws -> [Sighting] {
        var sightings: [Sighting] = []
        for try await sighting in scan {
            sightings.append(sighting)
            if sightings.count == count { break }
        }
        return sightings
    }
}

extension Peripheral {
    /// What an app says of any peripheral with a battery.
    fileprivate func batteryText() async throws -> String { "\(try await read(Battery.level)) %" }
}
