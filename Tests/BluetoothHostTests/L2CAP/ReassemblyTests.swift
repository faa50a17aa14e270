import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import BluetoothHost

@Suite struct ReassemblyTests {
    private let limit = 100

    /// Fragments as they come; `true` starts a frame. What comes out, in order.
    static let streams: [(String, [(Bool, [UInt8])], [[UInt8]])] = [
        ("one piece", [(true, [1, 0, 4, 0, 9])], [[1, 0, 4, 0, 9]]),
        ("an empty frame", [(true, [0, 0, 4, 0])], [[0, 0, 4, 0]]),
        ("two pieces", [(true, [2, 0, 4, 0, 8]), (false, [9])], [[2, 0, 4, 0, 8, 9]]),
        (
            "a header in pieces", [(true, [1]), (false, [0, 4]), (false, [0]), (false, [9])],
            [[1, 0, 4, 0, 9]]
        ),
        ("a header that completes the frame", [(true, [1, 0, 4]), (false, [0, 9])], [[1, 0, 4, 0, 9]]),
        ("a continuation without a start", [(false, [1, 0, 4, 0, 9])], []),
        (
            "a start while a frame is incomplete", [(true, [2, 0, 4, 0, 8]), (true, [1, 0, 4, 0, 7])],
            [[1, 0, 4, 0, 7]]
        ),
        (
            "the rest of a frame that was given up",
            [(true, [2, 0, 4, 0, 8]), (true, [1, 0, 4, 0, 7]), (false, [9])], [[1, 0, 4, 0, 7]]
        ),
        ("more than its length at once", [(true, [1, 0, 4, 0, 9, 9])], []),
        ("more than its length later", [(true, [2, 0, 4, 0, 9]), (false, [9, 9]), (false, [9])], []),
        ("more than its length behind a split header", [(true, [1, 0, 4]), (false, [0, 9, 9])], []),
        ("longer than is taken", [(true, [97, 0, 4, 0, 9]), (false, [9])], []),
        (
            "longer than is taken behind a split header", [(true, [97, 0]), (false, [4, 0]), (false, [9])], []
        ),
        ("an empty start", [(true, []), (false, [1, 0, 4, 0, 9])], []),
        ("empty continuations", [(true, [1, 0, 4, 0]), (false, []), (false, [9])], [[1, 0, 4, 0, 9]]),
        (
            "a good frame behind a bad one", [(true, [1, 0, 4, 0, 9, 9]), (true, [1, 0, 4, 0, 7])],
            [[1, 0, 4, 0, 7]]
        ),
    ]

    @Test(arguments: streams)
    func whatDoesNotFitIsDroppedAndTheNextStartBeginsAnew(
        _ name: String, fragments: [(Bool, [UInt8])], frames: [[UInt8]]
    ) {
        var reassembly = Host.ACLDataPath.Reassembly()
        let out = fragments.compactMap { isStart, bytes in
            isStart
                ? reassembly.start(bytes, limit: limit) : reassembly.continue(bytes, limit: limit)
        }
        #expect(out == frames, "\(name)")
    }

    @Test func anyCutOfAFrameGivesTheFrame() {
        for seed in 0..<200 as Range<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            var reassembly = Host.ACLDataPath.Reassembly()
            let payload = numbers.bytes(numbers.below(90))
            let frame = L2CAP.BasicFrame(channel: .att, payload: payload).bytes
            var rest = frame[...]
            var out: [[UInt8]] = []
            while !rest.isEmpty {
                let piece = Array(rest.prefix(1 + numbers.below(20)))
                let isStart = rest.count == frame.count
                rest = rest.dropFirst(piece.count)
                let result =
                    isStart
                    ? reassembly.start(piece, limit: limit) : reassembly.continue(piece, limit: limit)
                if let result { out.append(result) }
            }
            #expect(out == [frame], "seed \(seed)")
            #expect(!reassembly.isIncomplete)
        }
    }

    @Test func randomFragmentsNeverMakeAFrameThatIsNotWhole() {
        var numbers = SeededNumbers(seed: 42)
        var reassembly = Host.ACLDataPath.Reassembly()
        for _ in 0..<20_000 {
            var bytes = numbers.bytes(numbers.below(30))
            if bytes.count > 1, numbers.below(4) > 0 { bytes[1] = 0 }
            let frame =
                numbers.below(2) == 0
                ? reassembly.start(bytes, limit: limit) : reassembly.continue(bytes, limit: limit)
            guard let frame else { continue }
            #expect(frame.count >= 4 && frame.count <= limit)
            #expect(Int(frame[0]) + 256 * Int(frame[1]) + 4 == frame.count)
        }
    }

    @Test func aRequestInFragmentsIsAnswered() {
        var rig = HostRig.connected(.peripheral)
        rig.receive([3, 0, 4])
        rig.receive([0, 0x0A, 3], on: 2, .continuing)
        rig.receive([0, 0x0A, 3, 0], on: 1, .continuing)
        #expect(rig.takeData().map(\.data) == [[4, 0, 4, 0, 0x0B] + Array("Rig".utf8)])
    }

    @Test func dataOfUnknownLinksIsDropped() {
        var rig = HostRig.connected(.peripheral)
        rig.receive([3, 0, 4, 0, 0x0A, 3, 0], on: 2)
        rig.receive(HostRig.disconnection(1))
        rig.forget()
        rig.receive([3, 0, 4, 0, 0x0A, 3, 0], on: 1)
        #expect(rig.takeData().isEmpty)
    }
}
