import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// How channels of apps end.
@Suite struct ChannelEndScenarios {
    /// The events that end a channel between two phones.
    enum End: CaseIterable {
        case centralCloses
        case serverCloses
        case centralForgets
        case unpublished
        case letGo
        case outOfRange
        case centralOff
        case serverOff
    }

    @Test(
        "Behaviour 6.29, 6.33, 3.5, 1.15: however a channel ends, received bytes can be read, and then both streams end",
        .simulated(seed: 711), arguments: End.allCases)
    func ends(_ end: End) async throws {
        let world = World.current
        let (central, server, phones) = try await ChannelScenarios.connected()
        let (mine, theirs) = (central.flows[0], server.flows[0])
        theirs.setReading(false)
        mine.send([1, 2, 3])
        try await world.run(for: .seconds(1))
        switch end {
        case .centralCloses: mine.close()
        case .serverCloses: theirs.close()
        case .centralForgets: mine.forgetChannel()
        case .unpublished: server.manager.unpublishL2CAPChannel(server.numbers[0])
        case .letGo: central.letGo()
        case .outOfRange: phones[0].move(to: .outOfRange)
        case .centralOff: phones[1].setBluetooth(false)
        case .serverOff: phones[0].setBluetooth(false)
        }
        try await world.run(for: .seconds(5))
        theirs.setReading(true)
        try await world.run(for: .seconds(1))
        if end != .serverCloses {
            #expect(theirs.received == [1, 2, 3])
            #expect(
                theirs.hasEnded && theirs.events.sorted() == ["in end", "in open", "out end", "out open"])
        }
        if end != .centralCloses {
            #expect(mine.hasEnded && mine.events.sorted() == ["in end", "in open", "out end", "out open"])
        }
        mine.send([4])
        #expect(mine.written == 3, "no more data can be sent")
        #expect(server.unpublished == (end == .unpublished ? server.numbers : []))
        let keepsLink: Set<End> = [.centralCloses, .serverCloses, .centralForgets, .unpublished]
        // Power off ends links without a disconnect callback (1.15).
        if end != .centralOff { #expect(central.isConnected == keepsLink.contains(end)) }
    }

    @Test("A new channel to the same PSM is another one", .simulated(seed: 712))
    func opensAgain() async throws {
        let world = World.current
        let (central, server, _) = try await ChannelScenarios.connected()
        central.flows[0].close()
        central.open(server.numbers[0])
        try await world.run(until: { central.flows.count == 2 && server.flows.count == 2 })
        central.flows[1].send([9])
        try await world.run(until: { server.flows[1].received == [9] })
        #expect(server.flows[0].hasEnded && server.flows[0].received.isEmpty)
        #expect(central.flows[0].channel !== central.flows[1].channel)
    }

    // MARK: Encryption

    @Test(
        "Behaviour 6.35, 5.31: a channel that needs encryption opens once the user has paired",
        .simulated(seed: 713))
    func pairs() async throws {
        let world = World.current
        let phones = [world.addPhone(name: "server", at: .meters(2)), world.addPhone(name: "central")]
        phones[1].onPairing { _ in .after(.seconds(3), .accept) }
        let server = phones[0].run { ChannelServer(isEncrypted: true) }
        let central = phones[1].run { ChannelCentral() }
        try await world.run(until: { central.isConnected })
        let start = world.now
        central.open(server.numbers[0])
        try await world.run(until: { !central.flows.isEmpty && !server.flows.isEmpty })
        #expect(world.now - start > .seconds(3) && central.failures.isEmpty)
        #expect(phones.allSatisfy { $0.bonds.count == 1 })
        central.flows[0].send([1, 2, 3])
        try await world.run(until: { server.flows[0].received == [1, 2, 3] })
    }

    @Test(
        "Behaviour 6.35, 5.33, ATT 5: if the user refuses the pairing, the opening ends with the peer's code",
        .simulated(seed: 714), arguments: [PairingReply.reject, .ignore])
    func pairingRefused(_ reply: PairingReply) async throws {
        let world = World.current
        let phones = [world.addPhone(name: "server", at: .meters(2)), world.addPhone(name: "central")]
        phones[1].onPairing { _ in reply }
        let server = phones[0].run { ChannelServer(isEncrypted: true) }
        let central = phones[1].run { ChannelCentral() }
        try await world.run(until: { central.isConnected })
        central.open(server.numbers[0])
        try await world.run(until: { !central.failures.isEmpty }, timeout: .seconds(90))
        #expect(central.failures == ["CBATTErrorDomain 5 Authentication is insufficient."])
        #expect(central.flows.isEmpty && server.flows.isEmpty)
    }
}
