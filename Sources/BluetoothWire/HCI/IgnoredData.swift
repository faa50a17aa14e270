extension HCI {
    /// Data that H4 also carries (Core 6.0, Vol 4, Part A, 2) and that this package neither makes nor takes: no LE link
    /// has it, except isochronous channels.
    ///
    /// The raw value is the packet indicator.
    public enum IgnoredData: UInt8, Hashable, Sendable, CaseIterable {
        /// Synchronous data, as SCO links of BR/EDR have it.
        case synchronous = 3
        /// Data of isochronous channels.
        case isochronous = 5

        /// How many bytes the packet that begins at `place` has with its indicator; nil until its header is there
        /// (Core 6.0, Vol 4, Part E, 5.4.3 and 5.4.5).
        func length(_ bytes: [UInt8], _ place: Int) -> Int? {
            let left = bytes.count - place
            switch self {
            case .synchronous: return left > 3 ? 4 + Int(bytes[place + 3]) : nil
            case .isochronous:
                return left > 4 ? 5 + Int(bytes[place + 3]) + Int(bytes[place + 4] & 0x3F) << 8 : nil
            }
        }
    }
}

extension HCI.IgnoredData: CustomStringConvertible {
    /// What the specification calls it.
    public var description: String {
        switch self {
        case .synchronous: "synchronous (SCO) data"
        case .isochronous: "isochronous (ISO) data"
        }
    }
}
