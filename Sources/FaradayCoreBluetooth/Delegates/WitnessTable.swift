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

    /// Where the instructions of a requirement go.
    func targets(of requirement: Requirement) -> Set<UInt> {
        let start = entries[requirement]
        // Up to the last of the table's functions there is code for certain.
        guard let last = entries.max(), last > start, let code = UnsafeRawPointer(bitPattern: start) else {
            return []
        }
        let count = min(Int(last - start), Instructions.most)
        return Instructions.targets(in: UnsafeRawBufferPointer(start: code, count: count), at: start)
    }

    /// Where they go for this requirement alone: not to what all such functions call, as those of sanitizers do.
    private func ownTargets(of requirement: Requirement) -> Set<UInt> {
        entries.indices.reduce(into: targets(of: requirement)) { own, other in
            if other != requirement { own.subtract(targets(of: other)) }
        }
    }

    /// Whether the class has its own method for `requirement`; `nil` when that can't be seen.
    ///
    /// - Parameters:
    ///   - bare: The table of a class that has none of the methods.
    ///   - familiar: Other requirements with empty bodies. One of them that is recognised shows that this class's
    ///     table is understood, so that an own method is not mistaken.
    func hasOwn(
        _ requirement: Requirement, unlike bare: WitnessTable, familiar: [Requirement]
    ) -> Bool? {
        func lacks(_ requirement: Requirement) -> Bool {
            !targets(of: requirement).isDisjoint(with: bare.ownTargets(of: requirement))
        }
        if lacks(requirement) { return false }
        return familiar.contains(where: lacks) ? true : nil
    }
}

/// The direct calls and jumps at the beginning of a function.
enum Instructions {
    /// How many bytes of a function are looked at; such small ones do what they do at once.
    static let most = 128

    /// Where the function at `address` goes, as far as can be told: what follows its end is another's.
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
    ///
    /// Lengths of other instructions are not known here. So what looks like a call in the middle of one is a target too,
    /// which nobody looks for; and what looks like an end ends it.
    static func calls(in code: UnsafeRawBufferPointer, at address: UInt) -> Set<UInt> {
        var targets: Set<UInt> = []
        var offset = 0
        while offset + 5 <= code.count {
            let byte = code[offset]
            if byte == 0xE8 || byte == 0xE9 {
                let distance = Int32(
                    littleEndian: code.loadUnaligned(fromByteOffset: offset + 1, as: Int32.self))
                targets.insert(address &+ UInt(offset + 5) &+ UInt(bitPattern: Int(distance)))
                if byte == 0xE9 { break }
                offset += 5
                continue
            }
            // RET, the second byte of UD2, padding; JMP to a register or to what memory says.
            if [0xC3, 0x0B, 0x90, 0xCC].contains(byte) || byte == 0xFF && code[offset + 1] & 0x38 == 0x20 {
                break
            }
            offset += 1
        }
        return targets
    }

    /// ARM64: B and BL, up to a B, BR, RET or BRK (Arm ARM, C6.2).
    static func branches(in code: UnsafeRawBufferPointer, at address: UInt) -> Set<UInt> {
        var targets: Set<UInt> = []
        for offset in stride(from: 0, to: code.count - 3, by: 4) {
            let word = UInt32(littleEndian: code.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let isLink = word & 0xFC00_0000 == 0x9400_0000
            let isBranch = word & 0xFC00_0000 == 0x1400_0000
            if isLink || isBranch {
                let distance = Int(Int32(bitPattern: word << 6) >> 6) * 4
                targets.insert(address &+ UInt(offset) &+ UInt(bitPattern: distance))
            }
            let isReturn = word & 0xFFBF_FC1F == 0xD61F_0000  // BR, and with one bit more RET.
            let isBreak = word & 0xFFE0_001F == 0xD420_0000
            if isBranch || isReturn || isBreak { break }
        }
        return targets
    }
}
