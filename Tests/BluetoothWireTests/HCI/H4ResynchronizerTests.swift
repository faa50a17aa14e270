import BluetoothWire
import RandomCases
import Testing

@Suite("The H4 resynchronizer") struct H4ResynchronizerTests {
    typealias Stream = HCI.H4Resynchronizer

    /// The packets of a controller in the first seconds of a connection.
    static let packets: [HCI.Packet] = [
        .event(.commandComplete(.init(opcode: .reset, returning: HCI.StatusReturn(status: .success)))),
        .event(.commandStatus(.init(status: .success, opcode: .leCreateConnection))),
        .event(
            .disconnectionComplete(.init(status: .success, connectionHandle: 1, reason: .connectionTimeout))),
        .acl(.init(connectionHandle: 1, packetBoundary: .firstFlushable, data: [3, 0, 4, 0, 0x0A, 3, 0])),
        .event(
            .numberOfCompletedPackets(.init(completed: [.init(connectionHandle: 1, numCompletedPackets: 2)]))),
        .acl(.init(connectionHandle: 1, packetBoundary: .firstFlushable, data: [9, 0, 4, 0, 0x0B, 1, 2])),
        .acl(.init(connectionHandle: 1, packetBoundary: .continuing, data: [3, 4, 5, 6, 7, 8])),
        .event(.encryptionChange(.init(status: .success, connectionHandle: 1, encryptionEnabled: .on))),
    ]
    static let bytes = packets.flatMap(\.h4Bytes)
    /// Where packets end.
    static let ends = packets.reduce(into: [0]) { $0.append($0.last! + $1.h4Bytes.count) }

    private func findings(_ parts: [[UInt8]], limits: Stream.Limits = .init()) -> [Stream.Finding] {
        var stream = Stream(from: .controller, limits: limits)
        var findings: [Stream.Finding] = []
        for part in parts {
            stream.append(part)
            while let finding = stream.next() { findings.append(finding) }
        }
        return findings
    }

    private func packets(_ findings: [Stream.Finding]) -> [HCI.Packet] {
        findings.compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
    }

    @Test func findsSoundPacketsCutAtEveryByte() {
        for cut in 0...Self.bytes.count {
            let found = findings([Array(Self.bytes[..<cut]), Array(Self.bytes[cut...])])
            #expect(found == Self.packets.map { .packet($0) }, "cut at \(cut)")
        }
        #expect(findings(Self.bytes.map { [$0] }) == Self.packets.map { .packet($0) })
    }

    @Test func findsAllPacketsOfBothDirectionsInASoundStream() {
        for sender in [Stream.Sender.host, .controller] {
            let sent = HCITable.packets.map(\.value).filter { $0.isSent(by: sender) }
            #expect(sent.count > 20)
            var stream = Stream(from: sender)
            stream.append(sent.flatMap(\.h4Bytes))
            for packet in sent { #expect(stream.next() == .packet(packet)) }
            #expect(stream.next() == nil)
        }
    }

    /// Garbage of these bytes is distinguished from packets, whatever follows.
    @Test(arguments: [
        [0xFF], [0x00, 0x00, 0x00], [0x01, 0x03, 0x0C, 0x00], [0x55, 0xAA, 0x05, 0x03, 0x77],
    ])
    func skipsGarbageBetweenAnyTwoPackets(_ garbage: [UInt8]) {
        for (place, end) in Self.ends.enumerated().dropLast() {
            var expected = Self.packets.map { Stream.Finding.packet($0) }
            expected.insert(.skipped(garbage.count), at: place)
            let dirty = Self.bytes[..<end] + garbage + Self.bytes[end...]
            #expect(findings([Array(dirty)]) == expected, "before packet \(place)")
            // A fragment is only believed with its neighbour, which is there in the end.
            #expect(findings(dirty.map { [$0] }) == expected, "before packet \(place), byte by byte")
        }
    }

    @Test func skipsGarbageBetweenAllPacketsAtOnce() {
        let whole = Self.packets.filter { $0 != Self.packets[6] && $0 != Self.packets[5] }
        let dirty: [UInt8] = whole.flatMap { $0.h4Bytes + [0x99, 0x98] as [UInt8] }
        #expect(packets(findings([dirty])) == whole)
        #expect(packets(findings(dirty.map { [$0] })) == whole)
    }

    /// A lost byte costs the packet it is from, and the next one at most; one from the header of data as much
    /// as the length then says.
    @Test func losesFewPacketsToALostByte() {
        let copies = 100
        let stream = Array(repeatElement(Self.bytes, count: copies).joined())
        for lost in Self.bytes.indices {
            var dirty = stream
            dirty.remove(at: lost)
            let found = packets(findings([dirty]))
            #expect(Array(found.suffix(Self.packets.count)) == Self.packets, "byte \(lost) lost")
            let packet = Self.ends.lastIndex { $0 <= lost } ?? 0
            let isInDataHeader = Self.bytes[Self.ends[packet]] == 2 && lost - Self.ends[packet] < 5
            guard !isInDataHeader else { continue }
            #expect(found.count >= copies * Self.packets.count - 2, "byte \(lost) lost")
        }
    }

    /// Noise of all bytes, before and between: what is sound at the end of it is found.
    @Test(arguments: 0..<200) func findsItsWayOutOfNoise(_ seed: UInt64) {
        var noise = SeededNumbers(seed: seed)
        let dirty = noise.bytes(60) + Self.bytes + noise.bytes(17) + Self.bytes + Self.bytes + Self.bytes
        for parts in [[dirty], dirty.map { [$0] }] {
            let found = packets(findings(parts))
            #expect(Array(found.suffix(Self.packets.count)) == Self.packets)
        }
    }

    /// In the middle of a packet, as when a port is opened while the controller talks.
    @Test func beginsAnywhere() {
        for start in Self.bytes.indices {
            let rest = repeatElement(Self.bytes, count: 100).joined()
            let found = packets(findings([Array(Self.bytes[start...]) + rest]))
            #expect(Array(found.suffix(Self.packets.count)) == Self.packets, "from \(start)")
        }
    }

    @Test func aMalformedPacketInASoundStreamCostsOnlyItself() {
        let malformed: [UInt8] = [0x04, 0x0F, 0x05, 1, 2, 3, 4, 5]
        let found = findings([Self.packets[0].h4Bytes + malformed + Self.packets[1].h4Bytes])
        #expect(found.count == 3)
        guard case .malformed = found[1] else {
            Issue.record("\(found)")
            return
        }
        #expect(packets(found) == [Self.packets[0], Self.packets[1]])
    }

    // MARK: Reliable transports

    private func reliable(_ parts: [[UInt8]], from sender: Stream.Sender = .controller) -> (
        findings: [Stream.Finding], stray: [UInt8]
    ) {
        var stream = Stream(from: sender, over: .reliable)
        var findings: [Stream.Finding] = []
        for part in parts {
            stream.append(part)
            while let finding = stream.next() { findings.append(finding) }
        }
        return (findings, stream.strayBytes)
    }

    @Test func onASocketTheFirstByteThatBeginsNoPacketIsTheEnd() {
        let sound = Self.packets.map { Stream.Finding.packet($0) }
        let garbage = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        for parts in [[Self.bytes + garbage + Self.bytes], (Self.bytes + garbage).map { [$0] }] {
            let found = reliable(parts)
            #expect(found.findings == sound + [.givenUp])
            #expect(found.stray.first == garbage[0] && found.stray.count <= 16)
        }
        #expect(reliable([garbage], from: .host).stray == Array(garbage.prefix(16)))
        for byte in [0, 4, 6, 0xFF] as [UInt8] {
            #expect(reliable([[byte]], from: .host).findings == [.givenUp], "\(byte)")
        }
    }

    /// Only the frame counts there: a packet with nonsense in it, or of an impossible link, costs itself.
    @Test func onASocketMalformedPacketsCostOnlyThemselves() {
        let nonsense: [[UInt8]] = [
            [0x04, 0x0F, 0x05, 1, 2, 3, 4, 5], [0x02, 0xFF, 0xFF, 2, 0, 1, 2],
            [0x02, 0x01, 0x20, 0x00, 0x20] + [UInt8](repeating: 0xFF, count: 0x2000),
        ]
        for middle in nonsense {
            let found = reliable([Self.packets[0].h4Bytes + middle + Self.packets[1].h4Bytes])
            #expect(found.findings.count == 3 && found.stray.isEmpty)
            #expect(found.findings.first == .packet(Self.packets[0]))
            #expect(found.findings.last == .packet(Self.packets[1]))
        }
    }

    /// Core 6.0, Vol 4, Part A, 2: SCO and ISO data are H4, too.
    @Test(
        arguments: [
            (HCI.IgnoredData.synchronous, [3, 1, 0, 4, 1, 2, 3, 4]), (.synchronous, [3, 0xFF, 0x0E, 0]),
            (.synchronous, [3, 1, 0, 255] + Array(repeating: 3, count: 255)),
            (.isochronous, [5, 1, 0, 3, 0, 1, 4, 2]), (.isochronous, [5, 1, 0, 0, 0x80]),
            (.isochronous, [5, 1, 0x0E, 0, 0x01] + Array(repeating: 4, count: 256)),
        ] as [(HCI.IgnoredData, [UInt8])])
    func dataThatNobodyTakesIsStillAPacket(_ kind: HCI.IgnoredData, _ bytes: [UInt8]) {
        let (first, last) = (HCI.Packet.command(.reset), HCI.Packet.command(.readBDADDR))
        let sent = first.h4Bytes + bytes + bytes + last.h4Bytes
        let expected: [Stream.Finding] = [.packet(first), .ignored(kind), .ignored(kind), .packet(last)]
        for parts in [[sent], sent.map { [$0] }] {
            #expect(reliable(parts, from: .host).findings == expected)
        }
        #expect(
            reliable([Self.packets[0].h4Bytes + bytes]).findings == [
                .packet(Self.packets[0]), .ignored(kind),
            ])
        var wire = Stream(from: .host)
        wire.append(sent)
        for finding in expected { #expect(wire.next() == finding) }
    }

    @Test func onAWireNoiseIsNotTakenForSuchData() {
        let command = HCI.Packet.command(.readBDADDR)
        for noise in [[3], [3, 3, 3, 3], [5], [5, 5], [3, 1, 0]] as [[UInt8]] {
            var stream = Stream(from: .host)
            stream.append(noise + command.h4Bytes)
            #expect(stream.next() == .skipped(noise.count), "\(noise)")
            #expect(stream.next() == .packet(command), "\(noise)")
        }
    }

    @Test func onAWireTheFirstStrayBytesAreKept() {
        var stream = Stream(from: .controller)
        stream.append(Array("SSH-2.0-OpenSSH_9.2p1\r\n".utf8))
        #expect(stream.next() == nil)
        #expect(stream.strayBytes == Array("SSH-2.0-OpenSSH_".utf8))
        stream.append(Self.bytes)
        guard case .skipped? = stream.next() else {
            Issue.record("the noise was not reported")
            return
        }
        #expect(stream.next() == .packet(Self.packets[0]))
    }

    @Test func givesUpWhenTooMuchIsSkipped() {
        let limits = Stream.Limits(skippedBytes: 100)
        #expect(findings([[UInt8](repeating: 0, count: 100)], limits: limits) == [])
        #expect(findings([[UInt8](repeating: 0, count: 102)], limits: limits) == [.givenUp])
        #expect(
            findings([[UInt8](repeating: 0, count: 102), Self.bytes], limits: limits) == [.givenUp])
    }

    @Test func givesUpWhenSyncIsLostTooOften() {
        let limits = Stream.Limits(losses: 3, healingPackets: 4)
        let dirty = [0xFF] + Self.packets[0].h4Bytes
        #expect(findings(Array(repeating: dirty, count: 3), limits: limits).contains(.givenUp) == false)
        #expect(findings(Array(repeating: dirty, count: 4), limits: limits).last == .givenUp)
        let healing = dirty + Array(repeating: Self.packets[0].h4Bytes, count: 3).joined()
        #expect(!findings(Array(repeating: healing, count: 20), limits: limits).contains(.givenUp))
    }

    @Test func holdsNoMoreThanAPacket() {
        var noise = SeededNumbers(seed: 5)
        var stream = Stream(from: .controller)
        for _ in 0..<200 {
            stream.append(noise.bytes(64))
            while stream.next() != nil {}
            #expect(stream.buffered <= 4096 + 5)
        }
    }
}

extension HCI.Packet {
    /// Whether this can come from there.
    fileprivate func isSent(by sender: HCI.H4Resynchronizer.Sender) -> Bool {
        switch self {
        case .command: sender == .host
        case .event: sender == .controller
        case .acl(let data): data.connectionHandle <= 0x0EFF && data.data.count <= 4096
        }
    }
}
