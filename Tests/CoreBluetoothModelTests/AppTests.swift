import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct AppTests {
    private static let heartRate = Central.ScanRequest(services: [HeartRate.service])
    private static let advertised: [AdvertisingData.Structure] = [
        .completeServiceUUIDs(.bits16, [HeartRate.service])
    ]

    private static func scan(_ seen: [Host.Command]) -> [Host.ScanParameters] {
        seen.compactMap { if case .gap(.startScanning(let parameters)) = $0 { parameters } else { nil } }
    }

    // MARK: States

    @Test(
        "Behaviour 7.1: without a mode the app is suspended after a while; its events wait for it, in order")
    func suspension() {
        var (bench, session, peer) = Bench.discovered()
        bench.subscribe(session, peer)
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(bench.takeCentral(session).count == 1, "it still runs")
        bench.advance(.seconds(6))
        #expect(bench.model.state(of: Bench.app) == .suspended)
        let before = PhoneModel.absoluteTime(bench.now)
        bench.host(.valueReceived(Bench.link, 12, [2], .notification))
        bench.host(.valueReceived(Bench.link, 12, [3], .notification))
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.take().isEmpty)
        bench.advance(.seconds(60))
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(
            bench.takeCentral(session) == [
                .characteristicValue(peer, Bench.name(12), .success([2])),
                .characteristicValue(peer, Bench.name(12), .success([3])),
                .disconnected(peer, .connectionTimeout, timestamp: before, isReconnecting: false),
            ])
    }

    @Test("the timeline shows each state of an app once, before the app's events in it")
    func states() {
        var (bench, session, peer) = Bench.discovered()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        bench.subscribe(session, peer)
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        bench.advance(.seconds(6))
        #expect(bench.states == [.background, .suspended])
        bench.model.handle(.valueReceived(Bench.link, 12, [1], .notification), at: bench.now)
        #expect(bench.model.nextOutput() == .appStateChanged(Bench.app, .background))
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.model.terminate(Bench.app, .userForceQuit, at: bench.now)
        bench.drain()
        #expect(bench.states.suffix(2) == [.foreground, .terminated])
    }

    @Test("a Mac suspends no app, and launches none for an event")
    func mac() {
        let mac = OSProfile.macOS(14)
        var profile = OSProfile.plain
        profile.suspendsApps = mac.suspendsApps
        var (bench, session, peer) = Bench.discovered(profile)
        bench.subscribe(session, peer)
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.advance(.minutes(1))
        bench.model.suspend(Bench.app, at: bench.now)
        #expect(bench.model.state(of: Bench.app) == .foreground)
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(!bench.takeCentral(session).isEmpty)
        #expect(mac.relaunchesAfter.isEmpty)
    }

    @Test("Behaviour 3.23: the time of a disconnection is when it happened, not when the app got the event")
    func timestamps() {
        var (bench, session, _) = Bench.connected()
        bench.model.suspend(Bench.app, at: bench.now)
        bench.advance(.seconds(3))
        let time = PhoneModel.absoluteTime(bench.now)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.advance(.seconds(100))
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        let times = bench.takeCentral(session).compactMap { event -> Double? in
            if case .disconnected(_, _, let timestamp, _) = event { timestamp } else { nil }
        }
        #expect(times == [time])
        #expect(PhoneModel.absoluteTime(bench.now) - time == 100)
    }

    @Test("Behaviour 7.2, 9.14: with the mode every event wakes the app, for ten seconds from the last one")
    func wakeWindow() {
        var (bench, session, peer) = Bench.discovered()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        bench.subscribe(session, peer)
        bench.model.suspend(Bench.app, at: bench.now)
        bench.host(.valueReceived(Bench.link, 12, [2], .notification))
        #expect(bench.takeCentral(session).count == 1)
        #expect(bench.model.state(of: Bench.app) == .background)
        bench.advance(.seconds(8))
        bench.host(.valueReceived(Bench.link, 12, [3], .notification))
        bench.advance(.seconds(8))
        #expect(bench.model.state(of: Bench.app) == .background)
        bench.advance(.seconds(2))
        #expect(bench.model.state(of: Bench.app) == .suspended)
        #expect(bench.model.nextDeadline == nil, "a suspended app keeps no timer")
    }

    @Test("Behaviour 5.18: room for writes wakes no suspended app")
    func roomForWritesWakesNobody() {
        var (bench, session, peer) = Bench.discovered()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withoutResponse), session)
        let sent = bench.take().compactMap {
            if case .host(.gatt(.writeWithoutResponse(_, let token, _, _))) = $0 { token } else { nil }
        }
        #expect(sent.count == 1)
        bench.model.suspend(Bench.app, at: bench.now)
        for token in sent { bench.host(.commandSent(Bench.link, token)) }
        bench.advance(.seconds(1))
        #expect(bench.takeCentral(session).isEmpty)
        #expect(bench.model.state(of: Bench.app) == .suspended)
        bench.host(.valueReceived(Bench.link, 12, [2], .notification))
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session).first == .readyToWriteWithoutResponse(peer))
    }

    @Test("A limited number of values waits for a suspended app; other events that wait are not lost")
    func heldEvents() {
        var profile = OSProfile.plain
        profile.heldEventLimit = 4
        var (bench, session, peer) = Bench.discovered(profile)
        bench.subscribe(session, peer)
        bench.send(.readRSSI(peer), session)
        guard case .host(.link(.readRSSI(_, let token)))? = bench.take().last else { return }
        bench.model.suspend(Bench.app, at: bench.now)
        bench.host(.rssi(Bench.link, token, .success(-40)))
        for value in 1...9 { bench.host(.valueReceived(Bench.link, 12, [UInt8(value)], .notification)) }
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(
            bench.takeCentral(session)
                == [.rssi(peer, .success(-40))]
                + [7, 8, 9].map { .characteristicValue(peer, Bench.name(12), .success([$0])) })
    }

    @Test func atLeastOneEventWaits() {
        var profile = OSProfile.plain
        profile.heldEventLimit = 0
        var (bench, session, peer) = Bench.discovered(profile)
        bench.subscribe(session, peer)
        bench.model.suspend(Bench.app, at: bench.now)
        for value in 1...2 { bench.host(.valueReceived(Bench.link, 12, [UInt8(value)], .notification)) }
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session) == [.characteristicValue(peer, Bench.name(12), .success([2]))])
    }

    // MARK: Scanning

    @Test(
        "Behaviour 2.25, 2.27, 2.28: in the background a scan needs the mode and a filter, and is slower",
        arguments: [
            (AppManifest.BackgroundModes.central, AppTests.heartRate, true),
            (AppManifest.BackgroundModes.central, Central.ScanRequest(), false),
            (AppManifest.BackgroundModes(), AppTests.heartRate, false),
            (AppManifest.BackgroundModes.peripheral, AppTests.heartRate, false),
        ])
    func backgroundScan(modes: AppManifest.BackgroundModes, request: Central.ScanRequest, scans: Bool) {
        var bench = Bench.poweredOn()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: modes), at: bench.now)
        let session = bench.central()
        bench.send(.scan(request), session)
        let profile = bench.model.profile
        #expect(Self.scan(bench.takeHost()).map(\.interval) == [profile.scanInterval])
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        let commands = bench.takeHost()
        #expect(commands.first == .gap(.stopScanning))
        #expect(Self.scan(commands).map(\.interval) == (scans ? [profile.backgroundScanInterval] : []))
        #expect(Self.scan(commands).map(\.window) == (scans ? [profile.backgroundScanWindow] : []))
        bench.host(.advertisementReceived(Bench.report(Bench.peer, Self.advertised)))
        #expect(bench.takeCentral(session).count == (scans ? 1 : 0))
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session).isEmpty, "discoveries don't wait")
        bench.host(.advertisementReceived(Bench.report(DeviceAddress(9, .random), Self.advertised)))
        #expect(bench.takeCentral(session).count == 1, "the scan goes on in front")
    }

    @Test("Behaviour 2.27: one app in the foreground keeps the scan fast")
    func fastScan() {
        var bench = Bench.poweredOn()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let away = bench.central()
        let front = bench.model.openCentral(ManagerOptions(), app: AppID(2), at: bench.now)
        bench.advance(.milliseconds(10))
        bench.send(.scan(Self.heartRate), away)
        bench.send(.scan(Central.ScanRequest()), front)
        bench.seen = []
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeHost().isEmpty)
        bench.send(.stopScan, front)
        #expect(Self.scan(bench.takeHost()).map(\.interval) == [bench.model.profile.backgroundScanInterval])
    }

    @Test func anEventNeverShortensTheTimeOfAnApp() {
        var profile = OSProfile.plain
        profile.backgroundGrace = .seconds(30)
        var (bench, session, _) = Bench.connected(profile)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takeCentral(session).count == 1)
        bench.advance(.seconds(29))
        #expect(bench.model.state(of: Bench.app) == .background)
        bench.advance(.seconds(1))
        #expect(bench.model.state(of: Bench.app) == .suspended)
    }

    @Test(
        "Behaviour 2.11, 2.26: in the background each device is reported once; after a link it counts as new, after a restarted scan it does not"
    )
    func onceInBackground() {
        var bench = Bench.poweredOn(.plain)
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        let session = bench.central()
        var request = Self.heartRate
        request.allowsDuplicates = true
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.send(.scan(request), session)
        let peer = PeerIdentifier(seed: 42, address: Bench.peer)
        func hear() -> Int {
            bench.seen = []
            bench.host(.advertisementReceived(Bench.report(Bench.peer, Self.advertised)))
            bench.host(.advertisementReceived(Bench.report(Bench.peer, [], response: true)))
            bench.host(.advertisementReceived(Bench.report(Bench.peer, Self.advertised)))
            return bench.takeCentral(session).count
        }
        #expect(hear() == 1)
        bench.send(.scan(request), session)
        #expect(hear() == 0)
        bench.send(.stopScan, session)
        bench.send(.scan(request), session)
        #expect(hear() == 0)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.linkUp()
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        #expect(Self.scan(bench.takeHost()).count == 1, "the controller is to report it again")
        #expect(hear() == 1)
    }

    // MARK: Alerts

    @Test(
        "Behaviour 3.25: alerts are shown while the app is suspended, by the app that was in the foreground last"
    )
    func alerts() {
        var (bench, first, peer) = Bench.discovered()
        let second = bench.model.openCentral(ManagerOptions(), app: AppID(2), at: bench.now)
        bench.advance(.milliseconds(10))
        let options = Central.ConnectOptions(alerts: [.connection, .disconnection, .notification])
        bench.send(.connect(peer, options), first)
        bench.send(.connect(peer, options), second)
        bench.subscribe(first, peer)
        for app in [AppID(2), Bench.app] { bench.model.enterForeground(app, at: bench.now) }
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(bench.takeAlerts().isEmpty, "not in front")
        for app in [AppID(2), Bench.app] { bench.model.suspend(app, at: bench.now) }
        bench.host(.valueReceived(Bench.link, 12, [2], .notification))
        #expect(bench.takeAlerts() == [.notified(peer)])
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        let seen = bench.take()
        #expect(
            seen == [.systemAlert(SystemAlert(number: 2, app: Bench.app, kind: .disconnected(peer)))],
            "one app shows it, none is called back")
    }

    @Test("Behaviour 3.25: a connection made while the app is suspended is shown")
    func connectionAlert() {
        var bench = Bench.poweredOn(.plain)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions(alerts: .connection)), session)
        bench.model.suspend(Bench.app, at: bench.now)
        bench.linkUp()
        #expect(bench.takeAlerts() == [.connected(peer)])
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takeAlerts().isEmpty, "it did not ask for that")
    }

    // MARK: Advertising and services

    @Test(
        "Behaviour 6.11, 6.41: in the background there is no name, services are in the overflow area and the interval is longer; without the mode nothing is advertised"
    )
    func backgroundAdvertising() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        let request = Peripheral.AdvertisementRequest(localName: "Lamp", serviceUUIDs: [HeartRate.battery])
        bench.send(.startAdvertising(request), session)
        bench.seen = []
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeHost() == [.gap(.stopAdvertising(Host.AdvertisingSetID(0)))])
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .peripheral), at: bench.now)
        bench.drain()
        guard case .gap(.startAdvertising(_, let parameters))? = bench.takeHost().first else {
            Issue.record("nothing is on air")
            return
        }
        #expect(parameters.interval > bench.model.profile.advertisingInterval)
        // The flags, and behind them the mask: a passive scanner sees it.
        #expect(parameters.data.count == 24)
        #expect(parameters.data.starts(with: [0x02, 0x01, 0x1A, 0x14, 0xFF, 0x4C, 0x00, 0x01]))
        #expect(parameters.scanResponse.isEmpty)
        var heard = DecodedAdvertisement()
        heard.merge(parameters.data)
        #expect(heard.keys.localName == nil)
        #expect(heard.keys.serviceUUIDs.isEmpty)
        #expect(heard.overflow?.mayContain(HeartRate.battery) == true)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        let commands = bench.takeHost()
        #expect(commands.first == .gap(.stopAdvertising(Host.AdvertisingSetID(0))))
        guard case .gap(.startAdvertising(_, let again))? = commands.last else {
            Issue.record("the advertisement did not come back")
            return
        }
        #expect(again.data == AdvertisementLayout(request).data)
    }
}

extension Bench {
    /// Subscribes to 2A37.
    mutating func subscribe(_ session: SessionID, _ peer: PeerIdentifier) {
        send(.setNotify(peer, Self.name(12), true), session)
        end(.descriptors([GATT.DiscoveredDescriptor(handle: 13, uuid: HeartRate.configuration)]))
        end(.written)
        seen = []
    }

    mutating func takeAlerts() -> [SystemAlert.Kind] {
        take().compactMap { if case .systemAlert(let alert) = $0 { alert.kind } else { nil } }
    }
}
