import BluetoothPort

/// Puts the values of one characteristic together to frames, for as long as requests keep it subscribed.
///
/// A frame is of the request that claims frames at the time. Without one it is kept, so that `messages(of:framed:)` begins with
/// it; unless somebody reads messages already, who has got it.
protocol FrameSource: AnyObject, Sendable {
    /// A value has come.
    func take(_ value: [UInt8])
    /// Frames from now on go to `receive`; so do bytes that are no frames.
    func claim(_ receive: @escaping @Sendable (Result<[UInt8], FramingError>) -> Void)
    /// The claim is over; these frames are kept.
    func endClaim(keeping frames: [[UInt8]])
    /// Keeps a frame that nobody has claimed.
    func keep(_ frame: [UInt8])
    /// The subscription has ended: a frame that is not complete is lost.
    func reset()
    /// Drops what is kept too.
    func drop()
}

/// The frames of one framing.
final class KeptFrames<Codec: FramingCodec>: FrameSource {
    /// How many frames are kept.
    static var capacity: Int { 256 }

    private struct State {
        var decoder: Codec.Decoder
        var kept: [[UInt8]] = []
        var claim: (@Sendable (Result<[UInt8], FramingError>) -> Void)?
        /// How many sequences of messages are read.
        var readers = 0
    }

    private let codec: Codec
    private let state: Lock<State>

    init(_ codec: Codec) {
        self.codec = codec
        state = Lock(State(decoder: codec.makeDecoder()))
    }

    func take(_ value: [UInt8]) {
        let (frames, problem, claim) = state.withLock { state in
            var frames: [[UInt8]] = []
            var problem: FramingError?
            do throws(FramingError) {
                frames = try state.decoder.take(value)
                // Bytes after the last frame may be malformed.
                _ = try state.decoder.take([])
            } catch {
                problem = error
                state.decoder = codec.makeDecoder()
            }
            if state.claim == nil { Self.keep(frames, &state) }
            return (frames, problem, state.claim)
        }
        guard let claim else { return }
        for frame in frames { claim(.success(frame)) }
        if let problem { claim(.failure(problem)) }
    }

    private static func keep(_ frames: [[UInt8]], _ state: inout State) {
        guard state.readers == 0 else { return }
        state.kept += frames
        state.kept.removeFirst(max(0, state.kept.count - capacity))
    }

    func claim(_ receive: @escaping @Sendable (Result<[UInt8], FramingError>) -> Void) {
        state.withLock { $0.claim = receive }
    }

    func endClaim(keeping frames: [[UInt8]]) {
        state.withLock { state in
            state.claim = nil
            Self.keep(frames, &state)
        }
    }

    func keep(_ frame: [UInt8]) { state.withLock { Self.keep([frame], &$0) } }

    func reset() { state.withLock { $0.decoder = codec.makeDecoder() } }

    func drop() {
        state.withLock { state in
            state.decoder = codec.makeDecoder()
            state.kept = []
        }
    }

    // MARK: Messages

    /// A sequence of messages begins: it gets what is kept.
    func beginReading() -> [[UInt8]] {
        state.withLock { state in
            state.readers += 1
            defer { state.kept = [] }
            return state.kept
        }
    }

    func endReading() { state.withLock { $0.readers -= 1 } }
}
