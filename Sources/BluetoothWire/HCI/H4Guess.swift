/// Whether bytes in the middle of a stream are a packet.
enum H4Guess {
    typealias Sender = HCI.H4Resynchronizer.Sender
    typealias Limits = HCI.H4Resynchronizer.Limits

    enum Verdict: Hashable {
        /// This is no packet of the sender's.
        case impossible
        /// It may be one, but not all of it is there.
        case incomplete
        /// So many bytes.
        case length(Int)
    }

    /// Judges by the header alone, and lets pass all that a sound stream may carry.
    static func header(_ bytes: [UInt8], _ place: Int, _ sender: Sender, _ limits: Limits) -> Verdict {
        let left = bytes.count - place
        guard left > 0 else { return .incomplete }
        guard let indicator = HCI.Packet.Indicator(rawValue: bytes[place]) else {
            return ignored(bytes, place, sender, limits)
        }
        switch indicator {
        case .command:
            guard sender == .host else { return .impossible }
            return left > 3 ? .length(4 + Int(bytes[place + 3])) : .incomplete
        case .event:
            guard sender == .controller else { return .impossible }
            return left > 2 ? .length(3 + Int(bytes[place + 2])) : .incomplete
        case .acl:
            // Connection handles end at 0x0EFF.
            if left > 2, bytes[place + 2] & 0x0F == 0x0F { return .impossible }
            guard left > 4 else { return .incomplete }
            let length = Int(bytes[place + 3]) | Int(bytes[place + 4]) << 8
            return length <= limits.dataLength ? .length(5 + length) : .impossible
        }
    }

    /// Data that nobody takes. Noise looks like it easily, so it is only believed from a host, if all of it is there
    /// and another packet, or nothing, follows.
    private static func ignored(
        _ bytes: [UInt8], _ place: Int, _ sender: Sender, _ limits: Limits
    ) -> Verdict {
        guard sender == .host, let data = HCI.IgnoredData(rawValue: bytes[place]),
            let length = data.length(bytes, place), length <= limits.dataLength,
            bytes[place + 2] < 0x0F, place + length <= bytes.count
        else { return .impossible }
        let isFollowed =
            place + length == bytes.count || HCI.IgnoredData(rawValue: bytes[place + length]) != nil
            || mayBegin(bytes, place + length, sender, limits)
        return isFollowed ? .length(length) : .impossible
    }

    /// Checks the indicator and the length only. Other errors in a packet affect only this packet.
    static func frame(_ bytes: [UInt8], _ place: Int, _ sender: Sender) -> Verdict {
        let left = bytes.count - place
        guard left > 0 else { return .incomplete }
        if let data = HCI.IgnoredData(rawValue: bytes[place]) {
            return data.length(bytes, place).map { .length($0) } ?? .incomplete
        }
        switch (HCI.Packet.Indicator(rawValue: bytes[place]), sender) {
        case (.command, .host): return left > 3 ? .length(4 + Int(bytes[place + 3])) : .incomplete
        case (.event, .controller): return left > 2 ? .length(3 + Int(bytes[place + 2])) : .incomplete
        case (.acl, _):
            return left > 4 ? .length(5 + Int(bytes[place + 3]) + Int(bytes[place + 4]) << 8) : .incomplete
        default: return .impossible
        }
    }

    /// Whether a packet may begin there, as far as can be seen.
    static func mayBegin(_ bytes: [UInt8], _ place: Int, _ sender: Sender, _ limits: Limits) -> Bool {
        header(bytes, place, sender, limits) != .impossible
    }

    /// Checks everything, and accepts only what is almost certainly a packet.
    static func packet(_ bytes: [UInt8], _ place: Int, _ sender: Sender, _ limits: Limits) -> Verdict {
        guard HCI.Packet.Indicator(rawValue: bytes[place]) != nil else { return .impossible }
        let verdict = header(bytes, place, sender, limits)
        guard verdict != .impossible, isLikely(bytes, place, sender) else { return .impossible }
        guard case .length(let length) = verdict else { return .incomplete }
        guard place + length <= bytes.count else { return .incomplete }
        guard let packet = try? HCI.Packet(h4: Array(bytes[place..<place + length])) else {
            return .impossible
        }
        switch packet {
        case .event(let event): return isKnown(event) ? .length(length) : .impossible
        case .command(let command): return command.opcode.isKnown ? .length(length) : .impossible
        case .acl(let data):
            if isWholeFrame(data) { return .length(length) }
            // A fragment alone proves little, so the following packet is checked too.
            guard mayBegin(bytes, place + length, sender, limits) else { return .impossible }
            return place + length < bytes.count ? .length(length) : .incomplete
        }
    }

    /// Judges by the first bytes, as far as they are there.
    private static func isLikely(_ bytes: [UInt8], _ place: Int, _ sender: Sender) -> Bool {
        let header = bytes[place...].prefix(5)
        switch bytes[place] {
        case HCI.Packet.Indicator.event.rawValue:
            guard header.count > 2 else { return header.count < 2 || eventLength(header[place + 1]) != nil }
            return eventLength(header[place + 1])?.contains(Int(header[place + 2])) == true
        case HCI.Packet.Indicator.command.rawValue:
            guard header.count > 2 else { return true }
            return HCI.Opcode(rawValue: UInt16(header[place + 1]) | UInt16(header[place + 2]) << 8).isKnown
        default:
            guard header.count > 2 else { return true }
            // No broadcasts, and starts are marked differently in the two directions.
            let start: UInt8 = sender == .host ? 0 : 2
            let flags = header[place + 2] >> 4
            guard flags == start || flags == 1 else { return false }
            return header.count < 5 || header[place + 3] != 0 || header[place + 4] != 0
        }
    }

    /// How many parameter bytes an event of this code can have; nil for one that is not known.
    private static func eventLength(_ code: UInt8) -> ClosedRange<Int>? {
        switch code {
        case 0x05, 0x08, 0x0F: 4...4
        case 0x0C: 8...8
        case 0x0E: 3...255
        case 0x10, 0x1A: 1...1
        case 0x13: 5...253
        case 0x30: 3...3
        case 0x57: 2...2
        case HCI.Event.leMetaCode: 1...255
        default: nil
        }
    }

    private static func isKnown(_ event: HCI.Event) -> Bool {
        switch event {
        case .unknown, .unknownLE: false
        case .commandComplete(let event): event.opcode.isKnown || event.opcode.rawValue == 0
        case .commandStatus(let event): event.opcode.isKnown || event.opcode.rawValue == 0
        default: true
        }
    }

    /// Whether data is an L2CAP frame from its first byte to its last.
    private static func isWholeFrame(_ data: HCI.ACLData) -> Bool {
        guard data.packetBoundary != .continuing, data.data.count >= 4 else { return false }
        return Int(data.data[0]) | Int(data.data[1]) << 8 == data.data.count - 4
    }
}
