import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The objects for a device's attributes.
@Suite struct ObjectScenarios {
    @Test(
        "Behaviour 4.2, 4.4, 4.5, 4.19; regression 2, 56, 57: filters, and the same objects each time",
        .simulated(seed: 431))
    func identity() async throws {
        let world = World.current
        world.add(.twins)
        let app = world.addPhone().run { AttributeProbe("twins") }
        try await app.connected()
        let peripheral = try #require(app.peripheral)
        try await app.line("services") { peripheral.discoverServices([CBUUID(string: "9999")]) }
        #expect(peripheral.services == [], "no match is not an error")
        try await app.line("services") { peripheral.discoverServices([CBUUID(string: "FF20")]) }
        let last = try #require(peripheral.services?.first)
        try await app.line("services") { peripheral.discoverServices([]) }
        #expect(peripheral.services?.map(\.uuid.uuidString) == ["FF10", "FF10", "FF20"])
        #expect(peripheral.services?.last === last)

        let service = try #require(peripheral.services?.first)
        func characteristics(_ filter: [CBUUID]?) async throws -> [CBCharacteristic] {
            try await app.line("characteristics") {
                peripheral.discoverCharacteristics(filter, for: service)
            }
            return service.characteristics ?? []
        }
        #expect(try await characteristics([CBUUID(string: "9999")]).isEmpty)
        let one = try await characteristics([CBUUID(string: "FF12")])
        #expect(one.map(\.uuid.uuidString) == ["FF12"])
        let all = try await characteristics([])
        #expect(all.map(\.uuid.uuidString) == ["FF11", "FF11", "FF12"])
        #expect(all.last === one.first)
        let again = try await characteristics(nil)
        #expect(again.count == 3 && zip(all, again).allSatisfy { $0 === $1 })
    }

    @Test(
        "Behaviour 4.21; regression 60, 101: two characteristics with one UUID each have their own values, notifications and answers",
        .simulated(seed: 432))
    func twins() async throws {
        let world = World.current
        world.add(.twins)
        let app = world.addPhone().run { AttributeProbe("twins") }
        try await app.explored()
        let services = (app.peripheral?.services ?? []).filter { $0.uuid.uuidString == "FF10" }
        let twins = services.flatMap { $0.characteristics ?? [] }.filter { $0.uuid.uuidString == "FF11" }
        #expect(twins.count == 4)
        for twin in twins { app.peripheral?.readValue(for: twin) }
        try await world.run(until: { app.values.count == 4 })
        #expect(twins.map(\.value) == [Data([1]), Data([2]), Data([3]), Data([4])])
        try await app.line("notify") { app.peripheral?.setNotifyValue(true, for: twins[2]) }
        #expect(twins.map(\.isNotifying) == [false, false, true, false])
    }

    @Test(
        "Behaviour 4.22; regression 58, 59, 61: included services, and the weak references from attributes to their parents",
        .simulated(seed: 433))
    func parents() async throws {
        let world = World.current
        world.add(.twins)
        var app: AttributeProbe? = world.addPhone().run { AttributeProbe("twins") }
        try await app?.explored()
        let service = try #require(app?.service("FF20"))
        try await app?.line("included FF20 [\"FF30\"]") {
            app?.peripheral?.discoverIncludedServices(nil, for: service)
        }
        let characteristic = try #require(service.characteristics?.first)
        try await app?.line("descriptors") { app?.peripheral?.discoverDescriptors(for: characteristic) }
        #expect(service.peripheral === app?.peripheral)
        #expect(characteristic.service === service)
        #expect(characteristic.descriptors?.first?.characteristic === characteristic)
        #expect(service.includedServices?.first?.isPrimary == false)
        weak let gone = app?.peripheral
        app?.central.cancelPeripheralConnection(app!.peripheral!)
        try await app?.line("lost")
        app = nil
        try await world.run(for: .seconds(1))
        #expect(gone == nil && service.peripheral == nil, "a service keeps no peripheral alive")
        #expect(characteristic.service === service)
    }

    @Test(
        "Behaviour 3.24; regression 63, 64, 93, 96, 103: overlapping requests are answered once each, or never",
        .simulated(seed: 434))
    func overlapping() async throws {
        let world = World.current
        let device = world.add(.twins)
        let app = world.addPhone().run { AttributeProbe("twins") }
        try await app.connected()
        let peripheral = try #require(app.peripheral)
        for _ in 0..<3 { peripheral.discoverServices(nil) }
        try await world.run(for: .seconds(2))
        #expect(app.lines.filter { $0.hasPrefix("services") }.count == 3)
        let service = app.service("FF20")
        try await app.line("characteristics") { peripheral.discoverCharacteristics(nil, for: service) }
        let start = app.lines.count
        device.powerOff()
        peripheral.discoverServices([CBUUID(string: "9999")])
        peripheral.discoverIncludedServices(nil, for: service)
        peripheral.readValue(for: app.characteristic("FF21"))
        peripheral.readRSSI()
        try await app.line("lost")
        let rest = Array(app.lines.dropFirst(start))
        // The phone knows the services already, and its own controller measures the signal.
        #expect(rest.map { String($0.prefix { $0 != " " }) } == ["services", "rssi", "lost"])
        #expect(rest.last == "lost CB 6")
        try await world.run(for: .minutes(1))
        #expect(app.lines.count == start + rest.count, "no callback comes late")
    }

    @Test(
        "Regression 70, 95: a delegate set in didDiscover stays, and needs no method", .simulated(seed: 435))
    func delegates() async throws {
        let world = World.current
        world.add(.twins)
        let app = world.addPhone().run { AttributeProbe("twins") }
        try await app.connected()
        #expect(app.peripheral?.delegate === app)
        try await app.explored()
        let empty = Empty()
        app.peripheral?.delegate = empty
        app.peripheral?.readValue(for: app.characteristic("FF21"))
        app.peripheral?.setNotifyValue(true, for: app.characteristic("FF11"))
        app.peripheral?.readRSSI()
        try await world.run(for: .seconds(1))
        #expect(app.characteristic("FF21").value == Data([9]))
        #expect(app.characteristic("FF11").isNotifying)
    }
}

private final class Empty: NSObject, CBPeripheralDelegate {}

extension DeviceDefinition {
    /// Twice FF10, each with two FF11; FF20, which includes FF30.
    fileprivate static var twins: DeviceDefinition {
        DeviceDefinition(name: "twins") {
            DeviceAdvertising(services: ["FF20"])
            for number: UInt8 in [1, 3] {
                DeviceService("FF10") {
                    DeviceCharacteristic("FF11", [.read, .notify], value: [number])
                    DeviceCharacteristic("FF11", [.read, .notify], value: [number + 1])
                    DeviceCharacteristic("FF12", .read, value: [0])
                }
            }
            DeviceService("FF30", isPrimary: false) { DeviceCharacteristic("FF31", .read, value: [0]) }
            DeviceService("FF20", includes: ["FF30"]) {
                DeviceCharacteristic("FF21", .read, value: [9], descriptors: [.userDescription("nine")])
            }
        }
    }
}
