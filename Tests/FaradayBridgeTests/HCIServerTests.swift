import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayBridge
import Foundation
import Testing

private let tcp = HCIEndpoint.tcpServer(host: "127.0.0.1", port: 0)

/// A server in real time, and hosts that know nothing of it but H4.
@Suite struct HCIServerTests {
    /// A world with its server and the events of that server.
    struct Served {
        let world: World
        let server: HCIServer
        let events = Events()

        init(
            speed: Double = 1, at endpoints: [HCIEndpoint] = [tcp],
            _ configuration: HCIServer.Configuration = .init(), _ fill: (World) -> Void = { _ in }
        ) throws {
            world = World(seed: 1)
            fill(world)
            world.pace(speed: speed)
            server = try HCIServer(
                world, listeningOn: endpoints, configuration: configuration, onEvent: events.handler)
        }

        func host() throws -> ScriptedHost { try ScriptedHost(server.endpoints[0]) }

        func stop() {
            server.stop()
            world.stopPacing()
        }
    }

    @Test func hostsMeetEachOtherAndADeviceOverTwoKindsOfSockets() throws {
        let path = "/tmp/faraday-\(UInt64.random(in: 0 ... .max)).sock"
        let beacon = DeviceDefinition.beacon(manufacturerData: [0xFF, 0xFF, 7])
        let served = try Served(at: [tcp, .unixServer(path: path)]) { $0.add(beacon) }
        defer { served.stop() }
        let (one, other) = (try served.host(), try ScriptedHost(served.server.endpoints[1]))
        try one.start(0xC000_0000_0001)
        try other.start(0xC000_0000_0002)
        try one.advertise([2, 1, 6])
        try other.scan()
        #expect(try other.find([2, 1, 6]) == DeviceAddress(0xC000_0000_0001, .random))
        _ = try other.expect("beacon") { packet in
            guard case .event(.leAdvertisingReport(let event)) = packet else { return nil as Bool? }
            return event.reports.contains { $0.data.suffix(3) == [0xFF, 0xFF, 7] } ? true : nil
        }
        try other.stopScanning()
        let handle = try other.connect(to: DeviceAddress(0xC000_0000_0001, .random))
        let back = try one.connection(as: .peripheral)
        try other.send([1, 0, 0x40, 0, 0xAA], on: handle)
        #expect(try one.data() == [1, 0, 0x40, 0, 0xAA])
        try one.send([1, 0, 0x40, 0, 0xBB], on: back)
        #expect(try other.data() == [1, 0, 0x40, 0, 0xBB])
        #expect(Set(served.server.clients.map(\.name)) == ["client 1", "client 2"])
    }

    @Test func aThousandClientsComeAndGoBesideALinkThatGoesOn() throws {
        let served = try Served()
        defer { served.stop() }
        let (one, other) = (try served.host(), try served.host())
        try one.start(0xC000_0000_0001)
        try other.start(0xC000_0000_0002)
        try one.advertise([2, 1, 6])
        let handle = try other.connect(to: DeviceAddress(0xC000_0000_0001, .random))
        _ = try one.connection(as: .peripheral)
        var address: DeviceAddress?
        for round in 0..<1000 {
            let guest = try served.host()
            try guest.start(0xC000_0001_0000 | UInt64(round))
            // Some leave a scan, an advertisement or half a packet behind.
            switch round % 4 {
            case 0: try guest.advertise([2, 1, 4])
            case 1: try guest.scan(filteringDuplicates: false)
            case 2: try guest.send([1, 0x03])
            default: break
            }
            guest.close()
            let left = try served.events.take { event -> HCIServer.Client? in
                guard case .disconnected(let client, .hungUp) = event else { return nil }
                return client
            }
            #expect(left.name == "client 3")
            #expect(left.address == address ?? left.address)
            address = left.address
        }
        #expect(served.world.nodeNames == ["client 1", "client 2", "client 3"])
        #expect(served.server.clients.count == 2)
        try other.send([1, 0, 0x40, 0, 0xAA], on: handle)
        #expect(try one.data() == [1, 0, 0x40, 0, 0xAA])
        #expect(!one.hasLostLink && !other.hasLostLink)
        // No advertisement is left on the air.
        try other.scan()
        try one.start(0xC000_0000_0003)
        try one.advertise([2, 1, 2])
        let seen = try other.expect("advertisement") { packet -> [UInt8]? in
            guard case .event(.leAdvertisingReport(let event)) = packet else { return nil }
            return event.reports[0].data
        }
        #expect(seen == [2, 1, 2])
    }

    @Test func whoReadsLateIsNotReadFromMeanwhileAndGetsEverything() throws {
        let served = try Served()
        defer { served.stop() }
        let (slow, other) = (try served.host(), try served.host())
        // Long answers fill the way back; long commands then fill the way there.
        let question = HCI.Packet.command(.readLocalSupportedCommands).h4Bytes
        let filler: [UInt8] = [1, 0xFF, 0xFF, 255] + Array(repeating: 0, count: 255)
        try slow.send(Array(repeating: question, count: 10_000).flatMap { $0 })
        var fillers = 0
        var rest: ArraySlice<UInt8> = []
        var refusals = 0
        while refusals < 100, fillers < 100_000 {
            if rest.isEmpty {
                rest = filler[...]
                fillers += 1
            }
            let count = try slow.connection.writeAvailable(Array(rest))
            rest.removeFirst(count)
            refusals = count == 0 ? refusals + 1 : 0
            // Full: the server has stopped reading, and still serves others.
            if count == 0 { #expect(try other.ask(.readBDADDR) == .success) }
        }
        #expect(refusals == 100, "the server accepts commands although no client reads the answers")
        for _ in 0..<10_000 { #expect(try slow.answer(to: .readLocalSupportedCommands) == .success) }
        try slow.send(Array(rest))
        for _ in 0..<fillers {
            #expect(try slow.answer(to: HCI.Opcode(rawValue: 0xFFFF)) == .unknownHCICommand)
        }
        #expect(try slow.ask(.readBDADDR) == .success)
    }

    @Test func aBusyClientDoesNotKeepOthersWaiting() throws {
        let served = try Served()
        defer { served.stop() }
        let (busy, other) = (try served.host(), try served.host())
        let flood = Array(repeating: HCI.Packet.command(.readBDADDR).h4Bytes, count: 500).flatMap { $0 }
        for _ in 0..<20 {
            _ = try busy.connection.writeAvailable(flood)
            #expect(try other.ask(.readBDADDR) == .success)
        }
    }

    /// A terminal may have lost bytes: what is sound behind the gap counts.
    @Test(arguments: [0xFF, 0x00, 0x03, 0x55] as [UInt8], [1, 4, 5000])
    func onATerminalPacketsBehindGarbageAreFound(_ byte: UInt8, count: Int) throws {
        let served = try Served(at: [.pty(link: nil)])
        defer { served.stop() }
        let host = try served.host()
        try host.start()
        try host.send(Array(repeating: byte, count: count))
        #expect(try host.ask(.readBDADDR) == .success)
        #expect(served.server.clients.count == 1)
    }

    /// A socket loses nothing: who sends what is not H4 is no host.
    @Test(arguments: [
        (
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "47 45 54 20 2F 20 48 54 54 50 2F 31 2E 31 0D 0A (\"GET / HTTP/1.1  \")"
        ),
        ("\u{0}\u{1}", "00 01"), ("\u{4}\u{3E}\u{0}", "04 3E 00"), ("\u{6}", "06"),
    ])
    func onASocketWhoSendsWhatIsNotH4IsHungUpOn(_ garbage: String, _ shown: String) throws {
        let served = try Served()
        defer { served.stop() }
        let (bad, other) = (try served.host(), try served.host())
        try bad.start()
        try other.start()
        try bad.send(Array(garbage.utf8))
        let departure = try served.events.departure()
        #expect(departure == .lostSync(shown))
        #expect(departure.description == "it sends data that is not H4: \(shown)")
        try bad.readToTheEnd()
        #expect(try other.ask(.readBDADDR) == .success)
    }

    @Test func onATerminalEndlessGarbageIsTheEndToo() throws {
        let served = try Served(at: [.pty(link: nil)])
        defer { served.stop() }
        let bad = try served.host()
        try bad.start()
        try bad.send(Array(repeating: 0xFF, count: (1 << 16) + 2))
        guard case .lostSync = try served.events.departure() else {
            Issue.record("it did not lose sync")
            return
        }
    }

    /// Core 6.0, Vol 4, Part E, 4.5: a controller answers what it can't read, in its turn.
    @Test func aCommandThatCantBeReadIsAnswered() throws {
        let served = try Served()
        defer { served.stop() }
        let host = try served.host()
        let opcode = HCI.Opcode.leSetScanEnable
        let short = [1, UInt8(truncatingIfNeeded: opcode.rawValue), UInt8(opcode.rawValue >> 8), 1, 1]
        let reset = HCI.Packet.command(.reset).h4Bytes
        try host.send(reset + short + reset)
        var answers: [HCI.Opcode] = []
        while answers.count < 3 {
            answers.append(
                try host.expect("answer") { packet in
                    guard case .event(.commandComplete(let event)) = packet else { return nil }
                    let expected: HCI.ErrorCode =
                        event.opcode == opcode ? .invalidHCICommandParameters : .success
                    #expect(event.returnParameters.first == expected.rawValue)
                    return event.opcode
                })
        }
        #expect(answers == [.reset, opcode, .reset])
    }

    /// What can't be decoded is answered as the controller answers the command otherwise (4.5 and 7.7.15).
    @Test func aCommandThatCantBeReadIsAnsweredByItsOwnEvent() throws {
        let served = try Served()
        defer { served.stop() }
        let host = try served.host()
        try host.start()
        let create = HCI.Command.leCreateConnection(
            .init(
                leScanInterval: 16, leScanWindow: 16, peerAddress: DeviceAddress(5, .public),
                ownAddressType: .public, connectionIntervalMin: 6, connectionIntervalMax: 6, maxLatency: 0,
                supervisionTimeout: 100))
        var bytes = HCI.Packet.command(create).h4Bytes
        // The type of the own address.
        bytes[4 + 12] = 4
        // A controller here has no test of Channel Sounding, so the length of that does not matter.
        let test = HCI.Opcode.leCSTest
        let unclaimed = [1, UInt8(truncatingIfNeeded: test.rawValue), UInt8(test.rawValue >> 8), 1, 1]
        try host.send(bytes + unclaimed)
        let statuses = try (0..<2).map { _ in
            try host.expect("status") { packet -> HCI.CommandStatus? in
                guard case .event(.commandStatus(let event)) = packet else { return nil }
                return event
            }
        }
        #expect(
            statuses.map(\.status) == [.invalidHCICommandParameters, .unknownHCICommand]
                && statuses.map(\.opcode) == [.leCreateConnection, test])
    }

    @Test(arguments: [tcp, .pty(link: nil)])
    func synchronousDataIsIgnoredAndToldOnce(_ endpoint: HCIEndpoint) throws {
        let served = try Served(at: [endpoint])
        defer { served.stop() }
        let host = try served.host()
        try host.start()
        for _ in 0..<3 {
            try host.send([3, 1, 0, 4, 1, 2, 3, 4] + [5, 1, 0, 2, 0, 7, 8])
            #expect(try host.ask(.readBDADDR) == .success)
        }
        let told = try (0..<2).map { _ in
            try served.events.take { event -> String? in
                guard case .ignored(let client, let data) = event else { return nil }
                return "\(client.name): \(data)"
            }
        }
        #expect(told == ["client 1: synchronous (SCO) data", "client 1: isochronous (ISO) data"])
        #expect(served.server.clients.count == 1)
        #expect(served.events.count { if case .ignored = $0 { true } else { false } } == 0)
    }

    @Test func whoComesWhenAllPlacesAreTakenIsHungUpOn() throws {
        let served = try Served(HCIServer.Configuration(maximumClients: 1))
        defer { served.stop() }
        let first = try served.host()
        try first.start()
        let second = try served.host()
        try second.readToTheEnd()
        _ = try served.events.take { if case .refused = $0 { true } else { nil } }
        #expect(try first.ask(.readBDADDR) == .success)
        first.close()
        #expect(try served.events.departure() == .hungUp)
        #expect(try served.host().ask(.reset) == .success)
    }

    @Test func stoppingEndsConnectionsAndFreesThePort() throws {
        let served = try Served()
        let hosts = try (0..<5).map { _ in try served.host() }
        for host in hosts { try host.start() }
        served.stop()
        for host in hosts { try host.readToTheEnd() }
        for _ in hosts { #expect(try served.events.departure() == .serverStopped) }
        #expect(served.server.clients.isEmpty)
        #expect(throws: LiveError.self) { try served.host() }
        served.server.stop()
    }

    @Test func aPortThatIsTakenIsAnErrorAndLeavesNothingBehind() throws {
        let served = try Served()
        defer { served.stop() }
        guard case .tcp(let host, let port) = served.server.endpoints[0] else { return }
        #expect(throws: LiveError.self) {
            _ = try HCIServer(
                World(seed: 2), listeningOn: [tcp, .tcpServer(host: host, port: port)])
        }
    }
}
