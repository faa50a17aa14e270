/// The text of `EventSupport.swift`. A test writes it, from the file of that name among the tests.
enum EventSupportText {
    static let text = #"""
        // What the streams of events in this folder are made of. `faraday seam` writes this file; don't edit it.

        import Foundation

        /// Sends each event to all streams. Events that come before the first stream wait for it.
        nonisolated final class EventSource<Event: Sendable>: @unchecked Sendable {
            private let lock = NSLock()
            private var early: [Event] = []
            private var hadStream = false
            private var streams: [UUID: AsyncStream<Event>.Continuation] = [:]

            init() {}

            /// A new stream of the events from now on. It ends with the task that reads it.
            func stream() -> AsyncStream<Event> {
                let id = UUID()
                return AsyncStream { continuation in
                    lock.lock()
                    defer { lock.unlock() }
                    for event in early { continuation.yield(event) }
                    early = []
                    hadStream = true
                    streams[id] = continuation
                    continuation.onTermination = { [weak self] _ in self?.end(id) }
                }
            }

            /// Sends an event.
            func send(_ event: Event) {
                lock.lock()
                defer { lock.unlock() }
                if !hadStream { early.append(event) }
                for stream in streams.values { stream.yield(event) }
            }

            private func end(_ id: UUID) {
                lock.lock()
                defer { lock.unlock() }
                streams[id] = nil
            }

            deinit {
                for stream in streams.values { stream.finish() }
            }
        }

        """#
}
