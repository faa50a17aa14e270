import BluetoothWire
import Testing

/// Signals and basic frames, byte for byte (Core 6.0, Vol 3, Part A, 3.1 and 4).
enum L2CAPGoldens {
    private typealias Channel = L2CAP.ChannelID

    static let signals: [WireGolden<L2CAP.Signal>] = [
        // Code, identifier, length; reason.
        signal(
            "Command Reject, not understood", 1, .commandReject(reason: .commandNotUnderstood, data: []),
            [0x01, 1, 2, 0, 0x00, 0x00]),
        // Reason; the MTU that was exceeded.
        signal(
            "Command Reject, MTU exceeded", 2,
            .commandReject(reason: .signalingMTUExceeded, data: [0x17, 0x00]),
            [0x01, 2, 4, 0, 0x01, 0x00, 0x17, 0x00]),
        // Reason; both channels.
        signal(
            "Command Reject, invalid CID", 3,
            .commandReject(reason: .invalidCID, data: [0x40, 0x00, 0x41, 0x00]),
            [0x01, 3, 6, 0, 0x02, 0x00, 0x40, 0x00, 0x41, 0x00]),
        // Destination, source channel.
        signal(
            "Disconnection Request", 4,
            .disconnectionRequest(
                destinationChannel: Channel(rawValue: 0x40), sourceChannel: Channel(rawValue: 0x41)),
            [0x06, 4, 4, 0, 0x40, 0x00, 0x41, 0x00]),
        signal(
            "Disconnection Response", 4,
            .disconnectionResponse(
                destinationChannel: Channel(rawValue: 0x40), sourceChannel: Channel(rawValue: 0x41)),
            [0x07, 4, 4, 0, 0x40, 0x00, 0x41, 0x00]),
        // Interval 24…40 × 1.25 ms, latency 4, timeout 600 × 10 ms.
        signal(
            "Connection Parameter Update Request", 5,
            .connectionParameterUpdateRequest(intervalMin: 24, intervalMax: 40, latency: 4, timeout: 600),
            [0x12, 5, 8, 0, 0x18, 0x00, 0x28, 0x00, 0x04, 0x00, 0x58, 0x02]),
        signal(
            "Connection Parameter Update Response", 5, .connectionParameterUpdateResponse(.rejected),
            [0x13, 5, 2, 0, 0x01, 0x00]),
        // SPSM, source channel, MTU, MPS, credits.
        signal(
            "LE Credit Based Connection Request", 6,
            .leCreditBasedConnectionRequest(
                .init(
                    spsm: 0x0080, sourceChannel: Channel(rawValue: 0x40), mtu: 512, mps: 247,
                    initialCredits: 10)),
            [0x14, 6, 10, 0, 0x80, 0x00, 0x40, 0x00, 0x00, 0x02, 0xF7, 0x00, 0x0A, 0x00]),
        // Destination channel, MTU, MPS, credits, result.
        signal(
            "LE Credit Based Connection Response", 6,
            .leCreditBasedConnectionResponse(
                .init(
                    destinationChannel: Channel(rawValue: 0x41), mtu: 512, mps: 247, initialCredits: 5,
                    result: .spsmNotSupported)),
            [0x15, 6, 10, 0, 0x41, 0x00, 0x00, 0x02, 0xF7, 0x00, 0x05, 0x00, 0x02, 0x00]),
        // Channel, credits.
        signal(
            "Flow Control Credit Indication", 7,
            .flowControlCreditIndication(channel: Channel(rawValue: 0x41), credits: 3),
            [0x16, 7, 4, 0, 0x41, 0x00, 0x03, 0x00]),
        // SPSM, MTU, MPS, credits; channels.
        signal(
            "Credit Based Connection Request", 8,
            .creditBasedConnectionRequest(
                .init(
                    spsm: 0x0027, mtu: 64, mps: 65, initialCredits: 2,
                    sourceChannels: [Channel(rawValue: 0x42), Channel(rawValue: 0x43)])),
            [0x17, 8, 12, 0, 0x27, 0, 0x40, 0, 0x41, 0, 0x02, 0, 0x42, 0, 0x43, 0]),
        // MTU, MPS, credits, result; channels.
        signal(
            "Credit Based Connection Response", 8,
            .creditBasedConnectionResponse(
                .init(
                    mtu: 64, mps: 65, initialCredits: 2, result: .noResources,
                    destinationChannels: [Channel(rawValue: 0x52), Channel(rawValue: 0)])),
            [0x18, 8, 12, 0, 0x40, 0, 0x41, 0, 0x02, 0, 0x04, 0, 0x52, 0, 0, 0]),
        // MTU, MPS; channels.
        signal(
            "Credit Based Reconfigure Request", 9,
            .creditBasedReconfigureRequest(
                mtu: 128, mps: 64, destinationChannels: [Channel(rawValue: 0x52)]),
            [0x19, 9, 6, 0, 0x80, 0, 0x40, 0, 0x52, 0]),
        // Result.
        signal(
            "Credit Based Reconfigure Response", 9, .creditBasedReconfigureResponse(.mtuReduced),
            [0x1A, 9, 2, 0, 0x01, 0]),
        // An Echo Request, which LE does not have.
        signal("unknown", 10, .unknown(code: 0x08, data: [0xAB]), [0x08, 10, 1, 0, 0xAB]),
    ]

    private static func signal(
        _ name: String, _ identifier: UInt8, _ command: L2CAP.Signal.Command, _ bytes: [UInt8]
    ) -> WireGolden<L2CAP.Signal> {
        WireGolden(name, L2CAP.Signal(identifier: identifier, command: command), bytes)
    }

    static let frames: [WireGolden<L2CAP.BasicFrame>] = [
        // Length 3, channel 4; payload.
        WireGolden(
            "ATT", L2CAP.BasicFrame(channel: .att, payload: [0x0A, 0x03, 0x00]),
            [0x03, 0x00, 0x04, 0x00, 0x0A, 0x03, 0x00]),
        WireGolden(
            "dynamic channel", L2CAP.BasicFrame(channel: .init(rawValue: 0x0141), payload: [0xFF]),
            [0x01, 0x00, 0x41, 0x01, 0xFF]),
        WireGolden("empty", L2CAP.BasicFrame(channel: .smp, payload: []), [0x00, 0x00, 0x06, 0x00]),
    ]
}

@Suite("L2CAP")
struct L2CAPTests {
    @Test("every signal has the bytes of the specification", arguments: L2CAPGoldens.signals)
    func golden(_ golden: WireGolden<L2CAP.Signal>) throws { try golden.checkBothWays() }

    @Test("a signal that is cut is refused", arguments: L2CAPGoldens.signals)
    func prefixes(_ golden: WireGolden<L2CAP.Signal>) { golden.checkPrefixes() }

    @Test("a byte after a signal is refused", arguments: L2CAPGoldens.signals)
    func trailing(_ golden: WireGolden<L2CAP.Signal>) { golden.checkTrailingByte() }

    @Test("a signal whose length does not fit its code is refused", arguments: L2CAPGoldens.signals)
    func lengths(_ golden: WireGolden<L2CAP.Signal>) {
        var short = Array(golden.bytes.dropLast())
        short[2] -= 1
        var long = golden.bytes + [0]
        long[2] += 1
        switch golden.value.command {
        case .unknown, .commandReject(reason: .signalingMTUExceeded, _),
            .commandReject(reason: .invalidCID, _):
            // What follows the reason, or an unknown code, is not for this layer to count.
            #expect((try? L2CAP.Signal(bytes: short)) != nil && (try? L2CAP.Signal(bytes: long)) != nil)
        case .commandReject:
            #expect((try? L2CAP.Signal(bytes: short)) == nil && (try? L2CAP.Signal(bytes: long)) != nil)
        default:
            #expect(throws: DecodeError.self) { try L2CAP.Signal(bytes: short) }
            #expect(throws: DecodeError.self) { try L2CAP.Signal(bytes: long) }
        }
    }

    @Test("one to five channels go into an enhanced request, none to five into its response")
    func channelCounts() {
        for count in 0...7 {
            let channels = [UInt8](repeating: 0x40, count: count * 2)
            let body: [UInt8] = [0x27, 0, 0x40, 0, 0x40, 0, 0x02, 0] + channels
            let length = UInt8(body.count)
            let request = try? L2CAP.Signal(bytes: [0x17, 1, length, 0] + body)
            let response = try? L2CAP.Signal(bytes: [0x18, 1, length, 0] + body)
            #expect((request != nil) == (1...5).contains(count))
            #expect((response != nil) == (0...5).contains(count))
        }
    }

    @Test("a frame is its length, its channel and its payload", arguments: L2CAPGoldens.frames)
    func frames(_ golden: WireGolden<L2CAP.BasicFrame>) throws {
        try golden.checkBothWays()
        golden.checkPrefixes()
        golden.checkTrailingByte()
    }

    @Test("fixed channels have names, credit-based ones a range")
    func channels() {
        #expect(L2CAP.ChannelID.att.rawValue == 4 && L2CAP.ChannelID.att.description == "ATT")
        #expect(L2CAP.ChannelID.leSignaling.rawValue == 5 && L2CAP.ChannelID.smp.rawValue == 6)
        #expect(L2CAP.ChannelID(rawValue: 0x0141).description == "channel 0x0141")
        #expect(!L2CAP.ChannelID(rawValue: 0x3F).isDynamic && L2CAP.ChannelID(rawValue: 0x40).isDynamic)
        #expect(L2CAP.ChannelID(rawValue: 0x7F).isDynamic && !L2CAP.ChannelID(rawValue: 0x80).isDynamic)
    }

    @Test("random and changed signals never trap, and what decodes encodes to the same bytes")
    func mutatedSignals() { fuzz(L2CAP.Signal.self, from: L2CAPGoldens.signals, seed: 0x12CA) }

    @Test("random and changed frames never trap, and what decodes encodes to the same bytes")
    func mutatedFrames() { fuzz(L2CAP.BasicFrame.self, from: L2CAPGoldens.frames, seed: 0x12CB) }
}
