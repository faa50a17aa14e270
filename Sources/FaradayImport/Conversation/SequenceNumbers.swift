/// The sequence numbers of one end of a link: they alternate with each new packet (Core 6.0, Vol 6, Part B, 4.5.9).
struct SequenceNumbers {
    private var last: Bool?
    /// Whether the numbers mean anything: some sniffers write the same one into all packets of an end.
    private var hasAlternated = false

    /// Takes the number of a new packet; returns whether the one before it was not heard.
    mutating func misses(_ number: Bool) -> Bool {
        defer { last = number }
        guard let last else { return false }
        if number != last { hasAlternated = true }
        return hasAlternated && number == last
    }
}
