import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct LinkTests {
    private func justConnected(_ profile: OSProfile) -> (Bench, SessionID, PeerIdentifier) {
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        bench.linkUp()
        return (bench, session, peer)
    }

    @Test("Behaviour 9.6, 9.7, 5.11: after didConnect come data length, PHY and the MTU exchange")
    func firstSteps() {
        var (bench, session, peer) = justConnected(.iOS(18))
        let token = bench.lastProcedure()?.0 ?? Host.Token(0)
        #expect(
            bench.take() == [
                .central(session, .connected(Central.Peer(identifier: peer, name: nil))),
                .host(.link(.setDataLength(Bench.link, octets: 251))),
                .host(.link(.setPHY(Bench.link, .le2M))),
                .host(.gatt(.procedure(Bench.link, token, .exchangeMTU(185)))),
            ])
    }

    @Test("Behaviour 5.9, 5.10, 1.35: lengths before and after the exchange")
    func lengths() {
        var (bench, session, peer) = justConnected(.plain)
        #expect(bench.model.router.maximumWriteLength(to: peer, .withResponse, for: session) == 512)
        #expect(bench.model.router.maximumWriteLength(to: peer, .withoutResponse, for: session) == 20)
        #expect(bench.model.router.mtu(of: peer, for: session) == 23)
        bench.host(.mtuChanged(Bench.link, 185))
        bench.end(.mtu(185))
        #expect(bench.take().isEmpty)
        #expect(bench.model.router.maximumWriteLength(to: peer, .withoutResponse, for: session) == 182)
        #expect(bench.model.router.mtu(of: peer, for: session) == 185)
    }

    @Test("Behaviour 5.37, 5.38: the phone then reads the name and Service Changed, after an app's request")
    func background() {
        var (bench, session, peer) = justConnected(.iOS(18))
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.mtu(185))
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([]))
        bench.end(.services([]))
        #expect(bench.lastProcedure()?.1 == .readUsingUUID(.all, BluetoothUUID(0x2A00)))
        bench.end(.values([GATT.ReadValue(handle: 3, value: Array("HR-1".utf8))]))
        #expect(bench.takeCentral(session) == [.nameChanged(peer, "HR-1")])
        bench.seen = [
            .host(
                .gatt(.procedure(Bench.link, bench.model.links[0].client.operations.currentToken, .read(0))))
        ]
        bench.end(.services([.init(range: .init(first: 6, last: 13), uuid: BluetoothUUID(0x1801))]))
        #expect(bench.lastProcedure()?.1 == .discoverCharacteristics(.init(first: 6, last: 13)))
        bench.end(
            .characteristics([
                .init(declaration: 7, value: 8, properties: .indicate, uuid: BluetoothUUID(0x2A05)),
                .init(declaration: 10, value: 11, properties: .read, uuid: BluetoothUUID(0x2B29)),
            ]))
        #expect(bench.lastProcedure()?.1 == .discoverDescriptors(.init(first: 9, last: 9)))
        bench.end(.descriptors([.init(handle: 9, uuid: BluetoothUUID(0x2902))]))
        #expect(bench.lastProcedure()?.1 == .write(9, [0x02, 0x00]))
        bench.end(.written)
        #expect(bench.take().isEmpty)
    }

    @Test("A peer without name and Service Changed is left alone")
    func bareBackground() {
        var (bench, _, _) = justConnected(.iOS(18))
        bench.end(.failed(.error(.requestNotSupported)))
        bench.end(.failed(.error(.attributeNotFound)))
        bench.end(.services([]))
        #expect(bench.take().isEmpty)
    }

    @Test(
        "Behaviour 4.26: without an answer to the MTU request nothing is discovered, and the link ends")
    func silentAboutMTU() {
        var (bench, session, peer) = justConnected(.iOS(18))
        let token = bench.lastProcedure()?.0
        bench.send(.discoverServices(peer, nil), session)
        #expect(bench.lastProcedure()?.0 == token, "the MTU exchange is still the last")
        bench.end(.failed(.timeout))
        #expect(bench.takeHost() == [.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))])
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.takeCentral(session) == [
                .disconnected(peer, .connectionTimeout, timestamp: time, isReconnecting: false)
            ])
    }

    @Test("Behaviour CB 3: requests while the link is already going down")
    func raced() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.end(.failed(.timeout))
        bench.seen = []
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        #expect(
            bench.take() == [
                .central(session, .characteristicValue(peer, Bench.name(15), .failure(.local(code: 3)))),
                .central(
                    session,
                    .notifyStateChanged(peer, Bench.name(12), isNotifying: false, .local(code: 3))),
            ])
    }

    @Test(
        "Behaviour 4.26, 4.28, CB 0: a bearer without answers ends the link, and the app gets a timeout")
    func timeout() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.send(.readCharacteristic(peer, Bench.name(17)), session)
        bench.end(.failed(.timeout))
        #expect(
            bench.take() == [
                .central(session, .characteristicValue(peer, Bench.name(15), .failure(.unknown))),
                .host(.link(.disconnect(Bench.link, .remoteUserTerminatedConnection))),
            ])
        bench.host(.disconnected(Bench.link, .connectionTerminatedByLocalHost))
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.take() == [
                .central(
                    session, .disconnected(peer, .connectionTimeout, timestamp: time, isReconnecting: false))
            ])
    }

    @Test("Behaviour 9.2, 9.3: connection parameters a peer may ask for")
    func parameters() {
        typealias P = Host.ConnectionParameters
        let table: [(P, current: Bool, before: Bool)] = [
            (
                P(
                    minimumInterval: .milliseconds(15), maximumInterval: .milliseconds(30), latency: 0,
                    supervisionTimeout: .seconds(6)), true, true
            ),
            (P(interval: .milliseconds(15), supervisionTimeout: .seconds(6)), true, true),
            (P(interval: .milliseconds(30), supervisionTimeout: .seconds(6)), false, false),
            (
                P(
                    minimumInterval: .milliseconds(15), maximumInterval: .milliseconds(30), latency: 31,
                    supervisionTimeout: .seconds(6)), false, false
            ),
            (
                P(
                    minimumInterval: .milliseconds(15), maximumInterval: .milliseconds(30), latency: 4,
                    supervisionTimeout: .seconds(4)), false, true
            ),
            (
                P(
                    minimumInterval: .milliseconds(30), maximumInterval: .milliseconds(300), latency: 9,
                    supervisionTimeout: .seconds(10)), true, false
            ),
            (
                P(
                    minimumInterval: .milliseconds(20), maximumInterval: .milliseconds(40), latency: 0,
                    supervisionTimeout: .seconds(6)), false, false
            ),
            (
                P(
                    minimumInterval: .milliseconds(8), maximumInterval: .milliseconds(40), latency: 0,
                    supervisionTimeout: .seconds(6)), false, false
            ),
        ]
        for (request, current, before) in table {
            #expect(ParameterRules.current.allow(request) == current, "\(request)")
            #expect(ParameterRules.guidelinesR11.allow(request) == before, "\(request)")
        }
        var (bench, _, _) = Bench.connected()
        bench.host(.parametersRequested(Bench.link, table[0].0))
        bench.host(.parametersRequested(Bench.link, table[2].0))
        #expect(
            bench.take() == [
                .host(.link(.answerParameterRequest(Bench.link, accept: true))),
                .host(.link(.answerParameterRequest(Bench.link, accept: false))),
            ])
    }

    @Test(
        "Rules without guidelines grant everything that Bluetooth allows",
        arguments: [
            (7.5, 7.5, 0, 100.0, true), (8.75, 8.75, 0, 100, true), (45, 45, 0, 4000, true),
            (45, 47.5, 499, 32_000, false),
            (45, 45, 9, 900, false), (45, 45, 9, 910, true), (4000, 4000, 0, 32_000, true),
            (6.25, 45, 0, 4000, false),
            (45, 45, 0, 90, false), (7.5, 7.5, 499, 7510, true), (7.5, 7.5, 500, 32_000, false),
        ] as [(Double, Double, UInt16, Double, Bool)])
    func anyParameters(shortest: Double, longest: Double, latency: UInt16, timeout: Double, isGranted: Bool) {
        let request = Host.ConnectionParameters(
            minimumInterval: .microseconds(Int(shortest * 1000)),
            maximumInterval: .microseconds(Int(longest * 1000)), latency: latency,
            supervisionTimeout: .microseconds(Int(timeout * 1000)))
        #expect(ParameterRules.any.allow(request) == isGranted)
    }

    @Test(
        "Behaviour 9.2: keyboards and instruments get 11.25 ms, and no less",
        arguments: [
            (BluetoothUUID(0x1812), 11_250, true), ("03B80E5A-EDE8-4B33-A751-6CE34EC4C700", 11_250, true),
            (BluetoothUUID(0x1812), 10_000, false), (BluetoothUUID(0x180D), 11_250, false),
        ] as [(BluetoothUUID, Int, Bool)], [false, true])
    func inputDevices(device: (service: BluetoothUUID, interval: Int, isGranted: Bool), isDiscovered: Bool) {
        let (service, interval, isGranted) = device
        var (bench, session, peer) = Bench.connected()
        if isDiscovered {
            bench.send(.discoverServices(peer, nil), session)
            bench.end(.services([.init(range: .init(first: 10, last: 20), uuid: service)]))
        } else {
            bench.send(.scan(.init()), session)
            bench.host(
                .advertisementReceived(
                    Bench.report(Bench.peer, [.completeServiceUUIDs(service.width, [service])])))
        }
        bench.seen = []
        let wish = Host.ConnectionParameters(
            interval: .microseconds(interval), supervisionTimeout: .seconds(6))
        bench.host(.parametersRequested(Bench.link, wish))
        #expect(bench.takeHost() == [.link(.answerParameterRequest(Bench.link, accept: isGranted))])
    }

    @Test(
        "Behaviour 9.6: the MTU by version",
        arguments: [(6, 23), (9, 158), (10, 185), (18, 185), (25, 185), (26, 247), (27, 247)])
    func mtuByVersion(version: Int, mtu: UInt16) {
        #expect(OSProfile.iOS(version).attMTU == mtu)
    }

    @Test(
        "Behaviour 9.6: a newer phone has the long MTU from iOS 17 on; an Apple TV, a watch and a Mac have not"
    )
    func longMTU() {
        for (version, mtu): (Int, UInt16) in [(9, 158), (16, 185), (17, 247), (18, 247), (26, 247)] {
            #expect(OSProfile.iOS(version, hasLongMTU: true).attMTU == mtu)
        }
        #expect(OSProfile.iOS(26, hasLongMTU: false).attMTU == 185)
        for profile in [OSProfile.tvOS(26), .watchOS(26), .macOS(26)] { #expect(profile.attMTU == 185) }
    }
}
