// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// What worlds leave behind in their process.
@Suite(.enabled(if: World().holdsAppWork)) struct LeftoversTests {
    @Test("A thousand worlds leave no thread, no descriptor, and nothing of their apps")
    func thousandWorlds() async {
        // In a process of its own, where no other test has threads.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            guard let problem = try Leftovers.problem(worlds: 1000) else { return }
            FileHandle.standardError.write(Data(problem.utf8))
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(text?.isEmpty == true, "\(text ?? "")")
    }
}

private enum Leftovers {
    /// Something that blocks of an app have.
    private final class Token: Sendable {
        static let count = Lock(0)
        init() { Self.count.withLock { $0 += 1 } }
        deinit { Self.count.withLock { $0 -= 1 } }
        func use() {}
    }

    private struct Seen {
        weak var world: World?
    }

    static func problem(worlds: Int) throws -> String? {
        for number in 0..<20 { _ = try runWorld(number) }
        let (threads, files) = (try count("task"), try count("fd"))
        var seen: [Seen] = []
        for number in 0..<worlds {
            let world = try runWorld(number)
            // What is blocked for ever keeps its frames, and so its world.
            if !isBlocked(number) { seen.append(Seen(world: world)) }
        }
        // Threads end soon, but not at once.
        var problem = try left(threads, files, seen)
        let deadline = DispatchTime.now() + 20
        while problem != nil, DispatchTime.now() < deadline {
            usleep(1000)
            problem = try left(threads, files, seen)
        }
        return problem
    }

    private static func left(_ threads: Int, _ files: Int, _ seen: [Seen]) throws -> String? {
        let left = try (threads: count("task"), files: count("fd"), tokens: Token.count.withLock { $0 })
        let worlds = seen.count { $0.world != nil }
        // Dispatch keeps some idle threads.
        if left.threads <= threads + 4, left.files <= files, left.tokens == 0, worlds == 0 { return nil }
        return "\(threads) threads became \(left.threads), \(files) descriptors became \(left.files), "
            + "and \(left.tokens) objects of apps and \(worlds) worlds are left"
    }

    /// What this process has of a kind.
    private static func count(_ kind: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count
    }

    private static func isBlocked(_ number: Int) -> Bool { number.isMultiple(of: 10) }

    /// A world that ends while its app still waits; in every tenth one threads are blocked too.
    private static func runWorld(_ number: Int) throws -> World {
        try withWorld { world in
            world.add(.heartRateMonitor())
            let token = Token()
            let queue = DispatchQueue(label: "app")
            queue.asyncAfter(deadline: .now() + 1000) { token.use() }
            DispatchQueue.main.asyncAfter(deadline: .now() + 1000) { token.use() }
            queue.asyncAfter(deadline: .now() + 1000, execute: DispatchWorkItem { token.use() })
            let source = DispatchSource.makeTimerSource(queue: queue)
            source.schedule(deadline: .now() + 0.1, repeating: 0.1)
            source.setEventHandler { token.use() }
            source.resume()
            let operations = OperationQueue()
            operations.addOperation { token.use() }
            Task {
                try await Task.sleep(for: .milliseconds(100))
                token.use()
            }
            Thread.detachNewThread { token.use() }
            if isBlocked(number) { block() }
            try world.run(for: .milliseconds(200))
            return world
        }
    }

    /// Threads that nobody wakes before the world ends.
    private static func block() {
        DispatchQueue(label: "blocked").async { DispatchSemaphore(value: 0).wait() }
        DispatchQueue.global().async { Thread.sleep(forTimeInterval: 1000) }
        Thread.detachNewThread { Thread.sleep(forTimeInterval: 1000) }
        Task { try await Task.sleep(for: .seconds(1000)) }
    }
}
#endif
