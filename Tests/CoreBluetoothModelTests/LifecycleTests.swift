import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct LifecycleTests {
    @Test("A working manager follows the radio, also when the permission is undetermined again")
    func permissionOpenAgain() {
        var bench = Bench.poweredOn()
        let session = bench.central()
        bench.model.setAuthorization(.notDetermined, of: Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session).isEmpty)
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session) == [.stateChanged(.poweredOff)])
        #expect(bench.send(.scan(Central.ScanRequest()), session) == .ignored)
        bench.model.setAuthorization(.denied, of: Bench.app, at: bench.now)
        bench.model.setAuthorization(.notDetermined, of: Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.takeCentral(session) == [.stateChanged(.unauthorized)])
    }

    @Test("Behaviour 1.1, 1.2: the first state is reported once, later, never while the manager is opened")
    func firstState() {
        var bench = Bench.poweredOn()
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.take().isEmpty)
        #expect(bench.model.nextDeadline == bench.now + OSProfile.iOS(18).firstStateDelay)
        bench.advance(.milliseconds(10))
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOn))])
        bench.advance(.seconds(1))
        #expect(bench.take().isEmpty)
    }

    @Test("Behaviour 1.2: a host that starts late still gives one first state")
    func lateHost() {
        var bench = Bench()
        bench.model.start(at: bench.now)
        let session = bench.model.openPeripheral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.seconds(1))
        #expect(bench.take() == [.host(.powerOn)])
        bench.host(.ready(Bench.address))
        #expect(bench.take() == [.peripheral(session, .stateChanged(.poweredOn))])
    }

    @Test(
        "Behaviour 1.2, 1.4; regression 114: every final state is reported",
        arguments: [
            (RadioState.off, Authorization.allowedAlways, ManagerState.poweredOff),
            (.unsupported, .allowedAlways, .unsupported), (.resetting, .allowedAlways, .resetting),
            (.on, .denied, .unauthorized), (.on, .restricted, .unauthorized), (.off, .denied, .unauthorized),
        ])
    func finalStates(radio: RadioState, authorization: Authorization, state: ManagerState) {
        var bench = Bench.poweredOn()
        bench.model.setRadio(radio, at: bench.now)
        bench.model.setAuthorization(authorization, of: Bench.app, at: bench.now)
        bench.drain()
        bench.seen = []
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.take() == [.central(session, .stateChanged(state))])
    }

    @Test(
        "Behaviour 1.3; regression 113: an app has one prompt, and no state before the answer",
        arguments: [(true, ManagerState.poweredOn), (false, .unauthorized)])
    func prompt(allows: Bool, state: ManagerState) {
        var bench = Bench.poweredOn()
        bench.model.setAuthorization(.notDetermined, of: Bench.app, at: bench.now)
        let central = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        let peripheral = bench.model.openPeripheral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.seconds(60))
        #expect(
            bench.take() == [
                .systemAlert(SystemAlert(number: 1, app: Bench.app, kind: .bluetoothPermission))
            ])
        bench.model.answerAlert(1, allows: allows, at: bench.now)
        bench.drain()
        #expect(
            bench.take() == [
                .central(central, .stateChanged(state)), .peripheral(peripheral, .stateChanged(state)),
            ])
        #expect(
            bench.model.authorization(for: central) == (allows ? .allowedAlways : .denied))
        bench.model.answerAlert(1, allows: !allows, at: bench.now)
        bench.drain()
        #expect(bench.take().isEmpty, "an alert is answered once")
    }

    @Test("Behaviour 1.4: permission belongs to the app, and is readable before any manager")
    func permissionOfApps() {
        var bench = Bench.poweredOn()
        bench.model.setAuthorization(.restricted, of: AppID(2), at: bench.now)
        #expect(bench.model.authorization(of: AppID(1)) == .allowedAlways)
        #expect(bench.model.authorization(of: AppID(2)) == .restricted)
        let session = bench.model.openCentral(ManagerOptions(), app: AppID(2), at: bench.now)
        let other = bench.model.openCentral(ManagerOptions(), app: AppID(1), at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(
            bench.take() == [
                .central(session, .stateChanged(.unauthorized)), .central(other, .stateChanged(.poweredOn)),
            ])
    }

    @Test(
        "Behaviour 1.6: without a usage description the system ends the app at its first manager, from iOS 13 on",
        arguments: [(12, false), (13, true), (18, true)])
    func usageDescription(version: Int, ends: Bool) {
        var bench = Bench.poweredOn(.iOS(version))
        bench.model.configure(Bench.app, AppManifest(hasUsageDescription: false), at: bench.now)
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        let seen = bench.take()
        #expect(seen.contains(.appEnded(Bench.app, [session])) == ends)
        #expect(seen.contains(.central(session, .stateChanged(.poweredOn))) != ends)
        let misuses = seen.compactMap { if case .misuse(_, let misuse) = $0 { misuse.kind } else { nil } }
        #expect(misuses == (ends ? [.missingUsageDescription] : []))
        #expect(bench.model.state(of: Bench.app) == (ends ? .terminated : .foreground))
    }

    @Test("Behaviour 1.26: the power alert is shown while Bluetooth is off, and changes nothing")
    func powerAlert() {
        var bench = Bench.poweredOn()
        let options = ManagerOptions(showsPowerAlert: true)
        _ = bench.model.openCentral(options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        bench.seen = []
        let session = bench.model.openCentral(options, app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(
            bench.take() == [
                .systemAlert(SystemAlert(number: 1, app: Bench.app, kind: .bluetoothIsOff)),
                .central(session, .stateChanged(.poweredOff)),
            ])
    }

    @Test(
        "Behaviour 1.3: older systems do not ask the user",
        arguments: [
            (OSProfile.iOS(12), false), (.iOS(13), true), (.macOS(10, 15), false), (.macOS(11), true),
        ])
    func olderSystems(profile: OSProfile, asks: Bool) {
        var bench = Bench.poweredOn(profile)
        bench.model.setAuthorization(.notDetermined, of: Bench.app, at: bench.now)
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.takeCentral(session).isEmpty == asks)
        #expect(bench.model.authorization(of: Bench.app) == (asks ? .notDetermined : .allowedAlways))
    }

    @Test(
        "Behaviour 1.38: with AccessorySetupKit a manager is off until an accessory is set up, and reaches no other"
    )
    func accessorySetup() {
        var bench = Bench.poweredOn()
        let other = DeviceAddress(9, .random)
        bench.model.configure(Bench.app, AppManifest(accessorySetup: AccessorySetupKeys()), at: bench.now)
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOff))])
        bench.model.setUpAccessory(Bench.peer, for: Bench.app, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOn))])
        bench.send(.scan(Central.ScanRequest()), session)
        bench.host(.advertisementReceived(Bench.report(other)))
        #expect(bench.takeCentral(session).isEmpty)
        bench.host(.advertisementReceived(Bench.report()))
        #expect(bench.takeCentral(session).count == 1)
        bench.send(.connect(PeerIdentifier(seed: 42, address: other), Central.ConnectOptions()), session)
        #expect(bench.takeHost().isEmpty, "it hangs")
        bench.linkUp(Bench.link, other, role: .peripheral)
        #expect(bench.takeCentral(session).isEmpty, "also when the peer is linked")
        bench.send(.connect(PeerIdentifier(seed: 42, address: Bench.peer), Central.ConnectOptions()), session)
        #expect(bench.takeHost() == [.gap(.connect(Bench.peer))])
    }

    @Test("Behaviour 1.37: a manager for media devices needs no permission, and reaches only such devices")
    func mediaDevices() {
        var bench = Bench.poweredOn()
        bench.model.setAuthorization(.notDetermined, of: Bench.app, at: bench.now)
        let session = bench.model.openCentral(
            ManagerOptions(accessesMediaDevices: true), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOn))], "no alert")
        bench.send(.scan(Central.ScanRequest()), session)
        bench.host(.advertisementReceived(Bench.report()))
        #expect(bench.takeCentral(session).isEmpty)
        let audio: [AdvertisingData.Structure] = [.completeServiceUUIDs(.bits16, [BluetoothUUID(0x184E)])]
        bench.host(.advertisementReceived(Bench.report(DeviceAddress(9, .random), audio)))
        #expect(bench.takeCentral(session).count == 1)
    }

    @Test(
        "Behaviour 1.7, 1.8: a central command before poweredOn is ignored with Apple's text",
        arguments: [
            Central.Command.scan(Central.ScanRequest()), .stopScan,
            .connect(PeerIdentifier(high: 1, low: 2), Central.ConnectOptions()),
            .cancelConnection(PeerIdentifier(high: 1, low: 2)),
            .readCharacteristic(PeerIdentifier(high: 1, low: 2), Bench.name(3)),
        ])
    func centralNotPoweredOn(command: Central.Command) {
        var bench = Bench.poweredOn()
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        #expect(bench.send(command, session) == .ignored)
        let misuse = bench.takeMisuse()
        #expect(misuse.map(\.kind) == [.notPoweredOn])
        #expect(
            misuse.first?.message
                == "API MISUSE: <CBCentralManager: 0x1> can only accept this command while in the powered on "
                + "state")
        #expect(misuse.first?.call == command.call)
    }

    @Test("Behaviour 1.11: a peripheral command before poweredOn is ignored with Apple's text")
    func peripheralNotPoweredOn() {
        var bench = Bench.poweredOn()
        let session = bench.model.openPeripheral(ManagerOptions(), app: Bench.app, at: bench.now)
        #expect(bench.send(.startAdvertising(.init()), session) == .ignored)
        #expect(
            bench.update(.init([], characteristic: Bench.name(1), centrals: nil), session) == false)
        #expect(
            bench.takeMisuse().first?.message
                == "API MISUSE: <CBPeripheralManager: 0x1> can only accept this command while in the powered "
                + "on state")
    }

    @Test("Behaviour 1.15, 1.20: power off reports the state and nothing else; links and attempts have ended")
    func powerOff() {
        var (bench, session, peer) = Bench.connected()
        let other = bench.discover(DeviceAddress(5, .random), by: session)
        bench.send(.connect(other, Central.ConnectOptions()), session)
        bench.send(.scan(Central.ScanRequest()), session)
        bench.send(.readRSSI(peer), session)
        bench.seen = []
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.host(.powerOff), .central(session, .stateChanged(.poweredOff))])
        bench.host(.poweredOff)
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        bench.model.setRadio(.on, at: bench.now)
        bench.host(.ready(Bench.address))
        #expect(bench.take() == [.host(.powerOn), .central(session, .stateChanged(.poweredOn))])
        #expect(bench.model.router.mtu(of: peer, for: session) == 0)
        bench.send(.discoverServices(peer, nil), session)
        #expect(bench.takeMisuse().map(\.kind) == [.notConnected])
    }

    @Test(
        "Behaviour 1.21: a scan resumes after power off only if the profile says so",
        arguments: [false, true])
    func scanAcrossPowerOff(resumes: Bool) {
        var profile = OSProfile.iOS(18)
        profile.resumesScanAfterPowerOff = resumes
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        bench.send(.scan(Central.ScanRequest()), session)
        bench.model.setRadio(.off, at: bench.now)
        bench.model.setRadio(.on, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.host(.ready(Bench.address))
        let scans = bench.takeHost().contains { if case .gap(.startScanning) = $0 { true } else { false } }
        #expect(scans == resumes)
    }

    @Test("Behaviour 1.22: a controller that fails while it works is reset, and works again")
    func reset() {
        var bench = Bench.poweredOn()
        let session = bench.central()
        bench.host(.controllerFailed(.hardware(3)))
        #expect(bench.take() == [.central(session, .stateChanged(.resetting)), .host(.powerOn)])
        bench.host(.ready(Bench.address))
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOn))])
    }

    @Test("Behaviour 1.25: with a controller that can't be started the state is unsupported")
    func unsupported() {
        var bench = Bench()
        bench.model.start(at: bench.now)
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        bench.seen = []
        bench.host(.controllerFailed(.silent(.reset)))
        #expect(bench.take() == [.central(session, .stateChanged(.unsupported))])
    }

    @Test("Losing the authorization ends links on a host that stays up")
    func deniedLater() {
        var (bench, session, _) = Bench.connected()
        bench.model.setAuthorization(.denied, of: Bench.app, at: bench.now)
        bench.drain()
        #expect(
            bench.take() == [
                .host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))),
                .central(session, .stateChanged(.unauthorized)),
            ])
    }

    @Test("A closed manager gets no more events, and its link ends")
    func close() {
        var (bench, session, peer) = Bench.connected()
        bench.model.close(session, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection)))])
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        #expect(bench.take().isEmpty)
        #expect(bench.send(.connect(peer, Central.ConnectOptions()), session) == .ignored)
    }

    @Test("A manager closed before its first state never gets one")
    func closedEarly() {
        var bench = Bench.poweredOn()
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.model.close(session, at: bench.now)
        bench.advance(.seconds(1))
        #expect(bench.take().isEmpty)
        #expect(bench.model.nextDeadline == nil)
    }
}
