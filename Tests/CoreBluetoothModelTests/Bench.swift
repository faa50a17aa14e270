import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// A model whose host is played by the test.
struct Bench {
    typealias Output = PhoneModel.Output

    static let address = DeviceAddress(0xC0FF_EE00_0001, .random)
    static let peer = DeviceAddress(0xC0FF_EE00_0002, .random)
    static let link = Host.LinkID(7)
    static let app = AppID(1)

    var model: PhoneModel
    var now = Instant.zero
    /// All that came out since it was last looked at.
    var seen: [Output] = []
    /// What the timeline has of its apps; `seen` has all else.
    var states: [AppState] = []

    init(_ profile: OSProfile = .iOS(18)) {
        model = PhoneModel(profile: profile, identifierSeed: 42, name: "Phone")
    }

    /// A phone whose host is up.
    static func poweredOn(_ profile: OSProfile = .iOS(18)) -> Bench {
        var bench = Bench(profile)
        bench.model.start(at: bench.now)
        bench.model.handle(.ready(address), at: bench.now)
        bench.drain()
        bench.seen = []
        return bench
    }

    // MARK: Sessions

    /// Opens a central manager and waits for its first state.
    mutating func central() -> SessionID {
        let session = model.openCentral(ManagerOptions(), app: Self.app, at: now)
        advance(.milliseconds(10))
        seen = []
        return session
    }

    mutating func peripheral() -> SessionID {
        let session = model.openPeripheral(ManagerOptions(), app: Self.app, at: now)
        advance(.milliseconds(10))
        seen = []
        return session
    }

    // MARK: Driving

    mutating func drain() {
        while let output = model.nextOutput() {
            if case .appStateChanged(_, let state) = output {
                states.append(state)
            } else {
                seen.append(output)
            }
        }
    }

    mutating func advance(_ time: Nanoseconds) {
        now += time
        model.deadlineReached(at: now)
        drain()
    }

    mutating func host(_ event: Host.Event) {
        model.handle(event, at: now)
        drain()
    }

    @discardableResult
    mutating func send(_ command: Central.Command, _ session: SessionID) -> CommandResult {
        defer { drain() }
        return model.handle(command, from: session, at: now)
    }

    @discardableResult
    mutating func send(_ command: Peripheral.Command, _ session: SessionID) -> CommandResult {
        defer { drain() }
        return model.handle(command, from: session, at: now)
    }

    @discardableResult
    mutating func update(_ update: Peripheral.Update, _ session: SessionID) -> Bool {
        defer { drain() }
        return model.update(update, from: session, at: now)
    }

    // MARK: Looking

    /// Takes what came out so far.
    mutating func take() -> [Output] {
        defer { seen = [] }
        return seen
    }

    mutating func takeCentral(_ session: SessionID) -> [Central.Event] {
        take().compactMap { if case .central(session, let event) = $0 { event } else { nil } }
    }

    mutating func takePeripheral(_ session: SessionID) -> [Peripheral.Event] {
        take().compactMap { if case .peripheral(session, let event) = $0 { event } else { nil } }
    }

    mutating func takeHost() -> [Host.Command] {
        take().compactMap { if case .host(let command) = $0 { command } else { nil } }
    }

    mutating func takeMisuse() -> [Misuse] {
        take().compactMap { if case .misuse(_, let misuse) = $0 { misuse } else { nil } }
    }

    // MARK: Peers

    static func report(
        _ address: DeviceAddress = peer, _ data: [AdvertisingData.Structure] = [], response: Bool = false,
        connectable: Bool = true, scannable: Bool = true, rssi: Int8 = -50
    ) -> Host.AdvertisingReport {
        Host.AdvertisingReport(
            address: address, isConnectable: connectable, isScannable: scannable, isScanResponse: response,
            data: AdvertisingData(data).bytes, rssi: rssi)
    }

    /// Lets the phone receive a peer's advertisement, and returns its identifier.
    mutating func discover(_ address: DeviceAddress = peer, by session: SessionID) -> PeerIdentifier {
        send(.scan(Central.ScanRequest()), session)
        host(.advertisementReceived(Self.report(address)))
        send(.stopScan, session)
        seen = []
        return PeerIdentifier(seed: 42, address: address)
    }

    mutating func linkUp(
        _ id: Host.LinkID = link, _ address: DeviceAddress = peer, role: Host.Link.Role = .central
    ) {
        host(
            .connected(
                id,
                Host.Link(
                    role: role, peer: address, connectionHandle: 1,
                    parameters: Host.ConnectionParameters(
                        interval: .milliseconds(30), supervisionTimeout: .milliseconds(720)))))
    }

    /// The link to a peer that the phone has a bond with.
    mutating func bondedLinkUp() {
        host(
            .connected(
                Self.link,
                Host.Link(
                    role: .central, peer: Self.peer, connectionHandle: 1,
                    parameters: Host.ConnectionParameters(
                        interval: .milliseconds(30), supervisionTimeout: .milliseconds(720)), isBonded: true))
        )
    }

    /// A phone with one central manager that is connected to one peer, with nothing more to do.
    static func connected(
        _ profile: OSProfile = .plain, mtu: UInt16 = 185
    ) -> (Bench, SessionID, PeerIdentifier) {
        var bench = poweredOn(profile)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, Central.ConnectOptions()), session)
        bench.linkUp()
        bench.host(.mtuChanged(link, mtu))
        if profile.attMTU > 23 { bench.end(.mtu(mtu)) }
        bench.seen = []
        return (bench, session, peer)
    }

    /// The procedure that was last begun and is still looked for in `seen`.
    func lastProcedure() -> (Host.Token, GATT.Procedure)? {
        for case .host(.gatt(.procedure(_, let token, let procedure))) in seen.reversed() {
            return (token, procedure)
        }
        return nil
    }

    /// Ends the last procedure in `seen`.
    mutating func end(_ outcome: GATT.Outcome, _ id: Host.LinkID = link) {
        guard let (token, _) = lastProcedure() else {
            Issue.record("no procedure was begun")
            return
        }
        seen = []
        host(.procedureEnded(id, token, outcome))
    }

    static func name(_ handle: UInt16, _ id: Host.LinkID = link) -> AttributeIdentifier {
        AttributeIdentifier(rawValue: UInt64(id.rawValue) << 16 | UInt64(handle))
    }
}

extension OSProfile {
    /// iOS 18 that does nothing on a link but exchange the MTU, ends it at once, and has room for writes from the start.
    static var plain: OSProfile { plain(iOS: 18) }

    /// The same of another version.
    static func plain(iOS version: Int) -> OSProfile {
        var profile = OSProfile.iOS(version)
        profile.readsPeerName = false
        profile.subscribesToServiceChanged = false
        profile.linkLinger = .zero
        profile.canSendBeforeFirstWrite = true
        return profile
    }

    /// The same, with room for writes as today's systems have it: not at first (behaviour 5.18).
    static var shy: OSProfile {
        var profile = plain
        profile.canSendBeforeFirstWrite = OSProfile.iOS(18).canSendBeforeFirstWrite
        return profile
    }
}

/// A heart rate monitor: 180D at 10…20, 2A37 (notify) at 12 with its configuration at 13, 2A38 (read) at
/// 15, 2A39 (read, write) at 17; battery 180F at 30…33 with 2A19 (read, indicate) at 32.
enum HeartRate {
    static let service = BluetoothUUID(0x180D)
    static let battery = BluetoothUUID(0x180F)
    static let measurement = BluetoothUUID(0x2A37)
    static let location = BluetoothUUID(0x2A38)
    static let control = BluetoothUUID(0x2A39)
    static let configuration = BluetoothUUID(0x2902)

    static let services = [
        GATT.DiscoveredService(range: .init(first: 10, last: 20), uuid: service),
        GATT.DiscoveredService(range: .init(first: 30, last: 33), uuid: battery),
    ]
    static let characteristics = [
        GATT.DiscoveredCharacteristic(declaration: 11, value: 12, properties: .notify, uuid: measurement),
        GATT.DiscoveredCharacteristic(declaration: 14, value: 15, properties: .read, uuid: location),
        GATT.DiscoveredCharacteristic(
            declaration: 16, value: 17, properties: [.read, .write, .writeWithoutResponse], uuid: control),
    ]
}

extension Bench {
    /// `connected()` with the heart rate service and its characteristics discovered.
    static func discovered(
        _ profile: OSProfile = .plain, mtu: UInt16 = 185
    ) -> (Bench, SessionID, PeerIdentifier) {
        var (bench, session, peer) = connected(profile, mtu: mtu)
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: name(10)), session)
        bench.end(.characteristics(HeartRate.characteristics))
        bench.seen = []
        return (bench, session, peer)
    }
}

extension PhoneModel {
    /// The date of `now`, with the time zero that a model has when no driver has set another: 2025-01-01.
    static func absoluteTime(_ now: Instant) -> Double {
        757_382_400 + Nanoseconds(now.nanoseconds).seconds
    }
}
