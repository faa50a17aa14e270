#if os(macOS) || os(Linux)
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// Files come from strangers: whatever they have, the import ends, and what it makes is in proportion to them.
@Suite struct HostileCaptureTests {
    private static let formats: [CaptureFormat] = [.pcapng, .btsnoop, .btsnoopFirstNode, .packetLogger]

    private static let captures: [[UInt8]] = {
        let truth = RandomDefinition.device(seed: 2, name: "Target")
        guard let chat = try? ChattedWorld(truth, listening: .milliseconds(500)) else { return [] }
        return formats.map { chat.world.capture($0) }
    }()

    private static func use(_ found: CaptureImport, _ size: Int) {
        for device in found.devices {
            let lines = device.report
            #expect(lines.reduce(0) { $0 + $1.utf8.count } <= 20_000 + 200 * size)
            _ = device.definition.problem
        }
        #expect(found.devices.count <= size)
    }

    @Test func mutatedFilesAreReadOrRefused() throws {
        try #require(Self.captures.count == 4)
        var numbers = SeededNumbers(seed: 21)
        for index in 0..<randomCases(1000) {
            var bytes = Self.captures[index % 4]
            let first = numbers.below(max(1, bytes.count - 20_000))
            // The header, and a part of the rest.
            bytes = Array(bytes.prefix(first < 4000 ? 24_000 : bytes.count).prefix(24_000))
            for _ in 0..<(1 + numbers.below(30)) { bytes[numbers.below(bytes.count)] = numbers.byte() }
            guard let found = try? CaptureImport(files: [bytes]) else { continue }
            Self.use(found, bytes.count)
        }
    }

    /// Damage that keeps the file's form: it reaches the protocols.
    @Test func mutatedPacketsAreReadOrLeftOut() throws {
        try #require(Self.captures.count == 4)
        let all = try CaptureReader.packets(Self.captures[0])
        var numbers = SeededNumbers(seed: 22)
        for _ in 0..<randomCases(500) {
            let start = numbers.below(max(1, all.count - 300))
            var packets = Array(all[start..<min(all.count, start + 300)])
            for _ in 0..<40 { Self.damage(&packets[numbers.below(packets.count)], &numbers) }
            if numbers.below(3) == 0 { packets.shuffle(using: &numbers) }
            Self.use(CaptureImport(packets: [packets]), packets.count * 300)
        }
    }

    private static func damage(_ packet: inout CapturedPacket, _ numbers: inout SeededNumbers) {
        func change(_ bytes: inout [UInt8]) {
            guard !bytes.isEmpty else { return }
            bytes[numbers.below(bytes.count)] = numbers.byte()
            if numbers.below(4) == 0 { bytes.removeLast(numbers.below(bytes.count)) }
        }
        switch packet.content {
        case .hci(let adapter, let direction, var bytes):
            change(&bytes)
            packet.content = .hci(adapter: adapter, direction, bytes)
        case .linkLayer(var frame):
            change(&frame.pdu)
            packet.content = .linkLayer(frame)
        default: break
        }
        if numbers.below(10) == 0 { packet.time = numbers.next() }
    }

    /// Attribute PDUs of random bytes, on a connection whose beginning is known.
    @Test func randomUnitsAreNoTrap() {
        var numbers = SeededNumbers(seed: 23)
        for _ in 0..<randomCases(500) {
            var capture = HandMadeCapture()
            capture.connect()
            if numbers.below(2) == 0 { capture.discover() }
            for _ in 0..<60 {
                let length = 1 + numbers.below(numbers.below(4) == 0 ? 60 : 8)
                var payload = numbers.bytes(length)
                payload[0] = numbers.below(8) == 0 ? payload[0] : UInt8(numbers.below(0x24))
                // Few handles, so that units are about each other's attributes.
                if length > 2, numbers.below(4) > 0 {
                    (payload[1], payload[2]) = (UInt8(numbers.below(0x18)), 0)
                }
                let channel: L2CAP.ChannelID = numbers.below(5) == 0 ? .smp : .att
                capture.frame(payload, on: channel, isFromCentral: numbers.below(2) == 0)
            }
            Self.use(capture.imported, capture.packets.count * 300)
        }
    }

    @Test(arguments: 0..<4) func aCutFileGivesWhatIsBeforeTheCut(_ index: Int) throws {
        try #require(Self.captures.count == 4)
        let whole = Self.captures[index]
        let all = try CaptureReader.packets(whole)
        for part in 1..<12 {
            let bytes = Array(whole.prefix(whole.count * part / 12))
            guard let packets = try? CaptureReader.packets(bytes) else { continue }
            let found = CaptureImport(packets: [Array(all.prefix(packets.count))])
            let cut = try CaptureImport(files: [bytes])
            #expect(cut.devices.map(\.report) == found.devices.map(\.report))
        }
    }
}
#endif
