import BluetoothWire

/// The sequence numbers of a link: those of an end alternate with each new packet, and the other end says which one it
/// expects next (Core 6.0, Vol 6, Part B, 4.5.9).
struct SequenceNumbers {
    private struct End {
        var last: Bool?
        /// Whether the numbers mean anything: some sniffers write the same one into all packets of an end.
        var hasAlternated = false
        /// Whether the other end has the last packet.
        var isAcknowledged = false
        /// The number that this end expected last, and whether that has alternated.
        var expected: Bool?
        var hasExpectedBoth = false
    }

    private var central = End()
    private var peripheral = End()

    /// What a packet is.
    struct Finding {
        /// Whether it is another packet than the one before it.
        var isNew: Bool
        /// Whether the packet before it was not heard.
        var isAfterGap: Bool
    }

    /// Takes a packet; `differs` is whether it has other bytes or another number than the last one of its end.
    mutating func add(_ pdu: LL.DataPDU, isFromCentral: Bool, differs: Bool) -> Finding {
        var (own, other) = isFromCentral ? (central, peripheral) : (peripheral, central)
        defer { (central, peripheral) = isFromCentral ? (own, other) : (other, own) }
        if let expected = own.expected, expected != pdu.nesn { own.hasExpectedBoth = true }
        own.expected = pdu.nesn
        other.isAcknowledged = other.last.map { $0 != pdu.nesn } ?? false
        guard let last = own.last else {
            own.last = pdu.sn
            return Finding(isNew: differs, isAfterGap: false)
        }
        if pdu.sn != last { own.hasAlternated = true }
        // What the other end has is not sent again.
        let isOther = own.isAcknowledged && own.hasAlternated && other.hasExpectedBoth
        let isNew = differs || isOther
        (own.last, own.isAcknowledged) = (pdu.sn, false)
        return Finding(isNew: isNew, isAfterGap: isNew && own.hasAlternated && pdu.sn == last)
    }
}
