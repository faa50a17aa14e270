import BluetoothWire

/// A connection as one view saw it: the frames of the attribute protocol and of the Security Manager, in order.
struct LinkRecord {
    /// The end that sent a frame.
    enum Side {
        case central, peripheral
        /// The file's own host, or its peer, where the roles are not known.
        case host, peer
        /// Nothing tells.
        case unknown
    }

    enum Content {
        case attribute([UInt8])
        case security([UInt8])
        /// The link is encrypted from here on, or no longer.
        case encryption(Bool)
        /// A packet before this was not heard, or was received with errors.
        case gap
    }

    struct Frame {
        var place: PacketPlace
        var time: UInt64
        var side: Side
        var content: Content
    }

    /// The addresses that the ends have on air.
    struct Ends: Hashable {
        var central: DeviceAddress
        var peripheral: DeviceAddress
    }

    /// Why an encrypted packet can't be read.
    enum Obstacle {
        case noKey
        /// What the session key is made of was not heard.
        case noBeginning
        /// Packets before and after it can be read.
        case damage
    }

    var identity: DeviceIdentity
    /// `nil` if the connection request was not heard.
    var ends: Ends?
    var view: CaptureView
    var file: Int
    /// When the connection began; `nil` if the capture begins within it.
    var began: (time: UInt64, place: PacketPlace)?
    struct End {
        var place: PacketPlace
        var time: UInt64
        var reason: HCI.ErrorCode
        /// Who ended it; `unknown` if the link was lost.
        var side: Side
    }

    /// In nanoseconds, as the connection began; `nil` if that is not in the capture.
    var supervisionTimeout: UInt64?
    /// How the connection ended; `nil` if the capture ends before.
    var ended: End?
    /// Whether it is known which end is the central.
    var hasRoles: Bool
    var frames: [Frame] = []
    /// Packets of the link, and those of them that are encrypted.
    var packets = 0
    var encryptedPackets: [Obstacle: Int] = [:]
    /// Where encryption that was decrypted begins, and with which key.
    var decryptions: [(place: PacketPlace, key: LinkKey.Source)] = []
    /// Packets that begin a frame of no channel that there is: a link that was encrypted before the capture has them.
    var senselessPackets = 0
    /// How often packets are missing.
    var gaps = 0
    var firstTime: UInt64?
    var lastTime: UInt64 = 0

    init(
        _ identity: DeviceIdentity, _ view: CaptureView, file: Int,
        began: (time: UInt64, place: PacketPlace)? = nil, hasRoles: Bool
    ) {
        (self.identity, self.view, self.file) = (identity, view, file)
        (self.began, self.hasRoles) = (began, hasRoles)
    }

    /// Packets are missing here: what waits for an answer may never get it.
    mutating func addGap(_ place: PacketPlace, _ time: UInt64) {
        gaps += 1
        if case .gap = frames.last?.content { return }
        frames.append(Frame(place: place, time: time, side: .unknown, content: .gap))
    }

    mutating func count(_ time: UInt64) {
        packets += 1
        firstTime = min(firstTime ?? time, time)
        lastTime = max(lastTime, time)
    }

    /// Keeps a whole L2CAP frame, if it is of a channel that tells of the device.
    mutating func add(frame bytes: [UInt8], _ side: Side, _ place: PacketPlace, _ time: UInt64) {
        guard bytes.count > 4, let length = Bytes.word(bytes, 0), Int(length) == bytes.count - 4,
            let channel = Bytes.word(bytes, 2)
        else { return }
        let payload = Array(bytes[4...])
        let content: Content
        switch L2CAP.ChannelID(rawValue: channel) {
        case .att: content = .attribute(payload)
        case .smp: content = .security(payload)
        case .leSignaling:
            learnRoles(bytes, side)
            return
        default: return
        }
        if channel != L2CAP.ChannelID.att.rawValue { learnRoles(bytes, side) }
        frames.append(Frame(place: place, time: time, side: side, content: content))
    }

    /// What only one end may send tells the roles of host and peer.
    private mutating func learnRoles(_ frame: [UInt8], _ side: Side) {
        guard !hasRoles, side == .host || side == .peer, let end = SenderFinder.sender(ofFrame: frame) else {
            return
        }
        setRoles(hostIsCentral: (end == .central) == (side == .host))
    }

    mutating func setRoles(hostIsCentral: Bool) {
        hasRoles = true
        for index in frames.indices {
            switch frames[index].side {
            case .host: frames[index].side = hostIsCentral ? .central : .peripheral
            case .peer: frames[index].side = hostIsCentral ? .peripheral : .central
            default: break
            }
        }
        if ended?.side == .host { ended?.side = hostIsCentral ? .central : .peripheral }
        if ended?.side == .peer { ended?.side = hostIsCentral ? .peripheral : .central }
        self.hostIsCentral = hostIsCentral
        if !hostIsCentral, case .connection(let file, let adapter, _) = identity {
            identity = .adapter(file: file, adapter)
            view = .own(adapter: adapter)
        }
    }

    /// Whether the file's own host is the central, once that is known.
    private(set) var hostIsCentral: Bool?

    /// The side of what the file's own host sends or gets.
    func side(isFromHost: Bool) -> Side {
        guard let hostIsCentral else { return isFromHost ? .host : .peer }
        return isFromHost == hostIsCentral ? .central : .peripheral
    }

    /// Takes the end that answers most requests for the peripheral, if nothing better tells.
    mutating func guessRoles() {
        guard !hasRoles else { return }
        var balance = 0
        for frame in frames {
            guard case .attribute(let bytes) = frame.content, let first = bytes.first else { continue }
            let isClient = ATT.Opcode(rawValue: first).isOfClient
            balance += isClient == (frame.side == .host) ? 1 : -1
        }
        setRoles(hostIsCentral: balance >= 0)
        isGuessed = true
    }

    /// The lasting address that the device gives to its central in a pairing (Core 6.0, Vol 3, Part H, 3.6.5).
    var toldAddress: DeviceAddress? {
        for frame in frames where frame.side == .peripheral {
            guard case .security(let bytes) = frame.content, let pdu = try? SMP.PDU(bytes: bytes),
                case .identityAddressInformation(let address) = pdu, address.value != 0
            else { continue }
            return address
        }
        return nil
    }

    /// The keys that the ends give each other for resolving their addresses, with these addresses.
    var resolvingKeys: [ResolvingKey] {
        var keys: [ResolvingKey] = []
        for frame in frames {
            guard case .security(let bytes) = frame.content, let pdu = try? SMP.PDU(bytes: bytes) else {
                continue
            }
            switch pdu {
            case .identityInformation(let key): keys.append(ResolvingKey(bytes: key))
            case .identityAddressInformation(let address)
            where keys.last?.address == nil && address.value != 0:
                if !keys.isEmpty { keys[keys.count - 1].address = DeviceIdentity(address) }
            default: break
            }
        }
        return keys
    }

    /// Whether the roles follow only from who asks and who answers.
    private(set) var isGuessed = false
}

extension ATT.Opcode {
    /// Whether clients send such a PDU: requests and commands, and the confirmation.
    var isOfClient: Bool {
        switch self {
        case .exchangeMTURequest, .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest,
            .readRequest, .readBlobRequest, .readMultipleRequest, .readByGroupTypeRequest, .writeRequest,
            .prepareWriteRequest, .executeWriteRequest, .handleValueConfirmation,
            .readMultipleVariableRequest, .writeCommand, .signedWriteCommand:
            true
        default: false
        }
    }
}
