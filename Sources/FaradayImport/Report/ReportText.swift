import BluetoothTypes

/// Counts with their nouns.
enum Count {
    static func of(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

/// Numbers with at most three decimals.
enum Decimal {
    static func text(_ value: Double) -> String {
        let thousandths = Int64(min(9e15, max(-9e15, (value * 1000).rounded())))
        let (whole, rest) = (thousandths.magnitude / 1000, thousandths.magnitude % 1000)
        var text = (thousandths < 0 ? "-" : "") + "\(whole)"
        guard rest > 0 else { return text }
        var digits = String(rest)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        text += "." + digits
        return text
    }
}

/// Numbers of packets.
enum Places {
    static func text(_ places: [PacketPlace]) -> String {
        let shown = places.prefix(6).map(\.description).joined(separator: ", ")
        let more = places.count > 6 ? " and \(places.count - 6) more" : ""
        return (places.count == 1 ? "packet " : "packets ") + shown + more
    }
}

extension Nanoseconds {
    /// The nearest number of microseconds: no capture is more exact, and a file stays easy to read.
    static func wholeMicroseconds(_ nanoseconds: UInt64) -> Nanoseconds {
        .microseconds((Int(clamping: min(nanoseconds, UInt64(Int64.max) - 1000)) + 500) / 1000)
    }
}
