#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The witness table of a delegate class: which method the runtime calls for each requirement.
///
/// Apple's framework calls `responds(to:)` when a manager is created (behaviours 1.27, 1.41), and Swift without
/// Objective-C has no such method. But the witness table of a conformance points, for each requirement, at a few
/// instructions. They call the class's method or, if it has none, the protocol's empty body. These instructions show
/// which of the two it is, without calling anything.
///
/// The decoder understands direct calls and jumps of x86-64 and ARM64, so app and façade have to be in one image, as
/// packages link them. If it understands nothing, the result is `nil`.
struct WitnessTable: Sendable {
    /// A requirement by its position in the protocol.
    typealias Requirement = Int

    /// Where each requirement's instructions begin.
    private let entries: [UInt]
    #if canImport(ObjectiveC)
    /// The conformance comes before the requirements.
    private static let first = 1
    #else
    /// The conformance and the table of `NSObjectProtocol` come before the requirements.
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

    /// The functions that the instructions of a requirement call.
    func targets(of requirement: Requirement) -> Set<UInt> {
        let start = entries[requirement]
        // Memory up to the last of the table's functions certainly contains code.
        guard let last = entries.max(), last > start, let code = UnsafeRawPointer(bitPattern: start) else {
            return []
        }
        let count = min(Int(last - start), Instructions.most)
        return Instructions.targets(in: UnsafeRawBufferPointer(start: code, count: count), at: start)
    }

    /// The functions that only this requirement calls. Functions that all requirements call, such as those of
    /// sanitizers, are left out.
    private func ownTargets(of requirement: Requirement) -> Set<UInt> {
        entries.indices.reduce(into: targets(of: requirement)) { own, other in
            if other != requirement { own.subtract(targets(of: other)) }
        }
    }

    /// The protocol's empty bodies, as a class without methods of its own calls them.
    struct Bodies: Sendable {
        /// By requirement.
        fileprivate let targets: [Set<UInt>]
        /// Where the instructions are.
        fileprivate let image: Image?

        init(_ table: WitnessTable) {
            targets = table.entries.indices.map(table.ownTargets)
            image = table.image
        }
    }

    /// An executable or a library, by the address at which it is loaded.
    fileprivate struct Image: Hashable, Sendable {
        let base: UInt

        /// The image that has this address; `nil` if the system does not say.
        init?(of address: UInt) {
            guard let pointer = UnsafeRawPointer(bitPattern: address), let base = Self.base(pointer) else {
                return nil
            }
            self.base = UInt(bitPattern: base)
        }

        #if canImport(Darwin)
        private static func base(_ pointer: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
            var info = Dl_info()
            return dladdr(pointer, &info) != 0 ? info.dli_fbase : nil
        }
        #else
        /// The function is an extension of Glibc's, which Swift does not import. It fills in a file name, the base, and two
        /// more pointers.
        private typealias Lookup =
            @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32

        private static let lookup = dlsym(nil, "dladdr").map { unsafeBitCast($0, to: Lookup.self) }

        private static func base(_ pointer: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
            guard let lookup else { return nil }
            return withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 4) { info in
                info.initialize(repeating: nil)
                guard let first = info.baseAddress, lookup(pointer, first) != 0 else { return nil }
                return info[1]
            }
        }
        #endif
    }

    /// The image that all of the table's instructions are in; `nil` if they are in several.
    private var image: Image? {
        let images = Set(entries.map(Image.init(of:)))
        return images.count == 1 ? images.first ?? nil : nil
    }

    /// Whether the class has its own method for `requirement`; `nil` when that cannot be determined.
    ///
    /// An entry that is not recognised is the class's own method only if the decoder would have recognised the empty body.
    /// It would if it recognises another empty body in this table. In the table of a class that has all the `familiar`
    /// methods there is none. Then it is enough that class and façade are in one image, where a class without the method
    /// calls the empty body directly, as the `bare` one does.
    ///
    /// - Parameters:
    ///   - bare: What the table of a class that has none of the methods calls.
    ///   - familiar: Other requirements with empty bodies.
    func hasOwn(
        _ requirement: Requirement, unlike bare: Bodies, familiar: [Requirement]
    ) -> Bool? {
        func lacks(_ requirement: Requirement) -> Bool {
            !targets(of: requirement).isDisjoint(with: bare.targets[requirement])
        }
        if lacks(requirement) { return false }
        if familiar.contains(where: lacks) { return true }
        let wouldBeSeen = image != nil && image == bare.image && !bare.targets[requirement].isEmpty
        return wouldBeSeen ? true : nil
    }
}

/// The direct calls and jumps at the beginning of a function.
enum Instructions {
    /// How many bytes of a function are examined; these small functions make their call at the beginning.
    static let most = 128

    /// The targets of calls and jumps in the function at `address`, as far as they can be decoded. Code after the
    /// function's end belongs to another function.
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
    /// Lengths of other instructions are not known here. So bytes in the middle of an instruction that look like a call
    /// give a target too, which does no harm, because no caller searches for it. Bytes that look like the end of the
    /// function end the search.
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
            // RET, the second byte of UD2, padding; JMP to an address in a register or in memory.
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
