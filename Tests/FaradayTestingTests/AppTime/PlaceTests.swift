// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// A piece runs where it was meant to run, so what apps check about their queues and threads holds.
@Suite(.enabled(if: World().holdsAppWork)) struct PlaceTests {
    private static let key = DispatchSpecificKey<String>()

    /// Runs a world until `begin` has called what it was given.
    private func run(_ count: Int = 1, _ begin: (_ done: @escaping @Sendable () -> Void) -> Void) async throws
    {
        let calls = World.Lock(0)
        begin { calls.withLock { $0 += 1 } }
        try await World.current.run(until: { calls.withLock { $0 } >= count })
        #expect(calls.withLock { $0 } == count)
    }

    @Test("A block is on its queue and on the targets of that, and on no other", .simulated)
    func queues() async throws {
        let target = DispatchQueue(label: "target")
        let (queue, other) = (DispatchQueue(label: "app", target: target), DispatchQueue(label: "other"))
        let check: @Sendable () -> Void = {
            dispatchPrecondition(condition: .onQueue(queue))
            dispatchPrecondition(condition: .onQueue(target))
            dispatchPrecondition(condition: .notOnQueue(other))
            dispatchPrecondition(condition: .notOnQueue(.main))
        }
        try await run(5) { done in
            queue.async {
                check()
                other.sync { dispatchPrecondition(condition: .onQueue(other)) }
                Thread.sleep(forTimeInterval: 1)
                check()
                done()
            }
            queue.asyncAfter(deadline: .now() + 1) {
                check()
                done()
            }
            queue.async(flags: .barrier) {
                check()
                done()
            }
            let source = DispatchSource.makeTimerSource(queue: queue)
            source.schedule(deadline: .now() + 2)
            source.setEventHandler {
                check()
                done()
                source.cancel()
            }
            source.resume()
            let item = DispatchWorkItem {}
            item.notify(queue: queue) {
                check()
                done()
            }
            other.async(execute: item)
        }
    }

    @Test("A block sees the values of its queue, of its targets, and no others", .simulated)
    func values() async throws {
        let (target, queue) = (DispatchQueue(label: "target"), DispatchQueue(label: "plain"))
        target.setSpecific(key: Self.key, value: "target's")
        let inner = DispatchQueue(label: "inner", target: target)
        let seen = World.Lock<[String: String]>([:])
        let note: @Sendable (String) -> Void = { name in
            let value = DispatchQueue.getSpecific(key: Self.key) ?? "none"
            seen.withLock { $0[name] = value }
        }
        try await run(4) { done in
            for (name, queue) in [("target", target), ("inner", inner), ("plain", queue), ("main", .main)] {
                queue.async {
                    note(name)
                    done()
                }
            }
        }
        #expect(
            seen.withLock { $0 } == [
                "target": "target's", "inner": "target's", "plain": "none", "main": "none",
            ])
        #expect(inner.getSpecific(key: Self.key) == nil)
        #expect(inner.sync { DispatchQueue.getSpecific(key: Self.key) } == "target's")
    }

    @Test("What is for the main thread runs there, and nothing else does", .simulated)
    func mainThread() async throws {
        let seen = World.Lock<[String: Bool]>([:])
        let note: @Sendable (String) -> Void = { name in
            let isMain = Thread.isMainThread
            seen.withLock { $0[name] = isMain }
        }
        try await run(7) { done in
            DispatchQueue.main.async {
                MainActor.assumeIsolated { note("main queue") }
                Thread.sleep(forTimeInterval: 1)
                MainActor.assumeIsolated { note("main queue, after a sleep") }
                _ = Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
                    MainActor.assumeIsolated { note("Timer") }
                    done()
                }
                done()
            }
            RunLoop.main.perform {
                MainActor.assumeIsolated { note("RunLoop.main") }
                done()
            }
            Task { @MainActor in
                try await Task.sleep(for: .seconds(1))
                dispatchPrecondition(condition: .onQueue(.main))
                Self.note(note, "main actor")
                done()
            }
            DispatchQueue(label: "app").async {
                note("queue")
                done()
            }
            Thread.detachNewThread {
                note("thread")
                done()
            }
            Task.detached {
                Self.note(note, "detached task")
                done()
            }
        }
        #expect(
            seen.withLock { $0 } == [
                "main queue": true, "main queue, after a sleep": true, "Timer": true, "RunLoop.main": true,
                "main actor": true, "queue": false, "thread": false, "detached task": false,
            ])
    }

    /// In asynchronous code `Thread.isMainThread` is not to be had.
    private static func note(_ note: (String) -> Void, _ name: String) { note(name) }

    @Test("Values of a thread stay while a piece runs, also while it waits and others run", .simulated)
    func threadValues() async throws {
        try await run(20) { done in
            for number in 0..<20 {
                DispatchQueue(label: "app \(number)").async {
                    let values = Thread.current.threadDictionary
                    let thread = pthread_self()
                    values["PlaceTests"] = number
                    Thread.sleep(forTimeInterval: Double(number % 3) + 0.5)
                    DispatchQueue(label: "other").sync {}
                    #expect(values["PlaceTests"] as? Int == number)
                    #expect(Thread.current.threadDictionary["PlaceTests"] as? Int == number)
                    #expect(pthread_self() == thread)
                    values.removeObject(forKey: "PlaceTests")
                    done()
                }
            }
        }
    }

    @Test("Values of a task stay with it over its sleeps", .simulated)
    func taskValues() async throws {
        try await run(20) { done in
            for number in 0..<20 {
                Task {
                    await TaskValue.$number.withValue(number) {
                        try? await Task.sleep(for: .milliseconds(100 * (number % 3)))
                        await Task { #expect(TaskValue.number == number) }.value
                        #expect(TaskValue.number == number)
                    }
                    #expect(TaskValue.number == nil)
                    done()
                }
            }
        }
    }
}

private enum TaskValue {
    @TaskLocal static var number: Int?
}
#endif
