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

    @Test("A new thread has no values of one that ended in the middle of its work, with its world")
    func values() async {
        // A system gives a new thread the memory of an old one. Values of workers' threads would send tasks astray.
        await #expect(processExitsWith: .success) {
            for _ in 0..<30 { try LeftValues.endThreadsInTheMiddle() }
            #expect(LeftValues.ofNewThreads(100).allSatisfy { $0 == 0 })
        }
    }
}

private enum LeftValues {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// A world ends while threads of its app, which have a value, are blocked.
    static func endThreadsInTheMiddle() throws {
        try withWorld { world in
            let begun = Lock(0)
            let work: @Sendable () -> Void = {
                pthread_setspecific(key, UnsafeRawPointer(bitPattern: 0xFA2))
                begun.withLock { $0 += 1 }
                DispatchSemaphore(value: 0).wait()
            }
            DispatchQueue(label: "blocked").async(execute: work)
            Thread.detachNewThread(work)
            try world.run(for: .milliseconds(1))
            #expect(begun.withLock { $0 } == 2)
        }
    }

    /// What new threads find, with stacks of the sizes that threads of worlds and of apps have.
    static func ofNewThreads(_ count: Int) -> [Int] {
        let values = Lock([Int]())
        let done = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
        for number in 0..<count {
            let thread = Thread {
                let value = Int(bitPattern: pthread_getspecific(key))
                values.withLock { $0.append(value) }
                done.signal()
                goOn.wait()
            }
            if number.isMultiple(of: 2) { thread.stackSize = 8 << 20 }
            thread.start()
        }
        for _ in 0..<count { done.wait() }
        for _ in 0..<count { goOn.signal() }
        return values.withLock { $0 }
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
