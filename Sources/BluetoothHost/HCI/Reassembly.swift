extension Host.ACLDataPath {
    /// Reassembles the fragments of one link's L2CAP frames (Core 6.0, Vol 3, Part A, 7.2.1).
    ///
    /// A peer cannot end the link here. Fragments that do not fit together are dropped, and the next start
    /// fragment begins again:
    /// - a continuation without a start is dropped,
    /// - a start before the last frame was complete drops that frame,
    /// - a frame that carries more than its length says, or says more than `limit`, is dropped as a whole.
    struct Reassembly: Hashable, Sendable {
        /// The bytes of an incomplete frame, header included; empty when there is none.
        private var bytes: [UInt8] = []

        init() {}

        /// Whether a frame has begun that is not complete yet.
        var isIncomplete: Bool { !bytes.isEmpty }

        /// Takes a start fragment; returns the frame, header included, when it is already complete.
        mutating func start(_ fragment: consuming [UInt8], limit: Int) -> [UInt8]? {
            if !bytes.isEmpty { bytes = [] }
            if fragment.count >= 4 {
                let length = Self.length(of: fragment)
                if fragment.count == length, length <= limit { return fragment }
                guard fragment.count < length, length <= limit else { return nil }
            }
            bytes = fragment
            return nil
        }

        /// Takes a continuation fragment; returns the frame, header included, when it is now complete.
        mutating func `continue`(_ fragment: [UInt8], limit: Int) -> [UInt8]? {
            guard !bytes.isEmpty else { return nil }
            guard bytes.count + fragment.count <= limit else {
                bytes = []
                return nil
            }
            if bytes.count >= 4 { bytes.reserveCapacity(Self.length(of: bytes)) }
            bytes.append(contentsOf: fragment)
            guard bytes.count >= 4 else { return nil }
            let length = Self.length(of: bytes)
            guard length <= limit, bytes.count <= length else {
                bytes = []
                return nil
            }
            guard bytes.count == length else { return nil }
            defer { bytes = [] }
            return bytes
        }

        /// The length of a frame with its header, from its first two bytes.
        private static func length(of bytes: [UInt8]) -> Int {
            (Int(bytes[0]) | Int(bytes[1]) << 8) + 4
        }
    }
}
