import BluetoothCryptography
import BluetoothWire

/// What passed on a link from one start of encryption to the next.
struct EncryptedSession {
    /// Both halves of diversifier and vector.
    struct Material: Hashable {
        var request: LL.EncReq
        var diversifier: UInt64
        var vector: UInt32

        func cipher(_ key: [UInt8]) -> LinkCipher {
            let key = LinkCipher.sessionKey(
                longTermKey: key, central: request.skdC, peripheral: diversifier)
            return LinkCipher(sessionKey: key, vector: UInt64(vector) << 32 | UInt64(request.ivC))
        }
    }

    /// A packet, and who sends it as far as is known.
    struct Item {
        var pdu: LL.DataPDU
        var end: SenderFinder.End?
    }

    /// The connection, counted over the file.
    var link: Int
    /// `nil` if the beginning was not heard.
    var material: Material?
    /// What became of it.
    private(set) var outcome: SessionOutcome
    /// Its first packets, for trying keys.
    private var firstItems: [Item] = []
    /// Keys that were tried.
    private var tried: Set<[UInt8]> = []
    /// What opens its packets.
    private(set) var cipher: LinkCipher?

    init(link: Int, _ material: Material?) {
        (self.link, self.material) = (link, material)
        outcome = material == nil ? .noBeginning : .noKey
    }

    /// A key is believed if it opens one of the first packets.
    private static let trials = 6

    /// Whether anything of it was heard.
    var hasPackets: Bool { !firstItems.isEmpty }

    mutating func add(_ item: Item) {
        if firstItems.count < Self.trials { firstItems.append(item) }
    }

    /// Whether the key is right; takes it then.
    mutating func open(_ key: LinkKey) -> Bool {
        guard case .noKey = outcome, let material, tried.insert(key.bytes).inserted else { return false }
        let cipher = material.cipher(key.bytes)
        let fits = firstItems.contains { item in
            var reader = SessionReader(cipher)
            return reader.open(item.pdu, item.end) != nil
        }
        guard fits else { return false }
        (outcome, self.cipher) = (.read(key.source), cipher)
        return true
    }
}

/// Counts the packets of a session while it opens them.
struct SessionReader {
    private struct End {
        /// The counter of the next packet.
        var next: UInt64 = 0
        /// The last packet, which may be sent again.
        var last: (sealed: [UInt8], plain: [UInt8])?
        /// How many packets in a row nobody could open.
        var failures = 0

        /// How many counters are tried: one more than packets may be missing.
        var tries: UInt64 {
            if failures >= SessionReader.mostFailures { return 0 }
            let isLost = 1...SessionReader.fewFailures ~= failures
            return 1 + (isLost ? SessionReader.wideWindow : SessionReader.window)
        }
    }

    private let cipher: LinkCipher
    private var central = End()
    private var peripheral = End()

    /// So many packets may be missing; more after a packet that does not open, since a sniffer that loses a link misses many.
    private static let window: UInt64 = 64
    private static let wideWindow: UInt64 = 2048
    /// After so many the window is small again, and after so many no packet is tried any more.
    private static let fewFailures = 20
    private static let mostFailures = 200

    init(_ cipher: LinkCipher) { self.cipher = cipher }

    /// The plain text of a packet and its sender; `nil` if it is none of this session.
    mutating func open(_ pdu: LL.DataPDU, _ end: SenderFinder.End?) -> (
        payload: [UInt8], end: SenderFinder.End
    )? {
        let likely = end ?? .central
        // What is known of the sender may be wrong.
        for end in [likely, likely.other] {
            if let plain = open(pdu, isFromCentral: end == .central) { return (plain, end) }
        }
        if end != .peripheral { central.failures += 1 }
        if end != .central { peripheral.failures += 1 }
        return nil
    }

    private mutating func open(_ pdu: LL.DataPDU, isFromCentral: Bool) -> [UInt8]? {
        let end = isFromCentral ? central : peripheral
        // A packet that is sent again has the same counter (Core 6.0, Vol 6, Part E, 2.1).
        if let last = end.last, last.sealed == pdu.payload { return last.plain }
        let header = pdu.llid.rawValue
        for counter in end.next..<(end.next + end.tries) {
            guard
                let plain = cipher.open(
                    pdu.payload, header: header, counter: counter, isFromCentral: isFromCentral)
            else { continue }
            let now = End(next: counter + 1, last: (pdu.payload, plain))
            if isFromCentral { central = now } else { peripheral = now }
            return plain
        }
        return nil
    }
}

extension LinkLayerPacket {
    /// Makes it what a sniffer with the key writes.
    mutating func open(_ payload: [UInt8], _ end: SenderFinder.End) {
        guard pdu.count > 2 else { return }
        pdu = [pdu[0], UInt8(payload.count)] + payload
        isDecrypted = true
        kind = end == .central ? .centralToPeripheral : .peripheralToCentral
    }
}
