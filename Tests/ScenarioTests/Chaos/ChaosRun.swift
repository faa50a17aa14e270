import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayCoreBluetooth
import FaradayTesting
import Foundation

@testable import CoreBluetoothModel
@testable import FaradaySimulation

/// One chaotic run: a random world, a few hundred random steps, and rules that always hold.
final class ChaosRun {
    private struct App {
        let watched: WatchedPhone
        let central: Lock<ChaosCentralApp>
        let server: Lock<ChaosServerApp>
        var port: ChaosPortApp?
    }

    let chaos: Chaos
    let world: World
    private var phones: [Phone] = []
    private var apps: [App] = []
    private var devices: [Device] = []

    init(seed: UInt64, schedule: Schedule = .plain, keepsTail: Bool = false) {
        chaos = Chaos(seed: seed, keepsTail: keepsTail)
        world = World(
            seed: seed,
            configuration: .init(
                bounds: .init(events: 3_000_000, pendingEvents: 50_000, workAtOneInstant: 50_000),
                schedule: schedule))
        world.misusePolicy = .record
        if chaos.chance(30) { world.configureMedium { $0.perPacketLoss = 0.05 } }
        for index in 0..<1 + chaos.below(3) { addPhone(index) }
        for index in 0..<1 + chaos.below(4) {
            let position = Position.meters(Double(1 + chaos.below(8)))
            devices.append(world.add(ChaosDevices.definition(chaos.below(5), number: index), at: position))
        }
    }

    private func addPhone(_ index: Int) {
        let profiles: [OSProfile] =
            [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 26].map { .iOS($0) } + [.macOS(12), .macOS(15)]
        let phone = world.addPhone(chaos.pick(profiles)!, name: "phone \(index)")
        phones.append(phone)
        let chaos = chaos
        phone.onPairing { _ in
            chaos.draw { draw in
                draw.pick([.accept, .accept, .reject, .ignore, .after(.milliseconds(300), .accept)])
            }
        }
        phone.onSystemAlert { _ in
            chaos.draw { draw in draw.pick([.allow, .allow, .deny, .ignore, .after(.seconds(1), .allow)]) }
        }
        for number in 1...UInt32(1 + chaos.below(2)) { addApp(number, on: phone) }
    }

    private func addApp(_ number: UInt32, on phone: Phone) {
        let watched = WatchedPhone(phone, app: number, chaos)
        let modes: [AppManifest.BackgroundModes] = [[], .central, .peripheral, [.central, .peripheral]]
        watched.phone.configure(AppManifest(backgroundModes: chaos.pick(modes)!))
        if chaos.chance(20) { watched.phone.setAuthorization(.notDetermined) }
        let central = Lock(ChaosCentralApp(watched))
        let server = Lock(ChaosServerApp(watched))
        watched.phone.onLaunch { launch in
            central.withLock { $0 }.start(restoring: launch.centralIdentifiers)
            server.withLock { $0 }.start(restoring: launch.peripheralIdentifiers)
        }
        apps.append(App(watched: watched, central: central, server: server))
        central.withLock { $0 }.start(restoring: chaos.chance(50) ? ["central"] : [])
        if chaos.chance(60) { server.withLock { $0 }.start(restoring: chaos.chance(50) ? ["server"] : []) }
        if chaos.chance(50) { apps[apps.count - 1].port = ChaosPortApp(watched) }
    }

    // MARK: Steps

    func play(steps: Int) {
        for _ in 0..<steps {
            let app = apps[chaos.below(apps.count)]
            switch chaos.below(20) {
            case 0..<11: app.central.withLock { $0 }.act()
            case 11..<14: app.server.withLock { $0 }.act()
            case 14..<16: app.port?.act()
            case 16, 17: happen(to: chaos.pick(devices)!)
            default:
                happen(to: app)
                run(.milliseconds(1))
            }
            switch chaos.below(10) {
            case 0..<4: break
            case 4..<9: run(.milliseconds(chaos.below(60)))
            default: run(.milliseconds(chaos.below(900)))
            }
        }
    }

    private func run(_ time: Nanoseconds) {
        do { try world.run(for: time) } catch { chaos.violate("the world does not run: \(error)") }
    }

    private func happen(to app: App) {
        let phone = app.watched.phone
        switch chaos.below(16) {
        case 0: phone.setBluetooth(false)
        case 1, 2, 3: phone.setBluetooth(true)
        case 4: phone.restartBluetooth()
        case 5:
            phone.setAuthorization(chaos.pick([.denied, .allowedAlways, .allowedAlways, .notDetermined])!)
        case 6: phone.enterBackground()
        case 7, 8: phone.enterForeground()
        case 9: phone.suspend()
        case 10: if chaos.chance(30) { terminate(app) }
        case 11: phone.launch(fromDebugger: chaos.chance(20))
        case 12: phone.forget(devices[chaos.below(devices.count)])
        case 13: if chaos.chance(20) { phone.forgetIdentifiers() }
        case 14: if let alert = phone.systemAlerts.last { phone.answer(alert, with: .allow) }
        default: phone.setNotificationSharing(chaos.chance(50), with: devices[chaos.below(devices.count)])
        }
    }

    private func terminate(_ app: App) {
        let reason = chaos.pick(TerminationReason.allCases)!
        end(app, reason)
        guard reason == .reboot else { return }
        for other in apps where other.watched.phone.id == app.watched.phone.id { end(other, nil) }
    }

    private func end(_ app: App, _ reason: TerminationReason?) {
        if let reason { app.watched.phone.terminate(reason) }
        app.watched.ended()
        app.port?.close()
        app.central.withLock { $0 }.drop()
        app.server.withLock { $0 }.drop()
    }

    private func happen(to device: Device) {
        switch chaos.below(9) {
        case 0: device.move(to: .outOfRange, for: .milliseconds(chaos.below(3000)))
        case 1: device.disconnect()
        case 2: device.reset()
        case 3: device.install(ChaosDevices.definition(chaos.below(5), number: chaos.below(9)))
        case 4: device.forgetBonds()
        case 5: device.requestSecurity()
        case 6:
            device.requestParameters(
                interval: .milliseconds(15) ... .milliseconds(30), supervisionTimeout: .seconds(4))
        case 7: if let channel = chaos.pick(device.openChannels) { device.close(channel) }
        default:
            for channel in device.openChannels { channel.send(chaos.draw { $0.bytes(upTo: 3000) }) }
        }
    }

    // MARK: The end

    /// Waits until everything is quiet, and checks that all requests are answered.
    func settle() {
        for app in apps {
            app.watched.phone.setBluetooth(true)
            app.watched.phone.setAuthorization(.allowedAlways)
            app.watched.phone.enterForeground()
            for alert in app.watched.phone.systemAlerts { app.watched.phone.answer(alert, with: .deny) }
        }
        for device in devices { device.stopAdvertising() }
        chaos.calm()
        run(.seconds(100))
        for app in apps {
            for question in app.watched.unanswered { chaos.violate("never answered: \(question)") }
        }
        for phone in phones {
            let model = model(of: phone)
            for manager in model.server.managers where manager.owesReadiness {
                chaos.violate(
                    "\(phone.name): isReady is missing with \(manager.updatesInFlight) updates in flight")
            }
            let rules = [
                model.server.brokenRule, model.advertiser.brokenRule, model.channels.brokenRule,
                model.router.brokenRule,
            ]
            for broken in rules.compactMap({ $0 }) { chaos.violate("\(phone.name): \(broken)") }
        }
    }

    private func model(of phone: Phone) -> PhoneModel {
        world.lock.withLock { $0.phone(phone.id).stack.model }
    }

    /// Ends all apps; no object of them is left.
    func finish() {
        for app in apps { end(app, .userForceQuit) }
        // A link stays up for a while, and a schedule makes that longer.
        run(.seconds(world.configuration.schedule.isPlain ? 5 : 10))
        for app in apps {
            let leaks = app.central.withLock { $0.leaks } + app.server.withLock { $0.leaks }
            if leaks > 0 || app.watched.openPorts > 0 { chaos.violate("\(leaks) managers were not freed") }
        }
        for device in devices where device.connectionCount > 0 || !device.openChannels.isEmpty {
            chaos.violate("\(device.name) is still connected")
        }
        for phone in phones {
            let model = model(of: phone)
            let links = model.router.links.used.count
            if model.managers.centrals.count + model.managers.peripherals.count + links
                + model.channels.open.count > 0
            {
                chaos.violate(
                    "left on \(phone.name): \(links) links, \(model.managers.centrals.count) centrals")
            }
        }
        let unprovoked: Set<Misuse.Kind> = [
            .missingUsageDescription, .clientConfigurationWritten, .cachedValueNotReadOnly,
            .propertyNotAllowed,
            .descriptorNotAllowed, .invalidArgument, .refusedAdvertisementKey,
            .tooManyConnectionEventServices,
        ]
        for report in world.misuses where unprovoked.contains(report.misuse.kind) {
            chaos.violate("\(report)")
        }
        chaos.note(world.now, "end")
        chaos.note(world.eventCount, "events")
    }

    /// A whole run.
    static func played(
        seed: UInt64, steps: Int, schedule: Schedule = .plain, keepsTail: Bool = false
    ) -> Chaos {
        let run = ChaosRun(seed: seed, schedule: schedule, keepsTail: keepsTail)
        run.play(steps: steps)
        run.settle()
        run.finish()
        return run.chaos
    }

    /// The checksums of what a whole run sends and of its trace.
    static func digests(seed: UInt64, steps: Int, schedule: Schedule = .plain) -> TraceDigests {
        let run = ChaosRun(seed: seed, schedule: schedule)
        run.world.startTrace(capacity: 4_000_000)
        run.play(steps: steps)
        run.settle()
        run.finish()
        return TraceDigests(
            seed: seed, capture: FNV.digest(run.world.capture()),
            trace: FNV.digest(run.world.traceJSONLines().utf8))
    }
}
