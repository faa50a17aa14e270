import FaradayClient
import RandomCases
import Testing

@Suite("Framings")
struct FramingTests {
    private func bytes(_ count: Int, _ alphabet: UInt8, _ numbers: inout SeededNumbers) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...alphabet, using: &numbers) }
    }

    /// Frames, or the error after them, when the stream is cut at random places.
    private func decode<Framing: StreamFraming>(
        _ stream: [UInt8], _ framing: Framing, _ numbers: inout SeededNumbers
    ) -> (frames: [[UInt8]], error: FramingError?) {
        var decoder = framing.makeDecoder()
        var frames: [[UInt8]] = []
        var position = 0
        do {
            while position < stream.count {
                let end = min(stream.count, position + Int.random(in: 1...9, using: &numbers))
                frames += try decoder.take(Array(stream[position..<end]))
                position = end
            }
            try decoder.finish()
        } catch {
            return (frames, error)
        }
        return (frames, nil)
    }

    private func survivesCuts(_ framing: some StreamFraming, alphabet: UInt8) throws {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<randomCases(300) {
            var frames: [[UInt8]] = []
            var stream: [UInt8] = []
            for _ in 0..<Int.random(in: 0...8, using: &numbers) {
                let frame = bytes(Int.random(in: 0...40, using: &numbers), alphabet, &numbers)
                guard let encoded = try? framing.encode(frame) else { continue }
                frames.append(frame)
                stream += encoded
            }
            let whole = decode(stream, framing, &numbers)
            #expect(whole.frames == frames)
            #expect(whole.error == nil)
        }
    }

    @Test("Any cuts give the same frames: lengths")
    func cutsOfLengths() throws {
        for field in LengthPrefixedFraming.LengthField.allCases {
            for order in LengthPrefixedFraming.ByteOrder.allCases {
                try survivesCuts(LengthPrefixedFraming(field, order), alphabet: 255)
            }
        }
    }

    @Test("Any cuts give the same frames: delimiters, with frames of nearly nothing else")
    func cutsOfDelimiters() throws {
        let delimiters: [[UInt8]] = [[0], [0, 1], [1, 1], [0, 1, 0], [2, 2, 1, 2]]
        for delimiter in delimiters { try survivesCuts(DelimitedFraming(delimiter), alphabet: 3) }
    }

    @Test("Any bytes in any cuts give the same frames and the same error")
    func anyBytes() {
        var numbers = SeededNumbers(seed: 2)
        func same(_ framing: some StreamFraming, _ stream: [UInt8]) {
            let (one, other) = (decode(stream, framing, &numbers), decode(stream, framing, &numbers))
            #expect(one.frames == other.frames)
            #expect(one.error == other.error)
        }
        for _ in 0..<randomCases(500) {
            let stream = bytes(Int.random(in: 0...60, using: &numbers), 6, &numbers)
            same(LengthPrefixedFraming(.uint8, maximum: 5), stream)
            same(LengthPrefixedFraming(.uint16, .bigEndian, maximum: 300), stream)
            same(DelimitedFraming([1, 2], maximum: 7), stream)
            same(DelimitedFraming([3], maximum: 7), stream)
        }
    }

    @Test("Lengths are written as they say")
    func lengthVectors() throws {
        let frame: [UInt8] = [0xAA, 0xBB]
        func encoded(
            _ field: LengthPrefixedFraming.LengthField, _ order: LengthPrefixedFraming.ByteOrder
        ) throws -> [UInt8] { try LengthPrefixedFraming(field, order).encode(frame) }
        #expect(try encoded(.uint8, .littleEndian) == [2, 0xAA, 0xBB])
        #expect(try encoded(.uint16, .littleEndian) == [2, 0, 0xAA, 0xBB])
        #expect(try encoded(.uint16, .bigEndian) == [0, 2, 0xAA, 0xBB])
        #expect(try encoded(.uint32, .littleEndian) == [2, 0, 0, 0, 0xAA, 0xBB])
        #expect(try encoded(.uint32, .bigEndian) == [0, 0, 0, 2, 0xAA, 0xBB])
        #expect(LengthPrefixedFraming.LengthField.uint32.limit == 4_294_967_295)
    }

    @Test("Frames that are too long are errors at both ends")
    func tooLong() {
        let lengths = LengthPrefixedFraming(.uint8, maximum: 3)
        #expect(throws: FramingError.frameTooLong(maximum: 3)) { _ = try lengths.encode([1, 2, 3, 4]) }
        #expect(throws: FramingError.frameTooLong(maximum: 255)) {
            _ = try LengthPrefixedFraming(.uint8).encode([UInt8](repeating: 0, count: 256))
        }
        #expect(throws: FramingError.frameTooLong(maximum: 3)) {
            var decoder = lengths.makeDecoder()
            _ = try decoder.take([4])
        }
        #expect(throws: FramingError.frameTooLong(maximum: 1 << 20)) {
            var decoder = LengthPrefixedFraming(.uint32).makeDecoder()
            _ = try decoder.take([0xFF, 0xFF, 0xFF, 0xFF])
        }
        let lines = DelimitedFraming([13, 10], maximum: 3)
        #expect(throws: FramingError.frameTooLong(maximum: 3)) { _ = try lines.encode([1, 2, 3, 4]) }
        #expect(throws: FramingError.frameTooLong(maximum: 3)) {
            var decoder = lines.makeDecoder()
            _ = try decoder.take([1, 2, 3, 4, 5])
        }
        #expect(throws: FramingError.delimiterInFrame) { _ = try lines.encode([13, 10]) }
        // "xa" and "aa" would end one byte too early.
        #expect(throws: FramingError.delimiterInFrame) { _ = try DelimitedFraming([1, 1]).encode([2, 1]) }
    }

    @Test("Frames before malformed bytes are there, and the error stays")
    func errorStays() throws {
        var decoder = LengthPrefixedFraming(.uint8, maximum: 3).makeDecoder()
        let frames = try decoder.take([1, 7, 9])
        #expect(frames == [[7]])
        #expect(throws: FramingError.frameTooLong(maximum: 3)) { _ = try decoder.take([1, 7]) }
        #expect(throws: FramingError.frameTooLong(maximum: 3)) { try decoder.finish() }
    }

    @Test("An end inside a frame is an error")
    func incomplete() throws {
        var decoder = DelimitedFraming.lines.makeDecoder()
        let frames = try decoder.take([65, 10, 66])
        #expect(frames == [[65]])
        #expect(throws: FramingError.incomplete(count: 1)) { try decoder.finish() }
    }

    @Test("Pieces of any length give the frame again")
    func pieces() throws {
        var numbers = SeededNumbers(seed: 3)
        for header in PieceFraming.Header.allCases {
            let framing = PieceFraming(header)
            for _ in 0..<randomCases(300) {
                var decoder = framing.makeDecoder()
                let frame = bytes(Int.random(in: 0...600, using: &numbers), 255, &numbers)
                let length = Int.random(in: 2...100, using: &numbers)
                let pieces = try framing.pieces(of: frame, upTo: length)
                #expect(pieces.dropLast().allSatisfy { $0.count == length })
                var frames: [[UInt8]] = []
                for piece in pieces { frames += try decoder.take(piece) }
                try decoder.finish()
                #expect(frames == [frame])
            }
        }
    }

    @Test("Pieces have a header with the flag and the number")
    func pieceVectors() throws {
        let frame: [UInt8] = [1, 2, 3, 4, 5]
        let numbered = try PieceFraming().pieces(of: frame, upTo: 3)
        #expect(numbered == [[0x80, 1, 2], [0x81, 3, 4], [0x02, 5]])
        let plain = try PieceFraming(.moreFlag).pieces(of: frame, upTo: 3)
        #expect(plain == [[0x80, 1, 2], [0x80, 3, 4], [0x00, 5]])
        #expect(throws: FramingError.piecesTooShort(1)) { _ = try PieceFraming().pieces(of: frame, upTo: 1) }
    }

    @Test("Lost, repeated, empty and too many pieces are errors")
    func malformedPieces() {
        func fail(_ pieces: [[UInt8]], _ framing: PieceFraming = PieceFraming()) -> FramingError? {
            var decoder = framing.makeDecoder()
            do {
                for piece in pieces { _ = try decoder.take(piece) }
                try decoder.finish()
                return nil
            } catch { return error }
        }
        #expect(fail([[0x80, 1], [0x02, 3]]) == .outOfSequence(expected: 1, received: 2))
        #expect(fail([[0x80, 1], [0x80, 1]]) == .outOfSequence(expected: 1, received: 0))
        #expect(fail([[0x01, 1]]) == .outOfSequence(expected: 0, received: 1))
        #expect(fail([[0x80]]) == .emptyPiece)
        #expect(fail([[0x80, 1]]) == .incomplete(count: 2))
        #expect(fail([[0x80, 1, 2], [0x01, 3]], PieceFraming(maximum: 2)) == .frameTooLong(maximum: 2))
        #expect(fail([[0x00]]) == nil)
    }
}
