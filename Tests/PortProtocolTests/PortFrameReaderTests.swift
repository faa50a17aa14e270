import BluetoothPort
import BluetoothTypes
import FrameExamples
import PortProtocol
import RandomCases
import Testing

@Suite struct PortFrameReaderTests {
    /// A frame with this kind and these bytes after it.
    private static func frame(_ kind: UInt8, _ fields: [UInt8]) -> [UInt8] {
        let count = UInt32(fields.count + 1)
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + [kind] + fields
    }

    private static func problem(_ bytes: [UInt8]) -> PortFrameProblem? {
        var reader = PortFrameReader()
        reader.add(bytes)
        do throws(PortFrameProblem) {
            while try reader.next() != nil {}
            return nil
        } catch {
            return error
        }
    }

    @Test("Frames in pieces of any size are the same frames")
    func pieces() throws {
        for seed in 0..<UInt64(randomCases(200)) {
            var draws = FrameDraws(seed: seed)
            var numbers = SeededNumbers(seed: seed)
            let frames = (0..<5).map { _ in draws.frame() }
            var rest = frames.flatMap(\.bytes)[...]
            var reader = PortFrameReader()
            var read: [PortFrame] = []
            while !rest.isEmpty {
                let piece = rest.prefix(1 + numbers.below(40))
                rest = rest.dropFirst(piece.count)
                reader.add(piece)
                while let incoming = try reader.next() {
                    if case .frame(let frame) = incoming { read.append(frame) }
                }
            }
            // As bytes: a number that is none equals nothing.
            #expect(read.map(\.bytes) == frames.map(\.bytes), "seed \(seed)")
        }
    }

    @Test("No change of one byte, and no missing end, is a trap: it is another frame or a problem")
    func changes() throws {
        var outcomes = (frames: 0, problems: 0)
        for example in FrameExample.all {
            let bytes = example.frame.bytes
            for place in bytes.indices {
                #expect(throws: Never.self, "\(example.name)") { try Self.isUnfinished(bytes.prefix(place)) }
                var shorter = Array(bytes.prefix(place))
                if place > 4 { Self.setLength(&shorter) }
                Self.check(shorter, &outcomes, example.name)
                for byte in [0, 1, 0x7F, 0xFF, bytes[place] ^ 1, bytes[place] ^ 0x80] {
                    var changed = bytes
                    changed[place] = byte
                    Self.check(changed, &outcomes, example.name)
                }
            }
        }
        #expect(outcomes.frames > 1_000 && outcomes.problems > 1_000, "\(outcomes)")
    }

    private static func isUnfinished(_ bytes: ArraySlice<UInt8>) throws {
        var reader = PortFrameReader()
        reader.add(bytes)
        #expect(try reader.next() == nil)
    }

    private static func setLength(_ bytes: inout [UInt8]) {
        bytes.replaceSubrange(..<5, with: frame(bytes[4], Array(bytes.dropFirst(5))).prefix(5))
    }

    private static func check(
        _ bytes: [UInt8], _ outcomes: inout (frames: Int, problems: Int), _ name: String
    ) {
        var reader = PortFrameReader()
        reader.add(bytes)
        do throws(PortFrameProblem) {
            guard case .frame(let frame)? = try reader.next() else { return }
            outcomes.frames += 1
            var second = PortFrameReader()
            second.add(frame.bytes)
            guard case .frame(let again)? = try second.next(), again.bytes == frame.bytes else {
                Issue.record("\(frame), once \(name), is not read again")
                return
            }
        } catch {
            outcomes.problems += 1
            if error.offset > bytes.count { Issue.record("\(error)") }
        }
    }

    @Test("A struct with more fields than this version knows is read without them")
    func laterFields() throws {
        let failure: [UInt8] = [12, 0, 0, 0] + [7, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0]
        let later: [UInt8] = [15, 0, 0, 0] + failure.dropFirst(4) + [1, 2, 3]
        for fields in [failure, later] {
            var reader = PortFrameReader()
            reader.add(Self.frame(0x87, [1, 0, 0, 0, 5] + fields))
            #expect(try reader.next() == .frame(.nearbyEvent(1, .invalidated(.init(code: 7)))))
        }
    }

    @Test("A hello without the fields that came later, and one of another version, are read")
    func otherHellos() throws {
        let first: [UInt8] =
            [0x16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0] + Array("a.b".utf8)
            + [7, 0, 0, 0, 0, 0, 0, 0, 1]
        // Whatever another version has behind its number is not read.
        let other: [UInt8] = [4, 0, 0, 0, 2, 0, 0xFF, 0xFF, 1, 2, 3]
        var reader = PortFrameReader()
        reader.add(Self.frame(1, first) + Self.frame(1, other) + PortFrame.close(5).bytes)
        let hello = PortFrame.Hello(phone: "", app: "a.b", process: 7, backgroundModes: 1)
        #expect(try reader.next() == .frame(.hello(hello)))
        #expect(try reader.next() == .frame(.hello(.init(version: 2, phone: "", app: ""))))
        #expect(try reader.next() == .frame(.close(5)))
    }

    @Test("A frame of a kind that this version does not know is skipped")
    func unknownFrame() throws {
        var reader = PortFrameReader()
        reader.add(Self.frame(0x70, [1, 2, 3]) + PortFrame.close(5).bytes + Self.frame(0xFF, []))
        #expect(try reader.next() == .unknown(kind: 0x70))
        #expect(try reader.next() == .frame(.close(5)))
        #expect(try reader.next() == .unknown(kind: 0xFF))
        #expect(try reader.next() == nil)
    }

    @Test(
        "A problem says what is wrong and where",
        arguments: [
            (
                frame(0x0A, [8, 0, 0, 0, 1, 0xFF, 0xFF, 0, 0]),
                "byte 5, misuse: 8 bytes should follow, and 5 are left"
            ),
            (
                frame(0x0A, [5, 0, 0, 0, 1, 9, 0, 0, 0]),
                "byte 10, misuse.call: 9 bytes should follow, and 0 are left"
            ),
            (frame(0x03, [1, 0]), "byte 5, manager: 4 bytes should follow, and 2 are left"),
            (frame(0x03, [1, 0, 0, 0, 0]), "byte 9: 1 bytes are left after the last field"),
            (frame(0x87, [1, 0, 0, 0, 9]), "byte 9, event: 9 is no kind of Nearby.Event"),
            (frame(0x82, [1, 0, 0, 0, 0xFF]), "byte 5, reason: the text is not UTF-8"),
            (frame(0x83, [2, 7, 0, 0, 0, 0]), "byte 6, answer.flag: 7 is neither 0 nor 1"),
            (
                frame(0x09, [1, 0, 0, 0, 3, 0, 0, 0, 1, 1]),
                "byte 10, question.peers: 16777216 elements do not fit into 1 bytes"
            ),
            (
                frame(0x09, [1, 0, 0, 0, 4, 2, 0, 0, 0, 2, 0x18, 0x0D, 3, 0, 0]),
                "byte 17, question.services[1]: a UUID of 3 bytes"
            ),
            ([0, 0, 0, 0], "byte 0: it has no kind"),
            (
                [0xFF, 0xFF, 0xFF, 0xFF],
                "byte 0: it would have 4294967295 bytes, which is more than frames may have"
            ),
        ])
    func problems(_ bytes: [UInt8], _ text: String) {
        #expect(Self.problem(bytes)?.description == "A frame is broken at \(text).")
    }

    @Test("After a problem the reader stays broken")
    func staysBroken() throws {
        var reader = PortFrameReader()
        reader.add(PortFrame.close(1).bytes + [0, 0, 0, 0])
        #expect(try reader.next() == .frame(.close(1)))
        for _ in 0..<3 {
            #expect(throws: PortFrameProblem.self) { try reader.next() }
            reader.add(PortFrame.close(2).bytes)
        }
    }

    @Test("The reader keeps no more than what is not read yet")
    func memory() throws {
        let piece = Array(repeating: PortFrame.close(1).bytes, count: 100).flatMap { $0 }
        var reader = PortFrameReader()
        var count = 0
        for round in 0..<2_000 {
            // A frame is always cut in the middle.
            reader.add(round == 0 ? Array(piece.dropLast(3)) : piece.suffix(3) + piece.dropLast(3))
            while try reader.next() != nil { count += 1 }
            #expect(reader.capacity < 16 * 1024)
        }
        #expect(count == 200_000 - 1)
    }

    @Test("A large frame's memory is given back")
    func largeFrame() throws {
        var reader = PortFrameReader()
        let large = PortFrame.end(String(repeating: "a", count: 1_000_000))
        reader.add(large.bytes)
        #expect(try reader.next() == .frame(large))
        reader.add(PortFrame.close(1).bytes)
        #expect(try reader.next() == .frame(.close(1)))
        #expect(reader.capacity < 64 * 1024)
    }

    @Test("A UUID keeps its width, and a text that is no UUID stays none")
    func uuids() throws {
        let uuids: [BluetoothUUID] = ["180D", "0000180D", "0000180D-0000-1000-8000-00805F9B34FB", "18G0"]
        var reader = PortFrameReader()
        reader.add(PortFrame.ask(1, .retrieveConnected(uuids), call: 1).bytes)
        guard case .frame(.ask(_, .retrieveConnected(let read), call: 1))? = try reader.next() else {
            Issue.record("no question")
            return
        }
        #expect(read.map(\.width) == [.bits16, .bits32, .bits128, .bits128])
        #expect(read.map(\.isMalformed) == [false, false, false, true])
        #expect(read == uuids)
    }
}
