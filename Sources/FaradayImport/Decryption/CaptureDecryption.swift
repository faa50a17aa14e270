import BluetoothCryptography
import BluetoothWire

/// Decrypts the links of captures with the keys that somebody gives and those that the captures tell.
///
/// It goes through the files until no key opens anything new: each time, what is read already is opened on the way.
struct CaptureDecryption<Source: PacketSource> {
    private let sources: [Source]
    /// Of each file, in the order in which they begin.
    private var sessions: [[EncryptedSession]] = []
    private let given: [[UInt8]]
    private var keys: [LinkKey] = []
    private var known: Set<[UInt8]> = []
    private var used: Set<[UInt8]> = []
    private var search = PasskeySearch()

    /// More keys than a capture has devices are of no use.
    private static var mostKeys: Int { 128 }
    /// A pairing hands out keys, with which a later link is read, which has another pairing: that is enough.
    private static var mostRounds: Int { 4 }

    init(_ sources: [Source], keys: [[UInt8]]) {
        self.sources = sources
        given = keys
        for key in keys where key.count == 16 { add(LinkKey(bytes: key, source: .given)) }
    }

    /// Whether anything is encrypted.
    private var isNeeded: Bool { sessions.contains { $0.contains(where: \.hasPackets) } }

    private mutating func add(_ key: LinkKey) {
        guard keys.count < Self.mostKeys || key.source == .given, known.insert(key.bytes).inserted else {
            return
        }
        keys.append(key)
    }

    /// Reads what it can; returns what the packets say then.
    mutating func run() throws(Source.Failure) -> Gathering {
        var gathering = try gather()
        guard isNeeded else { return gathering }
        for round in 0..<Self.mostRounds {
            learn(gathering)
            let isAnyRead = decrypt()
            // What was not read is told, too.
            guard isAnyRead || round == 0 else { break }
            gathering = try gather()
            guard isAnyRead else { break }
        }
        return gathering
    }

    /// Who takes part, and what passes. The first time, this finds what is encrypted.
    private mutating func gather() throws(Source.Failure) -> Gathering {
        var gathering = Gathering()
        var found: [[EncryptedSession]] = []
        for (file, source) in sources.enumerated() {
            var gatherer = FileGatherer(file: file, sessions.isEmpty ? [] : sessions[file])
            try source.forEachPacket { gatherer.add($0, into: &gathering) }
            found.append(gatherer.sessions)
        }
        if sessions.isEmpty { sessions = found }
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
                for key in keys where sessions[file][index].open(key) {
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
    var encryptedLinks: Int {
        sessions.reduce(0) { $0 + Set($1.filter(\.hasPackets).map(\.link)).count }
    }
}
