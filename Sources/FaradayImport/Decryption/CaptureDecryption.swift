import BluetoothCryptography
import BluetoothWire

/// Decrypts the links of captures with the keys that somebody gives and those that the captures tell.
struct CaptureDecryption {
    private(set) var packets: [[CapturedPacket]]
    private(set) var sessions: [[EncryptedSession]]
    private let given: [[UInt8]]
    private var keys: [LinkKey] = []
    private var known: Set<[UInt8]> = []
    private var used: Set<[UInt8]> = []
    private var search = PasskeySearch()

    /// More keys than a capture has devices are of no use.
    private static let mostKeys = 128
    /// A pairing hands out keys, with which a later link is read, which has another pairing: that is enough.
    private static let mostRounds = 4

    init(_ packets: [[CapturedPacket]], keys: [[UInt8]]) {
        self.packets = packets
        sessions = packets.map { SessionFinder.sessions($0) }
        given = keys
        for key in keys where key.count == 16 { add(LinkKey(bytes: key, source: .given)) }
    }

    /// Whether anything is encrypted.
    var isNeeded: Bool { sessions.contains { !$0.isEmpty } }

    private mutating func add(_ key: LinkKey) {
        guard keys.count < Self.mostKeys || key.source == .given, known.insert(key.bytes).inserted else {
            return
        }
        keys.append(key)
    }

    /// Reads what it can; returns what the packets say then.
    mutating func run(_ gather: (Self) -> Gathering) -> Gathering {
        var gathering = gather(self)
        guard isNeeded else { return gathering }
        for _ in 0..<Self.mostRounds {
            learn(gathering)
            guard decrypt() else { break }
            gathering = gather(self)
        }
        // What was not read is told, too.
        return gathering
    }

    /// Takes the keys that packets tell.
    private mutating func learn(_ gathering: Gathering) {
        for key in gathering.keys { add(key) }
        for record in gathering.links {
            for frame in record.frames {
                guard case .security(let bytes) = frame.content, let pdu = try? SMP.PDU(bytes: bytes),
                    case .encryptionInformation(let key) = pdu
                else { continue }
                add(LinkKey(bytes: key.reversed(), source: .distributed(frame.place)))
            }
            guard let ends = record.ends else { continue }
            for pairing in HeardPairing.all(record) {
                if let key = pairing.key(ends, &search) { add(key) }
            }
        }
    }

    private mutating func decrypt() -> Bool {
        var isAnyRead = false
        for file in sessions.indices {
            for index in sessions[file].indices {
                for key in keys where sessions[file][index].read(key, &packets[file]) {
                    used.insert(key.bytes)
                    isAnyRead = true
                    break
                }
            }
        }
        return isAnyRead
    }

    /// The given keys that opened nothing.
    var uselessKeys: [[UInt8]] { given.filter { !used.contains($0) } }

    /// How many connections have an encrypted part.
    var encryptedLinks: Int { sessions.reduce(0) { $0 + Set($1.map(\.link)).count } }

    /// The outcomes of the sessions of a file, by the packets that begin them.
    func outcomes(_ file: Int) -> [Int: SessionOutcome] {
        Dictionary(sessions[file].map { ($0.first, $0.outcome) }) { first, _ in first }
    }
}
