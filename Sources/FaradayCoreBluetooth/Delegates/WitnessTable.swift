/// The methods by which a class is a delegate, as the runtime calls them.
///
/// Apple's framework asks `responds(to:)` when a manager is made (behaviours 1.27, 1.41), and Swift without Objective-C
/// has no such question. But the table by which a class conforms to a protocol points, for each requirement, at a few
/// instructions of its own that call the class's method or, where it has none, the protocol's empty body. Which of them
/// it is can be read there, without calling anything.
///
/// The instructions that are understood are direct calls and jumps of x86-64 and ARM64, so app and façade have to be in
/// one image, as packages link them. Who asks gets `nil` where nothing was understood.
struct WitnessTable: Sendable {
    /// A requirement by its place in the protocol.
    typealias Requirement = Int

    /// Where each requirement's instructions begin.
    private let entries: [UInt]
    #if canImport(ObjectiveC)
    /// In front of the requirements stands the conformance.
    private static let first = 1
    #else
    /// In front of the requirements stand the conformance and the table of `NSObjectProtocol`.
    private static let first = 2
    #endif

    /// The table of a value of a class-bound protocol type, which is an object and its table (Swift ABI, TypeLayout).
    ///
    /// - Parameter count: How many requirements the protocol has.
    init<Delegate>(of delegate: Delegate, count: Int) {
        precondition(
            MemoryLayout<Delegate>.size == 2 * MemoryLayout<UInt>.size, "\(Delegate.self) is no protocol")
        entries = withUnsafeBytes(of: delegate) { bytes in
            let table = bytes.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafePointer<UInt>.self)
            return (0..<count).map { table[Self.first + $0] }
        }
    }

    /// Where the instructions of a requirement go; empty for the last one, whose end is not known.
    func targets(of requirement: Requirement) -> Set<UInt> {
        let start = entries[requirement]
        guard let end = entries.filter({ $0 > start }).min(), let code = UnsafeRawPointer(bitPattern: start)
        else {
            return []
        }
        let bytes = UnsafeRawBufferPointer(start: code, count: min(Int(end - start), 1024))
        return Instructions.targets(in: bytes, at: start)
    }

    /// Whether the class has its own method for `requirement`; `nil` when that can't be seen.
    ///
    /// - Parameters:
    ///   - examples: The tables of a class that has none of the methods, and of one that has all.
    ///   - familiar: Other requirements with empty bodies. One of them that is recognised shows that this class's
    ///     table is understood, so that an own method is not mistaken.
    func hasOwn(
        _ requirement: Requirement, by examples: (bare: WitnessTable, full: WitnessTable),
        familiar: [Requirement]
    ) -> Bool? {
        func lacks(_ requirement: Requirement) -> Bool {
            let empty = examples.bare.targets(of: requirement).subtracting(
                examples.full.targets(of: requirement))
            return !targets(of: requirement).isDisjoint(with: empty)
        }
        if lacks(requirement) { return false }
        return familiar.contains(where: lacks) ? true : nil
    }
}

/// Direct calls and jumps in machine code.
enum Instructions {
    /// Where the code at `address` goes. On x86-64 each byte may begin an instruction, so there may be targets that are
    /// none; a place that is asked for does not come up by accident.
    static func targets(in code: UnsafeRawBufferPointer, at address: UInt) -> Set<UInt> {
        #if arch(x86_64)
        calls(in: code, at: address)
        #elseif arch(arm64)
        branches(in: code, at: address)
        #else
        []
        #endif
    }

    /// x86-64: CALL rel32 and JMP rel32 (Intel SDM, Vol 2).
    static func calls(in code: UnsafeRawBufferPointer, at address: UInt) -> Set<UInt> {
        var targets: Set<UInt> = []
        guard code.count >= 5 else { return targets }
        for offset in 0...(code.count - 5) where code[offset] == 0xE8 || code[offset] == 0xE9 {
            let distance = Int32(littleEndian: code.loadUnaligned(fromByteOffset: offset + 1, as: Int32.self))
            targets.insert(address &+ UInt(offset + 5) &+ UInt(bitPattern: Int(distance)))
        }
        return targets
    }

    /// ARM64: B and BL (Arm ARM, C6.2).
    static func branches(in code: UnsafeRawBufferPointer, at address: UInt) -> Set<UInt> {
        var targets: Set<UInt> = []
        for offset in stride(from: 0, to: code.count - 3, by: 4) {
            let word = UInt32(littleEndian: code.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            guard word & 0x7C00_0000 == 0x1400_0000 else { continue }
            let distance = Int(Int32(bitPattern: word << 6) >> 6) * 4
            targets.insert(address &+ UInt(offset) &+ UInt(bitPattern: distance))
        }
        return targets
    }
}
