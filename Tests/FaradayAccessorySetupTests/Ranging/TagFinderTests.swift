#if !canImport(Darwin) || os(iOS)
import BluetoothPort
import CoreBluetooth
import FaradayBridge
import FaradayLive
import FaradayTesting
import Foundation
import TagFinder
import Testing

/// Distances from the tones on the air to the app.
@Suite struct TagFinderTests {
    static func tag(_ sounding: DeviceChannelSounding? = DeviceChannelSounding()) -> DeviceDefinition {
        DeviceDefinition(name: "Tag") {
            DeviceSecurity(.noInputNoOutput)
            DeviceAdvertising(services: ["FD01"])
            if let sounding { sounding }
        }
    }

    /// The app, and what it says.
    @available(iOS 27.0, macCatalyst 27.0, *)
    struct Found {
        let app: TagFinderApp
        let said: World.Lock<[String]>
        let phone: Phone
        let tag: Device
        /// The phone of another process, if it is there.
        var remote: RemotePhone?

        /// Returns when the phone has what the app has said outside of a callback.
        func settle() { _ = remote?.authorization }

        var lines: [String] { said.withLock { $0 } }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    func find(
        _ tag: DeviceDefinition, _ profile: OSProfile = .iOS(27), at distance: Double = 3,
        in world: World = World.current, through server: ((Phone) throws -> RemotePhone)? = nil
    ) async throws -> Found {
        world.configureMedium { $0.tones.noise = .none }
        let tag = world.add(tag, at: .meters(distance))
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(profile).configure(AppManifest(accessorySetup: keys))
        let said = World.Lock<[String]>([])
        let make = { TagFinderApp { line in said.withLock { $0.append(line) } } }
        let remote = try server?(phone)
        let app =
            remote.map { PortEnvironment.$current.withValue($0, operation: make) } ?? phone.run(make)
        let found = Found(app: app, said: said, phone: phone, tag: tag, remote: remote)
        found.settle()
        try await world.run(until: { found.lines.contains("connected") }, timeout: .minutes(1))
        return found
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.7, 27.9, 27.11, 27.13, 27.17: pick, connect, measure, leave, return, stop, disconnect, remove",
        .simulated(seed: 2770))
    func wholeLife() async throws {
        try await playWholeLife(try await find(Self.tag()))
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "The app tells the same story, to the microsecond, with its phone behind a socket and the test's clock"
    )
    func wholeLifeThroughASocket() async throws {
        let servers = World.Lock<[ProgramServer]>([])
        defer { for server in servers.withLock({ $0 }) { server.stop() } }
        let world = World(seed: 2770)
        world.startTrace()
        let found = try await find(Self.tag(), in: world) { phone in
            let server = try phone.world.serve([phone])
            servers.withLock { $0.append(server) }
            let remote = try RemotePhone(
                RemotePhoneAddress(server.address(of: phone)).endpoint, app: "finder")
            _ = try server.app("finder")
            return remote
        }
        try await playWholeLife(found)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    private func playWholeLife(_ found: Found) async throws {
        let world = found.phone.world
        let app = found.app
        try await world.run(for: .seconds(2))
        #expect(app.distances.count > 5)
        for distance in app.distances { #expect(abs(distance - 3) < 0.05) }

        found.phone.enterBackground()
        try await world.run(for: .seconds(1))
        let count = app.distances.count
        found.tag.move(to: .meters(12))
        try await world.run(for: .seconds(2))
        #expect(app.distances.count == count, "nothing is measured behind")
        found.phone.enterForeground()
        try await world.run(for: .seconds(2))
        #expect(app.distances.count > count + 5)
        for distance in app.distances.dropFirst(count) { #expect(abs(distance - 12) < 0.05) }

        app.stopMeasuring()
        try await world.run(until: { found.lines.last == "the session has ended" })
        let last = app.distances.count
        try await world.run(for: .seconds(2))
        #expect(app.distances.count == last)
        app.disconnect()
        try await world.run(for: .seconds(3))
        app.remove()
        found.settle()
        try await world.run(for: .seconds(1))
        #expect(
            found.lines == [
                "set up Tag", "connected", "the session has ended", "disconnected", "removed the accessory",
            ])
        #expect(app.accessory == nil && found.phone.bonds.isEmpty && found.tag.connectionCount == 0)
        // A program's app has the name that it joined with.
        let story = world.storyText().replacingOccurrences(of: "finder", with: "app 1")
        #expect(story == TagFinderStory.text, "\(story)")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.14: the distance of a tag that is carried away lags behind it", .simulated(seed: 2771))
    func carriedAway() async throws {
        let world = World.current
        let found = try await find(Self.tag(), at: 2)
        try await world.run(for: .seconds(1))
        var isBehind: [Bool] = []
        for step in 1...40 {
            let distance = 2 + Double(step) * 0.1
            found.tag.move(to: .meters(distance))
            try await world.run(for: .milliseconds(180))
            if let shown = found.app.distances.last, shown > 0 { isBehind.append(shown < distance + 0.02) }
        }
        #expect(isBehind.count > 30 && isBehind.allSatisfy { $0 })
        try await world.run(for: .seconds(4))
        #expect(abs(try #require(found.app.distances.last) - 6) < 0.05, "it catches up")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.12: a tag that is carried out of reach ends the session, then the link",
        .simulated(seed: 2772))
    func outOfReach() async throws {
        let world = World.current
        let found = try await find(Self.tag())
        try await world.run(until: { found.app.distances.count > 3 })
        found.tag.move(to: .meters(100_000))
        try await world.run(
            until: { found.lines.last?.hasPrefix("disconnected") == true }, timeout: .minutes(1))
        let lines = found.lines.filter { !$0.hasPrefix("no distance") }
        let timeout = "CBErrorDomain 6"
        #expect(
            lines == [
                "set up Tag", "connected", "the session has ended: \(timeout)", "disconnected: \(timeout)",
            ])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.10: a tag without Channel Sounding, or without inline correction, can't be measured",
        .simulated(seed: 2773),
        arguments: [DeviceChannelSounding?.none, DeviceChannelSounding(.rangingService)])
    func unable(_ sounding: DeviceChannelSounding?) async throws {
        let found = try await find(Self.tag(sounding))
        try await World.current.run(for: .seconds(3))
        #expect(
            found.lines == ["set up Tag", "connected", "the session has ended: CBErrorDomain 19"])
        #expect(
            found.app.distances.isEmpty && found.app.peripheral?.state == .connected, "the link stays")
    }
}
#endif
