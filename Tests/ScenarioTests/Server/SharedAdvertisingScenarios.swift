import BluetoothWire
import FaradayCoreBluetooth
import FaradayProtocol
import FaradayTesting
import Foundation
import Testing

/// Advertising when several apps of a phone advertise, and when they are in the background.
@Suite struct SharedAdvertisingScenarios {
    private static func long(_ number: Int) -> String { "0000000\(number)-1111-2222-3333-444444444444" }

    /// A phone that advertises, and an app nearby that scans.
    private func meet() -> (Phone, ScanningApp) {
        let world = World.current
        let phone = world.addPhone(name: "server").configure(AppManifest(backgroundModes: .peripheral))
        phone.app(2).configure(AppManifest(backgroundModes: .peripheral))
        return (phone, world.addPhone(name: "scanner", at: .meters(2)).run { ScanningApp() })
    }

    @Test(
        "Behaviour 6.10: two apps share one advertisement: the first name, all services; each ends its own part",
        .simulated(seed: 652))
    func twoApps() async throws {
        let world = World.current
        let (phone, scanner) = meet()
        let first = phone.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        try await world.run(for: .seconds(1))
        let second = phone.app(2).run { AdvertisingApp(AdvertisingApp.data("Two", ["FF01", "FF00"])) }
        try await world.run(for: .seconds(2))
        #expect(first.lines == ["state 5", "advertising true"])
        #expect(second.lines == ["state 5", "advertising true"])
        #expect(scanner.identifiers.count == 1, "one phone, one advertiser")
        #expect(scanner.seen == SeenAdvertisement(name: "One", services: ["FF00", "FF01"]))

        first.manager.stopAdvertising()
        #expect(!first.manager.isAdvertising && second.manager.isAdvertising)
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == SeenAdvertisement(name: "Two", services: ["FF01", "FF00"]))

        first.manager.startAdvertising(AdvertisingApp.data("One", ["FF02"]))
        try await world.run(for: .seconds(1))
        #expect(scanner.seen == SeenAdvertisement(name: "Two", services: ["FF01", "FF00", "FF02"]))
        #expect(first.lines.last == "advertising true")

        first.manager.stopAdvertising()
        second.manager.stopAdvertising()
        try await world.run(for: .seconds(1))
        scanner.forget()
        try await world.run(for: .seconds(2))
        #expect(scanner.seen == nil)
    }

    @Test("Behaviour 6.10: apps that start in the same instant both get a callback", .simulated(seed: 653))
    func together() async throws {
        let world = World.current
        let (phone, scanner) = meet()
        let apps = [phone, phone.app(2)].enumerated().map { number, app in
            app.run { AdvertisingApp(AdvertisingApp.data(nil, ["FF0\(number)"])) }
        }
        try await world.run(for: .seconds(1))
        for app in apps { #expect(app.lines == ["state 5", "advertising true"]) }
        #expect(scanner.seen == SeenAdvertisement(services: ["FF00", "FF01"]))
    }

    @Test(
        "Behaviour 6.10, 6.8: apps share 28 bytes, and services that do not fit go to the overflow area",
        .simulated(seed: 654))
    func room() async throws {
        let world = World.current
        let (phone, scanner) = meet()
        let first = phone.run { AdvertisingApp(AdvertisingApp.data("Phone", [Self.long(1)])) }
        let second = phone.app(2).run { AdvertisingApp(AdvertisingApp.data("Two", [Self.long(2), "FF00"])) }
        let seeker = world.addPhone(name: "seeker", at: .meters(2)).run {
            ScanningApp(services: [Self.long(2)])
        }
        try await world.run(for: .seconds(3))
        #expect(scanner.seen == SeenAdvertisement(name: "Phone", services: ["FF00", Self.long(1)]))
        #expect(seeker.seen?.overflow == [Self.long(2)])
        withExtendedLifetime((first, second)) {}
    }

    @Test(
        "Behaviour 6.10, 6.11: next to a foreground app, a background app has its services in the overflow area",
        .simulated(seed: 655))
    func mixture() async throws {
        let world = World.current
        let (phone, scanner) = meet()
        let seeker = world.addPhone(name: "seeker", at: .meters(2)).run { ScanningApp(services: ["FF00"]) }
        let first = phone.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        let second = phone.app(2).run { AdvertisingApp(AdvertisingApp.data("Two", ["FF01"])) }
        try await world.run(for: .seconds(1))
        phone.suspend()
        try await world.run(for: .seconds(2))
        #expect(scanner.seen == SeenAdvertisement(name: "Two", services: ["FF01"]))
        #expect(seeker.seen == SeenAdvertisement(name: "Two", services: ["FF01"], overflow: ["FF00"]))
        phone.app(2).suspend()
        try await world.run(for: .seconds(5))
        #expect(scanner.seen == SeenAdvertisement())
        #expect(seeker.seen == SeenAdvertisement(overflow: ["FF00"]))
        phone.enterForeground()
        try await world.run(for: .seconds(2))
        #expect(scanner.seen == SeenAdvertisement(name: "One", services: ["FF00"]))
        withExtendedLifetime((first, second)) {}
    }

    @Test(
        "Behaviour 6.41: a passive scanner sees the overflow area too",
        .simulated(seed: 656))
    func passively() async throws {
        let world = World.current
        let (phone, _) = meet()
        let app = phone.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        try await world.run(for: .seconds(1))
        phone.suspend()
        let start = world.trace.count
        try await world.run(for: .seconds(5))
        let pdus = world.trace.dropFirst(start).compactMap { record -> LL.AdvertisingPDU? in
            guard record.node == phone.id, case .air(let frame) = record.payload,
                case .advertising(let pdu) = frame.kind
            else { return nil }
            return pdu
        }
        for pdu in pdus {
            switch pdu {
            case .advInd(let advertisement):
                #expect(advertisement.data.starts(with: [0x02, 0x01, 0x1A, 0x14, 0xFF, 0x4C, 0x00, 0x01]))
            case .scanRsp(_, let data): #expect(data.isEmpty)
            default: break
            }
        }
        #expect(!pdus.isEmpty)
        withExtendedLifetime(app) {}
    }

    @Test(
        "Behaviour 6.42: a background scan does not find services in the overflow area alone, unless the profile says so",
        .simulated(seed: 657), arguments: [false, true])
    func backToBack(finds: Bool) async throws {
        let world = World.current
        let server = world.addPhone(name: "server").configure(AppManifest(backgroundModes: .peripheral))
        var profile = OSProfile.iOS(18)
        profile.findsOverflowInBackground = finds
        let other = world.addPhone(profile, name: "other", at: .meters(2))
            .configure(AppManifest(backgroundModes: .central))
        let publisher = server.run { AdvertisingApp(AdvertisingApp.data("One", ["FF00"])) }
        let seeker = other.run { ScanningApp(services: ["FF00"]) }
        try await world.run(until: { seeker.seen != nil })
        server.suspend()
        other.suspend()
        try await world.run(for: .seconds(5))
        seeker.forget()
        server.restartBluetooth()  // A new address: a device that the phone has not seen.
        try await world.run(for: .minutes(5))
        #expect((seeker.seen != nil) == finds)
        other.enterForeground()
        try await world.run(until: { seeker.seen?.overflow == ["FF00"] })
        withExtendedLifetime(publisher) {}
    }
}
