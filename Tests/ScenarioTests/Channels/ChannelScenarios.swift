import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// L2CAP channels between the apps of two phones.
@Suite struct ChannelScenarios {
    /// A central that has a channel to each of a server's PSMs.
    static func connected(
        count: Int = 1, in loop: RunLoop? = .main
    ) async throws -> (ChannelCentral, ChannelServer, phones: [Phone]) {
        let world = World.current
        let phones = [world.addPhone(name: "server", at: .meters(2)), world.addPhone(name: "central")]
        let server = phones[0].run { ChannelServer(count: count) }
        let central = phones[1].run { ChannelCentral(in: loop) }
        try await world.run(until: { central.isConnected })
        for (index, number) in server.numbers.enumerated() {
            central.open(number)
            try await world.run(until: { central.flows.count > index && server.flows.count > index })
        }
        return (central, server, phones)
    }

    @Test(
        "Behaviour 6.29, 6.36: the system picks the PSM, the peripheral publishes it in a characteristic",
        .simulated(seed: 701))
    func findsTheNumber() async throws {
        let world = World.current
        let server = world.addPhone(name: "server", at: .meters(2)).run { ChannelServer() }
        let central = world.addPhone(name: "central").run { ChannelCentral() }
        try await world.run(until: { central.isConnected })
        central.findNumber()
        try await world.run(until: { central.number != nil })
        let number = try #require(central.number)
        #expect(server.numbers == [number] && number >= 192)
        central.open(number)
        try await world.run(until: { !central.flows.isEmpty && !server.flows.isEmpty })
        let (mine, theirs) = (central.flows[0].channel, server.flows[0].channel)
        #expect(mine?.peer === central.peripheral && theirs?.peer is CBCentral)
        #expect(mine?.psm == number && theirs?.psm == number)
    }

    @Test(
        "Behaviour 6.30, 6.31, CB 1: an invalid PSM, and one that no app has published",
        .simulated(seed: 702))
    func failures() async throws {
        let world = World.current
        let (central, server, _) = try await Self.connected()
        central.open(0x2349)
        central.open(server.numbers[0] + 1)
        try await world.run(until: { central.failures.count == 2 })
        #expect(
            central.failures == [
                "CBErrorDomain 1 One or more parameters were invalid.", "CBErrorDomain 0 Unknown error.",
            ])
        #expect(central.flows.count == 1)
    }

    /// The places where an app may run its streams.
    enum Place: CaseIterable {
        case main
        case ownThread
        case polled
    }

    @Test(
        "Behaviour 6.33: 100 kB arrive complete in each direction, in any run loop",
        .simulated(seed: 703), arguments: Place.allCases)
    func bytes(_ place: Place) async throws {
        let world = World.current
        let thread = place == .ownThread ? LoopThread() : nil
        let loop = place == .polled ? nil : thread?.loop ?? .main
        let (central, server, _) = try await Self.connected(in: loop)
        let (up, down) = (pattern(100_000, seed: 1), pattern(100_000, seed: 2))
        let (client, service) = (central.flows[0], server.flows[0])
        client.send(up)
        service.send(down)
        #expect(client.written < up.count && !client.hasSpace, "the waiting data is limited")
        try await world.run(until: {
            if place == .polled {
                client.write()
                client.read()
            }
            return client.received.count >= down.count && service.received.count >= up.count
        })
        #expect(client.received == down && service.received == up)
        switch place {
        case .main: #expect(client.events == ["in open", "out open"])
        case .ownThread: #expect(client.threads.count == 1)
        case .polled: #expect(client.events == [])
        }
    }

    @Test(
        "Behaviour 6.33: the same seed gives the same times, also with streams on the app's own thread")
    func timesRepeat() async throws {
        var times: [Instant] = []
        for _ in 0..<2 {
            let thread = LoopThread()
            try withWorld(seed: 704) { world in
                let server = world.addPhone(name: "server", at: .meters(2)).run { ChannelServer() }
                let central = world.addPhone(name: "central").run { ChannelCentral(in: thread.loop) }
                try world.run(until: { central.isConnected })
                central.open(192)
                try world.run(until: { !central.flows.isEmpty && !server.flows.isEmpty })
                central.flows[0].send(pattern(40_000, seed: 3))
                try world.run(until: { server.flows[0].received.count == 40_000 })
                times.append(world.now)
            }
        }
        #expect(times[0] == times[1])
    }

    @Test(
        "Behaviour 6.33: when the reader stops, the writer runs out of space, and continues when the reader does",
        .simulated(seed: 705))
    func backPressure() async throws {
        let world = World.current
        let (central, server, _) = try await Self.connected()
        let bytes = pattern(100_000, seed: 4)
        server.flows[0].setReading(false)
        central.flows[0].send(bytes)
        try await world.run(for: .seconds(5))
        let written = central.flows[0].written
        #expect(server.flows[0].received.isEmpty && !central.flows[0].hasSpace)
        #expect(written < 32_000, "the waiting data is limited on the whole path")
        try await world.run(for: .seconds(5))
        #expect(central.flows[0].written == written)
        server.flows[0].setReading(true)
        try await world.run(until: { server.flows[0].received.count == bytes.count })
        #expect(server.flows[0].received == bytes)
    }

    @Test(
        "Behaviour 6.34: two channels with different PSMs keep their numbers and their bytes apart",
        .simulated(seed: 706))
    func twoChannels() async throws {
        let world = World.current
        let (central, server, _) = try await Self.connected(count: 2)
        #expect(central.flows.map(\.channel?.psm) == server.numbers.map { $0 })
        #expect(Set(server.numbers).count == 2)
        let bytes = [pattern(20_000, seed: 5), pattern(20_000, seed: 6)]
        for index in 0...1 {
            central.flows[index].send(bytes[index])
            server.flows[index].send(bytes[1 - index])
        }
        try await world.run(until: {
            (central.flows + server.flows).allSatisfy { $0.received.count == 20_000 }
        })
        #expect(server.flows.map(\.received) == bytes)
        #expect(central.flows.map(\.received) == bytes.reversed())
    }

    @Test(
        "Behaviour 6.33; regression 120: a channel that the app does not keep ends at once",
        .simulated(seed: 707))
    func unkeptChannels() async throws {
        let world = World.current
        let server = world.addPhone(name: "server", at: .meters(2)).run { ChannelServer() }
        let central = world.addPhone(name: "central").run { ChannelCentral(keepsChannels: false) }
        try await world.run(until: { central.isConnected })
        central.open(server.numbers[0])
        try await world.run(until: { server.flows.first?.hasEnded ?? false })
        #expect(server.flows[0].events == ["in open", "out open", "in end", "out end"])
        #expect(central.isConnected, "the link stays")
    }
}
