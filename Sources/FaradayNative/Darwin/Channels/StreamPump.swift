import Foundation

/// Delivers the events of a pair of streams on a dispatch queue, and opens and closes the streams.
///
/// The pump owns the streams while it exists; its release closes them.
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
        // The streams use a dispatch queue instead of a run loop, so no thread is needed.
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
        // Here streams support only run loops, so this waits until the event is handled on the queue.
        queue.sync { handler(aStream, eventCode) }
        #endif
    }
}
