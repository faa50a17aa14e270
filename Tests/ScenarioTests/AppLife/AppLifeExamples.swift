import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The examples of `Documentation/AppLife.md`.
@Suite struct AppLifeExamples {
    @Test(.simulated(seed: 31))
    func permission() async throws {
        let world = World.current
        let phone = world.addPhone()
        phone.setAuthorization(.notDetermined)  // nobody has been asked yet
        phone.onSystemAlert { alert in .after(.seconds(3), .deny) }
        #expect(phone.run { CBManager.authorization } == .notDetermined)

        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.central.state == .unauthorized })
        #expect(CBManager.authorization == .denied)

        phone.setAuthorization(.allowedAlways)  // the user has changed it in Settings
        try await world.run(until: { app.central.state == .poweredOn })
    }

    @Test(.simulated(seed: 32))
    func background() async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.central.isScanning })

        phone.enterBackground()
        try await world.run(until: { phone.appState == .suspended })
        world.add(.heartRateMonitor())
        try await world.run(until: { app.valueCount > 0 })  // found, connected, subscribed, all behind
        #expect(phone.appState == .background)
    }

    @Test(.simulated(seed: 33))
    func comesBack() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = world.addPhone(.iOS(18)).configure(AppManifest(backgroundModes: .central))
        let apps = World.Lock<[StrapApp]>([])
        phone.onLaunch { launch in  // what `application(_:didFinishLaunchingWithOptions:)` does
            let app = StrapApp(restoreIdentifier: "strap")
            apps.withLock { $0.append(app) }
        }
        phone.launch()  // the user taps the icon
        try await world.run(until: { apps.withLock { $0.last!.valueCount > 0 } })

        phone.enterBackground()
        phone.terminate(.memoryPressure)
        try await world.run(until: { apps.withLock { $0.count == 2 && $0[1].valueCount > 0 } })
        let app = apps.withLock { $0[1] }
        #expect(app.lines == ["restore 0", "state 5", "value"])  // connected and subscribed still
        #expect(phone.appState == .background)
    }

    @Test(.simulated(seed: 34))
    func upload() async throws {
        let world = World.current
        let image = [UInt8](repeating: 7, count: 200_000)
        let flash = World.Lock<[UInt8]>([])
        let device = world.add(
            DeviceDefinition(name: "Sensor") {
                DeviceAdvertising(services: ["FFF0"])
                DeviceChannel(psm: 0x80, requires: .encrypted)
                    .onOpen { channel in  // says how far it is
                        let count = UInt32(flash.withLock { $0.count })
                        channel.send((0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) })
                    }
                    .onReceive { channel, bytes in
                        flash.withLock { $0 += bytes }
                        if flash.withLock({ $0.count }) == image.count { channel.send([1]) }
                    }
            }, at: .meters(2))
        let app = world.addPhone().run { FirmwareUpload(image) }

        try await world.run(until: { flash.withLock { $0.count } > 80_000 })
        device.move(to: .outOfRange, for: .seconds(20))
        try await world.run(until: { app.isDone })
        #expect(flash.withLock { $0 } == image)
        #expect(app.starts.count == 2 && app.starts[1] > 80_000)  // it went on where the device was
        #expect(app.progress.last == 1)
    }

    @Test(.simulated(seed: 37))
    func cutOff() async throws {
        let world = World.current
        let battery = world.add(.battery())
        let app = world.addPhone().run { ValueReader() }
        try await world.run(until: { app.isReady })

        let answers = World.Lock<[ValueReader.Answer]>([])
        app.read { answer in answers.withLock { $0.append(answer) } }
        battery.powerOff()  // and never answers
        try await world.run(until: { answers.withLock { $0.count == 1 } })
        #expect(throws: CBError.self) { try answers.withLock { try $0[0].get() } }
    }

    @Test(.simulated(seed: 35))
    func misuse() async throws {
        let world = World.current
        let phone = world.addPhone()
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.central.state == .poweredOn })
        phone.setBluetooth(false)
        let reports = try await world.expectMisuse(.notPoweredOn) {
            app.central.stopScan()
            try await world.run(for: .seconds(1))
        }
        #expect(reports.map(\.misuse.call) == ["CBCentralManager.stopScan()"])
    }

    @Test("the timeline shows what happens to an app", .simulated(seed: 36))
    func timeline() async throws {
        let world = World.current
        world.add(.heartRateMonitor(), at: .meters(2))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        phone.setAuthorization(.notDetermined)
        let app = World.Lock<StrapApp?>(nil)
        phone.onLaunch { _ in
            let new = StrapApp()
            app.withLock { $0 = new }
        }
        phone.launch()
        try await world.run(until: { (app.withLock { $0 })?.valueCount ?? 0 > 0 })
        phone.enterBackground()
        try await world.run(for: .milliseconds(1))
        phone.terminate(.crash)
        try await world.run(until: { phone.appState == .background })
        phone.setBluetooth(false)
        let lines = world.traceText().split(separator: "\n").map {
            $0.components(separatedBy: "--").last ?? ""
        }
        let told = lines.map { $0.drop { $0 == " " } }.filter {
            $0.hasPrefix("app 1") || $0.hasPrefix("alert") || $0.hasPrefix("user")
                || $0.hasPrefix("Bluetooth")
        }
        #expect(
            told == [
                "app 1: authorization notDetermined", "app 1: launched by the user",
                "alert 1: app 1 would like to use Bluetooth", "user: allows alert 1",
                "app 1: background", "app 1: ends, crash", "app 1: terminated", "app 1: background",
                "app 1: launched in the background, to restore strap", "Bluetooth: off",
            ])
    }
}
