import BluetoothTypes

/// A sequence that throws, as one reader reads it: up to the nearest deadline of its task.
struct LimitedIterator<Element: Sendable> {
    private var values: AsyncThrowingStream<Element, any Error>.AsyncIterator
    private let watch: DeadlineWatch
    private let central: CentralCore

    /// - Parameters:
    ///   - stream: What is read.
    ///   - continuation: That of the stream, which ends with `exceeded` when the time is over.
    init(
        _ stream: AsyncThrowingStream<Element, any Error>,
        _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, of central: CentralCore,
        _ exceeded: @escaping @Sendable () -> ClientError
    ) {
        values = stream.makeAsyncIterator()
        self.central = central
        watch = DeadlineWatch(central.time) { continuation.finish(throwing: exceeded()) }
    }

    /// What a scan tells: it ends without an error when the scan's own time is over.
    init(
        _ stream: AsyncThrowingStream<Element, any Error>,
        _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, ofScanBy central: CentralCore,
        _ limit: Nanoseconds?
    ) {
        self.init(stream, continuation, of: central) { ClientError(.deadlineExceeded, .scan) }
        if let limit { central.time.wake(after: max(.zero, limit)) { continuation.finish() } }
    }

    mutating func next() async throws -> Element? {
        _ = watch.begin()
        defer { watch.end() }
        do {
            return try await values.next()
        } catch {
            await central.rest(after: error)
            throw error
        }
    }
}
