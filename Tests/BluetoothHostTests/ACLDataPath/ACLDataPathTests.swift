import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

/// The data path of a host, without the host.
@Suite struct ACLDataPathTests {
    private let tag = Host.ACLDataPath.Outbox.Tag.channelFrame(Host.ChannelID(7))

    private func path(length: Int = 27, count: Int, links: UInt16 = 1) -> Host.ACLDataPath {
        var path = Host.ACLDataPath(buffers: Host.ACLDataPath.BufferPool(packetLength: length, count: count))
        for handle in 1...links { path.open(handle) }
        return path
    }

    private func packets(_ outputs: inout Host.OutputQueue) -> [HCI.ACLData] {
        var packets: [HCI.ACLData] = []
        while let output = outputs.next() {
            if case .controller(.acl(let packet)) = output { packets.append(packet) }
        }
        return packets
    }

    // MARK: Out

    @Test("a frame goes at once and in one piece if there is room for it")
    func atOnce() {
        var (path, outputs) = (path(count: 1), Host.OutputQueue())
        let frame = Host.ACLDataPath.frame([1, 2, 3], on: .att)
        #expect(path.send(frame, tag: tag, from: 0, into: &outputs))
        let packet = HCI.ACLData(
            connectionHandle: 1, packetBoundary: .firstNonFlushable, data: [3, 0, 4, 0, 1, 2, 3])
        #expect(packets(&outputs) == [packet])
        #expect(path.waitingFrames == 0 && path.buffers.free == 0 && path.brokenInvariant == nil)
    }

    @Test("a long frame goes in fragments, and its tag comes with the last one")
    func fragments() {
        var (path, outputs) = (path(count: 2), Host.OutputQueue())
        let frame = Host.ACLDataPath.frame([UInt8](repeating: 9, count: 56), on: .att)
        #expect(!path.send(frame, tag: tag, from: 0, into: &outputs))
        #expect(packets(&outputs).map(\.data.count) == [27, 27])
        #expect(path.sendNext(of: 0, into: &outputs) == nil)
        path.completed([.init(connectionHandle: 1, numCompletedPackets: 2)])
        #expect(path.nextTurn() == 0)
        #expect(path.sendNext(of: 0, into: &outputs) == Host.ACLDataPath.Sent(tag: tag))
        let last = packets(&outputs)
        #expect(last.map(\.data.count) == [6] && last.map(\.packetBoundary) == [.continuing])
        #expect(path.brokenInvariant == nil)
    }

    @Test("one link leaves a buffer for each other link, and all take turns")
    func turns() {
        var (path, outputs) = (path(count: 4, links: 3), Host.OutputQueue())
        for link in 0..<3 {
            for number in 0..<4 { _ = path.send([UInt8(number)], tag: nil, from: link, into: &outputs) }
        }
        #expect(packets(&outputs).map(\.connectionHandle) == [1, 1, 2, 2])
        #expect(path.brokenInvariant == nil)
        for handle: UInt16 in 1...2 {
            path.completed([.init(connectionHandle: handle, numCompletedPackets: 1)])
        }
        var turns: [Int] = []
        while let link = path.nextTurn() {
            turns.append(link)
            _ = path.sendNext(of: link, into: &outputs)
        }
        #expect(turns == [0, 1])
        #expect(path.waitingFrames == 6 && path.brokenInvariant == nil)
    }

    @Test("the end of a link frees its buffers and drops what waits")
    func closing() {
        var (path, outputs) = (path(count: 2, links: 2), Host.OutputQueue())
        for _ in 0..<3 { _ = path.send([0], tag: nil, from: 0, into: &outputs) }
        #expect(path.waitingFrames == 2)
        path.close(0)
        #expect(path.buffers.free == 2 && path.waitingFrames == 0 && path.index(ofHandle: 2) == 0)
        #expect(path.brokenInvariant == nil)
    }

    @Test("a controller cannot report more packets than it was given")
    func tooManyCompleted() {
        var (path, outputs) = (path(count: 2), Host.OutputQueue())
        _ = path.send([0], tag: nil, from: 0, into: &outputs)
        path.completed([
            .init(connectionHandle: 1, numCompletedPackets: 500),
            .init(connectionHandle: 9, numCompletedPackets: 1),
        ])
        #expect(path.buffers.free == 2 && path.brokenInvariant == nil)
    }

    // MARK: In

    @Test("a peer that asks without receiving answers is ignored, but on channels none of its frames is lost")
    func answerLimit() {
        var (path, outputs) = (path(count: 0), Host.OutputQueue())
        path.isAnswering = true
        for _ in 0..<Host.ACLDataPath.answerLimit { _ = path.send([0], tag: nil, from: 0, into: &outputs) }
        path.isAnswering = false
        let dynamic = L2CAP.ChannelID(rawValue: 0x40)
        for (channel, isTaken) in [(L2CAP.ChannelID.att, false), (.smp, false), (dynamic, true)] {
            let frame = Host.ACLDataPath.frame([1], on: channel)
            let packet = HCI.ACLData(connectionHandle: 1, packetBoundary: .firstFlushable, data: frame)
            #expect((path.received(packet, on: 0) == frame) == isTaken, "\(channel)")
        }
    }

    // MARK: Any order

    @Test("whatever happens, frames leave whole and in order, and buffers are counted", arguments: 0..<3)
    func chaos(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var (path, outputs) = (path(length: 5, count: 4, links: 3), Host.OutputQueue())
        var sent: [UInt16: [UInt8]] = [:]
        var arrived: [UInt16: [UInt8]] = [:]
        var tags = 0
        var wanted = 0
        for step in 0..<randomCases(2_000) {
            let link = numbers.below(3)
            switch numbers.below(3) {
            case 0:
                let bytes = numbers.bytes(1 + numbers.below(12))
                sent[UInt16(link + 1), default: []] += bytes
                wanted += 1
                if path.send(bytes, tag: tag, from: link, into: &outputs) { tags += 1 }
            default:
                let count = UInt16(numbers.below(3))
                path.completed([.init(connectionHandle: UInt16(link + 1), numCompletedPackets: count)])
            }
            while let next = path.nextTurn() {
                if path.sendNext(of: next, into: &outputs)?.tag != nil { tags += 1 }
            }
            for packet in packets(&outputs) { arrived[packet.connectionHandle, default: []] += packet.data }
            if let broken = path.brokenInvariant { Issue.record("step \(step): \(broken)") }
            #expect(tags + path.waitingFrames == wanted, "step \(step)")
        }
        for (handle, bytes) in arrived { #expect(sent[handle]?.starts(with: bytes) == true) }
    }
}
