import BluetoothPort
import FaradaySimulation

/// The feed of one world, which all readers share: browsers, and `faraday watch`.
///
/// Nothing is made of the trace until somebody reads. May be used from any thread.
package final class FeedHub: Sendable {
    /// What a reader gets next.
    enum Reading {
        /// Lines, the number of the record behind them, and the reader's new position.
        case lines([String], nextID: Int, position: Int)
        /// The lines that the reader would need next are gone: it gets these, and goes on at the position.
        case anew([String], position: Int)
        case nothing
    }

    private let source: InspectionSource
    private let store: Lock<FeedStore?>
    private let waiting = Lock<[String]>([])
    private let capacity: Int

    package init(_ source: InspectionSource, capacity: Int = 64 << 20) {
        self.source = source
        self.capacity = capacity
        store = Lock(nil)
    }

    /// The whole HTML of the page.
    func page() -> String { source.page() }

    /// Adds a line that is not of the trace; readers get it with the next lines.
    package func add(_ line: String) {
        waiting.withLock { lines in
            // Only the last state of the clock counts, so nobody has to read the others.
            if lines.count >= 64 { lines.removeFirst() }
            lines.append(line)
        }
    }

    /// Takes what is new from the world. Readers call it before they read.
    func refresh() {
        let extra = waiting.withLock { lines in
            defer { lines = [] }
            return lines
        }
        store.withLock { store in
            var current = store ?? FeedStore(header: source.header(), capacity: capacity)
            store = nil
            let (lines, nextID) = source.next()
            current.append(lines, nextID: nextID)
            current.append(extra, nextID: nextID)
            store = current
        }
    }

    /// What follows for a reader at `position`; `nil` is the position of one that has nothing yet.
    func read(at position: Int?) -> Reading {
        store.withLock { store in
            guard let store else { return .nothing }
            guard let position, position >= store.first else {
                return .anew(store.beginning, position: store.first)
            }
            guard let portion = store[position] else { return .nothing }
            return .lines(portion.lines, nextID: portion.nextID, position: position + 1)
        }
    }

    /// The position of a reader that has everything before record `id`; `nil` if nobody can tell.
    func position(after id: Int) -> Int? { store.withLock { $0?.position(after: id) } }
}
