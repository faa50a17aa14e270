/// Packets on the primary advertising channels, to find those that overlap.
///
/// All packets of an advertising event are announced at its beginning, and each one is checked at its own end. By then,
/// every packet that can overlap it has been announced.
struct OnAir {
    private struct Packet {
        var beat: Int
        var start: Int64
        var end: Int64
    }

    /// For each channel, the packets that may still overlap another one, in the order of announcement.
    private var packets: [[Packet]] = [[], [], []]
    /// The longest packet so far.
    private var longest: Int64 = 0

    /// Announces a packet of `beat` on channel 37 + `number`.
    mutating func announce(beat: Int, number: Int, start: Int64, end: Int64, now: Int64) {
        longest = max(longest, end - start)
        // A packet that ended longer ago than the longest packet lasts cannot overlap an unchecked packet.
        let horizon = now - longest
        packets[number].removeAll { $0.end < horizon }
        packets[number].append(Packet(beat: beat, start: start, end: end))
    }

    /// Checks the packet of `beat` that ends at `end`: when it began, and whether another packet overlapped it.
    func judge(beat: Int, number: Int, end: Int64) -> (start: Int64, isHit: Bool)? {
        guard let own = packets[number].first(where: { $0.beat == beat && $0.end == end }) else { return nil }
        let isHit = packets[number].contains { $0.beat != beat && $0.start < own.end && $0.end > own.start }
        return (own.start, isHit)
    }
}

extension Medium {
    /// Announces a packet and schedules its end, when its collisions are known.
    func sendColliding(_ index: Int, _ number: UInt8, _ start: Int64) {
        let end = start &+ beats[index].duration
        onAir.announce(
            beat: index, number: Int(number), start: start, end: end, now: scheduler.now.nanoseconds)
        let codes: [Code] = [.packetEnd37, .packetEnd38, .packetEnd39]
        schedule(codes[Int(number)], index: index, generation: beats[index].generation, at: end)
    }

    /// A packet has ended. Listeners receive it unless another packet was on the channel at the same time.
    func packetEnded(_ index: Int, generation: UInt32, channel: UInt8) {
        guard beats[index].generation == generation else { return }
        let end = scheduler.now.nanoseconds
        guard let judgement = onAir.judge(beat: index, number: Int(channel - 37), end: end) else { return }
        if !judgement.isHit {
            send(index, channel, judgement.start)
        } else if air != nil {
            traceAdvertisement(index, channel, judgement.start, isLost: true)
        }
    }
}
