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
        var index: Int
        var end: SenderFinder.End?
    }

    /// The connection, counted over the file.
    var link: Int
    /// The packet that begins it.
    var first: Int
    /// `nil` if the beginning was not heard.
    var material: Material?
    var items: [Item] = []
    /// What became of it.
    var outcome: SessionOutcome
    /// Keys that were tried.
    var tried: Set<[UInt8]> = []

    init(link: Int, first: Int, _ material: Material?) {
        (self.link, self.first, self.material) = (link, first, material)
        outcome = material == nil ? .noBeginning : .noKey
    }

    /// A key is believed if it opens one of the first packets.
    private static let trials = 6

    /// Reads the session if the key is right; changes its packets into their plain text.
    mutating func read(_ key: LinkKey, _ packets: inout [CapturedPacket]) -> Bool {
        guard case .noKey = outcome, let material, tried.insert(key.bytes).inserted else { return false }
        let cipher = material.cipher(key.bytes)
        let fits = items.prefix(Self.trials).contains { item in
            var reader = SessionReader(cipher)
            return packets[item.index].dataPDU.map { reader.open($0, item.end) != nil } ?? false
        }
        guard fits else { return false }
        outcome = .read(key.source)
        var reader = SessionReader(cipher)
        for item in items {
            guard let pdu = packets[item.index].dataPDU, let plain = reader.open(pdu, item.end) else {
                continue
            }
            packets[item.index].open(plain.payload, plain.end)
        }
        items = []
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

extension CapturedPacket {
    /// The PDU of a data channel that it carries.
    var dataPDU: LL.DataPDU? {
        guard case .linkLayer(let packet) = content else { return nil }
        return try? LL.DataPDU(bytes: packet.pdu)
    }

    /// Makes it what a sniffer with the key writes.
    fileprivate mutating func open(_ payload: [UInt8], _ end: SenderFinder.End) {
        guard case .linkLayer(var packet) = content, packet.pdu.count > 2 else { return }
        packet.pdu = [packet.pdu[0], UInt8(payload.count)] + payload
        packet.isDecrypted = true
        packet.kind = end == .central ? .centralToPeripheral : .peripheralToCentral
        content = .linkLayer(packet)
    }
}
