import BluetoothCryptography
import BluetoothWire

/// The packets of one pairing, and the key that follows from them.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.
struct HeardPairing {
    /// What two ends say, as on the wire.
    private struct Values {
        var central: [UInt8]?
        var peripheral: [UInt8]?

        mutating func add(_ bytes: [UInt8], _ side: LinkRecord.Side) {
            switch side {
            case .central: central = bytes
            case .peripheral: peripheral = bytes
            // The central is the first one to say each of them.
            default: if central == nil || peripheral != nil { central = bytes } else { peripheral = bytes }
            }
        }
    }

    let place: PacketPlace
    private var request: (bytes: [UInt8], features: SMP.PairingFeatures)?
    private var response: (bytes: [UInt8], features: SMP.PairingFeatures)?
    private var confirms = Values()
    private var randoms = Values()
    /// Public keys, x and y.
    private var publics = Values()

    private init(_ place: PacketPlace) { self.place = place }

    /// The pairings of a link.
    static func all(_ record: LinkRecord) -> [HeardPairing] {
        var found: [HeardPairing] = []
        for frame in record.frames {
            guard case .security(let bytes) = frame.content, let pdu = try? SMP.PDU(bytes: bytes) else {
                continue
            }
            if case .pairingRequest = pdu { found.append(HeardPairing(frame.place)) }
            // Its first packet may not have been heard.
            if case .pairingResponse = pdu, found.last.map({ $0.response != nil }) ?? true {
                found.append(HeardPairing(frame.place))
            }
            if !found.isEmpty { found[found.count - 1].add(pdu, bytes, frame.side) }
        }
        return found.filter { $0.response != nil }
    }

    private mutating func add(_ pdu: SMP.PDU, _ bytes: [UInt8], _ side: LinkRecord.Side) {
        switch pdu {
        case .pairingRequest(let features): request = (bytes, features)
        case .pairingResponse(let features): response = (bytes, features)
        case .pairingConfirm(let value): confirms.add(value, side)
        case .pairingRandom(let value): randoms.add(value, side)
        case .pairingPublicKey(let x, let y): publics.add(x + y, side)
        default: break
        }
    }

    // MARK: What kind it is

    private func has(_ bit: SMP.AuthenticationRequirements) -> (central: Bool, peripheral: Bool) {
        (
            request?.features.authentication.contains(bit) ?? false,
            response?.features.authentication.contains(bit) ?? false
        )
    }

    private var usesSecureConnections: Bool {
        has(.secureConnections) == (true, true) || publics.central != nil
    }

    private var isJustWorks: Bool { has(.authenticated) == (false, false) }

    private var isOutOfBand: Bool {
        request?.features.hasOutOfBandData == true && response?.features.hasOutOfBandData == true
    }

    /// Why the key does not follow from the packets; `nil` if it does.
    var secret: String? {
        if usesSecureConnections {
            guard let one = publics.central, let other = publics.peripheral else {
                return "packets of it were not heard"
            }
            return [one, other].contains(where: DebugKey.isPublic) ? nil : "LE Secure Connections"
        }
        if isOutOfBand { return "it used out-of-band data" }
        return request == nil || randoms.central == nil || randoms.peripheral == nil
            ? "packets of it were not heard" : nil
    }

    // MARK: The key

    /// The key that the link is encrypted with after the pairing, if the packets tell it.
    func key(_ ends: LinkRecord.Ends, _ search: inout PasskeySearch) -> LinkKey? {
        guard secret == nil, let request, let response, let ours = randoms.central,
            let theirs = randoms.peripheral
        else { return nil }
        let size = Int(min(request.features.maximumKeySize, response.features.maximumKeySize))
        func key(_ bytes: [UInt8], _ source: LinkKey.Source) -> LinkKey {
            // A short key has zeros in its most significant bytes (Core 6.0, Vol 3, Part H, 2.3.4).
            let zeros = max(0, 16 - size)
            return LinkKey(
                bytes: [UInt8](repeating: 0, count: zeros) + bytes.dropFirst(zeros), source: source)
        }
        var cipher = OwnCipher()
        if usesSecureConnections {
            guard let secret = sharedSecret else { return nil }
            let keys = SecurityToolbox.f5(
                w: secret, n1: ours.reversed(), n2: theirs.reversed(), a1: ends.central.typed,
                a2: ends.peripheral.typed, using: &cipher)
            return key(keys.longTermKey, .debugPairing(place))
        }
        let commitments = [(confirms.central, ours), (confirms.peripheral, theirs)]
        guard let (value, random) = commitments.lazy.compactMap({ pair in pair.0.map { ($0, pair.1) } }).first
        else { return nil }
        let commitment = PasskeySearch.Commitment(
            value: value.reversed(), random: random.reversed(), request: request.bytes.reversed(),
            response: response.bytes.reversed(), ends: ends)
        guard let passkey = search.passkey(of: commitment, isJustWorks: isJustWorks) else { return nil }
        let bytes = SecurityToolbox.s1(
            k: PasskeySearch.temporaryKey(passkey), r1: theirs.reversed(), r2: ours.reversed(), using: &cipher
        )
        return key(bytes, .legacyPairing(place, passkey: isJustWorks || passkey == 0 ? nil : passkey))
    }

    /// The secret of an exchange with the debug key, most significant byte first.
    private var sharedSecret: [UInt8]? {
        guard let one = publics.central, let other = publics.peripheral else { return nil }
        return DebugKey.sharedSecret(with: DebugKey.isPublic(one) ? other : one)
    }
}

/// The key pair that shows a pairing with LE Secure Connections to sniffers.
///
/// Source: Core 6.0, Vol 3, Part H, 2.3.5.6.1.
private enum DebugKey {
    static let privateKey: [UInt8] = [
        0x3F, 0x49, 0xF6, 0xD4, 0xA3, 0xC5, 0x5F, 0x38, 0x74, 0xC9, 0xB3, 0xE3, 0xD2, 0x10, 0x3F, 0x50,
        0x4A, 0xFF, 0x60, 0x7B, 0xEB, 0x40, 0xB7, 0x99, 0x58, 0x99, 0xB8, 0xA6, 0xCD, 0x3C, 0x1A, 0xBD,
    ]
    static let publicKey = P256.publicKey(of: privateKey)

    private static func point(_ wire: [UInt8]) -> P256.PublicKey {
        P256.PublicKey(x: wire.prefix(32).reversed(), y: wire.suffix(32).reversed())
    }

    /// Whether it is the debug key; x and y are least significant byte first.
    static func isPublic(_ wire: [UInt8]) -> Bool { point(wire) == publicKey }

    static func sharedSecret(with wire: [UInt8]) -> [UInt8]? { P256.sharedSecret(privateKey, point(wire)) }
}

extension DeviceAddress {
    /// Most significant byte first, as the toolbox takes it.
    fileprivate var bytes: [UInt8] { littleEndianBytes.reversed() }
    /// With its type in front.
    fileprivate var typed: [UInt8] { [kind.onAir.rawValue] + bytes }
}

/// Finds the passkeys of LE legacy pairings by trying them: there are only a million.
struct PasskeySearch {
    /// What an end commits itself to, most significant byte first (Core 6.0, Vol 3, Part H, 2.2.3).
    struct Commitment: Hashable {
        var value: [UInt8]
        var random: [UInt8]
        var request: [UInt8]
        var response: [UInt8]
        var ends: LinkRecord.Ends
    }

    private var found: [Commitment: UInt32?] = [:]
    /// A search takes seconds, so that files of strangers get few.
    private var searches = 0
    private static let mostSearches = 4

    static func temporaryKey(_ passkey: UInt32) -> [UInt8] {
        [UInt8](repeating: 0, count: 12) + (0..<4).map { UInt8(truncatingIfNeeded: passkey >> (24 - 8 * $0)) }
    }

    /// The passkey, 0 for Just Works; `nil` if none fits.
    mutating func passkey(of commitment: Commitment, isJustWorks: Bool) -> UInt32? {
        if let known = found[commitment] { return known }
        var passkey: UInt32?
        if fits(0, commitment) {
            passkey = 0
        } else if !isJustWorks, searches < Self.mostSearches {
            searches += 1
            passkey = (1...999_999).first { fits($0, commitment) }
        }
        found[commitment] = .some(passkey)
        return passkey
    }

    private func fits(_ passkey: UInt32, _ commitment: Commitment) -> Bool {
        var cipher = OwnCipher()
        let ends = commitment.ends
        let value = SecurityToolbox.c1(
            k: Self.temporaryKey(passkey), r: commitment.random, pres: commitment.response,
            preq: commitment.request, iat: ends.central.kind.onAir.rawValue, ia: ends.central.bytes,
            rat: ends.peripheral.kind.onAir.rawValue, ra: ends.peripheral.bytes, using: &cipher)
        return value == commitment.value
    }
}
