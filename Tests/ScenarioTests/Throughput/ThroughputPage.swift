import FaradayTesting
import Foundation

/// The page that the rows are written to.
struct ThroughputPage {
    static let path = "Documentation/Throughput.md"
    let rows: [ThroughputRow]
    let rates: [Double]

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(path)

    /// Whether the page matches the measured values; with `FARADAY_WRITE_DOCS=1` the page is written first.
    func isWritten() throws -> Bool {
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: Self.file, encoding: .utf8) == text
    }

    private var text: String {
        var text = """
            # Throughput

            The throughput of payload between a simulated phone and a device over one link. Written by a test
            (`FARADAY_WRITE_DOCS=1 swift test --filter Throughput`). The test fails when this page and its figures differ,
            or when a figure differs by more than a tenth from a measurement on a phone. *Value* is the length in bytes of
            each written or notified value; a channel carries a stream.

            | System | What | Value | Interval | MTU | Data PDU | PHY | kbit/s | Measured | Source |
            |---|---|---|---|---|---|---|---|---|---|

            """
        for (row, rate) in zip(rows, rates) {
            let cells = [
                row.system.name, row.what, row.value, "\(row.interval.count / 1_000_000) ms", "\(row.mtu)",
                "\(row.system.dataLength)", row.phy, Self.decimal(rate), Self.text(row.measured), row.source,
            ]
            text += "| " + cells.joined(separator: " | ") + " |\n"
        }
        return text + Self.explanation
    }

    private static func text(_ range: ClosedRange<Double>?) -> String {
        guard let range else { return "" }
        if range.lowerBound == range.upperBound { return decimal(range.lowerBound) }
        return "\(decimal(range.lowerBound)) to \(decimal(range.upperBound))"
    }

    private static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static let explanation = """

        ## Where the figures come from

        A connection event is a sequence of packet pairs: the central's packet, 150 us of silence, the peripheral's packet,
        150 us of silence. The phone ends the event when it has sent `OSProfile.packetsPerEvent` packets, or when the
        next pair would not fit into `OSProfile.airtimePerEvent` (a real phone has other things to do with its radio).
        A packet of n bytes takes (n + 10) x 8 us on LE 1M and (n + 11) x 4 us on LE 2M; an empty one, which
        acknowledges, takes 80 us or 44 us.

        | Packet | PHY | One pair | In 7.5 ms | In 5 ms |
        |---|---|---|---|---|
        | 27 bytes | 1M | 676 us | 11 | 7 |
        | 27 bytes | 2M | 496 us | 15 | 10 |
        | 189 bytes (a write of 182) | 1M | 1972 us | 3 | 2 |
        | 189 bytes | 2M | 1144 us | 6 | 4 |
        | 251 bytes | 1M | 2468 us | 3 | 2 |
        | 251 bytes | 2M | 1392 us | 5 | 3 |

        - **iOS 10 to 12: seven packets and 7.5 ms.** All rows of Apple's table follow from that. Short packets reach the
          limit of seven: 7 x 20 bytes in 30 ms are 37 kbit/s, and with MTU 185 a write of 182 bytes takes exactly seven
          packets of 27 bytes, which is 48 kbit/s. Long packets reach the limit of 7.5 ms: three writes of 182 bytes, or
          three pieces of a channel's data of 247 bytes.
        - **From iOS 13: five packets and 5 ms.** Five is the average of measurements on several iPhones (behaviour 9.8).
          The 5 ms are derived: at 15 ms and on LE 2M three notifications of 241 bytes in an event are 386 kbit/s, and
          four would be more than any report. Which version was the first is not known.
        - **iOS 9 and before: four packets**, of 27 bytes.
        - **Macs** use all the time between two events, because we know of no measurement.

        A write with response takes two events: one for the request, and the next one for the response. So a larger MTU
        makes it faster only if the app writes longer values.

        If your phone behaves differently, change `packetsPerEvent` and `airtimePerEvent` of the profile:

            var phone = OSProfile.iOS(18)
            phone.airtimePerEvent = .milliseconds(10)
            world.addPhone(phone)

        """
}
