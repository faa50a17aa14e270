/// Which end of a link sends a packet, for files that do not say it, as those of Ubertooth and crackle.
///
/// What tells, the surest first:
/// - Some PDUs are sent by one end only.
/// - The two sequence bits of a central's packet are equal, and those of its peripheral's are not: both ends begin with 0,
///   the peripheral acknowledges first, and a packet that is sent again changes neither (Core 6.0, Vol 6, Part B, 4.5.9).
///   After a packet that an end received with errors it may be the other way round, so what comes first in events
///   counts too. Some sniffers write these bits wrongly; then packets that follow each other do not differ in this.
/// - The central begins each connection event, at an anchor point; after that the ends take turns, one interframe space
///   apart. Anchor points are a multiple of 1.25 ms apart, whatever the interval is (Part B, 4.5.1).
///
/// A packet that fits none of these is of an unknown end. Times are nanoseconds, as in the file.
package struct SenderFinder: Sendable {
    /// One of the two ends of a link.
    package enum End: Hashable, Sendable {
        case central, peripheral

        package var other: End { self == .central ? .peripheral : .central }
    }

    private struct Sent {
        var start: UInt64
        var length: UInt64
        var rfChannel: UInt8
        var end: End?
        var hasEqualBits: Bool?
    }

    private var last: Sent?
    /// When the central began an event, as far as is known.
    private var anchor: UInt64?
    /// Whether a second packet has confirmed it.
    private var isConfirmed = false
    /// Whether PDUs can't be read from here on, unless somebody has decrypted them.
    private var isEncrypted = false
    /// How sure it is that the central's sequence bits are equal, or, below zero, that the peripheral's are.
    private var equalIsCentral: Int
    /// How well packets that follow each other differ in these bits; below zero they mean nothing.
    private var meaning = 0

    private static let most = 8
    private static let sure = 4
    private static let unit: UInt64 = 1_250_000
    private static let space: UInt64 = 150_000
    /// By how much the times of a sniffer may be wrong within an event.
    private static let slack: UInt64 = 100_000
    /// A longer pause is between two events: intervals are 7.5 ms and more.
    private static let pause: UInt64 = 3_000_000
    /// After this long, two clocks have moved too far apart.
    private static let memory: UInt64 = 5_000_000_000
    /// A central's packet of 27 bytes, and the space after it.
    private static let firstAnswer: UInt64 = 460_000

    /// Begins with a link, or within one.
    package init(seesBeginning: Bool) { equalIsCentral = seesBeginning ? 6 : 0 }

    /// The end that sends the next packet of the link; `nil` if nothing tells.
    package mutating func sender(of packet: LinkLayerPacket, at time: UInt64) -> End? {
        let follows = isAnswer(packet, at: time)
        // What was received with errors may have any bits.
        let bits = packet.isCRCValid ? packet.pdu.first : nil
        let hasEqualBits = bits.map { ($0 >> 2 ^ $0 >> 3) & 1 == 0 }
        let named = named(packet)
        if let hasEqualBits { weigh(hasEqualBits, named, follows: follows, at: time) }
        let end =
            named ?? hasEqualBits.flatMap(sender(bits:)) ?? (follows ? last?.end?.other : beginner(at: time))
        if follows, let end, end == last?.end {
            // What was known of the event was wrong.
            (anchor, isConfirmed) = (nil, false)
        } else if !follows, end == .central {
            isConfirmed = anchor.map { isAligned(time, to: $0) } ?? false
            anchor = time
        }
        let length = LL.airTime(payloadBytes: min(255, max(0, packet.pdu.count - 2)), phy: packet.phy)
        last = Sent(
            start: time, length: UInt64(clamping: length.count), rfChannel: packet.rfChannel, end: end,
            hasEqualBits: hasEqualBits)
        return end
    }

    // MARK: The sequence bits

    /// Learns from a packet what its bits mean.
    private mutating func weigh(_ hasEqualBits: Bool, _ named: End?, follows: Bool, at time: UInt64) {
        if follows, let before = last?.hasEqualBits {
            let step = hasEqualBits != before ? 1 : -3
            meaning = max(-Self.most, min(Self.most, meaning + step))
        }
        let isFirst = last.map { time < $0.start || time - $0.start > Self.pause } ?? true
        let vote: Int
        if let named {
            vote = (named == .central) == hasEqualBits ? 4 : -4
        } else if isFirst {
            vote = hasEqualBits ? 1 : -1
        } else {
            return
        }
        equalIsCentral = max(-Self.most, min(Self.most, equalIsCentral + vote))
    }

    private func sender(bits hasEqualBits: Bool) -> End? {
        guard meaning >= 0, abs(equalIsCentral) >= Self.sure else { return nil }
        return (equalIsCentral > 0) == hasEqualBits ? .central : .peripheral
    }

    // MARK: Time

    /// Whether a packet comes one interframe space after the last one.
    private func isAnswer(_ packet: LinkLayerPacket, at time: UInt64) -> Bool {
        guard let last, time >= last.start, packet.rfChannel == last.rfChannel else { return false }
        return time - last.start <= last.length + Self.space + Self.slack
    }

    /// Whether a time may be an anchor point as well.
    private func isAligned(_ time: UInt64, to anchor: UInt64) -> Bool {
        guard time >= anchor else { return false }
        let late = (time - anchor) % Self.unit
        // Clocks differ by a hundred parts per million, or less.
        let tolerance = min(Self.space, 50_000 + (time - anchor) / 10_000)
        return late <= tolerance || late >= Self.unit - tolerance
    }

    /// Who sends a packet that is the first of its event, or that comes after one that was not heard.
    private mutating func beginner(at time: UInt64) -> End? {
        guard let anchor, time >= anchor, time - anchor <= Self.memory else {
            (self.anchor, isConfirmed) = (nil, false)
            return .central
        }
        if isAligned(time, to: anchor) { return .central }
        let late = (time - anchor) % Self.unit
        if late <= Self.firstAnswer { return .peripheral }
        // Earlier in its event than what was taken for the first packet of another: that one was an answer.
        if !isConfirmed, late >= Self.unit - Self.firstAnswer { return .central }
        return nil
    }

    // MARK: PDUs

    /// The end that alone sends such a PDU, or the end that the file names.
    private mutating func named(_ packet: LinkLayerPacket) -> End? {
        let said = sender(ofPDU: packet)
        switch packet.kind {
        case .centralToPeripheral: return .central
        case .peripheralToCentral: return .peripheral
        case .advertising, .auxiliaryAdvertising: return said
        }
    }

    private mutating func sender(ofPDU packet: LinkLayerPacket) -> End? {
        guard packet.isCRCValid, packet.isDecrypted || !isEncrypted,
            let pdu = try? LL.DataPDU(bytes: packet.pdu)
        else { return nil }
        switch pdu.llid {
        case .control:
            guard let control = try? LL.ControlPDU(bytes: pdu.payload) else { return nil }
            if control == .startEncReq { isEncrypted = true }
            return Self.sender(of: control)
        case .start: return Self.sender(ofFrame: pdu.payload)
        case .continuation: return nil
        }
    }

    /// Source: Core 6.0, Vol 6, Part B, 2.4.2.
    private static func sender(of pdu: LL.ControlPDU) -> End? {
        switch pdu {
        case .connectionUpdateInd, .channelMapInd, .encReq, .featureReq, .pauseEncReq, .phyUpdateInd: .central
        case .encRsp, .startEncReq, .peripheralFeatureReq, .minUsedChannelsInd: .peripheral
        default: nil
        }
    }

    /// The end that alone sends such an L2CAP frame, header included; `nil` for frames that both may send.
    ///
    /// Source: Core 6.0, Vol 3, Part A, 4.20 and 4.21; Part H, 3.5.
    package static func sender(ofFrame frame: [UInt8]) -> End? {
        guard frame.count > 4, let channel = Bytes.word(frame, 2) else { return nil }
        switch (L2CAP.ChannelID(rawValue: channel), frame[4]) {
        // Connection Parameter Update Request and Response.
        case (.leSignaling, 0x12): return .peripheral
        case (.leSignaling, 0x13): return .central
        // Pairing Request, Pairing Response, Security Request.
        case (.smp, 0x01): return .central
        case (.smp, 0x02), (.smp, 0x0B): return .peripheral
        default: return nil
        }
    }
}
