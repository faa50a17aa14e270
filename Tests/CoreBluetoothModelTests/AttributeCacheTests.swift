import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// What the system keeps of a peer's attributes between links.
@Suite struct AttributeCacheTests {
    static let next = Host.LinkID(8)

    /// iOS 18 that looks for Service Changed, and for nothing else by itself.
    static var looking: OSProfile {
        var profile = OSProfile.plain
        profile.subscribesToServiceChanged = true
        return profile
    }

    /// A link on which heart rate was discovered and 2A38 was read, and the phone has looked for Service Changed,
    /// at 8 with its configuration at 9.
    static func discovered(
        _ profile: OSProfile = looking, hasServiceChanged: Bool
    ) -> (Bench, SessionID, PeerIdentifier) {
        var (bench, session, peer) = Bench.connected(profile)
        if profile.subscribesToServiceChanged {
            bench.seen = [
                .host(
                    .gatt(
                        .procedure(Bench.link, bench.model.links[0].client.operations.currentToken, .read(0)))
                )
            ]
            let generic = GATT.DiscoveredService(
                range: .init(first: 6, last: 9), uuid: BluetoothUUID(0x1801))
            bench.end(.services(hasServiceChanged ? [generic] : []))
            if hasServiceChanged {
                bench.end(
                    .characteristics([
                        .init(declaration: 7, value: 8, properties: .indicate, uuid: BluetoothUUID(0x2A05))
                    ]))
                bench.end(.descriptors([.init(handle: 9, uuid: HeartRate.configuration)]))
                bench.end(.written)
            }
        }
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        bench.end(.characteristics(HeartRate.characteristics))
        bench.send(.discoverDescriptors(peer, characteristic: Bench.name(12)), session)
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.end(.value([1]))
        bench.seen = []
        return (bench, session, peer)
    }

    static func reconnect(
        _ bench: inout Bench, _ session: SessionID, _ peer: PeerIdentifier, isBonded: Bool = false,
        afterLoss: Bool = true
    ) {
        if afterLoss {
            bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        }
        bench.send(.connect(peer, .init()), session)
        bench.seen = []
        if isBonded {
            var link = Host.Link(
                role: .central, peer: Bench.peer, connectionHandle: 1,
                parameters: .init(interval: .milliseconds(30), supervisionTimeout: .milliseconds(720)))
            link.isBonded = true
            bench.host(.connected(next, link))
            let security = Host.Security(level: .encrypted, keySize: 16, isBonded: true)
            bench.host(.securityChanged(next, security))
            bench.host(.securityEnded(next, .success(security)))
        } else {
            bench.linkUp(next)
        }
        if bench.lastProcedure()?.1 == .exchangeMTU(185) { bench.end(.mtu(185), next) }
    }

    /// Whether a discovery of all services is answered without the peer.
    static func isKnown(_ bench: inout Bench, _ session: SessionID, _ peer: PeerIdentifier) -> Bool {
        bench.seen = []
        bench.send(.discoverServices(peer, nil), session)
        let isOnAir = bench.lastProcedure() != nil || !bench.model.links[0].client.operations.waiting.isEmpty
        return !isOnAir
    }

    @Test(
        "Behaviour 4.10: bond and Service Changed decide which attributes outlive a link",
        arguments: [
            (bonded: false, serviceChanged: false, isKept: true), (false, true, false), (true, true, true),
            (true, false, true),
        ])
    func policy(bonded: Bool, serviceChanged: Bool, isKept: Bool) {
        var (bench, session, peer) = Self.discovered(hasServiceChanged: serviceChanged)
        if bonded {
            bench.host(
                .securityChanged(Bench.link, .init(level: .encrypted, keySize: 16, isBonded: true)))
        }
        Self.reconnect(&bench, session, peer, isBonded: bonded)
        if isKept {
            // What the phone knows it does not look for again.
            #expect(bench.lastProcedure() == nil)
            #expect(Self.isKnown(&bench, session, peer))
        } else {
            bench.end(.services([]), Self.next)
            #expect(!Self.isKnown(&bench, session, peer))
        }
    }

    @Test("Behaviour 4.10: without its bond a peer with Service Changed is discovered again")
    func bondLost() {
        var (bench, session, peer) = Self.discovered(hasServiceChanged: true)
        bench.host(.securityChanged(Bench.link, .init(level: .encrypted, keySize: 16, isBonded: true)))
        Self.reconnect(&bench, session, peer, isBonded: false)
        bench.end(.services([]), Self.next)
        #expect(!Self.isKnown(&bench, session, peer))
    }

    @Test("Behaviour 4.10: of a link that ended before the phone looked for Service Changed nothing is kept")
    func endedEarly() {
        var bench = Bench.poweredOn(Self.looking)
        let session = bench.central()
        let peer = bench.discover(by: session)
        bench.send(.connect(peer, .init()), session)
        bench.linkUp()
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.mtu(185))
        bench.end(.services(HeartRate.services))
        Self.reconnect(&bench, session, peer)
        #expect(bench.model.links[0].database.isEmpty)
    }

    @Test(
        "Behaviour 4.7, 4.8, 4.9: services of a known peer are found with their characteristics and descriptors, without air traffic"
    )
    func prefilled() {
        var (bench, session, peer) = Self.discovered(hasServiceChanged: false)
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        bench.end(.written)
        Self.reconnect(&bench, session, peer)
        func name(_ handle: UInt16) -> AttributeIdentifier { Bench.name(handle, Self.next) }
        // Names of the old link are dead.
        #expect(bench.send(.readCharacteristic(peer, Bench.name(15)), session) == .ignored)
        bench.seen = []
        bench.send(.discoverServices(peer, [HeartRate.service]), session)
        let service = Central.Service(identifier: name(10), uuid: HeartRate.service, isPrimary: true)
        func value(
            _ handle: UInt16, _ uuid: BluetoothUUID, _ properties: UInt, _ value: [UInt8]?,
            descriptors: [Central.Descriptor]? = nil
        ) -> Central.KnownCharacteristic {
            Central.KnownCharacteristic(
                characteristic: .init(
                    identifier: name(handle), uuid: uuid, properties: properties, cachedValue: value),
                descriptors: descriptors)
        }
        let known = Central.KnownService(
            service: service,
            characteristics: [
                value(
                    12, HeartRate.measurement, 0x10, nil,
                    descriptors: [.init(identifier: name(13), uuid: HeartRate.configuration)]),
                value(15, HeartRate.location, 0x02, [1]), value(17, HeartRate.control, 0x0E, nil),
            ])
        #expect(
            bench.take() == [
                .central(session, .attributesKnown(peer, [known])),
                .central(session, .servicesDiscovered(peer, [service], nil)),
            ])
        // What is known counts as discovered: a filtered discovery takes nothing away (4.4).
        bench.send(.discoverCharacteristics(peer, [HeartRate.location], service: name(10)), session)
        guard case .characteristicsDiscovered(_, _, let found, nil)? = bench.takeCentral(session).first else {
            Issue.record("no characteristics")
            return
        }
        #expect(found.count == 3)
        // Told once; and to subscribe is one write, the descriptor being known.
        bench.send(.discoverServices(peer, [HeartRate.service]), session)
        #expect(bench.take() == [.central(session, .servicesDiscovered(peer, [service], nil))])
        bench.send(.setNotify(peer, name(12), true), session)
        #expect(bench.lastProcedure()?.1 == .write(13, [1, 0]))
    }

    @Test(
        "Behaviour 4.10, 4.14: a bonded peer that has changed meanwhile indicates it, and is discovered again"
    )
    func changedMeanwhile() {
        var (bench, session, peer) = Self.discovered(hasServiceChanged: true)
        bench.host(.securityChanged(Bench.link, .init(level: .encrypted, keySize: 16, isBonded: true)))
        Self.reconnect(&bench, session, peer, isBonded: true)
        #expect(Self.isKnown(&bench, session, peer))
        bench.seen = []
        bench.host(.valueReceived(Self.next, 8, [10, 0, 20, 0], .indication))
        #expect(
            bench.take() == [
                .central(session, .servicesModified(peer, invalidated: [Bench.name(10, Self.next)]))
            ])
        #expect(!Self.isKnown(&bench, session, peer))
        bench.end(.services([HeartRate.services[1]]), Self.next)
        // All handles: Service Changed itself is looked for again.
        bench.seen = []
        bench.host(.valueReceived(Self.next, 8, [1, 0, 0xFF, 0xFF], .indication))
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([BluetoothUUID(0x1801)]))
    }

    @Test(
        "Behaviour 4.11: switching off and on forgets attributes if the profile says so; a restart and Forget This Device always do",
        arguments: ["off", "off, kept", "restart", "forget"])
    func clearing(way: String) {
        var profile = Self.looking
        profile.powerOffForgetsAttributes = way == "off"
        var (bench, session, peer) = Self.discovered(profile, hasServiceChanged: false)
        switch way {
        case "restart": bench.model.forgetAttributes()
        case "forget": bench.model.forget(Bench.peer, at: bench.now)
        default:
            bench.model.setRadio(.off, at: bench.now)
            bench.model.setRadio(.on, at: bench.now)
            bench.host(.ready(Bench.address))
        }
        bench.drain()
        Self.reconnect(&bench, session, peer, afterLoss: !way.hasPrefix("off"))
        let isKnown = way == "off, kept"
        if !isKnown { bench.end(.services([]), Self.next) }
        #expect(Self.isKnown(&bench, session, peer) == isKnown)
    }

    @Test(
        "Kept attributes have limits: a number of peers, and a number of attributes for each",
        arguments: [true, false])
    func bounds(isLarge: Bool) {
        var profile = Self.looking
        profile.maximumRememberedAttributes = isLarge ? 4 : 5
        var (bench, session, peer) = Self.discovered(profile, hasServiceChanged: false)
        Self.reconnect(&bench, session, peer)
        #expect(bench.model.links[0].database.isEmpty == isLarge)
    }
}
