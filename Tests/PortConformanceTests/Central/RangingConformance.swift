#if !canImport(Darwin)
import BluetoothPort
import FaradayTesting
import Testing

/// How a central port carries sessions that measure distances.
@Suite struct RangingConformance {
    @Test(
        "Requests about distances and what becomes of them pass", .simulated(seed: 83),
        arguments: Way.all)
    func refusedSession(_ way: Way) async throws {
        let world = World.current
        world.add(.gadget())
        let user = try await CentralUser.poweredOn(way, world.addPhone(.iOS(27)))
        try await world.run(for: .seconds(1))
        #expect(user.port.traits.supportsChannelSounding)
        let peer = try await user.connect()
        // The user has not set the gadget up (27.5).
        #expect(user.send(.ranging(peer, .start(.initiator))) == .accepted)
        let error = try await user.events.next { event -> PortError?? in
            guard case .ranging(peer, .completed(let error)) = event else { return nil }
            return .some(error)
        }
        #expect(error == .channelSoundingConfigurationFailed)
        #expect(user.send(.ranging(peer, .cancel)) == .accepted)
    }

    @Test(
        "Behaviour 27.7, 27.8: distances pass, and procedures that fail as code 20", .simulated(seed: 85),
        arguments: Way.all)
    func results(_ way: Way) async throws {
        let world = World.current
        world.configureMedium { $0.tones.noise = .none }
        let tag = world.add(
            DeviceDefinition(name: "Tag") {
                DeviceSecurity(.noInputNoOutput)
                DeviceAdvertising(services: ["AA00"])
                DeviceChannelSounding()
                DeviceService("AA00") {
                    DeviceCharacteristic("AB01", .read, value: [7], requires: .encrypted)
                }
            }, at: .meters(2))
        let phone = world.addPhone(.iOS(27))
        phone.setUpAccessory(tag)
        let user = try await CentralUser.poweredOn(way, phone)
        let peer = try await user.connect()
        let names = try await user.characteristics(of: "AA00", peer)
        // The phone pairs for that.
        #expect(try await user.read(#require(names["AB01"]), peer) == .success([7]))
        #expect(user.send(.ranging(peer, .start(.initiator))) == .accepted)
        let distance = try await user.events.next { event -> Double? in
            if case .ranging(peer, .measured(.success(let distance))) = event { distance } else { nil }
        }
        #expect(abs(distance - 2) < 0.05)
        world.configureMedium { $0.tones.noise = .init(floor: -40) }
        let error = try await user.events.next { event -> PortError? in
            if case .ranging(peer, .measured(.failure(let error))) = event { error } else { nil }
        }
        #expect(error == .channelSoundingProcedureFailed)
        #expect(user.send(.ranging(peer, .cancel)) == .accepted)
        try await user.events.wait(for: .ranging(peer, .completed(nil)))
    }

    @Test("A phone without the radio says so", .simulated(seed: 84), arguments: Way.all)
    func withoutRadio(_ way: Way) async throws {
        let world = World.current
        let user = try await CentralUser.poweredOn(way, world.addPhone(.iOS(27, hasChannelSounding: false)))
        try await world.run(for: .seconds(1))
        #expect(!user.port.traits.supportsChannelSounding)
    }
}
#endif
