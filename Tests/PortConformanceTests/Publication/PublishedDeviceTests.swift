import BluetoothPort
import BluetoothTypes
import FaradayBridge
import FaradayDeviceFiles
import FaradayTesting
import Foundation
import Testing

/// A device in a phone's peripheral role is, for an app on another phone, the device that a world has.
@Suite struct PublishedDeviceTests {
    /// A device and what may differ: the places of random bytes in its values.
    struct Sample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let definition: @Sendable () throws -> DeviceDefinition
        var random: Set<Int> = []

        static let all = [
            Sample("blinky") { try DeviceFile(DeviceFile(.blinky()).text).definition },
            Sample("battery") { try DeviceFile(DeviceFile(.battery()).text).definition },
            Sample("heart rate") { try DeviceFile(DeviceFile(.heartRateMonitor()).text).definition },
            Sample("strap", random: [1]) { try file("Examples/Devices/strap") },
            Sample("updater") { try file("Examples/Devices/updater") },
            Sample("rules") { rules },
        ]

        init(
            _ name: String, random: Set<Int> = [],
            _ definition: @escaping @Sendable () throws -> DeviceDefinition
        ) {
            (testDescription, self.random, self.definition) = (name, random, definition)
        }

        static func file(_ path: String) throws -> DeviceDefinition {
            let root = (#filePath as NSString).deletingLastPathComponent + "/../../../"
            return try DeviceFile(contentsOf: root + path + ".faraday.json").definition
        }

        /// Answers that come late, long values, refusals, included services, values over time.
        private static let rules = DeviceDefinition(name: "Rules") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF10", isPrimary: false) { DeviceCharacteristic("FF11", .read, value: [1]) }
            DeviceService("FF00", includes: ["FF10"]) {
                DeviceCharacteristic(
                    "FF01", [.read, .write], value: (0..<300).map { UInt8(truncatingIfNeeded: $0) },
                    descriptors: [.userDescription("Long")])
                DeviceCharacteristic("FF02", [.read, .notify, .write], value: [2])
                DeviceCharacteristic("FF03", [.read, .write], permissions: [])
                DeviceCharacteristic("FF04", [.indicate, .writeWithoutResponse])
                DeviceCharacteristic(
                    "FF05", [.read, .write], permissions: [.readable, .writable, .readAuthorized])
            }
            DeviceRules(
                series: [
                    .init("FF04", (1...3).map { .init(after: .milliseconds(300), [$0]) }, repeats: true)
                ],
                rules: [
                    DeviceRule(
                        .written("FF02", "01"), [.wait(.milliseconds(200)), .notify("FF02", "AA"), .accept]),
                    DeviceRule(.written("FF02"), [.refuse(.valueNotAllowed)]),
                    DeviceRule(.subscribed("FF02"), [.notify("FF02", "BB")]),
                ])
        }
    }

    /// What an app sees of a device, in words.
    private func observe(_ phone: Phone, _ services: [BluetoothUUID], random: Set<Int>) async throws
        -> [String]
    {
        let app = try await CentralUser.poweredOn(.direct, phone)
        let peer = try await app.connect(services)
        var seen: [String] = []
        var names: [AttributeIdentifier: BluetoothUUID] = [:]
        var listened: [AttributeIdentifier] = []
        for service in try await app.services(of: peer) {
            seen.append("service \(service.uuid)")
            app.send(.discoverIncludedServices(peer, nil, service: service.identifier))
            for item in try await app.characteristics(of: service, peer) {
                names[item.identifier] = item.uuid
                seen.append("\(item.uuid) \(item.properties)")
                for descriptor in try await app.descriptors(of: item.identifier, peer) {
                    seen.append("descriptor \(descriptor.uuid)")
                }
                if item.properties & 0x02 != 0 { seen.append("\(try await app.read(item.identifier, peer))") }
                if item.properties & 0x30 != 0 {
                    app.send(.setNotify(peer, item.identifier, true))
                    listened.append(item.identifier)
                }
                guard item.properties & 0x08 != 0 else { continue }
                for value: [UInt8] in [
                    [1], [9], (0..<200).map { UInt8($0) }, .init(repeating: 7, count: 600),
                ] {
                    let error = try await app.write(value, to: item.identifier, peer)
                    seen.append("\(value.count): \(error.map { "\($0)" } ?? "ok")")
                }
                if item.properties & 0x02 != 0 { seen.append("\(try await app.read(item.identifier, peer))") }
            }
        }
        try await World.current.run(for: .milliseconds(4_050))
        for characteristic in listened {
            let values = app.events.all.compactMap { event -> [UInt8]? in
                guard case .characteristicValue(peer, characteristic, .success(let value)) = event else {
                    return nil
                }
                return value.enumerated().map { random.contains($0.offset) ? 0 : $0.element }
            }
            seen.append("\(names[characteristic]!): \(values)")
        }
        return seen
    }

    private func services(of definition: DeviceDefinition) -> [BluetoothUUID] {
        definition.services.filter(\.isPrimary).map(\.uuid)
    }

    /// A phone that lets apps publish every service.
    private func server() -> Phone {
        var profile = OSProfile.iOS(18)
        profile.reservedServices = []
        return World.current.addPhone(profile, name: "server")
    }

    /// A device that is published on a phone, and what it tells.
    private func publish(
        _ definition: DeviceDefinition, _ way: Way, on phone: Phone
    ) async throws -> (device: PublishedDevice, news: EventLog<PublishedDevice.News>) {
        let news = EventLog<PublishedDevice.News>(World.current)
        let device = PublishedDevice(definition, on: way.provider(phone), seed: 1) { news.append($0) }
        try await news.wait(for: .advertising)
        return (device, news)
    }

    @Test(.simulated(seed: 51), arguments: Way.all, Sample.all)
    func anAppSeesTheSameDevice(_ way: Way, _ sample: Sample) async throws {
        let world = World.current
        let definition = try sample.definition()
        let original = world.add(definition)
        let uuids = services(of: definition)
        let wanted = try await observe(world.addPhone(name: "first"), uuids, random: sample.random)
        original.powerOff()
        let (device, news) = try await publish(definition, way, on: server())
        let seen = try await observe(world.addPhone(name: "second"), uuids, random: sample.random)
        #expect(seen == wanted)
        #expect(seen.count > 3)
        #expect(!news.all.contains { if case .limit = $0 { true } else { false } })
        device.stop()
    }

    @Test(
        "A burst that is longer than the phone's queue arrives whole and in order", .simulated(seed: 52),
        arguments: Way.all)
    func burst(_ way: Way) async throws {
        let values = (0..<500).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let definition = DeviceDefinition(name: "Burst") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") { DeviceCharacteristic("FF01", [.write, .notify]) }
            DeviceRules(rules: [
                DeviceRule(
                    .written("FF01"),
                    [values[..<250], values[250...]].map {
                        .send("FF01", [.bytes($0.flatMap { $0 })], size: 2)
                    })
            ])
        }
        let (device, _) = try await publish(definition, way, on: server())
        let app = try await CentralUser.poweredOn(.direct, World.current.addPhone(name: "client"))
        let peer = try await app.connect(["FF00"])
        let name = try #require(try await app.characteristics(of: "FF00", peer)["FF01"])
        app.send(.setNotify(peer, name, true))
        try await World.current.run(for: .seconds(1))
        #expect(try await app.write([1], to: name, peer) == nil)
        try await World.current.run(for: .seconds(30))
        let got = app.events.all.compactMap { event -> [UInt8]? in
            if case .characteristicValue(peer, name, .success(let value)) = event { value } else { nil }
        }
        #expect(got == values)
        device.stop()
    }

    @Test(
        "A stopped device leaves nothing, and one without Bluetooth waits", .simulated(seed: 53),
        arguments: Way.all)
    func stops(_ way: Way) async throws {
        let world = World.current
        let phone = server()
        let (device, news) = try await publish(.blinky(), way, on: phone)
        phone.setBluetooth(false)
        try await news.wait(for: .waiting(.poweredOff))
        phone.setBluetooth(true)
        let app = try await CentralUser.poweredOn(.direct, world.addPhone(name: "client"))
        let peer = try await app.connect()
        #expect(try await app.services(of: peer).map(\.uuid).contains(Blinky.service))
        device.stop()
        try await world.run(for: .seconds(1))
        #expect(try await app.services(of: peer).map(\.uuid).contains(Blinky.service) == false)
    }

    @Test(
        "A file with everything is published as far as it goes, and each limit is said once",
        .simulated(seed: 54),
        arguments: Way.all)
    func everything(_ way: Way) async throws {
        let world = World.current
        let definition = try Sample.file("Tests/FaradayDeviceFilesTests/Files/everything")
        let limits = PublishedDevice.limits(of: definition)
        #expect(limits.count == 22)
        #expect(Set(limits).count == limits.count)
        let news = EventLog<PublishedDevice.News>(world)
        let device = PublishedDevice(definition, on: way.provider(server()), seed: 1) { news.append($0) }
        try await world.run(for: .seconds(3))
        // Its first rule stops advertising.
        #expect(news.all.contains(.happened("is published, and does not advertise")))
        let app = try await CentralUser.poweredOn(.direct, world.addPhone(name: "client"))
        app.send(.scan(.init()))
        try await world.run(for: .seconds(3))
        #expect(!app.events.all.contains { if case .discovered = $0 { true } else { false } })
        device.stop()
    }
}
