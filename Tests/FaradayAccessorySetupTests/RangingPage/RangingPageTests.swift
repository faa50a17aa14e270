#if !canImport(Darwin) || os(iOS)
import CoreBluetooth
import FaradayTesting
import TagFinder
import Testing

/// The other examples of Documentation/ChannelSounding.md.
@Suite struct RangingPageTests {
    @available(iOS 27.0, macCatalyst 27.0, *)
    private func measuring(
        _ profile: OSProfile = .iOS(27), _ sounding: DeviceChannelSounding? = DeviceChannelSounding(),
        at position: Position = .meters(4)
    ) -> (phone: Phone, app: DistanceApp, tag: Device) {
        let world = World.current
        let tag = world.add(
            DeviceDefinition(name: "Tag") {
                DeviceSecurity(.noInputNoOutput)
                DeviceAdvertising(services: ["FD01"])
                if let sounding { sounding }
            }, at: position)
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(profile).configure(AppManifest(accessorySetup: keys))
        return (phone, phone.run { DistanceApp() }, tag)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("An antenna's delay makes the distance longer", .simulated(seed: 2710))
    func device() async throws {
        let sounding =
            DeviceChannelSounding(antennaDelay: 1.5, clockOffset: 12)
        let (_, app, _) = measuring(.iOS(27), sounding)
        try await World.current.run(until: { app.distances.count == 5 })
        // 0.3 m for each nanosecond.
        #expect(abs(try #require(app.distances.last) - 4.45) < 0.02)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Walls and reflections make distances wrong", .simulated(seed: 2711))
    func air() async throws {
        let world = World.current
        world.configureMedium { medium in
            medium.tones.noise = .typical
            medium.tones.reflections = [.init(extraPath: 4, gain: -6)]  // 4 m longer, a quarter of the power
            medium.tones.room = .init(from: Position(x: -2, y: -3), to: Position(x: 9, y: 3, z: 3))
        }
        let (_, app, _) = measuring(at: .meters(4))
        try await world.run(until: { app.distances.count == 20 })
        let error = try #require(app.distances.last) - 4
        #expect(abs(error) > 0.02 && abs(error) < 4)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("The distance comes from the tones: in a slower air it is longer", .simulated(seed: 2712))
    func speedOfLight() async throws {
        let world = World.current
        world.configureMedium { $0.tones.speedOfLight *= 0.99 }
        let (_, app, _) = measuring(at: .meters(20))
        try await world.run(until: { app.distances.count == 5 })
        #expect(abs(try #require(app.distances.last) - 20 / 0.99) < 0.01)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.11: in the background nothing is measured, and then it goes on",
        .simulated(seed: 2713))
    func background() async throws {
        let world = World.current
        let (phone, app, _) = measuring()
        try await world.run(until: { app.distances.count == 5 })
        phone.enterBackground()
        try await world.run(for: .seconds(2))
        let count = app.distances.count
        try await world.run(for: .seconds(10))
        #expect(app.distances.count == count && app.ending == nil)
        phone.enterForeground()
        try await world.run(until: { app.distances.count > count })
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 27.10: a tag without inline correction gets error 19", .simulated(seed: 2714))
    func refused() async throws {
        let world = World.current
        let (_, app, _) = measuring(.iOS(27), DeviceChannelSounding(.rangingService))
        try await world.run(until: { app.ending != nil })
        #expect(app.ending == CBError.channelSoundingConfigurationFailed.rawValue && app.distances.isEmpty)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.20: an accessory without a bond gets error 19",
        .simulated(seed: 2717))
    func withoutBond() async throws {
        let world = World.current
        let tag = world.add(
            DeviceDefinition(name: "Tag") {
                DeviceAdvertising(services: ["FD01"])
                DeviceChannelSounding()
            }, at: .meters(4))
        let phone = world.addPhone(.iOS(27))
            .configure(AppManifest(accessorySetup: AccessorySetupKeys(services: ["FD01"])))
        phone.setUpAccessory(tag)
        let said = World.Lock<[String]>([])
        let app = phone.run { TagFinderApp { line in said.withLock { $0.append(line) } } }
        try await world.run(until: { said.withLock { $0.count == 2 } })
        #expect(said.withLock { $0 } == ["connected", "the session has ended: CBErrorDomain 19"])
        #expect(app.distances.isEmpty && phone.bonds.isEmpty)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.8: a procedure that fails gives an error, and the session goes on",
        .simulated(seed: 2715))
    func failedProcedure() async throws {
        let world = World.current
        let (_, app, _) = measuring()
        try await world.run(until: { app.distances.count == 5 })
        world.configureMedium { $0.tones.noise.floor = -40 }  // as loud as the tones
        try await world.run(until: { app.failedProcedures > 2 })
        world.configureMedium { $0.tones.noise = .typical }
        let count = app.distances.count
        try await world.run(until: { app.distances.count > count })
        #expect(app.ending == nil)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("What is open on hardware is a switch", .simulated(seed: 2716))
    func switches() async throws {
        let world = World.current
        var profile = OSProfile.iOS(27)
        profile.ranging.procedureInterval = .milliseconds(60)
        profile.ranging.smoothing = 1  // every distance as it was measured
        profile.ranging.outlierReport = .nothing
        profile.ranging.endOfLink = .staysSilent
        let (phone, app, tag) = measuring(profile)
        try await world.run(until: { app.distances.count == 20 })
        tag.powerOff()
        try await world.run(until: { app.tag?.state == .disconnected })
        #expect(app.ending == nil && phone.bonds.count == 1)
    }
}
#endif
