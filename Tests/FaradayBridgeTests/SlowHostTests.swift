import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayBridge
import FaradayProtocol
import FaradaySimulation
import Testing

/// Hosts that stop reading for a while, as one does whose program is held by a debugger.
@Suite struct SlowHostTests {
    private typealias Served = HCIServerTests.Served

    private static let small = HCIServer.Configuration(maximumBufferedBytes: 1 << 16)

    /// Packet `number` of a stream: 200 bytes.
    private static func packet(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) } + Array(repeating: 0xAA, count: 196)
    }

    /// Core 6.0, Vol 6, Part B, 4.5.9: who has no room does not acknowledge, and the peer keeps its data.
    @Test func aPeerKeepsItsDataUntilTheHostReadsAgain() throws {
        let served = try Served(speed: 40, Self.small)
        defer { served.stop() }
        let (deaf, sender) = (try served.host(), try served.host())
        try deaf.start(0xC000_0000_0001)
        try sender.start(0xC000_0000_0002)
        try deaf.advertise([2, 1, 6])
        let handle = try sender.connect(to: DeviceAddress(0xC000_0000_0001, .random))
        let back = try deaf.connection(as: .peripheral)
        try sender.ask(.leSetDataLength(.init(connectionHandle: handle, txOctets: 251, txTime: 2120)))
        var (sent, credit) = (0, 12)
        var lastCredit = served.world.now
        // 20 MB are more than all buffers of the system hold. Nothing is acknowledged for a minute: the peer is held.
        while sent < 100_000, served.world.now - lastCredit < .seconds(60) {
            while credit > 0 {
                try sender.send(Self.packet(sent), on: handle)
                (sent, credit) = (sent + 1, credit - 1)
            }
            credit = try sender.credit()
            if credit > 0 { lastCredit = served.world.now }
        }
        #expect(sent < 100_000 && sent * 200 > Self.small.maximumBufferedBytes)
        #expect(served.server.clients.count == 2)
        let expected = (0..<sent).flatMap(Self.packet)
        var received: [UInt8] = []
        while received.count < expected.count { received += try deaf.data() }
        #expect(received == expected)
        try deaf.send([1, 0, 0x40, 0, 0xBB], on: back)
        #expect(try sender.data() == [1, 0, 0x40, 0, 0xBB])
        #expect(!deaf.hasLostLink && !sender.hasLostLink)
    }

    @Test func reportsOfAdvertisingAreDroppedAndCounted() throws {
        let served = try Served(speed: 20, Self.small) { world in
            for number in 0..<30 as Range<UInt8> {
                world.add(.beacon(manufacturerData: [1, 2, number], interval: .milliseconds(20)))
            }
        }
        defer { served.stop() }
        let (deaf, other) = (try served.host(), try served.host())
        try deaf.start(0xC000_0000_0001)
        try other.start(0xC000_0000_0002)
        try deaf.scan(filteringDuplicates: false)
        let name = try served.events.take {
            if case .dropsReports(let client) = $0 { client.name } else { nil }
        }
        #expect(name == "client 1")
        #expect(try other.ask(.readBDADDR) == .success)
        try deaf.stopScanning()
        #expect(try deaf.ask(.readBDADDR) == .success)
        let count = try served.events.take { event -> Int? in
            guard case .droppedReports(let client, let count) = event, client.name == name else { return nil }
            return count
        }
        #expect(count > 0)
        #expect(served.server.clients.count == 2)
    }

    /// The case of a debugger, in virtual time: 29 s at 55 kB/s, with the limit that a server has.
    @Test func aHostThatDoesNotReadForHalfAMinuteLosesNothing() throws {
        let world = World(seed: 1)
        let (deaf, sender) = (
            world.addController(name: "deaf", byteLimit: 1 << 20), world.addController(name: "sender")
        )
        for host in [deaf, sender] { host.send([.command(.reset)] + Self.setUp) }
        deaf.send([
            .command(
                .leSetAdvertisingParameters(
                    .init(
                        advertisingIntervalMin: 32, advertisingIntervalMax: 32, advertisingType: .advInd,
                        ownAddressType: .public))),
            .command(.leSetAdvertisingEnable(.init(advertisingEnable: true))),
        ])
        sender.send(
            .command(
                .leCreateConnection(
                    .init(
                        leScanInterval: 16, leScanWindow: 16, peerAddress: deaf.address,
                        ownAddressType: .public,
                        connectionIntervalMin: 12, connectionIntervalMax: 12, maxLatency: 0,
                        supervisionTimeout: 100))))
        try world.run(for: .seconds(1))
        sender.send(.command(.leSetDataLength(.init(connectionHandle: 1, txOctets: 251, txTime: 2120))))
        try world.run(for: .seconds(1))
        _ = (deaf.takePackets(), sender.takePackets())
        var (sent, credit) = (0, 12)
        // 2.75 packets of 200 bytes in 10 ms.
        for step in 0..<2_900 {
            while credit > 0, sent < (step + 1) * 11 / 4 {
                sender.send(
                    .acl(
                        .init(
                            connectionHandle: 1, packetBoundary: .firstNonFlushable, data: Self.packet(sent)))
                )
                (sent, credit) = (sent + 1, credit - 1)
            }
            try world.run(for: .milliseconds(10))
            for case .event(.numberOfCompletedPackets(let event)) in sender.takePackets() {
                credit += Int(event.completed[0].numCompletedPackets)
            }
        }
        // A quarter of the limit, and what the sender's controller holds.
        #expect(sent * 200 < 1 << 20 && sent * 200 > (1 << 18) - 200)
        #expect(!deaf.hasOverflowed && credit == 0)
        var received: [UInt8] = []
        for _ in 0..<100 {
            for packet in deaf.takePackets() {
                guard case .acl(let data) = packet else {
                    Issue.record("\(packet)")
                    continue
                }
                received += data.data
            }
            try world.run(for: .milliseconds(100))
        }
        #expect(received == (0..<sent).flatMap(Self.packet))
    }

    private static let setUp: [HCI.Packet] = [
        .command(.setEventMask(.init(eventMask: [.leMeta, .disconnectionComplete]))),
        .command(.leSetEventMask(.init(leEventMask: [.leConnectionComplete]))),
    ]
}
