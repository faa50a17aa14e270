#if !canImport(Darwin) || os(iOS)
import CoreBluetooth
import FaradayTesting
import NearbyInteraction
import Testing

/// Where a tag is: the distance from the tones on the air, the direction from the phone's camera.
@Suite struct TagLocatorTests {
    private static func tag(_ sounding: DeviceChannelSounding? = DeviceChannelSounding()) -> DeviceDefinition
    {
        DeviceDefinition(name: "Tag") {
            DeviceSecurity(.noInputNoOutput)
            DeviceAdvertising(services: ["FD01"])
            if let sounding { sounding }
        }
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    private func locate(
        _ definition: DeviceDefinition = tag(), _ profile: OSProfile = .iOS(27),
        at place: Position = .meters(3), wantsDirection: Bool = true
    ) async throws -> (app: TagLocator, phone: Phone, tag: Device) {
        let world = World.current
        world.configureMedium { $0.tones.noise = .none }
        let tag = world.add(definition, at: place)
        let keys = AccessorySetupKeys(services: ["FD01"])
        let phone = world.addPhone(profile).configure(AppManifest(accessorySetup: keys))
        let app = phone.run { TagLocator() }
        app.wantsDirection = wantsDirection
        try await world.run(until: { app.lines.first == "connected" }, timeout: .minutes(1))
        return (app, phone, tag)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.2, 29.4, 29.8, 29.9, 29.12, 29.13: pick, connect, locate, walk round, leave, return, pause, end",
        .simulated(seed: 2900))
    func wholeLife() async throws {
        let world = World.current
        let (app, phone, tag) = try await locate(at: Position(x: 3, y: -3))
        try await world.run(for: .seconds(2))
        #expect(app.lines == ["connected", "running"] && app.objects.count > 5)
        for object in app.objects {
            #expect(abs(try #require(object.distance) - 4.243) < 0.05)
            #expect(abs(try #require(object.horizontalAngle) - .pi / 4) < 1e-5, "it is to the right")
        }
        phone.turn(to: .pi / 4)
        try await world.run(for: .seconds(1))
        #expect(abs(try #require(app.angle)) < 1e-5, "the phone looks at it")
        tag.move(to: Position(x: 3, y: 3))
        try await world.run(for: .seconds(1))
        #expect(abs(try #require(app.angle) + .pi / 2) < 1e-5, "it is to the left")

        phone.enterBackground()
        try await world.run(for: .seconds(1))
        let count = app.objects.count
        try await world.run(for: .seconds(2))
        #expect(app.objects.count == count && app.lines.last == "suspended")
        phone.enterForeground()
        try await world.run(for: .seconds(2))
        #expect(app.lines.suffix(2) == ["suspension ended", "running"] && app.objects.count > count + 5)

        app.session?.pause()
        try await world.run(for: .seconds(1))
        let paused = app.objects.count
        try await world.run(for: .seconds(1))
        #expect(app.objects.count == paused)
        app.session?.configuration.map { app.session?.run($0) }
        try await world.run(for: .seconds(2))
        #expect(app.objects.count > paused + 5)
        app.session?.invalidate()
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "running" && app.peripheral?.state == .connected, "the link stays")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.9: without camera assistance there is no direction, and the same distance",
        .simulated(seed: 2901))
    func withoutCamera() async throws {
        let (app, _, _) = try await locate(wantsDirection: false)
        try await World.current.run(for: .seconds(2))
        #expect(app.objects.count > 5 && app.objects.allSatisfy { $0.horizontalAngle == nil })
        #expect(abs(try #require(app.distance) - 3) < 0.05)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.9: the distance is the radio's: slower tones change it, and not the direction",
        .simulated(seed: 2902))
    func distanceIsMeasured() async throws {
        let world = World.current
        let (app, phone, _) = try await locate(at: Position(x: 3, y: -3))
        try await world.run(for: .seconds(1))
        let before = try #require(app.distance)
        world.configureMedium { $0.tones.speedOfLight /= 2 }
        try await world.run(for: .seconds(4))
        let after = try #require(app.distance)
        #expect(abs(after - 2 * before) < 0.2, "tones that are half as fast take as long as twice the way")
        #expect(abs(try #require(app.angle) - .pi / 4) < 1e-5)
        #expect(phone.position == .origin)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 29.10: directions by where the tag is and where the phone looks", .simulated(seed: 2903))
    func directions() async throws {
        let world = World.current
        let (app, phone, tag) = try await locate(at: .meters(2))
        let table: [(x: Double, y: Double, z: Double, heading: Double, angle: Double?)] = [
            (2, 0, 0, 0, 0), (2, -2, 0, 0, .pi / 4), (2, 2, 0, 0, -.pi / 4), (0, -2, 0, 0, .pi / 2),
            (-2, -0.001, 0, 0, .pi - 0.0005), (2, 0, 0, .pi / 2, -.pi / 2), (2, 0, 0, -.pi / 2, .pi / 2),
            (2, -2, 1, 0, .pi / 4), (2, -2, 0, 101 * .pi / 4, -.pi), (0, 0, 2, 0, nil),
            (2, 0, 0, .infinity, 0),
        ]
        for row in table {
            tag.move(to: Position(x: row.x, y: row.y, z: row.z))
            phone.turn(to: row.heading)
            try await world.run(for: .milliseconds(800))
            guard let angle = row.angle else {
                #expect(app.angle == nil && app.distance != nil, "\(row)")
                continue
            }
            let turned = abs(Double(try #require(app.angle)) - angle)
            #expect(min(turned, abs(turned - 2 * .pi)) < 1e-4, "\(row): \(app.angle ?? 0)")
        }
    }

    // MARK: Ends

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.7: a tag that is carried away, switched off or disconnected ends the session",
        .simulated(seed: 2904), arguments: ["carried away", "switched off", "disconnected"])
    func gone(_ how: String) async throws {
        let world = World.current
        let (app, _, tag) = try await locate()
        try await world.run(until: { app.objects.count > 3 })
        switch how {
        case "carried away": tag.move(to: .outOfRange)
        case "switched off": tag.powerOff()
        default: app.disconnect()
        }
        try await world.run(until: { app.lines.count > 3 }, timeout: .minutes(1))
        #expect(app.lines.prefix(2) == ["connected", "running"])
        #expect(Set(app.lines.dropFirst(2)) == ["invalid accessoryPeerDeviceUnavailable", "disconnected"])
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("Behaviour 29.1, 29.3: a phone without the radio can't, and says so", .simulated(seed: 2905))
    func withoutRadio() async throws {
        let world = World.current
        let (app, phone, _) = try await locate(Self.tag(), .iOS(27, hasChannelSounding: false))
        #expect(app.lines == ["connected", "can't locate"])
        let listener = Listener()
        let session = phone.run { NISession() }
        session.delegate = listener
        session.run(
            NINearbyAccessoryConfiguration(
                bluetoothChannelSoundingIdentifier: try #require(app.peripheral?.identifier),
                previousBluetoothIdentifier: nil))
        try await world.run(for: .seconds(1))
        #expect(listener.codes == [.unsupportedPlatform])
        session.run(
            NINearbyAccessoryConfiguration(
                bluetoothChannelSoundingIdentifier: UUID(), previousBluetoothIdentifier: nil))
        try await world.run(for: .seconds(1))
        #expect(listener.codes.count == 1, "it can't run again")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.5: only an accessory of the app can be located; the user decides, too (29.14)",
        .simulated(seed: 2906))
    func refusals() async throws {
        let world = World.current
        let (app, phone, _) = try await locate()
        try await world.run(until: { app.objects.count > 3 })
        let listener = Listener()
        let stranger = phone.run { NISession() }
        stranger.delegate = listener
        stranger.run(
            NINearbyAccessoryConfiguration(
                bluetoothChannelSoundingIdentifier: UUID(), previousBluetoothIdentifier: nil))
        try await world.run(for: .seconds(1))
        #expect(listener.codes == [.invalidConfiguration])

        phone.setNearbyInteraction(isAllowed: false)
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "invalid userDidNotAllow")
        app.locate()
        try await world.run(for: .seconds(1))
        #expect(app.lines.filter { $0 == "invalid userDidNotAllow" }.count == 2)
        phone.setNearbyInteraction(isAllowed: true)
        app.locate()
        try await world.run(until: { app.lines.last == "running" })
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.6: one accessory at a time counts for both frameworks", .simulated(seed: 2907))
    func oneAtATime() async throws {
        let world = World.current
        let (app, phone, _) = try await locate()
        try await world.run(until: { app.objects.count > 3 })
        let identifier = try #require(app.peripheral?.identifier)
        let configuration = NINearbyAccessoryConfiguration(
            bluetoothChannelSoundingIdentifier: identifier, previousBluetoothIdentifier: nil)
        let listener = Listener()
        let second = phone.run { NISession() }
        second.delegate = listener
        second.run(configuration)
        let ranging = RangingListener()
        app.peripheral?.delegate = ranging
        app.peripheral?.startChannelSoundingSession(.init(role: .initiator))
        try await world.run(for: .seconds(1))
        #expect(listener.codes == [.activeSessionsLimitExceeded] && ranging.ends == [19])
        let count = app.objects.count
        try await world.run(for: .seconds(1))
        #expect(app.objects.count > count, "the first goes on")

        // The other way round, and without a pause between the two.
        app.session?.pause()
        try await world.run(for: .seconds(1))
        app.peripheral?.startChannelSoundingSession(.init(role: .initiator))
        try await world.run(until: { ranging.results > 3 })
        app.locate()
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "invalid activeSessionsLimitExceeded")
        app.peripheral?.cancelChannelSoundingSession()
        app.locate()
        try await world.run(until: { app.lines.last == "running" })
        #expect(ranging.ends.count == 2)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 29.18: an accessory that can't be measured ends the session", .simulated(seed: 2908),
        arguments: [DeviceChannelSounding?.none, DeviceChannelSounding(.rangingService)])
    func unable(_ sounding: DeviceChannelSounding?) async throws {
        let (app, _, _) = try await locate(Self.tag(sounding))
        try await World.current.run(for: .seconds(3))
        #expect(app.lines == ["connected", "invalid sessionFailed"])
        #expect(app.objects.isEmpty && app.peripheral?.state == .connected, "the link stays")
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test("A failed test's story and coverage have the session's words", .simulated(seed: 2909))
    func story() async throws {
        let world = World.current
        let (app, _, _) = try await locate(at: Position(x: 3, y: -3))
        try await world.run(until: { app.objects.count > 5 })
        app.session?.updateMotionState(
            .moving, forObjectWithToken: try #require(app.objects.last).discoveryToken)
        let text = world.traceText()
        for line in [
            "an NISession is created", "run for Tag, with the camera", "sessionDidStartRunning",
            " m, 45 degrees", "updateMotionState moving of Tag",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }
}

/// Keeps the codes of a session that ends.
@available(iOS 27.0, macCatalyst 27.0, *)
private final class Listener: NSObject, NISessionDelegate {
    private(set) var codes: [NIError.Code] = []

    func session(_ session: NISession, didInvalidateWith error: any Error) {
        if let error = error as? NIError { codes.append(error.code) }
    }
}

/// Keeps what a session of CoreBluetooth gives.
@available(iOS 27.0, macCatalyst 27.0, *)
private final class RangingListener: NSObject, CBPeripheralDelegate {
    private(set) var results = 0
    private(set) var ends: [Int] = []

    func peripheral(
        _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
        error: (any Error)?
    ) { self.results += 1 }

    func peripheral(_ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?) {
        ends.append((error as NSError?)?.code ?? 0)
    }
}
#endif
