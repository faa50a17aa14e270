import BluetoothPort
import BluetoothTypes
import Dispatch
import FaradaySimulation
import Foundation

/// A capture of a running world, written as it goes: after a crash what is there can still be read.
///
/// ```swift
/// let capture = try CaptureFile(path: "air.pcapng", of: world)
/// …
/// capture.close()
/// ```
public final class CaptureFile: Sendable {
    /// Why a capture can't be written.
    public struct Problem: Error, CustomStringConvertible, Sendable {
        /// What went wrong, with the path.
        public let description: String
    }

    private let world: World
    private let path: String
    private let state: Lock<State>
    private let onFailure: @Sendable (Problem) -> Void
    private let onLoss: @Sendable (Int) -> Void
    private let end = DispatchSemaphore(value: 0)
    private let thread = DispatchGroup()

    private struct State {
        var recorder: CaptureRecorder
        var file: FileHandle?
        /// What the air will have carried a little later than now.
        var early: [TraceRecord] = []
        /// What the world's trace had lost before.
        var earlierLoss = 0
        /// The loss that was told last.
        var toldLoss = 0
    }

    /// Creates or empties the file, starts the world's trace and a thread that writes ten times a second.
    ///
    /// The trace belongs to the capture from now on. What goes wrong later is told to `onFailure`, once,
    /// from that thread; the world goes on.
    ///
    /// - Parameters:
    ///   - path: The file, which is created or emptied.
    ///   - world: The world whose packets are written.
    ///   - format: Follows from the path unless given: pcapng if it ends so, btsnoop otherwise.
    ///   - capacity: How many records may wait to be written; a world that makes more in a tenth of a second loses the
    ///     oldest.
    ///   - onLoss: Told how many records the capture lacks: when the first is lost, and with all of them when it is
    ///     closed, if there were more.
    ///   - onFailure: Told once, if the file can't be written any more.
    public init(
        path: String, of world: World, format: CaptureFormat? = nil, capacity: Int = 500_000,
        onLoss: @escaping @Sendable (Int) -> Void = { _ in },
        onFailure: @escaping @Sendable (Problem) -> Void = { _ in }
    ) throws(Problem) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw Problem(description: "can't write the capture to \(path)") }
        self.world = world
        self.path = path
        self.onFailure = onFailure
        self.onLoss = onLoss
        let format = format ?? (path.lowercased().hasSuffix(".pcapng") ? .pcapng : .btsnoop)
        state = Lock(State(recorder: CaptureRecorder(format, names: world.nodeNames), file: file))
        world.startTrace(capacity: capacity)
        let loss = world.lostTraceCount
        state.withLock { $0.earlierLoss = loss }
        thread.enter()
        Thread.detachNewThread { self.run() }
    }

    /// Writes what is left and closes the file. Must not be called from `onFailure`.
    public func close() {
        end.signal()
        thread.wait()
    }

    private func run() {
        while end.wait(timeout: .now() + .milliseconds(100)) == .timedOut { write(isLast: false) }
        world.stopTrace()
        write(isLast: true)
        state.withLock { state in
            try? state.file?.close()
            state.file = nil
        }
        thread.leave()
    }

    /// Says how many records the capture lacks: at the first of them, and in the end.
    private func tellLoss(_ all: Int, isLast: Bool) {
        let news: Int? = state.withLock { state in
            let loss = all - state.earlierLoss
            guard loss > state.toldLoss, isLast || state.toldLoss == 0 else { return nil }
            state.toldLoss = loss
            return loss
        }
        if let news { onLoss(news) }
    }

    /// Writes what has happened up to now, in the order of time.
    private func write(isLast: Bool) {
        let now = world.now
        let new = world.takeTrace()
        tellLoss(world.lostTraceCount, isLast: isLast)
        let problem: Problem? = state.withLock { state in
            guard let file = state.file else { return nil }
            let records = state.early + new
            let order = records.indices.sorted { (records[$0].time, $0) < (records[$1].time, $1) }
            let due = isLast ? order.count : order.firstIndex { records[$0].time > now } ?? order.count
            for index in order[..<due] { state.recorder.add(records[index]) }
            state.early = order[due...].map { records[$0] }
            let bytes = state.recorder.drain()
            guard !bytes.isEmpty else { return nil }
            do {
                try file.write(contentsOf: Data(bytes))
                return nil
            } catch {
                state.file = nil
                return Problem(
                    description: "can't write on to the capture \(path): \(error.localizedDescription)")
            }
        }
        if let problem {
            world.stopTrace()
            onFailure(problem)
        }
    }
}
