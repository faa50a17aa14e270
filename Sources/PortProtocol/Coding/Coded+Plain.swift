// Numbers, text, and what holds other values.

/// A number of fixed width.
protocol CodedInteger: Coded, FixedWidthInteger {}

extension CodedInteger {
    static var leastLength: Int { bitWidth / 8 }
    func write(to output: inout FrameOutput) { output.append(littleEndian: self) }
    init(from input: inout FrameInput) throws(PortFrameProblem) { self = try input.takeNumber() }
}

extension UInt16: CodedInteger {}
extension UInt32: CodedInteger {}
extension UInt64: CodedInteger {}
extension Int64: CodedInteger {}

extension UInt8: CodedInteger {
    static func write(_ list: [UInt8], to output: inout FrameOutput) { output.append(list) }

    static func read(_ count: Int, from input: inout FrameInput) throws(PortFrameProblem) -> [UInt8] {
        [UInt8](try input.take(count))
    }
}

/// A number that is as wide as the machine's words, and has 64 bits in a frame.
protocol CodedWord: Coded, FixedWidthInteger {
    associatedtype Wide: CodedInteger
}

extension CodedWord {
    static var leastLength: Int { 8 }
    func write(to output: inout FrameOutput) { Wide(truncatingIfNeeded: self).write(to: &output) }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let place = input.position
        guard let number = Self(exactly: try Wide(from: &input)) else {
            throw input.problem(.numberTooLarge, at: place)
        }
        self = number
    }
}

extension Int: CodedWord { typealias Wide = Int64 }
extension UInt: CodedWord { typealias Wide = UInt64 }

extension Double: Coded {
    static var leastLength: Int { 8 }
    func write(to output: inout FrameOutput) { bitPattern.write(to: &output) }
    init(from input: inout FrameInput) throws(PortFrameProblem) {
        self.init(bitPattern: try UInt64(from: &input))
    }
}

extension Bool: Coded {
    func write(to output: inout FrameOutput) { UInt8(self ? 1 : 0).write(to: &output) }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let place = input.position
        let byte = try UInt8(from: &input)
        guard byte <= 1 else { throw input.problem(.neitherYesNorNo(byte), at: place) }
        self = byte == 1
    }
}

extension String: Coded {
    static var leastLength: Int { 4 }

    func write(to output: inout FrameOutput) {
        let text = Array(utf8)
        output.append(count: text.count)
        output.append(text)
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let place = input.position
        let bytes = try input.take(try input.takeLength())
        // What is not UTF-8 is replaced here, so that it is not the same any more.
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { throw input.problem(.notText, at: place) }
    }
}

extension Optional: Coded where Wrapped: Coded {
    func write(to output: inout FrameOutput) {
        output.put(self != nil)
        self?.write(to: &output)
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        self = try Bool(from: &input) ? try Wrapped(from: &input) : nil
    }
}

extension Array: Coded where Element: Coded {
    static var leastLength: Int { 4 }

    func write(to output: inout FrameOutput) {
        output.append(count: count)
        Element.write(self, to: &output)
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        self = try Element.read(try input.takeCount(least: Element.leastLength), from: &input)
    }
}
