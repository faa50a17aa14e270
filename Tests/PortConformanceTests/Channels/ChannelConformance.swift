import BluetoothPort
import FaradayTesting
import Testing

/// L2CAP channels of both roles, whatever lies behind the port.
@Suite struct ChannelConformance {
    private func opened(_ user: CentralUser, _ peer: PeerIdentifier) async throws -> Channel {
        try await user.events.next { event -> Result<Channel, PortError>? in
            if case .channelOpened(peer, let result) = event { result } else { nil }
        }.get()
    }

    @Test(.simulated(seed: 61), arguments: Way.all)
    func bytesGoBothWaysInOrder(_ way: Way) async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "Echo") {
                DeviceAdvertising(services: ["AA00"])
                DeviceChannel(psm: 0x80).onReceive { channel, bytes in channel.send(bytes) }
            })
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        #expect(user.send(.openChannel(peer, psm: 0x80)) == .accepted)
        let channel = try await opened(user, peer)
        #expect(channel.psm == 0x80)
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(user.send(.channel(channel.identifier, .send(bytes))) == .accepted)
        var (sent, received) = (0, [UInt8]())
        while received.count < bytes.count {
            let event = try await user.events.next { event -> ChannelEvent? in
                if case .channel(channel.identifier, let event) = event { event } else { nil }
            }
            switch event {
            case .sent(let count): sent += count
            case .received(let part):
                received += part
                user.send(.channel(channel.identifier, .consume(part.count)))
            case .closed: Issue.record("it was closed")
            }
        }
        #expect(received == bytes)
        #expect(sent == bytes.count)
    }

    @Test(.simulated(seed: 62), arguments: Way.all)
    func aChannelEndsFromEitherEnd(_ way: Way) async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "Quiet") {
                DeviceAdvertising(services: ["AA00"])
                DeviceChannel(psm: 0x80)
            })
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        user.send(.openChannel(peer, psm: 0x80))
        let first = try await opened(user, peer)
        device.openChannels[0].close()
        try await user.events.wait(for: .channel(first.identifier, .closed(nil)))
        #expect(user.send(.channel(first.identifier, .send([1]))) == .ignored)

        user.send(.openChannel(peer, psm: 0x80))
        let second = try await opened(user, peer)
        #expect(second.identifier != first.identifier)
        #expect(user.send(.channel(second.identifier, .close)) == .accepted)
        try await world.run(until: { device.openChannels.isEmpty })
        user.events.skip()

        user.send(.openChannel(peer, psm: 0x81))
        let refusal = try await user.events.next { event -> Result<Channel, PortError>? in
            if case .channelOpened(peer, let result) = event { result } else { nil }
        }
        #expect(throws: PortError.self) { try refusal.get() }
    }

    @Test(.simulated(seed: 63), arguments: Way.all)
    func whatIsNotReadIsNotSent(_ way: Way) async throws {
        let world = World.current
        let device = world.add(
            DeviceDefinition(name: "Flood") {
                DeviceAdvertising(services: ["AA00"])
                DeviceChannel(psm: 0x80).onOpen { channel in
                    channel.send([UInt8](repeating: 5, count: 200_000))
                }
            })
        let user = try await CentralUser.poweredOn(way, world.addPhone())
        let peer = try await user.connect()
        user.send(.openChannel(peer, psm: 0x80))
        let channel = try await opened(user, peer)
        func received() -> Int {
            user.events.all.reduce(0) { total, event in
                if case .channel(channel.identifier, .received(let part)) = event {
                    total + part.count
                } else {
                    total
                }
            }
        }
        try await world.run(for: .seconds(30))
        let before = received()
        #expect(before > 0 && before < 150_000)
        #expect(device.openChannels[0].unsentCount > 0)
        user.send(.channel(channel.identifier, .consume(before)))
        try await world.run(until: { received() > before })
    }

    @Test(.simulated(seed: 64), arguments: Way.all)
    func aServerTakesChannels(_ way: Way) async throws {
        let world = World.current
        let server = try await ServerUser.poweredOn(way, world.addPhone(name: "server"))
        try await server.openBench()
        server.send(.publishChannel(isEncrypted: false))
        let psm = try await server.events.next { event -> UInt16? in
            if case .channelPublished(let psm, nil) = event { psm } else { nil }
        }
        let client = try await CentralUser.poweredOn(.direct, world.addPhone(name: "client"))
        let peer = try await client.connect(["AA00"])
        client.send(.openChannel(peer, psm: psm))
        let far = try await opened(client, peer)
        let near = try await server.events.next { event -> Channel? in
            if case .channelOpened(_, let channel) = event { channel } else { nil }
        }
        #expect(near.psm == psm && far.psm == psm)
        server.send(.channel(near.identifier, .send([1, 2, 3])))
        try await client.events.wait(for: .channel(far.identifier, .received([1, 2, 3])))
        client.send(.channel(far.identifier, .send([4])))
        try await server.events.wait(for: .channel(near.identifier, .received([4])))
        client.send(.channel(far.identifier, .close))
        try await server.events.wait(for: .channel(near.identifier, .closed(nil)))
        server.send(.unpublishChannel(psm: psm))
        try await server.events.wait(for: .channelUnpublished(psm: psm, nil))
    }
}
