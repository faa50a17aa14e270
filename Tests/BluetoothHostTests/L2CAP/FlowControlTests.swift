import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

@Suite struct FlowControlTests {
    /// The air behind a controller: what each link was given, and what it has not sent yet.
    private struct Air {
        var held: [UInt16: Int] = [:]
        var partial: [UInt16: [UInt8]] = [:]
        var frames: [UInt16: [[UInt8]]] = [:]
        let length: Int
        let count: Int

        var total: Int { held.values.reduce(0, +) }

        mutating func take(_ packets: [HCI.ACLData]) {
            for packet in packets {
                let handle = packet.connectionHandle
                #expect(packet.data.count <= length && !packet.data.isEmpty)
                #expect(
                    (packet.packetBoundary == .continuing) == (partial[handle]?.isEmpty == false),
                    "only the first fragment of a frame is a start")
                held[handle, default: 0] += 1
                partial[handle, default: []] += packet.data
                let bytes = partial[handle]!
                if bytes.count >= 4, Int(bytes[0]) + 256 * Int(bytes[1]) + 4 == bytes.count {
                    frames[handle, default: []].append(bytes)
                    partial[handle] = []
                }
            }
            #expect(total <= count, "never more than the controller has room for")
        }
    }

    private func rig(length: UInt16, count: UInt8, links: Int) -> HostRig {
        var controller = ScriptedController()
        controller.leBuffers = (length, count)
        var rig = HostRig.ready(controller: controller)
        for handle in 1...links {
            rig.open(UInt16(handle), .central, peer: HostRig.peer(UInt64(handle)))
        }
        return rig
    }

    @Test func everyByteArrivesInOrderAndNeverTooManyAtOnce() {
        for seed in 0..<150 as Range<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            let links = 1 + numbers.below(5)
            let (length, count) = (UInt16(5 + numbers.below(60)), UInt8(1 + numbers.below(8)))
            var rig = rig(length: length, count: count, links: links)
            var air = Air(length: Int(length), count: Int(count))
            var expected: [UInt16: [[UInt8]]] = [:]
            var tokens: [Host.LinkID: [Host.Token]] = [:]
            var sent: [Host.LinkID: [Host.Token]] = [:]
            func look(_ rig: inout HostRig) {
                air.take(rig.takeData())
                for event in rig.takeEvents() {
                    guard case .commandSent(let link, let token) = event else { continue }
                    sent[link, default: []].append(token)
                }
            }
            func complete(_ rig: inout HostRig, _ numbers: inout SeededNumbers) {
                let handle = UInt16(1 + numbers.below(links))
                let held = air.held[handle, default: 0]
                guard held > 0 else { return }
                let done = 1 + numbers.below(held)
                air.held[handle] = held - done
                rig.completePackets(handle, UInt16(done))
                look(&rig)
            }
            for step in 0..<80 {
                let handle = UInt16(1 + numbers.below(links))
                if numbers.below(3) > 0 {
                    let link = rig.host.linkIDs[Int(handle) - 1]
                    let value = numbers.bytes(numbers.below(21))
                    let token = Host.Token(UInt64(step))
                    tokens[link, default: []].append(token)
                    expected[handle, default: []].append(
                        L2CAP.BasicFrame(channel: .att, payload: [0x52, 0x10, 0] + value).bytes)
                    rig.perform(.gatt(.writeWithoutResponse(link, token, 0x10, value)))
                    look(&rig)
                } else {
                    complete(&rig, &numbers)
                }
            }
            for _ in 0..<5000 where air.total > 0 { complete(&rig, &numbers) }
            #expect(air.frames == expected, "seed \(seed)")
            #expect(sent == tokens, "seed \(seed)")
            #expect(rig.host.sink.data.waitingFrames == 0 && rig.host.sink.data.buffers.free == Int(count))
        }
    }

    @Test func aFrameThatFitsGoesInOnePieceAtOnce() {
        var rig = rig(length: 27, count: 1, links: 1)
        rig.perform(.gatt(.writeWithoutResponse(rig.link, Host.Token(1), 3, Array(0..<20))))
        #expect(
            rig.takeData() == [
                HCI.ACLData(
                    connectionHandle: 1, packetBoundary: .firstNonFlushable,
                    data: [23, 0, 4, 0, 0x52, 3, 0] + Array(0..<20))
            ])
        #expect(rig.takeEvents().last == .commandSent(rig.link, Host.Token(1)))
        #expect(rig.host.queuedPackets(of: rig.link) == 0)
    }

    @Test func linksTakeTurns() {
        var rig = rig(length: 27, count: 3, links: 3)
        for round in 0..<4 {
            for link in rig.host.linkIDs {
                rig.perform(.gatt(.writeWithoutResponse(link, Host.Token(UInt64(round)), 3, [1])))
            }
        }
        #expect(rig.takeData().map(\.connectionHandle) == [1, 2, 3])
        for round in 0..<9 {
            rig.completePackets(UInt16(round % 3 + 1), 1)
            #expect(rig.takeData().map(\.connectionHandle) == [UInt16(round % 3 + 1)])
        }
    }

    @Test func aLinkThatIsNotHeardLeavesRoomForTheOthers() {
        var rig = rig(length: 27, count: 4, links: 3)
        let links = rig.host.linkIDs
        for round in 0..<10 {
            rig.perform(.gatt(.writeWithoutResponse(links[0], Host.Token(UInt64(round)), 3, [1])))
        }
        #expect(rig.takeData().count == 2, "one buffer is kept for each other link")
        rig.perform(.gatt(.writeWithoutResponse(links[1], Host.Token(20), 3, [1])))
        rig.perform(.gatt(.writeWithoutResponse(links[2], Host.Token(21), 3, [1])))
        #expect(rig.takeData().map(\.connectionHandle) == [2, 3])
    }

    @Test func theBuffersOfALostLinkComeBack() {
        var rig = rig(length: 27, count: 2, links: 2)
        let links = rig.host.linkIDs
        rig.perform(.gatt(.writeWithoutResponse(links[0], Host.Token(1), 3, [1])))
        rig.perform(.gatt(.writeWithoutResponse(links[1], Host.Token(2), 3, [2])))
        rig.perform(.gatt(.writeWithoutResponse(links[1], Host.Token(3), 3, [3])))
        #expect(rig.takeData().count == 2)
        rig.receive(HostRig.disconnection(1))
        #expect(rig.takeData().map(\.data.last) == [3])
        rig.completePackets(1, 5)
        #expect(rig.host.sink.data.buffers.free == 0, "completions of a lost link count for nothing")
    }

    @Test func moreCompletionsThanPacketsCountForNothing() {
        var rig = rig(length: 27, count: 2, links: 1)
        rig.perform(.gatt(.writeWithoutResponse(rig.link, Host.Token(1), 3, [1])))
        rig.completePackets(1, 0xFFFF)
        #expect(rig.host.sink.data.buffers.free == 2)
    }

    @Test func aPeerThatAsksWithoutListeningIsNotListenedTo() {
        var rig = rig(length: 27, count: 1, links: 1)
        for _ in 0..<10_000 { rig.receive(frame: [0x02, 0x17, 0], on: .att) }
        #expect(rig.host.queuedPackets(of: rig.link) <= Host.ACLDataPath.answerLimit)
        for _ in 0..<10_000 { rig.receive(frame: [0x7F, 1, 0, 0], on: .leSignaling) }
        #expect(rig.host.queuedPackets(of: rig.link) <= Host.ACLDataPath.answerLimit)
    }
}
