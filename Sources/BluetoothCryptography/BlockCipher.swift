/// Something that encrypts blocks with AES-128: this process, or a controller that must be asked.
///
/// Keys and blocks have 16 bytes, most significant first.
package protocol BlockCipher {
    associatedtype Failure: Error
    /// Encrypts one block, or throws if the block is not known yet.
    mutating func encrypt(key: [UInt8], block: [UInt8]) throws(Failure) -> [UInt8]
}

/// The house's own AES-128. It keeps the key it used last, since one key encrypts many blocks.
package struct OwnCipher: BlockCipher, Sendable {
    private var key: [UInt8] = []
    private var expanded: AES128?

    package init() {}

    package mutating func encrypt(key: [UInt8], block: [UInt8]) throws(Never) -> [UInt8] {
        if let expanded, key == self.key { return expanded.encrypt(block) }
        let cipher = AES128(key: key)
        self.key = key
        expanded = cipher
        return cipher.encrypt(block)
    }
}

/// A block that has to be encrypted elsewhere before a function can go on.
package struct BlockNeeded: Error, Hashable, Sendable {
    package let key: [UInt8]
    package let block: [UInt8]

    package init(key: [UInt8], block: [UInt8]) {
        self.key = key
        self.block = block
    }
}

/// Blocks that another component has encrypted, for example a controller with LE Encrypt.
///
/// A function fails with `BlockNeeded` at the first block that is not known. When that block is remembered,
/// run the function again from its start: it gets at least one block further.
package struct RememberedCipher: BlockCipher, Hashable, Sendable {
    private var results: [BlockNeeded: [UInt8]] = [:]

    package init() {}

    /// Takes in what `block` is under `key`; 16 bytes each.
    package mutating func remember(key: [UInt8], block: [UInt8], result: [UInt8]) {
        precondition(
            key.count == 16 && block.count == 16 && result.count == 16,
            "a key of \(key.count), a block of \(block.count) and a result of \(result.count) bytes")
        results[BlockNeeded(key: key, block: block)] = result
    }

    package mutating func encrypt(key: [UInt8], block: [UInt8]) throws(BlockNeeded) -> [UInt8] {
        let needed = BlockNeeded(key: key, block: block)
        guard let result = results[needed] else { throw needed }
        return result
    }
}
