import BluetoothPort
import BluetoothTypes

/// What requests and their answers need for each characteristic of a peripheral.
final class RequestLines: Sendable {
    private let lines = Lock<[CharacteristicPath: RequestLine]>([:])

    func line(_ path: CharacteristicPath) -> RequestLine {
        lines.withLock { lines in
            if let line = lines[path] { return line }
            let line = RequestLine(path)
            lines[path] = line
            return line
        }
    }
}

/// One characteristic that is used for requests: whose turn it is, and a subscription that outlasts a single request.
final class RequestLine: Sendable {
    /// How long the subscription stays after the last request.
    static let patience = Nanoseconds.seconds(5)

    private struct State {
        /// The reader that keeps the subscription.
        var keeper: UInt64?
        var users = 0
        /// Counts the ends of requests, so that an alarm of an earlier one is known to be outdated.
        var generation = 0
        /// By framing.
        var frames: [AnyHashable: any FrameSource] = [:]
    }

    let path: CharacteristicPath
    /// Requests whose answers come from this characteristic are made one after another.
    let turns = Turns()
    private let state = Lock(State())

    init(_ path: CharacteristicPath) { self.path = path }

    /// A request begins: keeps the subscription from now on.
    func hold(_ core: PeerCore) {
        let id = core.central.nextNumber()
        let isNew = state.withLock { state in
            state.users += 1
            state.generation += 1
            guard state.keeper == nil else { return false }
            state.keeper = id
            return true
        }
        guard isNew else { return }
        core.addReader(id, of: path, survivesDisconnection: false) { [weak self] event in
            switch event {
            case .ended: self?.lost(id)
            case .value(let bytes): self?.put(bytes)
            case .subscribed: break
            }
        }
    }

    /// The link or the peripheral has ended the subscription.
    private func lost(_ keeper: UInt64) {
        state.withLock { if $0.keeper == keeper { $0.keeper = nil } }
        for source in sources { source.reset() }
    }

    // MARK: Frames

    private var sources: [any FrameSource] { state.withLock { Array($0.frames.values) } }

    private func put(_ bytes: [UInt8]) { for source in sources { source.take(bytes) } }

    /// What puts values together by a framing: the same object for equal framings.
    func frames<Codec: FramingCodec>(_ framing: Codec) -> KeptFrames<Codec> {
        let key =
            (framing as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(ObjectIdentifier(Codec.self))
        return state.withLock { state in
            if let frames = state.frames[key] as? KeptFrames<Codec> { return frames }
            let frames = KeptFrames(framing)
            state.frames[key] = frames
            return frames
        }
    }

    func dropFrames() { for source in sources { source.drop() } }

    /// A request has ended.
    func release(_ core: PeerCore) {
        let generation = state.withLock { state in
            state.users -= 1
            state.generation += 1
            return state.generation
        }
        core.central.time.wake(after: Self.patience) { [weak self, weak core] in
            if let core { self?.letGo(core, generation) }
        }
    }

    private func letGo(_ core: PeerCore, _ generation: Int) {
        let keeper = state.withLock { state -> UInt64? in
            guard state.users == 0, state.generation == generation else { return nil }
            defer { state.keeper = nil }
            return state.keeper
        }
        guard let keeper else { return }
        for source in sources { source.reset() }
        core.removeReader(keeper, of: path)
    }
}
