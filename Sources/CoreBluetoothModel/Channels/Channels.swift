import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The L2CAP channels of all the phone's apps: the PSMs that are published, the channels that apps have asked for, and
/// those that are open (behaviour 6.29–6.36).
///
/// Apps may write to a channel as long as it is in `open`. An opening waits for the host, or for a pairing.
///
/// ```swift
/// var channels = Channels(mtu: 2048, publishedPSMs: 0x00C0...0x00FF)
/// channels.open(0x80, to: peer, on: link, for: session, into: &effects)
/// channels.opened(Host.ChannelID(1), channel, token, by: nil, into: &effects)
/// ```
struct Channels: Sendable {
    /// In the order they opened.
    private(set) var open: [AppChannel] = []
    /// In the order they were asked for.
    private(set) var openings: [ChannelOpening] = []
    private(set) var published: [PublishedChannel] = []

    /// The longest SDU that apps send and receive.
    private let mtu: UInt16
    /// The PSMs that the system chooses from.
    private let publishedPSMs: ClosedRange<UInt16>
    private var lastIdentifier: UInt64 = 0
    private var lastPSM: UInt16 = 0

    init(mtu: UInt16, publishedPSMs: ClosedRange<UInt16>) {
        (self.mtu, self.publishedPSMs) = (mtu, publishedPSMs)
    }

    /// What is wrong with the channels; `nil` for nothing.
    var brokenRule: String? {
        if let broken = open.lazy.compactMap(\.brokenRule).first { return broken }
        if Set(open.map(\.identifier)).count < open.count { return "two channels have one identifier" }
        if Set(open.map(\.host)).count < open.count { return "two channels are one at the host" }
        if let last = open.map(\.identifier).max(), last.rawValue > lastIdentifier {
            return "channel \(last) is newer than the newest"
        }
        let tokens = openings.compactMap(\.token)
        if Set(tokens).count < tokens.count { return "two openings have one token" }
        if openings.contains(where: { $0.token == nil && $0.pairings == 0 }) {
            return "an opening waits for a pairing that nobody began"
        }
        if Set(published.map(\.psm)).count < published.count { return "a PSM is published twice" }
        if let psm = published.map(\.psm).first(where: { !publishedPSMs.contains($0) }) {
            return "PSM \(psm) is published, which is not one to be published"
        }
        for channel in open where channel.role == .peripheral {
            let isPublished = published.contains { $0.psm == channel.psm && $0.session == channel.session }
            if !isPublished { return "a channel is open to PSM \(channel.psm), which is not published" }
        }
        return nil
    }

    // MARK: Publishing

    /// Lets centrals open channels to a PSM that the system chooses (6.29).
    mutating func publish(isEncrypted: Bool, for session: SessionID, into effects: inout PhoneEffects) {
        guard let psm = makePSM() else {
            return effects.tell(session, .channelPublished(psm: 0, .outOfSpace))
        }
        published.append(PublishedChannel(psm: psm, session: session))
        let service = Host.ChannelService(
            psm: psm, requiredLevel: isEncrypted ? .encrypted : .none, mtu: mtu)
        effects.append(.host(.channel(.addService(service))))
        effects.tell(session, .channelPublished(psm: psm, nil))
    }

    /// The next free PSM; `nil` when all are taken.
    private mutating func makePSM() -> UInt16? {
        let range = publishedPSMs
        for _ in range {
            lastPSM = range.contains(lastPSM) && lastPSM < range.upperBound ? lastPSM + 1 : range.lowerBound
            if !published.contains(where: { $0.psm == lastPSM }) { return lastPSM }
        }
        return nil
    }

    /// Withdraws a PSM; the channels to it end first (6.29).
    mutating func unpublish(_ psm: UInt16, of session: SessionID, into effects: inout PhoneEffects) {
        guard let place = published.firstIndex(where: { $0.psm == psm && $0.session == session }) else {
            return effects.tell(session, .channelUnpublished(psm: psm, .invalidParameters))
        }
        withdraw(place, into: &effects)
        close(reports: true, into: &effects) { $0.session == session && $0.psm == psm }
        effects.tell(session, .channelUnpublished(psm: psm, nil))
    }

    private mutating func withdraw(_ place: Int, into effects: inout PhoneEffects) {
        let psm = published.remove(at: place).psm
        effects.append(.host(.channel(.removeService(psm: psm))))
    }

    // MARK: Opening

    /// Opens a channel to a peer's PSM. Only the host's tokens distinguish several openings at once (6.31).
    mutating func open(
        _ psm: UInt16, to peer: PeerIdentifier, on link: Host.LinkID, for session: SessionID,
        into effects: inout PhoneEffects
    ) {
        guard OSProfile.channelPSMs.contains(psm) else {  // 6.30
            return effects.tell(session, .channelOpened(peer, .failure(.invalidParameters)))
        }
        let token = effects.token(for: session)
        openings.append(
            ChannelOpening(session: session, peer: peer, link: link, psm: psm, state: .asked(token)))
        effects.append(.host(.channel(.open(link, token, psm: psm, mtu: mtu))))
    }

    /// The host has opened a channel: with a token for a manager that asked for it, without one for the manager that
    /// has published the PSM. `central` is the peer as peripheral managers know it; `nil` if its link is gone.
    mutating func opened(
        _ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?,
        by central: Peripheral.Subscriber?, into effects: inout PhoneEffects
    ) {
        // Without a manager it is closed: the one that asked has released the peer since, or the PSM was withdrawn.
        guard let central else { return effects.append(.host(.channel(.close(id)))) }
        if let token {
            guard let place = openings.firstIndex(where: { $0.token == token }) else {
                return effects.append(.host(.channel(.close(id))))
            }
            let opening = openings.remove(at: place)
            let told = add(id, channel, of: opening.session, .central)
            effects.tell(opening.session, .channelOpened(opening.peer, .success(told)))
        } else {
            guard let session = published.first(where: { $0.psm == channel.psm })?.session else {
                return effects.append(.host(.channel(.close(id))))
            }
            let told = add(id, channel, of: session, .peripheral)
            effects.tell(session, .channelOpened(central, told))
        }
    }

    private mutating func add(
        _ id: Host.ChannelID, _ channel: Host.Channel, of session: SessionID, _ role: AppChannel.Role
    ) -> Channel {
        lastIdentifier += 1
        let identifier = ChannelIdentifier(rawValue: lastIdentifier)
        open.append(AppChannel(identifier, id, channel, of: session, role))
        return Channel(identifier: identifier, psm: channel.psm)
    }

    /// The host could not open a channel. Returns the refusal if the peer may accept after a pairing; `answer` has to
    /// follow.
    mutating func failed(
        _ token: Host.Token, _ failure: Host.ChannelFailure, into effects: inout PhoneEffects
    ) -> Refusal? {
        guard let place = openings.firstIndex(where: { $0.token == token }) else { return nil }
        // `.disconnected` follows, and decides about the request (3.24).
        if case .linkLost = failure { return nil }
        if case .refused(let result) = failure, let code = ATT.ErrorCode(refusal: result) {
            let opening = openings[place]
            return Refusal(token: token, link: opening.link, code: code, pairings: opening.pairings)
        }
        fail(openings.remove(at: place), PortError(failure), into: &effects)
        return nil
    }

    private func fail(_ opening: ChannelOpening, _ error: PortError, into effects: inout PhoneEffects) {
        effects.tell(opening.session, .channelOpened(opening.peer, .failure(error)))
    }

    // MARK: Pairing (6.35: as for requests, 5.31)

    /// A peer's refusal that a pairing may end.
    struct Refusal: Hashable, Sendable {
        let token: Host.Token
        let link: Host.LinkID
        let code: ATT.ErrorCode
        /// How often the phone has paired for the channel.
        let pairings: UInt8
    }

    /// Lets the refused opening wait for the pairing, or fails it.
    mutating func answer(
        _ refusal: Refusal, _ verdict: LinkSecurity.Verdict, into effects: inout PhoneEffects
    ) {
        guard let place = openings.firstIndex(where: { $0.token == refusal.token }) else { return }
        switch verdict {
        case .pairs:
            openings[place].state = .refused(refusal.code)
            openings[place].pairings += 1
        case .useless: fail(openings.remove(at: place), .att(code: refusal.code.rawValue), into: &effects)
        case .noRoom: fail(openings.remove(at: place), .tooManyBonds, into: &effects)
        }
    }

    /// The link's pairing has ended: tries the waiting openings again, or reports the peer's refusal (5.33).
    mutating func pairingEnded(on link: Host.LinkID, isSecured: Bool, into effects: inout PhoneEffects) {
        var place = 0
        while place < openings.count {
            guard openings[place].link == link, case .refused(let code) = openings[place].state else {
                place += 1
                continue
            }
            guard isSecured else {
                fail(openings.remove(at: place), .att(code: code.rawValue), into: &effects)
                continue
            }
            let token = effects.token(for: openings[place].session)
            openings[place].state = .asked(token)
            effects.append(.host(.channel(.open(link, token, psm: openings[place].psm, mtu: mtu))))
            place += 1
        }
    }

    // MARK: Bytes

    /// Executes an app's command on a channel. Returns false if the manager has no such channel open.
    mutating func handle(
        _ command: ChannelCommand, on identifier: ChannelIdentifier, of session: SessionID,
        into effects: inout PhoneEffects
    ) -> Bool {
        guard let place = open.firstIndex(where: { $0.identifier == identifier && $0.session == session })
        else { return false }
        switch command {
        case .send(let bytes): send(bytes, place, into: &effects)
        case .consume(let count): consume(count, place, into: &effects)
        case .close: effects.append(.host(.channel(.close(open.remove(at: place).host))))
        }
        return true
    }

    /// Sends a stream of bytes as SDUs, each as long as both ends allow.
    private mutating func send(_ bytes: [UInt8], _ place: Int, into effects: inout PhoneEffects) {
        let length = max(1, min(open[place].peerMTU, Int(mtu)))
        let (host, session) = (open[place].host, open[place].session)
        for start in stride(from: 0, to: bytes.count, by: length) {
            let sdu = Array(bytes[start..<min(start + length, bytes.count)])
            open[place].sends(sdu.count)
            effects.append(.host(.channel(.send(host, effects.token(for: session), sdu))))
        }
    }

    private mutating func consume(_ count: Int, _ place: Int, into effects: inout PhoneEffects) {
        let sdus = open[place].consume(count)
        if sdus > 0 { effects.append(.host(.channel(.consume(open[place].host, sdus: sdus)))) }
    }

    /// The peer has sent an SDU.
    mutating func received(_ id: Host.ChannelID, _ sdu: [UInt8], into effects: inout PhoneEffects) {
        guard let place = index(id) else { return }
        open[place].received(sdu.count)
        guard !sdu.isEmpty else {
            // There is nothing to read, but the credit for it must be returned like any other, in order.
            return consume(0, place, into: &effects)
        }
        tell(.received(sdu), open[place], into: &effects)
    }

    /// The host has sent an SDU, or never will.
    mutating func sent(
        _ id: Host.ChannelID, _ result: Result<Bool, Host.ChannelFailure>, into effects: inout PhoneEffects
    ) {
        guard let place = index(id), let count = open[place].sent(), (try? result.get()) == true else {
            return
        }
        tell(.sent(count), open[place], into: &effects)
    }

    private func index(_ host: Host.ChannelID) -> Int? { open.firstIndex { $0.host == host } }

    private func tell(_ event: ChannelEvent, _ channel: AppChannel, into effects: inout PhoneEffects) {
        switch channel.role {
        case .central: effects.tell(channel.session, Central.Event.channel(channel.identifier, event))
        case .peripheral: effects.tell(channel.session, Peripheral.Event.channel(channel.identifier, event))
        }
    }

    // MARK: Ends

    /// The channel has closed at the host.
    mutating func closed(_ id: Host.ChannelID, into effects: inout PhoneEffects) {
        guard let place = index(id) else { return }
        tell(.closed(nil), open.remove(at: place), into: &effects)
    }

    /// Closes what a manager has opened and published, without events for it.
    mutating func end(of session: SessionID, into effects: inout PhoneEffects) {
        openings.removeAll { $0.session == session }
        close(reports: false, into: &effects) { $0.session == session }
        while let place = published.firstIndex(where: { $0.session == session }) {
            withdraw(place, into: &effects)
        }
    }

    /// A central releases a peer: its channels to the peer end, though other managers may keep the link
    /// (3.5).
    mutating func end(
        of session: SessionID, on link: Host.LinkID, reports: Bool, into effects: inout PhoneEffects
    ) {
        guard !open.isEmpty || !openings.isEmpty else { return }
        openings.removeAll { $0.session == session && $0.link == link }
        close(reports: reports, into: &effects) { $0.session == session && $0.link == link }
    }

    /// The link has ended, and all its channels with it. Openings are requests like all others and get no
    /// answer (3.24).
    mutating func linkEnded(_ link: Host.LinkID, into effects: inout PhoneEffects) {
        openings.removeAll { $0.link == link }
        lose(into: &effects) { $0.link == link }
    }

    /// The radio is off, or the stack was reset: streams end, and requests are dropped like all others
    /// (1.15). Published PSMs stay or go together with the services (6.13).
    mutating func radioEnded(isCleared: Bool, into effects: inout PhoneEffects) {
        openings = []
        lose(into: &effects) { _ in true }
        guard isCleared else { return }
        while !published.isEmpty { withdraw(0, into: &effects) }
    }

    /// Closes channels at the host; `reports` says whether their managers get the event.
    private mutating func close(
        reports: Bool, into effects: inout PhoneEffects, where matches: (AppChannel) -> Bool
    ) {
        let closing = open.filter(matches)
        open.removeAll(where: matches)
        for channel in closing {
            effects.append(.host(.channel(.close(channel.host))))
            if reports { tell(.closed(nil), channel, into: &effects) }
        }
    }

    /// The host has no such channels any more.
    private mutating func lose(into effects: inout PhoneEffects, where matches: (AppChannel) -> Bool) {
        let lost = open.filter(matches)
        open.removeAll(where: matches)
        for channel in lost { tell(.closed(.unknown), channel, into: &effects) }
    }
}

extension Channels {
    /// Visits the channels that are being opened until `visit` returns false. Returns whether it visited all.
    func visitRequests(_ visit: (() -> OpenRequest) -> Bool) -> Bool {
        openings.allSatisfy { opening in
            visit {
                OpenRequest(
                    session: opening.session, peer: opening.peer, kind: .openChannel(psm: opening.psm))
            }
        }
    }
}
