/// The bytes of a frame that is read, up to where the reading is.
struct FrameInput {
    private let bytes: [UInt8]
    /// The first byte of the frame's length.
    private let start: Int
    private(set) var position: Int
    /// The end of the frame, or of the struct that is read.
    private var end: Int

    /// The frame that is in these bytes, which begins with a length of four bytes.
    init(_ bytes: [UInt8], frame: Range<Int>) {
        self.bytes = bytes
        (start, end) = (frame.lowerBound, frame.upperBound)
        position = min(start + 4, end)
    }

    var left: Int { end - position }

    /// Reads the field of this name, which problems in it tell.
    mutating func callAsFunction<Value: Coded>(_ field: StaticString) throws(PortFrameProblem) -> Value {
        do throws(PortFrameProblem) {
            return try Value(from: &self)
        } catch {
            throw error.inside("\(field)")
        }
    }

    /// Reads a field that the struct of an earlier writer may not have; then it is `missing`.
    mutating func callAsFunction<Value: Coded>(
        _ field: StaticString, or missing: Value
    ) throws(PortFrameProblem) -> Value {
        left == 0 ? missing : try self(field)
    }

    func problem(_ fault: PortFrameProblem.Fault, at place: Int? = nil) -> PortFrameProblem {
        PortFrameProblem(fault: fault, offset: (place ?? position) - start)
    }

    /// The next `count` bytes.
    mutating func take(_ count: Int) throws(PortFrameProblem) -> ArraySlice<UInt8> {
        guard count <= left else { throw problem(.endsEarly(needed: count, left: left)) }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// A number with all its bytes, least significant first.
    mutating func takeNumber<Number: FixedWidthInteger>() throws(PortFrameProblem) -> Number {
        var number: Number = 0
        for byte in try take(Number.bitWidth / 8).reversed() {
            number = Number.bitWidth == 8 ? Number(truncatingIfNeeded: byte) : number << 8 | Number(byte)
        }
        return number
    }

    /// A length in bytes of what follows, which is there.
    mutating func takeLength() throws(PortFrameProblem) -> Int {
        let place = position
        let length = Int(clamping: try takeNumber() as UInt32)
        guard length <= left else { throw problem(.endsEarly(needed: length, left: left), at: place) }
        return length
    }

    /// A number of elements, each of which has at least `least` bytes.
    mutating func takeCount(least: Int) throws(PortFrameProblem) -> Int {
        let place = position
        let count = Int(clamping: try takeNumber() as UInt32)
        guard count <= left / max(1, least) else {
            throw problem(.tooManyElements(count, left: left), at: place)
        }
        return count
    }

    /// Leaves out what follows.
    mutating func skipRest() { position = end }

    /// Begins a struct: no field reaches beyond its end. Returns the end of what it is in.
    mutating func enterFields() throws(PortFrameProblem) -> Int {
        let length = try takeLength()
        defer { end = position + length }
        return end
    }

    /// Ends a struct: what is left of it are fields of a later version.
    mutating func leaveFields(to outerEnd: Int) {
        position = end
        end = outerEnd
    }
}
