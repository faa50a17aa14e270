import FaradaySimulation

/// A checksum and the order of its bytes.
package struct ChecksumForm: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    package var kind: Checksum
    package var isBigEndian: Bool

    package init(_ kind: Checksum, isBigEndian: Bool = false) {
        (self.kind, self.isBigEndian) = (kind, isBigEndian)
    }

    /// Those that are tried, the usual ones first.
    package static let allCases: [ChecksumForm] = Checksum.allCases.flatMap { kind in
        kind.size == 1 ? [ChecksumForm(kind)] : [ChecksumForm(kind, isBigEndian: true), ChecksumForm(kind)]
    }

    /// How many bytes it has.
    package var width: Int { kind.size }

    /// The checksum of bytes, as it is sent.
    package func bytes(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        NumberFormat(size: width, isBigEndian: isBigEndian).bytes(of: Int64(kind.value(of: bytes)))
    }

    package var description: String { kind.rawValue + (isBigEndian ? ", high byte first" : "") }
}
