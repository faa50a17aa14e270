import FaradayClient
import FaradayTesting
import Testing

@Suite("A local peripheral takes L2CAP channels")
struct LocalChannelTests {
    private let service = LocalService(Bench.service) { LocalCharacteristic(Bench.number, value: 1) }

    @Test("Bytes go both ways, and the number is withdrawn with its listener", .simulated)
    func echo() async throws {
        try await Pair.make(service) { pair, peer in
            let published = try await pair.peripheral.publishChannel()
            let channel = try await peer.openChannel(psm: published.psm)
            var listener = published.incoming.makeAsyncIterator()
            let incoming = try #require(try await listener.next())
            try await channel.send([1, 2, 3])
            #expect(try await incoming.channel.receive() == [1, 2, 3])
            try await incoming.channel.send([4])
            #expect(try await channel.receive() == [4])
            published.close()
            #expect(try await listener.next() == nil)
            #expect(try await channel.receive(within: .seconds(5)) == nil, "the system closes its channels")
            let gone = await reason {
                _ = try await peer.openChannel(psm: published.psm, within: .seconds(5))
            }
            #expect(gone != nil)
        }
    }

    @Test("A reset ends the listener with its reason, power off does not", .simulated)
    func radio() async throws {
        let world = World.current
        let server = world.addPhone()
        let peripheral = server.run { LocalPeripheral() }
        let published = try await peripheral.publishChannel()
        async let end = reason { for try await _ in published.incoming {} }
        server.setBluetooth(false)
        for await state in peripheral.states where state == .poweredOff { break }
        #expect(await reason { _ = try await peripheral.publishChannel() } == .poweredOff)
        server.setBluetooth(true)
        try await reached(.poweredOn, peripheral)
        server.restartBluetooth()
        #expect(await end == .radioReset)
        try await peripheral.ready()
        _ = try await peripheral.publishChannel()
    }

    private func reached(_ wanted: ManagerState, _ peripheral: LocalPeripheral) async throws {
        for await state in peripheral.states where state == wanted { return }
    }
}
