import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct TerminationTests {
    private static let options = ManagerOptions(restoreIdentifier: "central")

    /// A phone whose app has a central manager that is to be restored: discovered, subscribed to 2A37.
    private static func subscribed(_ profile: OSProfile = .plain) -> (Bench, SessionID, PeerIdentifier) {
        var bench = Bench.poweredOn(profile)
        bench.model.configure(
            Bench.app, AppManifest(backgroundModes: [.central, .peripheral]), at: bench.now)
        let session = bench.central(options)
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.linkUp()
        bench.end(.mtu(185))
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        bench.end(.characteristics(HeartRate.characteristics))
        bench.subscribe(session, peer)
        return (bench, session, peer)
    }

    private static func value(_ byte: UInt8) -> Host.Event {
        .valueReceived(Bench.link, 12, [byte], .notification)
    }

    // MARK: Relaunches

    @Test(
        "Behaviour 7.4, 7.5, 7.6; regression 107: relaunched for a value: first the restored state, then the manager's state, then the value"
    )
    func restored() {
        var (bench, old, peer) = Self.subscribed()
        bench.terminate(.crash)
        #expect(bench.take() == [.appEnded(Bench.app, [old])], "the link stays")
        bench.host(Self.value(1))
        let launch = AppLaunch(isInBackground: true, centralIdentifiers: ["central"])
        #expect(bench.take() == [.launch(Bench.app, launch)])
        #expect(bench.model.state(of: Bench.app) == .background)
        bench.host(Self.value(2))
        #expect(bench.take().isEmpty, "it is reported when there is a manager")
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.drain()
        guard case .central(new, .willRestoreState(let state))? = bench.seen.first, bench.seen.count == 1
        else {
            Issue.record("\(bench.seen)")
            return
        }
        #expect(state.scan == nil)
        #expect(state.peripherals.map(\.state) == [.connected])
        #expect(state.peripherals.map(\.peer.identifier) == [peer])
        let services = state.peripherals[0].services ?? []
        #expect(services.map(\.service.uuid) == [HeartRate.service, HeartRate.battery])
        #expect(services[1].characteristics == nil, "not discovered")
        let measurement = services[0].characteristics?.first
        #expect(measurement?.isNotifying == true)
        #expect(measurement?.characteristic.identifier == Bench.name(12))
        #expect(measurement?.descriptors?.map(\.uuid) == [HeartRate.configuration])
        #expect(services[0].characteristics?.map(\.isNotifying) == [true, false, false])
        bench.seen = []
        bench.advance(.milliseconds(10))
        #expect(
            bench.takeCentral(new) == [
                .stateChanged(.poweredOn), .characteristicValue(peer, Bench.name(12), .success([1])),
                .characteristicValue(peer, Bench.name(12), .success([2])),
            ])
        bench.send(.readCharacteristic(peer, Bench.name(15)), new)
        bench.end(.value([3]))
        #expect(bench.takeCentral(new) == [.characteristicValue(peer, Bench.name(15), .success([3]))])
    }

    @Test("Behaviour 7.7, 1.9: a restored peripheral accepts no command before poweredOn")
    func beforePoweredOn() {
        var (bench, _, peer) = Self.subscribed()
        bench.terminate(.memoryPressure)
        bench.host(Self.value(1))
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.drain()
        bench.seen = []
        #expect(bench.send(.readCharacteristic(peer, Bench.name(15)), new) == .ignored)
        #expect(bench.takeMisuse().map(\.kind) == [.notPoweredOn])
    }

    @Test("The calls of an ended app's manager do nothing, and closing it ends nothing")
    func deadPorts() {
        var (bench, old, peer) = Self.subscribed()
        bench.terminate(.crash)
        bench.seen = []
        let commands: [Central.Command] = [
            .release(peer), .cancelConnection(peer), .readRSSI(peer), .stopScan,
            .reportMisuse(Misuse(kind: .foreignObject, call: "", message: "")),
        ]
        for command in commands { #expect(bench.send(command, old) == .ignored) }
        #expect(bench.model.retrieve([peer], for: old) == [])
        bench.model.close(old, at: bench.now)
        bench.drain()
        #expect(bench.take().isEmpty)
        bench.host(Self.value(1))
        #expect(bench.take().count == 1, "the work goes on")
    }

    @Test(
        "Behaviour 7.6, 7.14: a link lost meanwhile is reported, and without a pending connect it is not made again"
    )
    func lostMeanwhile() {
        var (bench, _, peer) = Self.subscribed()
        bench.terminate(.memoryPressure)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takeHost().isEmpty, "no manager asked for another link")
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        let events = bench.takeCentral(new)
        guard case .willRestoreState(let state)? = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(state.peripherals.map(\.state) == [.disconnected])
        #expect(events.count == 3)
        guard case .disconnected(peer, .connectionTimeout, _, false)? = events.last else {
            Issue.record("\(events)")
            return
        }
    }

    @Test(
        "Behaviour 7.6, 7.8: a restored connect continues, or waits for another call of connect",
        arguments: [true, false])
    func pendingConnect(goesOn: Bool) {
        var profile = OSProfile.plain
        profile.restoredConnectsGoOn = goesOn
        var (bench, session, _) = Self.subscribed(profile)
        let address = DeviceAddress(9, .random)
        let other = bench.discover(address, by: session)
        bench.send(.connect(other, Central.ConnectOptions()), session)
        bench.terminate(.crash)
        bench.host(Self.value(1))
        bench.seen = []
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.drain()
        guard case .central(_, .willRestoreState(let state))? = bench.seen.first else { return }
        #expect(state.peripherals.map(\.state) == [.connected, .connecting])
        #expect(bench.takeHost() == (goesOn ? [] : [.gap(.cancelConnect(address))]))
        bench.advance(.milliseconds(10))
        bench.seen = []
        bench.send(.connect(other, Central.ConnectOptions()), new)
        #expect(bench.takeHost() == (goesOn ? [] : [.gap(.connect(address))]))
        bench.linkUp(Host.LinkID(8), address)
        #expect(bench.takeCentral(new).count == 1)
    }

    @Test(
        "Behaviour 7.4, 7.5: a pending connect that completes launches the app, and is reported after the state"
    )
    func connectedMeanwhile() {
        var bench = Bench.poweredOn(.plain)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let session = bench.central(Self.options)
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.terminate(.memoryPressure)
        bench.seen = []
        bench.linkUp()
        #expect(
            bench.take().contains(
                .launch(Bench.app, AppLaunch(isInBackground: true, centralIdentifiers: ["central"]))))
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        let events = bench.takeCentral(new)
        #expect(
            events.dropFirst() == [
                .stateChanged(.poweredOn), .connected(Central.Peer(identifier: peer, name: nil)),
            ])
    }

    @Test("Behaviour 7.5, 2.26: a scan continues by the rules of the background, and is in the dictionary")
    func scanMeanwhile() {
        var bench = Bench.poweredOn(.plain)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let session = bench.central(Self.options)
        let request = Central.ScanRequest(services: [HeartRate.service], allowsDuplicates: true)
        bench.send(.scan(request), session)
        bench.terminate(.memoryPressure)
        bench.seen = []
        let data: [AdvertisingData.Structure] = [.completeServiceUUIDs(.bits16, [HeartRate.service])]
        for _ in 0..<3 { bench.host(.advertisementReceived(Bench.report(Bench.peer, data))) }
        #expect(bench.take().count == 1, "launched once")
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        let events = bench.takeCentral(new)
        #expect(events.first == .willRestoreState(Central.RestoredState(scan: request)))
        #expect(events.count == 3, "one discovery")
    }

    @Test("Behaviour 7.10: managers that are not created again in time are closed, with their links")
    func discarded() {
        var (bench, _, _) = Self.subscribed()
        bench.terminate(.crash)
        bench.host(Self.value(1))
        bench.seen = []
        bench.advance(bench.model.profile.restorationWindow)
        #expect(bench.takeHost() == [.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))])
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.takeCentral(new) == [.stateChanged(.poweredOn)], "nothing to restore")
    }

    @Test(
        "Behaviour 7.3: only a manager with an identifier, in an app with the background mode, is kept",
        arguments: [
            (ManagerOptions(), AppManifest.BackgroundModes.central),
            (ManagerOptions(restoreIdentifier: "a"), .peripheral),
            (ManagerOptions(restoreIdentifier: "a"), AppManifest.BackgroundModes()),
        ])
    func notKept(options: ManagerOptions, modes: AppManifest.BackgroundModes) {
        var bench = Bench.poweredOn(.plain)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: modes), at: bench.now)
        let session = bench.central(options)
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.seen = []
        bench.terminate(.crash)
        #expect(bench.take() == [.host(.gap(.cancelConnect(Bench.peer))), .appEnded(Bench.app, [session])])
    }

    @Test("Behaviour 7.3: a second manager with an identifier, of either kind, is reported and not restored")
    func duplicates() {
        var bench = Bench.poweredOn()
        bench.model.configure(
            Bench.app, AppManifest(backgroundModes: [.central, .peripheral]), at: bench.now)
        let first = bench.central(Self.options)
        _ = bench.model.openPeripheral(Self.options, app: Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeMisuse().map(\.kind) == [.duplicateRestoreIdentifier])
        bench.model.configure(AppID(2), AppManifest(backgroundModes: .central), at: bench.now)
        _ = bench.model.openCentral(Self.options, app: AppID(2), at: bench.now)
        bench.drain()
        #expect(bench.takeMisuse().isEmpty, "another app")
        bench.terminate(.crash)
        bench.model.launch(Bench.app, fromDebugger: false, at: bench.now)
        bench.drain()
        bench.seen = []
        let second = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(second) == [.willRestoreState(Central.RestoredState())], "the first one")
        _ = first
    }

    @Test(
        "Behaviour 7.42, 7.10: a launch lists managers only if Bluetooth launched the app; either way they are restored"
    )
    func launchOptions() {
        for isBackground in [true, false] {
            var (bench, _, _) = Self.subscribed()
            bench.terminate(.crash)
            bench.seen = []
            if isBackground {
                bench.host(Self.value(1))
            } else {
                bench.model.launch(Bench.app, fromDebugger: false, at: bench.now)
                bench.drain()
            }
            let launch =
                isBackground
                ? AppLaunch(isInBackground: true, centralIdentifiers: ["central"]) : AppLaunch()
            #expect(bench.take() == [.launch(Bench.app, launch)])
            let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
            bench.drain()
            guard case .willRestoreState? = bench.takeCentral(new).first else {
                Issue.record("not restored")
                return
            }
        }
    }

    @Test("Behaviour 7.13: a launch from the debugger restores nothing")
    func debugger() {
        var (bench, _, _) = Self.subscribed()
        bench.terminate(.crash)
        bench.seen = []
        bench.model.launch(Bench.app, fromDebugger: true, at: bench.now)
        bench.drain()
        #expect(
            bench.take() == [
                .host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))),
                .launch(Bench.app, AppLaunch()),
            ])
    }

    // MARK: The table of relaunches

    @Test(
        "Behaviour 7.11, 3.38: after which ends of an app its pending connect continues, by system",
        arguments: [9, 10, 11, 18], TerminationReason.allCases)
    func table(version: Int, reason: TerminationReason) {
        var bench = Bench.poweredOn(.iOS(version))
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let session = bench.central(Self.options)
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.terminate(reason)
        bench.advance(.minutes(1))
        if bench.seen.contains(.host(.powerOn)) { bench.host(.ready(Bench.address)) }
        var isPending = true
        for case .host(let command) in bench.seen {
            switch command {
            case .gap(.connect): isPending = true
            case .gap(.cancelConnect), .powerOff: isPending = false
            default: break
            }
        }
        let expected =
            switch reason {
            case .memoryPressure, .crash: true
            case .reboot, .airplaneMode, .controlCenterToggled: version >= 11
            case .userForceQuit, .bluetoothToggled: false
            }
        #expect(isPending == expected)
        bench.seen = []
        bench.linkUp()
        let isLaunched = bench.seen.contains { if case .launch = $0 { true } else { false } }
        #expect(isLaunched == expected)
    }

    @Test("Behaviour 7.11: a reboot ends all apps and links; apps get no event for the links")
    func reboot() {
        var (bench, first, _) = Self.subscribed()
        let second = bench.model.openCentral(ManagerOptions(), app: AppID(2), at: bench.now)
        bench.advance(.milliseconds(10))
        bench.seen = []
        bench.terminate(.reboot)
        #expect(
            bench.take() == [
                .appEnded(Bench.app, [first]),
                .appEnded(AppID(2), [second]), .host(.powerOff),
            ])
        bench.advance(bench.model.profile.restartDuration)
        bench.host(.ready(Bench.address))
        #expect(bench.takeHost() == [.powerOn], "the link has ended permanently")
        #expect(bench.model.state(of: AppID(2)) == .terminated)
    }

    @Test("Behaviour 2.22: a peer's name outlives the app and a restart of the phone")
    func keptNames() {
        var profile = OSProfile.plain
        profile.readsPeerName = true
        var (bench, session, peer) = Bench.connected(profile)
        let name = GATT.ReadValue(handle: 3, value: Array("GAP".utf8))
        bench.host(
            .procedureEnded(Bench.link, bench.model.links[0].client.operations.currentToken, .values([name])))
        #expect(bench.takeCentral(session) == [.nameChanged(peer, "GAP")])
        bench.terminate(.reboot)
        bench.advance(bench.model.profile.restartDuration)
        bench.host(.ready(Bench.address))
        let new = bench.central()
        #expect(
            bench.model.retrieve([peer], for: new)
                == [Central.Peer(identifier: peer, name: "GAP")])
    }

    @Test("Behaviour 7.4: the first state comes before waiting events, also when it wakes the app")
    func wokenByTheFirstState() {
        var (bench, _, peer) = Self.subscribed()
        bench.terminate(.crash)
        bench.host(Self.value(1))
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.model.suspend(Bench.app, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.advance(.milliseconds(10))
        #expect(
            bench.takeCentral(new) == [
                .stateChanged(.poweredOn), .characteristicValue(peer, Bench.name(12), .success([1])),
            ])
    }

    @Test("Behaviour 7.6, 7.11: an app that starts before the host is up finds its connect, which continues")
    func restoredBeforeTheHost() {
        var bench = Bench.poweredOn(.plain)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let session = bench.central(Self.options)
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.terminate(.reboot)
        bench.seen = []
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.drain()
        guard case .willRestoreState(let state)? = bench.takeCentral(new).first else {
            Issue.record("nothing is restored")
            return
        }
        #expect(state.peripherals.map(\.peer.identifier) == [peer])
        #expect(state.peripherals.map(\.state) == [.connecting])
        bench.advance(bench.model.profile.restartDuration)
        bench.host(.ready(Bench.address))
        #expect(bench.takeHost().contains(.gap(.connect(Bench.peer))))
    }

    @Test("Behaviour 3.38: switching Bluetooth off after an app has ended ends what was kept for it")
    func toggledMeanwhile() {
        var (bench, _, _) = Self.subscribed()
        bench.terminate(.memoryPressure)
        bench.seen = []
        bench.model.setRadio(.off, at: bench.now)
        bench.model.setRadio(.on, at: bench.now)
        bench.host(.ready(Bench.address))
        let new = bench.model.openCentral(Self.options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.takeCentral(new) == [.stateChanged(.poweredOn)])
    }

    // MARK: Peripheral managers

    @Test(
        "Behaviour 7.9, 6.28: services, subscribers and advertising continue; a read launches the app, which answers it"
    )
    func restoredServer() {
        var (bench, old) = Self.advertising()
        bench.terminate(.memoryPressure)
        #expect(
            bench.takeHost().filter { if case .gatt(.removeService) = $0 { true } else { false } }.isEmpty)
        let request = GATT.ReadRequest(id: GATT.RequestID(1), link: Bench.link, handle: 22, offset: 0)
        bench.host(.attributeRead(request))
        let launch = AppLaunch(isInBackground: true, peripheralIdentifiers: ["server"])
        #expect(bench.take() == [.launch(Bench.app, launch)])
        let new = bench.model.openPeripheral(Self.server, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        let events = bench.takePeripheral(new)
        guard events.count == 3, case .willRestoreState(let state) = events[0],
            case .readRequest(let read) = events[2]
        else {
            Issue.record("\(events)")
            return
        }
        #expect(events[1] == .stateChanged(.poweredOn))
        #expect(state.services == [ServerTests.service])
        #expect(state.subscriptions.map(\.characteristic) == [ServerTests.dynamic])
        #expect(state.advertisement?.localName == "Lamp")
        #expect(bench.send(.respond(read.identifier, code: 0, value: [1]), new) == .accepted)
        #expect(bench.takeHost() == [.gatt(.respond(GATT.RequestID(1), .success([1])))])
        let update = Peripheral.Update([2], characteristic: ServerTests.dynamic, centrals: nil)
        #expect(bench.update(update, new) == true)
        #expect(bench.update(update, old) == false, "the old manager is dead")
    }

    @Test(
        "Behaviour 6.28, 3.38: without restoration the services are removed with the app, and a request is refused"
    )
    func killedServer() {
        var (bench, session) = Self.advertising()
        let request = GATT.ReadRequest(id: GATT.RequestID(1), link: Bench.link, handle: 22, offset: 0)
        bench.host(.attributeRead(request))
        bench.seen = []
        bench.terminate(.userForceQuit)
        let commands = bench.takeHost()
        #expect(commands.contains(.gatt(.removeService(20))))
        #expect(commands.contains(.gap(.stopAdvertising(Host.AdvertisingSetID(0)))))
        #expect(
            commands.contains {
                if case .gatt(.respond(GATT.RequestID(1), .failure, refused: nil)) = $0 {
                    true
                } else {
                    false
                }
            })
        #expect(bench.send(.stopAdvertising, session) == .ignored)
    }

    private static let server = ManagerOptions(restoreIdentifier: "server")

    /// A server that is to be restored: published, advertising, with one subscriber.
    private static func advertising() -> (Bench, SessionID) {
        var bench = Bench.poweredOn()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .peripheral), at: bench.now)
        let session = bench.model.openPeripheral(server, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        bench.send(.add(ServerTests.service), session)
        for case .host(.gatt(.addService(let token, _))) in bench.seen {
            bench.host(.serviceAdded(token, .success(ServerTests.handles)))
        }
        bench.send(.startAdvertising(.init(localName: "Lamp")), session)
        bench.linkUp(role: .peripheral)
        bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
        bench.seen = []
        return (bench, session)
    }
}

extension Bench {
    mutating func central(_ options: ManagerOptions) -> SessionID {
        let session = model.openCentral(options, app: Self.app, at: now)
        advance(.milliseconds(10))
        seen = []
        return session
    }

    mutating func terminate(_ reason: TerminationReason) {
        model.terminate(Self.app, reason, at: now)
        drain()
    }
}
