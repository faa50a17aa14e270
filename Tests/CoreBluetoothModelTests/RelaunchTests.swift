import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// For what an app that has ended is launched again (behaviour 7.12, 7.41), and what it has to say for that (1.40).
@Suite struct RelaunchTests {
    private static let options = ManagerOptions(restoreIdentifier: "central")

    /// A phone with an app that was discovering a link, scanning and connecting to another peer, and has ended.
    private static func ended(_ profile: OSProfile = .plain) -> (Bench, PeerIdentifier, DeviceAddress) {
        var bench = Bench.poweredOn(profile)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let session = bench.central(options)
        let peer = bench.discover(by: session)
        let pending = DeviceAddress(9, .random)
        let other = bench.discover(pending, by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.linkUp()
        bench.end(.mtu(185))
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        bench.end(.characteristics(HeartRate.characteristics))
        bench.subscribe(session, peer)
        bench.send(.connect(other, Central.ConnectOptions()), session)
        bench.send(.scan(.init(services: [BluetoothUUID(0x1234)])), session)
        bench.send(.registerForConnectionEvents(.init(peers: [peer])), session)
        bench.terminate(.memoryPressure)
        bench.seen = []
        return (bench, peer, pending)
    }

    private static func isLaunched(_ bench: Bench) -> Bool {
        bench.seen.contains { if case .launch = $0 { true } else { false } }
    }

    @Test("Behaviour 7.12: a scan match, a connect and a subscribed value launch the app")
    func launches() {
        var (bench, _, pending) = Self.ended()
        bench.linkUp(Host.LinkID(8), pending)
        #expect(Self.isLaunched(bench), "a connect")

        (bench, _, _) = Self.ended()
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(Self.isLaunched(bench), "a value")

        (bench, _, _) = Self.ended()
        let uuid = BluetoothUUID(0x1234)
        bench.host(
            .advertisementReceived(
                Bench.report(DeviceAddress(10, .random), [.completeServiceUUIDs(.bits16, [uuid])])))
        #expect(Self.isLaunched(bench), "a match")
    }

    @Test(
        "Behaviour 7.12: a disconnect, changed services, a name or a connection event launch no app; they are reported after the next launch"
    )
    func doesNotLaunch() {
        var (bench, peer, _) = Self.ended()
        bench.host(.serviceChanged(Bench.link, .init(first: 30, last: 33)))
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        bench.advance(.minutes(1))
        #expect(!Self.isLaunched(bench))
        bench.seen = []
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        let events = bench.takeCentral(new)
        guard events.count == 5, case .willRestoreState = events[0],
            case .servicesModified(peer, _) = events[2], case .connectionEvent(_, false) = events[3],
            case .disconnected(peer, .peripheralDisconnected, _, false) = events[4]
        else {
            Issue.record("\(events)")
            return
        }
    }

    @Test(
        "Behaviour 7.12: a central's request or subscription launches the server's app, its disconnection does not"
    )
    func server() {
        for launches in [true, false] {
            var bench = Bench.poweredOn(.plain)
            bench.model.configure(Bench.app, AppManifest(backgroundModes: .peripheral), at: bench.now)
            let options = ManagerOptions(restoreIdentifier: "server")
            let session = bench.model.openPeripheral(options, app: Bench.app, at: bench.now)
            bench.advance(.milliseconds(10))
            bench.send(.add(ServerTests.service), session)
            for case .host(.gatt(.addService(let token, _))) in bench.seen {
                bench.host(.serviceAdded(token, .success(ServerTests.handles)))
            }
            bench.linkUp(role: .peripheral)
            bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
            bench.terminate(.memoryPressure)
            bench.seen = []
            if launches {
                bench.host(.attributeRead(.init(id: .init(1), link: Bench.link, handle: 22, offset: 0)))
            } else {
                bench.host(.subscriptionChanged(Bench.link, 22, []))
                bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
            }
            #expect(Self.isLaunched(bench) == launches)
        }
    }

    @Test(
        "Behaviour 7.41, 3.38: Bluetooth switched off in Control Center keeps pending connects of apps that have ended",
        arguments: BluetoothSwitch.allCases, [18, 10])
    func controlCenter(place: BluetoothSwitch, version: Int) {
        var profile = OSProfile.plain
        profile.relaunchesAfter = OSProfile.iOS(version).relaunchesAfter
        var (bench, _, pending) = Self.ended(profile)
        bench.model.setRadio(.off, in: place, at: bench.now)
        bench.advance(.minutes(1))
        #expect(!Self.isLaunched(bench), "of the lost link it does not hear")
        bench.model.setRadio(.off, in: place, at: bench.now)
        bench.model.setRadio(.on, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.host(.ready(Bench.address))
        let isKept = place == .controlCenter && version == 18
        #expect(bench.takeHost() == (isKept ? [.gap(.connect(pending))] : []))
        bench.linkUp(Host.LinkID(8), pending)
        #expect(Self.isLaunched(bench) == isKept)
    }

    @Test(
        "Behaviour 1.40: a restore identifier without the background mode of the role is an exception, on phones",
        arguments: [AppManifest.BackgroundModes(), .central, .peripheral])
    func missingMode(modes: AppManifest.BackgroundModes) {
        for profile in [OSProfile.iOS(18), .iOS(12), .macOS(14), .onForeignController] {
            var bench = Bench.poweredOn(profile)
            if !modes.isEmpty {
                bench.model.configure(Bench.app, AppManifest(backgroundModes: modes), at: bench.now)
            }
            let central = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
            let server = bench.model.openPeripheral(
                ManagerOptions(restoreIdentifier: "server"), app: Bench.app, at: bench.now)
            bench.drain()
            func text(_ manager: String, _ mode: String) -> String {
                "State restoration of \(manager) is only allowed for applications that have specified the "
                    + "\"\(mode)\" background mode"
            }
            var expected: [PhoneModel.Output] = []
            if profile.requiresBackgroundModeToRestore, !modes.contains(.central) {
                let misuse = Misuse(
                    kind: .missingBackgroundMode, call: "CBCentralManager.init(delegate:queue:options:)",
                    message: text("CBCentralManager", "bluetooth-central"))
                expected.append(.misuse(central, misuse))
            }
            if profile.requiresBackgroundModeToRestore, !modes.contains(.peripheral) {
                let misuse = Misuse(
                    kind: .missingBackgroundMode, call: "CBPeripheralManager.init(delegate:queue:options:)",
                    message: text("CBPeripheralManager", "bluetooth-peripheral"))
                expected.append(.misuse(server, misuse))
            }
            #expect(bench.take() == expected, "\(profile.name)")
            bench.advance(.milliseconds(10))
            #expect(bench.takeCentral(central) == [.stateChanged(.poweredOn)], "a world goes on")
        }
        #expect(OSProfile.iOS(18).requiresBackgroundModeToRestore)
        #expect(!OSProfile.macOS(14).requiresBackgroundModeToRestore)
        #expect(!OSProfile.onForeignController.requiresBackgroundModeToRestore)
    }
}
