import BluetoothPort
import BluetoothTypes
import FaradayCoreBluetooth
import CoreBluetoothModel
import FaradayTesting
import Foundation
import Testing

/// The system's attribute cache, as an app notices it.
@Suite struct CacheScenarios {
    /// ATT opcodes of discoveries: Find Information, Find By Type Value, Read By Type, Read By Group Type.
    static let discoveries: Set<UInt8> = [0x04, 0x06, 0x08, 0x10]

    @Test(
        "Behaviour 4.7, 4.8, 4.9, 4.10: a device without Service Changed is discovered once",
        .simulated(seed: 401))
    func knownDevice() async throws {
        let world = World.current
        let device = world.add(.lamp(hasServiceChanged: false))
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("lamp") }
        try await app.explored()
        try await app.line("descriptors FF01") {
            app.peripheral?.discoverDescriptors(for: app.characteristic("FF01"))
        }
        #expect(try await app.read("FF01") == "value FF01 [7]")
        // The phone looks for Service Changed when no app makes a request.
        try await world.run(for: .seconds(2))
        try await app.reconnected(to: device)
        try await world.run(for: .seconds(2))

        let position = world.traceCount
        try await app.line("services") { app.peripheral?.discoverServices(nil) }
        let lamp = try #require(app.servicesWhenTold?.first)
        #expect(lamp.characteristics?.map(\.uuid.uuidString) == ["FF01", "FF02"])
        #expect(lamp.characteristics?.first?.value == Data([7]), "4.8")
        #expect(lamp.characteristics?.first?.descriptors?.map(\.uuid.uuidString) == ["2902", "2901"], "4.9")
        #expect(lamp.characteristics?.last?.descriptors == nil, "not discovered yet")
        try await app.line("characteristics") { app.peripheral?.discoverCharacteristics(nil, for: lamp) }
        #expect(world.attributeOpcodes(of: phone, since: position).isEmpty)
        // Discovered attributes work.
        #expect(try await app.read("FF01") == "value FF01 [7]")
        #expect(try await app.notify("FF01") == "notify FF01 true")
    }

    @Test(
        "Behaviour 4.10; regression 65, 66, 71: nothing is cached for a device with Service Changed and no bond",
        .simulated(seed: 402))
    func unknownAgain() async throws {
        let world = World.current
        let device = world.add(.lamp())
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("lamp") }
        try await app.explored()
        let old = app.characteristic("FF01")
        _ = try await app.read("FF01")
        try await world.run(for: .seconds(2))
        try await app.reconnected(to: device)
        #expect(app.peripheral?.services == nil)
        let position = world.traceCount
        try await app.line("services") { app.peripheral?.discoverServices(nil) }
        #expect(app.servicesWhenTold?.first?.characteristics == nil)
        #expect(!Self.discoveries.isDisjoint(with: world.attributeOpcodes(of: phone, since: position)))
        try await app.explored()
        #expect(app.characteristic("FF01") !== old)
        #expect(app.characteristic("FF01").value == nil)
        #expect(try await app.read("FF01") == "value FF01 [7]")
    }

    @Test(
        "Behaviour 4.10: a bonded device's database is cached until the device reports a change",
        .simulated(seed: 403))
    func bondedDevice() async throws {
        let world = World.current
        let device = world.add(.lamp(isSecured: true))
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("lamp") }
        try await app.explored()
        #expect(try await app.read("FF01") == "value FF01 [7]")  // The user pairs.
        try await world.run(for: .seconds(2))
        try await app.reconnected(to: device)
        try await world.run(for: .seconds(2))
        let position = world.traceCount
        try await app.line("services") { app.peripheral?.discoverServices(nil) }
        #expect(app.servicesWhenTold?.first?.characteristics?.count == 2)
        #expect(world.attributeOpcodes(of: phone, since: position).isEmpty)

        try await app.line("lost") { device.install(.lamp(isSecured: true, extra: "FF09")) }
        try await app.line("connected") { app.central.connect(app.peripheral!) }
        let before = app.lines.count
        try await world.run(for: .seconds(2))
        try await app.explored()
        #expect(app.peripheral?.services?.map(\.uuid.uuidString) == ["FF09", "FF00"])
        #expect(
            app.lines.dropFirst(before).allSatisfy { !$0.hasPrefix("modified") }, "nothing was discovered yet"
        )
        #expect(try await app.read("FF01") == "value FF01 [7]")
    }

    @Test(
        "Behaviour 4.11, 4.12, ATT 1, ATT 3: a stale cache uses old handles, until Bluetooth is switched off and on",
        .simulated(seed: 404))
    func staleCache() async throws {
        let world = World.current
        let device = world.add(.lamp(hasServiceChanged: false))
        let phone = world.addPhone()
        let app = phone.run { AttributeProbe("lamp") }
        try await app.explored()
        try await app.notify("FF01")
        try await world.run(for: .seconds(2))
        // The update adds a read-only value at the beginning, and removes FF02.
        try await app.line("lost") { device.install(.otherLamp) }
        try await app.line("connected") { app.central.connect(app.peripheral!) }
        try await app.explored()
        #expect(app.peripheral?.services?.map(\.uuid.uuidString) == ["FF00"])
        #expect(try await app.read("FF01") == "value FF01 [1]", "the wrong characteristic")
        #expect(try await app.write("FF01", [9]) == "written FF01 ATT 3")
        #expect(
            try await app.notify("FF01").hasSuffix("ATT 3"), "a declaration is where the configuration was")
        #expect(try await app.read("FF02").hasSuffix("ATT 1"))
        phone.setBluetooth(false)
        try await app.line("state 4")
        phone.setBluetooth(true)
        try await app.line("state 5")
        try await app.line("connected") { app.central.connect(app.peripheral!) }
        try await app.explored()
        #expect(app.peripheral?.services?.map(\.uuid.uuidString) == ["FF08", "FF00"])
        #expect(try await app.read("FF01") == "value FF01 [7]")
    }

    @Test(
        "Behaviour 4.11: a cache that survives switching off and on is cleared when the phone restarts",
        .simulated(seed: 405))
    func stubbornCache() async throws {
        let world = World.current
        var profile = OSProfile.iOS(18)
        profile.powerOffForgetsAttributes = false
        let device = world.add(.lamp(hasServiceChanged: false))
        let phone = world.addPhone(profile)
        let app = phone.run { AttributeProbe("lamp") }
        try await app.explored()
        try await world.run(for: .seconds(2))
        phone.setBluetooth(false)
        try await app.line("state 4")
        device.install(.otherLamp)
        try await world.run(for: .seconds(1))
        phone.setBluetooth(true)
        try await app.line("state 5")
        try await app.line("connected") { app.central.connect(app.peripheral!) }
        try await app.explored()
        #expect(app.peripheral?.services?.count == 1)
        try await world.run(for: .seconds(2))
        phone.terminate(.reboot)
        try await world.run(for: .minutes(2))
        let next = phone.run { AttributeProbe("lamp") }
        try await next.explored()
        #expect(next.peripheral?.services?.count == 2)
    }

    @Test(
        "Behaviour 4.25: wedged discovery never answers, the link ends with code 0, and a restart cures it",
        .simulated(seed: 406))
    func wedge() async throws {
        let world = World.current
        let device = world.add(.lamp())
        let phone = world.addPhone()
        phone.wedgeDiscovery(of: device, endingLinksAfter: .minutes(4))
        let app = phone.run { AttributeProbe("lamp") }
        try await app.connected()
        let start = world.now
        app.peripheral?.discoverServices(nil)
        try await world.run(for: .minutes(3))
        #expect(!app.lines.contains { $0.hasPrefix("services") })
        #expect(try await app.line("lost") == "lost CB 0")
        #expect(!app.lines.contains { $0.hasPrefix("services") })
        #expect(world.now - start > .minutes(4))
        phone.terminate(.reboot)
        try await world.run(for: .minutes(2))
        let next = phone.run { AttributeProbe("lamp") }
        try await next.explored()
        #expect(try await next.read("FF01") == "value FF01 [7]")
    }
}

extension DeviceDefinition {
    /// FF00 with FF01 (read, write, notify; described) and FF02 (read), and optionally a service before it.
    static func lamp(
        hasServiceChanged: Bool = true, isSecured: Bool = false, extra: BluetoothUUID? = nil
    ) -> DeviceDefinition {
        DeviceDefinition(name: "lamp", hasServiceChanged: hasServiceChanged) {
            DeviceAdvertising(services: ["FF00"])
            if let extra { DeviceService(extra) { DeviceCharacteristic("FF0A", .read, value: [1]) } }
            DeviceService("FF00") {
                DeviceCharacteristic(
                    "FF01", [.read, .write, .notify], value: [7], requires: isSecured ? .encrypted : .none,
                    descriptors: [.userDescription("light")])
                DeviceCharacteristic("FF02", .read, value: [8])
            }
        }
    }

    /// Other firmware of the same device: the handles of `lamp` have another meaning.
    ///
    /// Value handles of `lamp`: FF01 16, its descriptors 17 and 18, FF02 20. Here 16 is FF0A, 17 and 18 are
    /// declarations, and there is nothing after 19.
    static var otherLamp: DeviceDefinition {
        DeviceDefinition(name: "lamp", hasServiceChanged: false) {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF08") { DeviceCharacteristic("FF0A", .read, value: [1]) }
            DeviceService("FF00") { DeviceCharacteristic("FF01", [.read, .write], value: [7]) }
        }
    }
}
