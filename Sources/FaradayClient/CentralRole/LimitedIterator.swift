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
