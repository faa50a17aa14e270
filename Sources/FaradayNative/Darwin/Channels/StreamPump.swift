import Foundation

/// Delivers the events of a pair of streams on a dispatch queue, and opens and closes the streams.
///
/// The streams belong to the pump while it lives; without it they are closed.
final class StreamPump: NSObject, StreamDelegate {
    private let input: InputStream
    private let output: OutputStream
    private let queue: DispatchQueue
    private let handler: (Stream, Stream.Event) -> Void

    /// Opens the streams.
    init(
        _ input: InputStream, _ output: OutputStream, on queue: DispatchQueue,
        handler: @escaping (Stream, Stream.Event) -> Void
    ) {
        self.input = input
        self.output = output
        self.queue = queue
        self.handler = handler
        super.init()
        input.delegate = self
        output.delegate = self
        #if canImport(Darwin)
        // A queue takes the place of a run loop, so there is no thread.
        CFReadStreamSetDispatchQueue(input as CFReadStream, queue)
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
        #else
        input.schedule(in: .main, forMode: .default)
        output.schedule(in: .main, forMode: .default)
        #endif
        input.open()
        output.open()
    }

    /// Closes the streams; no event follows.
    func stop() {
        input.delegate = nil
        output.delegate = nil
        #if canImport(Darwin)
        CFReadStreamSetDispatchQueue(input as CFReadStream, nil)
        CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
        #else
        input.remove(from: .main, forMode: .default)
        output.remove(from: .main, forMode: .default)
        #endif
        input.close()
        output.close()
    }

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
        #if canImport(Darwin)
        handler(aStream, eventCode)
        #else
        // Streams know of run loops only here; the event is over when it is over on the queue.
        queue.sync { handler(aStream, eventCode) }
        #endif
    }
}
