#if !canImport(Darwin) || os(iOS)
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Distances, as apps get them.
@Suite struct RangingScenarios {
    private static func tag() -> DeviceDefinition {
        DeviceDefinition(name: "Tag") { DeviceAdvertising(services: ["FD01"]) }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.5: a peripheral that was only scanned for is refused, with code 19",
        .simulated(seed: 2701))
    func notSetUp() async throws {
        let world = World.current
        world.add(Self.tag(), at: .meters(2))
        let app = world.addPhone(.iOS(27)).run { FinderApp() }
        try await world.run(for: .seconds(5))
        #expect(app.lines == ["connected", "completed 19"])
        #expect(app.distances.isEmpty && app.peripheral?.state == .connected, "the link stays")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.10: an accessory without Channel Sounding is refused, with code 19",
        .simulated(seed: 2702))
    func oldAccessory() async throws {
        let world = World.current
        let tag = world.add(Self.tag(), at: .meters(2))
        let phone = world.addPhone(.iOS(27))
        phone.setUpAccessory(tag)
        let app = phone.run { FinderApp() }
        try await world.run(for: .seconds(5))
        #expect(app.lines == ["connected", "completed 19"])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.1, 27.3: an app that asks in the callback of poweredOn learns what its phone can do",
        .simulated(seed: 2703))
    func asks() async throws {
        let world = World.current
        world.add(Self.tag(), at: .meters(2))
        var abroad = OSProfile.iOS(27)
        abroad.ranging.isAllowedInRegion = false
        let phones: [(OSProfile, Bool)] = [
            (.iOS(27), true), (.iOS(27, hasChannelSounding: false), false), (.iOS(26), false),
            (abroad, false),
        ]
        for (number, (profile, canMeasure)) in phones.enumerated() {
            let phone = world.addPhone(profile, name: "phone \(number)")
            let app = phone.run { FinderApp() }
            try await world.run(for: .seconds(5))
            #expect(app.lines.first == (canMeasure ? "connected" : "can't measure"), "\(profile)")
            phone.setBluetooth(false)
            try await world.run(for: .seconds(1))
        }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.4: before the link is up, a session does not start, and the log says why",
        .simulated(seed: 2704, misuse: .record))
    func tooEarly() async throws {
        let world = World.current
        world.add(Self.tag(), at: .meters(2))
        let app = world.addPhone(.iOS(27)).run { FinderApp() }
        try await world.run(until: { app.peripheral != nil })
        app.startMeasuring()
        try await world.run(until: { app.lines.contains("connected") })
        #expect(world.misuses.map(\.misuse.kind) == [.notConnected])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("What a session does is told in the story", .simulated(seed: 2705))
    func story() async throws {
        let world = World.current
        world.add(Self.tag(), at: .meters(2))
        let app = world.addPhone(.iOS(27)).run { FinderApp() }
        try await world.run(until: { app.lines.contains("completed 19") })
        app.stopMeasuring()
        let story = world.storyText()
        #expect(story.contains("startChannelSoundingSession initiator of Tag"))
        #expect(
            story.contains(
                "didCompleteChannelSoundingSession of Tag: error channelSoundingConfigurationFailed"))
        #expect(story.contains("cancelChannelSoundingSession of Tag"))
    }
}
#endif
