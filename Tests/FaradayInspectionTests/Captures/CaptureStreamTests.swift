#if os(macOS) || os(Linux)
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayInspection

/// Captures that are read in pieces: the pieces make no difference.
@Suite struct CaptureStreamTests {
    /// What reading gives; with the numbers of packets, which are no part of what is equal.
    private struct Outcome: Equatable {
        var packets: [CapturedPacket] = []
        var numbers: [Int] = []
        var length = 0
        var problem: CaptureProblem?
    }

    private static func atOnce(_ bytes: [UInt8]) -> Outcome {
        do throws(CaptureProblem) {
            let found = try CaptureReader.contents(bytes)
            return Outcome(packets: found.packets, numbers: found.packets.map(\.number), length: found.length)
        } catch {
            return Outcome(problem: error)
        }
    }

    /// Reads pieces of the lengths that `size` gives.
    private static func inPieces(_ bytes: [UInt8], _ size: () -> Int) -> Outcome {
        var (stream, outcome, index) = (CaptureStream(), Outcome(), 0)
        func drain() throws(CaptureProblem) {
            while let packet = try stream.next() {
                outcome.packets.append(packet)
                outcome.numbers.append(packet.number)
            }
        }
        do throws(CaptureProblem) {
            while index < bytes.count {
                let end = min(bytes.count, index + size())
                stream.add(Array(bytes[index..<end]))
                index = end
                try drain()
            }
            stream.end()
            try drain()
            outcome.length = stream.length
            return outcome
        } catch {
            return Outcome(problem: error)
        }
    }

    private static let air: [(time: UInt64, bytes: [UInt8])] = [
        (1, CaptureBuilder.Air.advertisement), (2, CaptureBuilder.Air.connect), (3, [1, 2]),
        (4, CaptureBuilder.Air.request), (5, CaptureBuilder.Air.answer),
    ]

    /// Some packets of each format.
    private static let files: [[UInt8]] =
        CaptureFormat.allCases.map { Array(RecordedWorld.world.capture($0).prefix(1200)) } + [
            CaptureBuilder.pcap(251, air), swapped(CaptureBuilder.pcap(251, air)),
            CaptureBuilder.pcap(1, air), CaptureBuilder.pcap(251, [(1, [1])]), PacketLoggerTests.file(),
            PacketLoggerTests.file(isLittleEndian: true), Array("btsnoop\0\0\0\0\u{2}\0\0\u{3}\u{E9}".utf8),
            Array("some text that is no capture".utf8), [],
        ]

    /// The same file as a machine with the other order of bytes writes it.
    private static func swapped(_ pcap: [UInt8]) -> [UInt8] {
        var file = pcap
        func swap(_ index: Int) {
            file.replaceSubrange(index..<index + 4, with: file[index..<index + 4].reversed())
        }
        for index in [0, 16, 20] { swap(index) }
        var index = 24
        while index + 16 <= file.count {
            let length = Int(file[index + 8])
            for field in 0..<4 { swap(index + 4 * field) }
            index += 16 + length
        }
        return file
    }

    @Test(arguments: files.indices) func piecesOfEverySmallSizeGiveTheSamePackets(_ index: Int) {
        let file = Self.files[index]
        for length in [file.count] + stride(from: 0, to: file.count, by: 61) {
            let bytes = Array(file.prefix(length))
            let whole = Self.atOnce(bytes)
            for size in 1...33 { #expect(Self.inPieces(bytes, { size }) == whole, "\(length) in \(size)") }
        }
        #expect(index > 5 || !Self.atOnce(file).packets.isEmpty)
    }

    @Test(arguments: files.indices) func damagedFilesInPiecesAreReadTheSame(_ index: Int) {
        var numbers = SeededNumbers(seed: 31 + UInt64(index))
        guard !Self.files[index].isEmpty else { return }
        for _ in 0..<randomCases(60) {
            var bytes = Self.files[index]
            for _ in 0..<(1 + numbers.below(4)) { bytes[numbers.below(bytes.count)] = numbers.byte() }
            bytes.removeLast(numbers.below(2) * numbers.below(bytes.count))
            let most = 1 + numbers.below(200)
            #expect(Self.inPieces(bytes) { 1 + numbers.below(most) } == Self.atOnce(bytes))
        }
    }

    /// Each packet is there with its last byte.
    @Test(arguments: CaptureFormat.allCases) func packetsComeAsSoonAsTheyAreWhole(_ format: CaptureFormat)
        throws
    {
        let file = RecordedWorld.world.capture(format)
        var stream = CaptureStream()
        var count = 0
        var compared = 0
        for (index, byte) in file.enumerated() where compared < 30 {
            stream.add([byte])
            while try stream.next() != nil { count += 1 }
            // A prefix without traffic is refused.
            guard stream.length == index + 1,
                let whole = try? CaptureReader.packets(Array(file.prefix(index + 1))), !whole.isEmpty
            else { continue }
            #expect(whole.count == count)
            compared += 1
        }
        #expect(compared == 30 && stream.length < 4000)
    }

    /// It says its length twice, and may be cut in the second one.
    @Test func aBlockOfPcapngIsWholeWithoutItsTrailer() {
        let recorded = RecordedWorld.world.capture(.pcapng)
        let whole = Self.atOnce(recorded)
        for missing in 1...8 {
            let cut = Array(recorded.dropLast(missing))
            let found = Self.atOnce(cut)
            #expect(found.packets.count == whole.packets.count - (missing > 4 ? 1 : 0))
            #expect((found.length == cut.count) == (missing <= 4))
            for size in [1, 13, 1000] { #expect(Self.inPieces(cut) { size } == found) }
        }
    }

    /// Its bytes are not kept, but it has its number.
    @Test func aRecordThatIsTooLongOnlyCounts() throws {
        let packet = CaptureBuilder.Air.advertisement
        let long = [UInt8](repeating: 0, count: 1 << 24)
        let file = CaptureBuilder.pcap(251, [(1, packet), (2, long), (3, packet)])
        let whole = Self.atOnce(file)
        #expect(whole.numbers == [1, 3] && whole.length == file.count)
        #expect(Self.inPieces(file) { 1 << 20 } == whole)
        let cut = Array(file.dropLast(16 + packet.count + 1))
        #expect(Self.inPieces(cut) { 1 << 20 } == Self.atOnce(cut))
        #expect(Self.atOnce(cut).length == 24 + 16 + packet.count)
    }
}
#endif
