import BluetoothPort
import FaradayTesting
import Testing

/// What a central port finds on a peer, whatever lies behind it.
@Suite struct DiscoveryConformance {
    @Test(.simulated(seed: 21), arguments: Way.all)
    func everythingIsFoundInOrder(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let services = try await user.services(of: peer)
        #expect(services.map(\.uuid) == ["AA00"], "secondary ones are found as parts of others")
        #expect(services.map(\.isPrimary) == [true])
        let main = try #require(services.first)
        let characteristics = try await user.characteristics(of: main, peer)
        #expect(
            characteristics.map(\.uuid) == ["AB01", "AB02", "AB03", "AB04", "AB05", "AB06", "AB06"])
        #expect(characteristics.map(\.properties) == [0x0A, 0x12, 0x04, 0x02, 0x20, 0x02, 0x02])
        #expect(characteristics.allSatisfy { $0.cachedValue == nil })
        #expect(Set(characteristics.map(\.identifier)).count == 7)
        #expect(try await user.read(characteristics[5].identifier, peer) == .success([6]))
        #expect(try await user.read(characteristics[6].identifier, peer) == .success([66]))
        let descriptors = try await user.descriptors(of: characteristics[0].identifier, peer)
        #expect(descriptors.map(\.uuid) == ["2901", "AC01"])
        let again = try await user.characteristics(of: main, peer)
        #expect(again.map(\.identifier) == characteristics.map(\.identifier), "they are the same")
    }

    @Test(.simulated(seed: 22), arguments: Way.all)
    func whatIsFoundAddsUp(_ way: Way) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Two") {
                DeviceAdvertising(services: ["AA00"])
                DeviceService("AA00") { DeviceCharacteristic("AB01", .read, value: [1]) }
                DeviceService("AA02") {
                    DeviceCharacteristic("AB02", .read, value: [2])
                    DeviceCharacteristic("AB03", .read, value: [3])
                }
            })
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let second = try await user.services(of: peer, ["AA02"])
        #expect(second.map(\.uuid) == ["AA02"])
        let both = try await user.services(of: peer, ["AA00"])
        #expect(both.map(\.uuid) == ["AA00", "AA02"], "in handle order")
        #expect(both.last == second.first)
        let one = try await user.characteristics(of: both[1], peer, ["AB03"])
        #expect(one.map(\.uuid) == ["AB03"])
        let all = try await user.characteristics(of: both[1], peer)
        #expect(all.map(\.uuid) == ["AB02", "AB03"])
        #expect(try await user.services(of: peer, ["FFFF"]).map(\.uuid) == ["AA00", "AA02"])
    }

    @Test(.simulated(seed: 23), arguments: Way.all)
    func includedServicesAreFound(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let main = try #require(try await user.services(of: peer).first)
        user.send(.discoverIncludedServices(peer, nil, service: main.identifier))
        let included = try await user.events.next { event -> [Central.Service]? in
            guard case .includedServicesDiscovered(peer, main.identifier, let found, nil) = event else {
                return nil
            }
            return found
        }
        #expect(included.map(\.uuid) == ["AA01"])
        #expect(included.map(\.isPrimary) == [false])
        let inside = try await user.characteristics(of: try #require(included.first), peer)
        #expect(inside.map(\.uuid) == ["AB10"])
        #expect(try await user.read(inside[0].identifier, peer) == .success([10]))
    }

    @Test(.simulated(seed: 24, misuse: .record), arguments: Way.all)
    func attributesDieWithTheirLink(_ way: Way) async throws {
        let world = World.current
        let device = world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        let old = try #require(try await user.characteristics(of: "AA00", peer)["AB01"])
        device.disconnect()
        _ = try await user.disconnected(peer)
        #expect(user.send(.readCharacteristic(peer, old)) == .ignored)
        try await world.run(for: .seconds(5))
        #expect(user.events.unread.isEmpty)
    }

    @Test(.simulated(seed: 25), arguments: Way.all)
    func changedServicesAreTold(_ way: Way) async throws {
        let world = World.current
        let (first, second) = (world.addPhone(name: "client"), world.addPhone(name: "server"))
        let server = try await ServerUser.poweredOn(.direct, second)
        server.publish(.plain(1, "AA00", characteristic: 2, "AB01", value: [1]))
        server.publish(.plain(3, "AA02", characteristic: 4, "AB02", value: [2]))
        server.send(.startAdvertising(.init(localName: "Server", serviceUUIDs: ["AA00"])))
        let user = try await CentralUser.poweredOn(way, first)
        let peer = try await user.connect(["AA00"])
        let services = try await user.services(of: peer, ["AA00", "AA02"])
        #expect(services.map(\.uuid) == ["AA00", "AA02"])
        try await world.run(for: .seconds(2))
        server.send(.remove(AttributeIdentifier(rawValue: 3)))
        let dead = try await user.events.next { event -> [AttributeIdentifier]? in
            if case .servicesModified(peer, let invalidated) = event { invalidated } else { nil }
        }
        #expect(dead == [services[1].identifier])
        let rest = try await user.services(of: peer, ["AA00", "AA02"])
        #expect(rest.map(\.uuid) == ["AA00"])
    }
}
