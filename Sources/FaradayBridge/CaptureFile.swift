import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradaySimulation
import Foundation

/// A capture of a running world. It is written continuously, so it can be read even after a crash.
///
/// ```swift
/// let capture = try CaptureFile(path: "air.pcapng", of: world)
/// …
/// capture.close()
/// ```
public final class CaptureFile: Sendable {
    /// The reason why a capture cannot be written.
    public struct Problem: Error, CustomStringConvertible, Sendable {
        /// The problem, with the path.
        public let description: String
    }

    private let world: World
    /// What messages call the file.
    private let name: String
    private let state: Lock<State>
    private let onFailure: @Sendable (Problem) -> Void
    private let onLoss: @Sendable (Int) -> Void
    private let end = DispatchSemaphore(value: 0)
    private let running = DispatchGroup()

    private struct State {
        var recorder: CaptureRecorder
        var file: FileHandle?
        var order = TimeOrder()
        /// The number of records that the world's trace had lost before.
        var earlierLoss = 0
        /// The loss that was reported last.
        var toldLoss = 0
    }

    /// Creates or empties the file, and starts the world's trace and a thread that writes ten times a second.
    ///
    /// The trace belongs to the capture from now on. If writing fails later, that thread calls `onFailure` once; the
    /// world continues.
    ///
    /// - Parameters:
    ///   - path: The file; it is created or emptied.
    ///   - world: The world whose packets are written.
    ///   - format: The format. By default it depends on the path: see `CaptureFormat.init(path:)`; btsnoop for others.
    ///   - node: The node whose HCI is written, in formats of one node.
    ///   - capacity: How many records may wait to be written; if a world creates more in a tenth of a second, the
    ///     oldest are lost.
    ///   - onLoss: Called with the number of missing records: when the first is lost, and with the total when the
    ///     capture is closed, if it is higher.
    ///   - onFailure: Called once, if the file can no longer be written.
    public convenience init(
        path: String, of world: World, format: CaptureFormat? = nil, node: NodeID = NodeID(0),
        capacity: Int = 500_000,
        onLoss: @escaping @Sendable (Int) -> Void = { _ in },
        onFailure: @escaping @Sendable (Problem) -> Void = { _ in }
    ) throws(Problem) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw Problem(description: "can't write the capture to \(path)") }
        self.init(
            writingTo: file, name: path, of: world, format: format ?? CaptureFormat(path: path) ?? .btsnoop,
            node: node, capacity: capacity, onLoss: onLoss,
            onFailure: onFailure)
    }

    /// Writes to an open file, such as standard output, whose reader may be Wireshark; the capture closes it in the end.
    /// The rest is as in the other initializer.
    ///
    /// ```swift
    /// let capture = CaptureFile(writingTo: .standardOutput, name: "standard output", of: world)
    /// ```
    ///
    /// - Parameters:
    ///   - file: The file, open for writing.
    ///   - name: What messages call it.
    ///   - world: The world whose packets are written.
    ///   - format: The format.
    ///   - node: The node whose HCI is written, in formats of one node.
    ///   - capacity: How many records may wait to be written.
    ///   - onLoss: Called with the number of missing records.
    ///   - onFailure: Called once, if the file can no longer be written.
    public init(
        writingTo file: FileHandle, name: String, of world: World, format: CaptureFormat = .pcapng,
        node: NodeID = NodeID(0), capacity: Int = 500_000,
        onLoss: @escaping @Sendable (Int) -> Void = { _ in },
        onFailure: @escaping @Sendable (Problem) -> Void = { _ in }
    ) {
        self.world = world
        self.name = name
        self.onFailure = onFailure
        self.onLoss = onLoss
        state = Lock(
            State(
                recorder: CaptureRecorder(
                    format, names: world.nodeNames, startDate: world.configuration.startDate, node: node),
                file: file))
        world.startTrace(capacity: capacity)
        let loss = TraceTaker(world).lostCount
        state.withLock { $0.earlierLoss = loss }
        running.enter()
        outsideWorlds { Thread.detachNewThread { self.run() } }
    }

    /// Writes the remaining records and closes the file. Must not be called from `onFailure`.
    public func close() {
        end.signal()
        outsideWorlds { running.wait() }
    }

    private func run() {
        while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut { write(isLast: false) }
        TraceTaker(world).end()
        write(isLast: true)
        state.withLock { state in
            try? state.file?.close()
            state.file = nil
        }
        running.leave()
    }

    /// Reports how many records are missing in the capture: at the first missing one, and at the end.
    private func tellLoss(_ all: Int, isLast: Bool) {
        let news: Int? = state.withLock { state in
            let loss = all - state.earlierLoss
            guard loss > state.toldLoss, isLast || state.toldLoss == 0 else { return nil }
            state.toldLoss = loss
            return loss
        }
        if let news { onLoss(news) }
    }

    /// Writes all records up to now, ordered by time.
    private func write(isLast: Bool) {
        let now = world.now
        let new = TraceTaker(world).take()
        tellLoss(TraceTaker(world).lostCount, isLast: isLast)
        let problem: Problem? = state.withLock { state in
            guard let file = state.file else { return nil }
            for record in state.order.due(new, until: isLast ? nil : now) { state.recorder.add(record) }
            let bytes = state.recorder.drain()
            guard !bytes.isEmpty else { return nil }
            do {
                try file.write(contentsOf: Data(bytes))
                return nil
            } catch {
                state.file = nil
                return Problem(
                    description: "can't continue to write the capture \(name): \(error.localizedDescription)")
            }
        }
        if let problem {
            TraceTaker(world).end()
            onFailure(problem)
        }
    }
}
