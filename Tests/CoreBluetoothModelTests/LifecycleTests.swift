import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct LifecycleTests {
    @Test("Ledger 1.1, 1.2: the first state comes once, later, never inside open")
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

    @Test("Ledger 1.2: a host that comes up late still leads to one first state")
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
        "Ledger 1.2, 1.4: every final state is told",
        arguments: [
            (RadioState.off, Authorization.allowedAlways, ManagerState.poweredOff),
            (.unsupported, .allowedAlways, .unsupported), (.resetting, .allowedAlways, .resetting),
            (.on, .denied, .unauthorized), (.on, .restricted, .unauthorized), (.off, .denied, .unauthorized),
        ])
    func finalStates(radio: RadioState, authorization: Authorization, state: ManagerState) {
        var bench = Bench.poweredOn()
        bench.model.setRadio(radio, at: bench.now)
        bench.model.setAuthorization(authorization, at: bench.now)
        bench.drain()
        bench.seen = []
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.milliseconds(10))
        #expect(bench.take() == [.central(session, .stateChanged(state))])
    }

    @Test("Ledger 1.3: while the prompt is up no state comes; the answer brings it")
    func prompt() {
        var bench = Bench.poweredOn()
        bench.model.setAuthorization(.notDetermined, at: bench.now)
        let session = bench.model.openCentral(ManagerOptions(), app: Bench.app, at: bench.now)
        bench.advance(.seconds(60))
        #expect(bench.take().isEmpty)
        bench.model.setAuthorization(.allowedAlways, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOn))])
    }

    @Test(
        "Ledger 1.7, 1.8: a central command before poweredOn is ignored with Apple's text",
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

    @Test("Ledger 1.11: so is a peripheral command")
    func peripheralNotPoweredOn() {
        var bench = Bench.poweredOn()
        let session = bench.model.openPeripheral(ManagerOptions(), app: Bench.app, at: bench.now)
        #expect(bench.send(.startAdvertising(.init()), session) == .ignored)
        #expect(
            bench.send(.updateValue([], characteristic: Bench.name(1), centrals: nil), session)
                == .flag(false))
        #expect(
            bench.takeMisuse().first?.message
                == "API MISUSE: <CBPeripheralManager: 0x1> can only accept this command while in the powered "
                + "on state")
    }

    @Test("Ledger 1.15, 1.20: power off tells the state and nothing else; links and attempts are gone")
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
        #expect(bench.model.query(.mtu(peer), from: session) == .number(0))
        bench.send(.discoverServices(peer, nil), session)
        #expect(bench.takeMisuse().map(\.kind) == [.notConnected])
    }

    @Test(
        "Ledger 1.21: a scan resumes after power off only where the profile says so",
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
        let scans = bench.takeHost().contains { if case .startScanning = $0 { true } else { false } }
        #expect(scans == resumes)
    }

    @Test("Ledger 1.22: a controller that fails in the middle is a reset, and comes back")
    func reset() {
        var bench = Bench.poweredOn()
        let session = bench.central()
        bench.host(.controllerFailed(.hardware(3)))
        #expect(bench.take() == [.central(session, .stateChanged(.resetting)), .host(.powerOn)])
        bench.host(.ready(Bench.address))
        #expect(bench.take() == [.central(session, .stateChanged(.poweredOn))])
    }

    @Test("Ledger 1.25: a controller that can't be started is no Bluetooth at all")
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
        bench.model.setAuthorization(.denied, at: bench.now)
        bench.drain()
        #expect(
            bench.take() == [
                .host(.disconnect(Bench.link, .remoteUserTerminatedConnection)),
                .central(session, .stateChanged(.unauthorized)),
            ])
    }

    @Test("A closed manager hears nothing more, and its link ends")
    func close() {
        var (bench, session, peer) = Bench.connected()
        bench.model.close(session, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.host(.disconnect(Bench.link, .remoteUserTerminatedConnection))])
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
