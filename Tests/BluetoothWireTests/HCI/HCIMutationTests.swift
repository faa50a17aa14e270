import BluetoothWire
import RandomCases
import Testing

/// Random bytes: they are rejected or decode to exactly themselves, and never trap.
@Suite("HCI decoders") struct HCIMutationTests {
    static let rounds = randomCases(20_000)

    /// Packets that ignore octets, and so do not give back all that they were decoded from.
    static func ignoresOctets(_ packet: HCI.Packet) -> Bool {
        switch packet {
        case .command(.writeLEHostSupport): true  // the unused octet
        case .command(.leSetAdvertisingData), .command(.leSetScanResponseData): true  // the filling
        case .command(.leAddDeviceToFilterAcceptList(let parameters)): parameters.address == nil
        case .command(.leRemoveDeviceFromFilterAcceptList(let parameters)): parameters.address == nil
        // A filter when scanning stops, and a peer when the filter accept list counts.
        case .command(.leSetScanEnable(let parameters)): !parameters.leScanEnable
        case .command(.leSetExtendedScanEnable(let parameters)): !parameters.enable
        case .command(.leCreateConnection(let parameters)): parameters.initiatorFilterPolicy != .peerAddress
        case .command(.leExtendedCreateConnection(let parameters)):
            parameters.initiatorFilterPolicy != .peerAddress
        case .event(.leExtendedAdvertisingReport(let event)): event.reports.contains { $0.address == nil }
        case .event(.lePHYUpdateComplete(let event)): event.status != .success  // no PHY counts as LE 1M
        case .event(.leCSConfigComplete(let event)): event.created == nil
        case .event(.leCSProcedureEnableComplete(let event)): event.status != .success
        case .event(.leCSSubeventResult), .event(.leCSSubeventResultContinue): true  // reserved bits
        default: false
        }
    }

    private static func check(_ bytes: [UInt8], _ packet: HCI.Packet) -> Bool {
        let again = packet.h4Bytes
        if again == bytes { return true }
        return ignoresOctets(packet) && again.count == bytes.count && (try? HCI.Packet(h4: again)) == packet
    }

    private static func random(_ random: inout SeededNumbers) -> [UInt8] {
        let body = (0..<Int.random(in: 0...80, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        let length = UInt8(body.count)
        return switch Int.random(in: 0..<8, using: &random) {
        case 0: body
        case 1: [2, body.first ?? 0, 0x20, length, 0] + body
        case 2: [4, UInt8.random(in: 0...0x60, using: &random), length] + body
        case 3...4: [4, 0x3E, length] + [UInt8.random(in: 0...0x40, using: &random)] + body.dropFirst()
        default: [1, UInt8.random(in: 0...0xAF, using: &random), 0x20, length] + body
        }
    }

    private static func mutated(_ random: inout SeededNumbers) -> [UInt8] {
        var bytes = HCITable.packets[Int.random(in: 0..<HCITable.packets.count, using: &random)].bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes[index] = 0
            case 3: bytes[index] = 0xFF
            case 4: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
            default: if bytes.count > 1 { bytes.remove(at: index) }
            }
        }
        return bytes
    }

    @Test(arguments: [1, 2] as [UInt64]) func giveBackWhatTheyAccept(_ seed: UInt64) {
        var generator = SeededNumbers(seed: seed)
        var accepted = 0
        for round in 0..<Self.rounds / 2 {
            let bytes = round.isMultiple(of: 2) ? Self.random(&generator) : Self.mutated(&generator)
            guard let packet = try? HCI.Packet(h4: bytes) else { continue }
            accepted += 1
            if !Self.check(bytes, packet) { Issue.record("\(bytes) became \(packet.h4Bytes)") }
        }
        #expect(accepted > Self.rounds / 20, "the mutations are too wild to say anything")
    }

    @Test func decodeAStreamOfNoiseToItsEnd() {
        var generator = SeededNumbers(seed: 3)
        let patience = HCI.H4Resynchronizer.Limits(skippedBytes: .max, losses: .max)
        var stream = HCI.H4Resynchronizer(from: .controller, limits: patience)
        let fromControllers = HCITable.packets.filter { $0.bytes[0] != 1 }
        var (taken, losses) = (0, 0)
        for round in 0..<Self.rounds / 10 {
            let packet = fromControllers[round % fromControllers.count].bytes
            stream.append(Int.random(in: 0..<20, using: &generator) == 0 ? Self.mutated(&generator) : packet)
            while let finding = stream.next() {
                switch finding {
                case .packet: taken += 1
                case .skipped: losses += 1
                case .malformed, .ignored, .givenUp: break
                }
            }
            #expect(stream.buffered <= 70_000)
        }
        #expect(taken > 1000)
        #expect(losses > 0)
    }
}
