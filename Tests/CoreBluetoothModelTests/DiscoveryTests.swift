import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct DiscoveryTests {
    private func service(_ handle: UInt16, _ uuid: BluetoothUUID, primary: Bool = true) -> Central.Service {
        Central.Service(identifier: Bench.name(handle), uuid: uuid, isPrimary: primary)
    }

    @Test(
        "Behaviour 4.1, 4.2, 4.3: all services, an empty device, no match",
        arguments: [nil, []] as [[BluetoothUUID]?])
    func allServices(filter: [BluetoothUUID]?) {
        var (bench, session, peer) = Bench.connected()
        bench.send(.discoverServices(peer, filter), session)
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([]))
        bench.end(.services([]))
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, [], nil)])
        bench.send(.discoverServices(peer, [HeartRate.service]), session)
        #expect(bench.take() == [.central(session, .servicesDiscovered(peer, [], nil))])
    }

    static let owned: [BluetoothUUID] = [
        BluetoothUUID(0x1800), BluetoothUUID(0x1801), BluetoothUUID(0x1812),
        "7905F431-B5CE-4E99-A40F-4B1E122D00D0",
    ]

    @Test(
        "Behaviour 4.18, 3.32: services that the system owns are hidden, and a filter for them finds nothing")
    func hidden() {
        var (bench, session, peer) = Bench.connected()
        for uuid in Self.owned {
            bench.send(.discoverServices(peer, [uuid]), session)
            #expect(bench.take() == [.central(session, .servicesDiscovered(peer, [], nil))])
        }
        bench.send(.discoverServices(peer, nil), session)
        bench.end(
            .services(
                [
                    .init(range: .init(first: 1, last: 5), uuid: Self.owned[0]),
                    .init(range: .init(first: 6, last: 9), uuid: Self.owned[1]),
                ] + HeartRate.services + [
                    .init(range: .init(first: 40, last: 44), uuid: Self.owned[2]),
                    .init(range: .init(first: 50, last: 54), uuid: Self.owned[3]),
                ]))
        let visible = [service(10, HeartRate.service), service(30, HeartRate.battery)]
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, visible, nil)])
    }

    @Test(
        "Behaviour 4.18: services of the system are hidden as included services too; only macOS before 10.10 shows them"
    )
    func hiddenIncluded() {
        for system in [OSProfile.iOS(18), .macOS(10, 9)] {
            var profile = OSProfile.plain
            profile.hiddenServices = system.hiddenServices
            var (bench, session, peer) = Bench.discovered(profile)
            let owned = GATT.DiscoveredService(range: .init(first: 40, last: 44), uuid: Self.owned[2])
            let shown = system.family == .macOS ? [service(40, Self.owned[2])] : []
            for filter in [nil, [Self.owned[2]]] {
                bench.send(.discoverIncludedServices(peer, filter, service: Bench.name(10)), session)
                if filter == nil {
                    bench.end(.includedServices([.init(declaration: 11, service: owned)]))
                }
                let found = bench.takeCentral(session)
                let expected = shown.map {
                    Central.Service(identifier: $0.identifier, uuid: $0.uuid, isPrimary: false)
                }
                #expect(
                    found == [
                        .includedServicesDiscovered(peer, service: Bench.name(10), expected, nil)
                    ])
            }
        }
        #expect(OSProfile.macOS(10, 10).hiddenServices == OSProfile.iOS(18).hiddenServices)
    }

    @Test(
        "Behaviour 4.4, 4.5, 4.19; regression 56: filtered discoveries add up in handle order, or not",
        arguments: [true, false])
    func accumulation(accumulates: Bool) {
        var profile = OSProfile.plain
        profile.accumulatesDiscoveries = accumulates
        var (bench, session, peer) = Bench.connected(profile)
        bench.send(.discoverServices(peer, [HeartRate.battery]), session)
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([HeartRate.battery]))
        bench.end(.services([HeartRate.services[1]]))
        let battery = service(30, HeartRate.battery)
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, [battery], nil)])
        bench.send(.discoverServices(peer, [HeartRate.service]), session)
        bench.end(.services([HeartRate.services[0]]))
        let heart = service(10, HeartRate.service)
        let all = accumulates ? [heart, battery] : [heart]
        #expect(bench.takeCentral(session) == [.servicesDiscovered(peer, all, nil)])
        // Regression 56: asked again, nothing doubles and nothing goes on air.
        bench.send(.discoverServices(peer, [HeartRate.service]), session)
        #expect(bench.take() == [.central(session, .servicesDiscovered(peer, all, nil))])
    }

    @Test(
        "Behaviour 1.31: a manager has to discover what another has discovered; the peer is not asked again")
    func viewsPerManager() {
        var (bench, first, peer) = Bench.discovered()
        let second = bench.central()
        bench.send(.connect(peer, .init()), second)
        bench.seen = []
        bench.send(.discoverServices(peer, [HeartRate.battery]), second)
        #expect(
            bench.take() == [
                .central(second, .servicesDiscovered(peer, [service(30, HeartRate.battery)], nil))
            ])
        bench.send(.discoverServices(peer, [HeartRate.battery]), first)
        guard case .servicesDiscovered(_, let services, nil)? = bench.takeCentral(first).first else { return }
        #expect(services.count == 2)
    }

    @Test("Behaviour 4.2, 4.4: characteristics, filtered and all")
    func characteristics() {
        var (bench, session, peer) = Bench.connected()
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, [HeartRate.location], service: Bench.name(10)), session)
        #expect(bench.lastProcedure()?.1 == .discoverCharacteristics(.init(first: 10, last: 20)))
        bench.end(.characteristics(HeartRate.characteristics))
        func handles(_ events: [Central.Event]) -> [UInt64] {
            guard case .characteristicsDiscovered(_, _, let found, nil)? = events.first else { return [] }
            return found.map { $0.identifier.rawValue & 0xFFFF }
        }
        #expect(handles(bench.takeCentral(session)) == [15])
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        #expect(handles(bench.takeCentral(session)) == [12, 15, 17])
    }

    @Test("Behaviour 4.21; regression 60: two services and two characteristics with one UUID stay apart")
    func sameUUID() {
        var (bench, session, peer) = Bench.connected()
        bench.send(.discoverServices(peer, nil), session)
        bench.end(
            .services([
                .init(range: .init(first: 10, last: 20), uuid: HeartRate.service),
                .init(range: .init(first: 21, last: 30), uuid: HeartRate.service),
            ]))
        #expect(
            bench.takeCentral(session) == [
                .servicesDiscovered(
                    peer, [service(10, HeartRate.service), service(21, HeartRate.service)], nil)
            ])
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(21)), session)
        bench.end(
            .characteristics([
                .init(declaration: 22, value: 23, properties: .read, uuid: HeartRate.location),
                .init(declaration: 24, value: 25, properties: .read, uuid: HeartRate.location),
            ]))
        guard case .characteristicsDiscovered(_, _, let found, nil)? = bench.takeCentral(session).first else {
            Issue.record("no characteristics")
            return
        }
        #expect(found.map(\.identifier) == [Bench.name(23), Bench.name(25)])
    }

    @Test("Behaviour 4.22: included services, one of them the service itself")
    func includedServices() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.discoverIncludedServices(peer, nil, service: Bench.name(10)), session)
        #expect(bench.lastProcedure()?.1 == .discoverIncludedServices(.init(first: 10, last: 20)))
        let secondary = GATT.DiscoveredService(range: .init(first: 40, last: 44), uuid: BluetoothUUID(0xFFF0))
        bench.end(
            .includedServices([
                .init(declaration: 11, service: HeartRate.services[0]),
                .init(declaration: 12, service: secondary),
            ]))
        #expect(
            bench.takeCentral(session) == [
                .includedServicesDiscovered(
                    peer, service: Bench.name(10),
                    [service(10, HeartRate.service), service(40, BluetoothUUID(0xFFF0), primary: false)], nil)
            ])
        // A secondary service can be looked into, but is not among the peer's services.
        bench.send(.discoverServices(peer, nil), session)
        guard case .servicesDiscovered(_, let services, nil)? = bench.takeCentral(session).first else {
            return
        }
        #expect(services.count == 2)
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(40)), session)
        #expect(bench.lastProcedure()?.1 == .discoverCharacteristics(.init(first: 40, last: 44)))
    }

    @Test("Descriptors, from the peer and from the cache; none if there is no handle for any")
    func descriptors() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.discoverDescriptors(peer, characteristic: Bench.name(12)), session)
        #expect(bench.lastProcedure()?.1 == .discoverDescriptors(.init(first: 13, last: 13)))
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        let found = Central.Event.descriptorsDiscovered(
            peer, characteristic: Bench.name(12),
            [Central.Descriptor(identifier: Bench.name(13), uuid: HeartRate.configuration)], nil)
        #expect(bench.takeCentral(session) == [found])
        bench.send(.discoverDescriptors(peer, characteristic: Bench.name(12)), session)
        #expect(bench.take() == [.central(session, found)])
        bench.send(.discoverDescriptors(peer, characteristic: Bench.name(15)), session)
        #expect(
            bench.take() == [
                .central(session, .descriptorsDiscovered(peer, characteristic: Bench.name(15), [], nil))
            ])
    }

    @Test(
        "Behaviour 4.14: Service Changed invalidates what is in its range, and discovery asks the peer again")
    func serviceChanged() {
        var (bench, session, peer) = Bench.discovered()
        bench.host(.serviceChanged(Bench.link, .init(first: 10, last: 20)))
        #expect(bench.take() == [.central(session, .servicesModified(peer, invalidated: [Bench.name(10)]))])
        #expect(bench.send(.readCharacteristic(peer, Bench.name(15)), session) == .ignored)
        #expect(bench.takeMisuse().map(\.kind) == [.foreignObject])
        bench.send(.discoverServices(peer, nil), session)
        #expect(bench.lastProcedure()?.1 == .discoverPrimaryServices([]))
        bench.end(.services([HeartRate.services[1]]))
        #expect(
            bench.takeCentral(session) == [
                .servicesDiscovered(peer, [service(30, HeartRate.battery)], nil)
            ])
    }

    @Test(
        "Behaviour 4.14: a service that is only added is reported too, but not to a manager that never discovered"
    )
    func serviceAdded() {
        var (bench, session, peer) = Bench.discovered()
        let second = bench.central()
        bench.send(.connect(peer, .init()), second)
        bench.seen = []
        bench.host(.serviceChanged(Bench.link, .init(first: 50, last: 60)))
        #expect(bench.take() == [.central(session, .servicesModified(peer, invalidated: []))])
    }

    @Test("Invalid answers of a peer are dropped: overlapping services, values out of order and out of range")
    func nonsense() {
        var (bench, session, peer) = Bench.connected()
        bench.send(.discoverServices(peer, nil), session)
        bench.end(
            .services([
                .init(range: .init(first: 10, last: 20), uuid: HeartRate.service),
                .init(range: .init(first: 15, last: 30), uuid: HeartRate.battery),
                .init(range: .init(first: 9, last: 3), uuid: HeartRate.battery),
                .init(range: .init(first: 0, last: 3), uuid: HeartRate.battery),
            ]))
        #expect(
            bench.takeCentral(session) == [
                .servicesDiscovered(peer, [service(10, HeartRate.service)], nil)
            ])
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), session)
        bench.end(
            .characteristics([
                .init(declaration: 13, value: 14, properties: .read, uuid: HeartRate.location),
                .init(declaration: 11, value: 12, properties: .read, uuid: HeartRate.location),
                .init(declaration: 0, value: 65535, properties: .read, uuid: HeartRate.location),
                .init(declaration: 0, value: 18, properties: .notify, uuid: HeartRate.location),
            ]))
        guard case .characteristicsDiscovered(_, _, let found, nil)? = bench.takeCentral(session).first else {
            Issue.record("no characteristics")
            return
        }
        #expect(found.map(\.identifier) == [Bench.name(14), Bench.name(18)])
    }

    @Test("After an error, known attributes stay, and the code is the peer's")
    func errors() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(30)), session)
        bench.end(.failed(.error(.unlikelyError)))
        #expect(
            bench.takeCentral(session) == [
                .characteristicsDiscovered(peer, service: Bench.name(30), [], .att(code: 14))
            ])
    }
}
