/// A value that has bytes in a frame: writing and reading stand side by side, and name the same fields in the same order.
protocol Coded {
    /// The fewest bytes that a value can have. A list does not claim more elements than fit into the rest of its frame.
    static var leastLength: Int { get }
    func write(to output: inout FrameOutput)
    init(from input: inout FrameInput) throws(PortFrameProblem)
    /// The elements of a list, without their number.
    static func write(_ list: [Self], to output: inout FrameOutput)
    static func read(_ count: Int, from input: inout FrameInput) throws(PortFrameProblem) -> [Self]
}

extension Coded {
    static var leastLength: Int { 1 }

    static func write(_ list: [Self], to output: inout FrameOutput) {
        for element in list { element.write(to: &output) }
    }

    static func read(_ count: Int, from input: inout FrameInput) throws(PortFrameProblem) -> [Self] {
        var list: [Self] = []
        // Elements can be much larger here than in a frame, so what a frame only claims takes no memory.
        list.reserveCapacity(min(count, 256))
        for index in 0..<count {
            do throws(PortFrameProblem) {
                list.append(try Self(from: &input))
            } catch {
                throw error.inside("[\(index)]")
            }
        }
        return list
    }
}

/// A value of several fields. Their length in bytes is before them, so that a reader skips fields that it does not know.
///
/// A version may add fields at the end, each of them optional for who reads: it never removes one, and never changes the order.
protocol CodedFields: Coded {
    func writeFields(to output: inout FrameOutput)
    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem)
}

extension CodedFields {
    static var leastLength: Int { 4 }

    func write(to output: inout FrameOutput) {
        let place = output.openLength()
        writeFields(to: &output)
        output.closeLength(place)
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let outerEnd = try input.enterFields()
        try self.init(fieldsOf: &input)
        input.leaveFields(to: outerEnd)
    }
}

/// An enum whose raw values are its kind numbers: the one place where they are written down. No number is used twice, also not
/// that of a case that is gone.
protocol CodedKind: Coded, RawRepresentable where RawValue: FixedWidthInteger {
    /// What the enum is called in a problem, and on the page about the protocol.
    static var family: String { get }
}

extension CodedKind {
    func write(to output: inout FrameOutput) { UInt8(truncatingIfNeeded: rawValue).write(to: &output) }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let place = input.position
        let number = try UInt8(from: &input)
        guard let kind = Self(rawValue: RawValue(truncatingIfNeeded: number)) else {
            throw input.problem(.unknownKind(number, of: Self.family), at: place)
        }
        self = kind
    }
}

/// A value around a number: an identifier, or a set of options whose unknown bits stay as they are.
protocol CodedNumber: Coded {
    associatedtype RawValue: Coded
    var rawValue: RawValue { get }
    init(rawValue: RawValue)
}

extension CodedNumber {
    static var leastLength: Int { RawValue.leastLength }

    func write(to output: inout FrameOutput) { rawValue.write(to: &output) }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        self.init(rawValue: try RawValue(from: &input))
    }
}
