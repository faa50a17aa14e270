import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// The tests of `Documentation/ForAssistants.md`.
@Suite struct AssistantsPage {
    /// A device of the test's own: what it has been told, and what it answers.
    static func lamp(_ written: World.Lock<[UInt8]> = .init([])) -> DeviceDefinition {
        DeviceDefinition(name: "Lamp") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", [.read, .write, .notify], value: [0])
                    .onWrite { write in
                        guard let value = write.value.first, value <= 100 else {
                            throw ATT.ErrorCode.valueNotAllowed
                        }
                        written.withLock { $0.append(value) }
                        write.device.update("FF01", [value])
                    }
            }
        }
    }

    @Test(.simulated(seed: 1)) func switchesTheLamp() async throws {
        let world = World.current
        let written = World.Lock<[UInt8]>([])
        world.add(Self.lamp(written), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { LampApp() }
        try await world.run(until: { app.isReady })

        app.set(80)
        try await world.run(until: { app.values.last == 80 })
        #expect(written.withLock { $0 } == [80])

        app.set(200)
        try await world.run(until: { !app.errors.isEmpty })
        #expect(app.values.last == 80)
    }

    @Test(.simulated(seed: 2)) func comesBackAfterALostLink() async throws {
        let world = World.current
        let lamp = world.add(Self.lamp(), at: .meters(2))
        let app = world.addPhone().run { LampApp() }
        try await world.run(until: { app.isReady })

        lamp.move(to: .outOfRange, for: .seconds(30))
        try await world.run(until: { !app.isReady })
        #expect((app.errors.last as? CBError)?.code == .connectionTimeout)
        try await world.run(until: { app.isReady })
    }

    @Test(.simulated(seed: 3)) func survivesWhatRadiosDo() async throws {
        let world = World.current
        let lamp = world.add(Self.lamp(), at: .meters(2))
        world.inject(
            .connect(to: lamp).isDelayed(by: .seconds(8)),
            .subscribe(to: "FF01").nth(1).dropsLink(.timeout),
            .write("FF01").nth(1).fails(.insufficientResources))
        world.requireAllFaults()
        let app = world.addPhone().run { LampApp() }
        try await world.run(until: { app.isReady })
        app.set(1)
        try await world.run(until: { app.errors.count == 2 })
    }

    @Test(.simulated(seed: 4)) func waitsForBluetoothAndForPermission() async throws {
        let world = World.current
        world.add(Self.lamp())
        let phone = world.addPhone()
        phone.setBluetooth(false)
        phone.setAuthorization(.notDetermined)
        phone.onSystemAlert { alert in .after(.seconds(2), .allow) }
        let app = phone.run { LampApp() }
        try await world.run(until: { app.manager.state == .poweredOff })

        phone.setBluetooth(true)
        try await world.run(until: { app.isReady })
    }

    @Test(.simulated(seed: 5)) func asksTheUserToPair() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Lock") {
                DeviceSecurity(.displayOnly)  // shows a passkey
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", [.write, .notify], value: [0], requires: .authenticated)
                }
            })
        let phone = world.addPhone()
        phone.onPairing { alert in .after(.seconds(4), .accept) }  // the user types the passkey
        let app = phone.run { LampApp() }
        try await world.run(until: { app.isReady })
        #expect(phone.bonds.count == 1)
    }

    @Test(.simulated(seed: 6)) func comesBackAfterTheSystemHasEndedIt() async throws {
        let world = World.current
        let lamp = world.add(Self.lamp())
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let apps = World.Lock<[LampApp]>([])
        phone.onLaunch { _ in  // what `application(_:didFinishLaunchingWithOptions:)` does
            let app = LampApp(restoreIdentifier: "lamp")
            apps.withLock { $0.append(app) }
        }
        phone.launch()
        try await world.run(until: { apps.withLock { $0.last?.isReady == true } })

        phone.enterBackground()
        phone.terminate(.memoryPressure)
        try await world.run(for: .seconds(1))
        lamp.update("FF01", [7])
        try await world.run(until: { apps.withLock { $0.count == 2 && $0[1].isReady } })
    }

    @Test(.simulated(seed: 7)) func offersAValueToAnotherPhone() async throws {
        let world = World.current
        let shelf = world.addPhone(name: "Ben's iPhone", at: .meters(3)).run { ShelfApp() }
        let app = world.addPhone(name: "Ada's iPhone").run { LampApp() }
        try await world.run(until: { app.isReady && shelf.subscriberCount == 1 })

        shelf.show(9)
        try await world.run(until: { app.values == [9] })
        app.set(3)
        try await world.run(until: { shelf.written == [3] })
    }

    @Test(.simulated(seed: 8)) func saysSoIfItIsUsedWrongly() async throws {
        let world = World.current
        let phone = world.addPhone()
        let app = phone.run { LampApp() }
        try await world.run(until: { app.manager.isScanning })
        phone.setBluetooth(false)
        try await world.run(until: { app.manager.state == .poweredOff })
        world.expectMisuse(.notPoweredOn)
        app.manager.stopScan()
        try await world.run(for: .seconds(1))
    }
}
