#if !canImport(Darwin) || os(iOS)
import CoreBluetooth
import FaradayTesting
import Testing

/// Distances from the tones on the air to the app.
@Suite struct TagFinderTests {
    private static func tag(_ sounding: DeviceChannelSounding? = DeviceChannelSounding()) -> DeviceDefinition
    {
        DeviceDefinition(name: "Tag") {
            DeviceSecurity(.noInputNoOutput)
            DeviceAdvertising(services: ["FD01"])
            if let sounding { sounding }
        }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    private func find(
        _ tag: DeviceDefinition, _ profile: OSProfile = .iOS(27), at distance: Double = 3
    ) async throws -> (app: TagFinder, phone: Phone, tag: Device) {
        let world = World.current
        world.configureMedium { $0.tones.noise = .none }
        let tag = world.add(tag, at: .meters(distance))
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(profile).configure(AppManifest(accessorySetup: keys))
        let app = phone.run { TagFinder() }
        try await world.run(until: { app.lines.contains("connected") }, timeout: .minutes(1))
        return (app, phone, tag)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.7, 27.9, 27.11, 27.13, 27.17: pick, connect, measure, leave, return, stop, disconnect, remove",
        .simulated(seed: 2770))
    func wholeLife() async throws {
        let world = World.current
        let (app, phone, tag) = try await find(Self.tag())
        try await world.run(for: .seconds(2))
        #expect(app.distances.count > 5)
        for distance in app.distances { #expect(abs(distance - 3) < 0.05) }

        phone.enterBackground()
        try await world.run(for: .seconds(1))
        let count = app.distances.count
        tag.move(to: .meters(12))
        try await world.run(for: .seconds(2))
        #expect(app.distances.count == count, "nothing is measured behind")
        phone.enterForeground()
        try await world.run(for: .seconds(2))
        #expect(app.distances.count > count + 5)
        for distance in app.distances.dropFirst(count) { #expect(abs(distance - 12) < 0.05) }

        app.stopMeasuring()
        try await world.run(until: { app.lines.last == "completed -" })
        let last = app.distances.count
        try await world.run(for: .seconds(2))
        #expect(app.distances.count == last)
        app.disconnect()
        try await world.run(for: .seconds(3))
        app.remove()
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["connected", "completed -", "disconnected -"])
        #expect(app.accessory == nil && phone.bonds.isEmpty && tag.connectionCount == 0)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.14: the distance of a tag that is carried away lags behind it", .simulated(seed: 2771))
    func carriedAway() async throws {
        let world = World.current
        let (app, _, tag) = try await find(Self.tag(), at: 2)
        try await world.run(for: .seconds(1))
        var isBehind: [Bool] = []
        for step in 1...40 {
            let distance = 2 + Double(step) * 0.1
            tag.move(to: .meters(distance))
            try await world.run(for: .milliseconds(180))
            if let shown = app.distances.last, shown > 0 { isBehind.append(shown < distance + 0.02) }
        }
        #expect(isBehind.count > 30 && isBehind.allSatisfy { $0 })
        try await world.run(for: .seconds(4))
        #expect(abs(try #require(app.distances.last) - 6) < 0.05, "it catches up")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.12: a tag that is carried out of reach ends the session, then the link",
        .simulated(seed: 2772))
    func outOfReach() async throws {
        let world = World.current
        let (app, _, tag) = try await find(Self.tag())
        try await world.run(until: { app.distances.count > 3 })
        tag.move(to: .meters(100_000))
        try await world.run(
            until: { app.lines.last?.hasPrefix("disconnected") == true }, timeout: .minutes(1))
        let lines = app.lines.filter { !$0.hasPrefix("no results") }
        #expect(lines == ["connected", "completed 6", "disconnected 6"])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.10: a tag without Channel Sounding, or without inline correction, can't be measured",
        .simulated(seed: 2773),
        arguments: [DeviceChannelSounding?.none, DeviceChannelSounding(.rangingService)])
    func unable(_ sounding: DeviceChannelSounding?) async throws {
        let (app, _, _) = try await find(Self.tag(sounding))
        try await World.current.run(for: .seconds(3))
        #expect(app.lines == ["connected", "completed 19"])
        #expect(app.distances.isEmpty && app.peripheral?.state == .connected, "the link stays")
    }
}
#endif
