import BluetoothPort
import Dispatch
import Foundation
import Testing

/// What a lock promises to threads that meet there.
@Suite struct LockTests {
    @Test("No increment is lost, however many threads come at once", arguments: [2, 3, 8, 32])
    func increments(threads: Int) async {
        let lock = Lock(0)
        await inThreads(threads) { _ in
            for round in 0..<500 {
                lock.withLock { value in
                    let seen = value
                    // Others come while this one is inside.
                    if round % 4 == 0 { sched_yield() }
                    value = seen + 1
                }
            }
        }
        #expect(lock.withLock { $0 } == threads * 500)
    }

    @Test("Threads that found the lock taken come in when it is free, and say before that they wait")
    func waiting() async {
        let lock = Lock([Int]())
        let notes = Lock([String]())
        let (entered, leaves) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let arrived = DispatchSemaphore(value: 0)
        await inThreads(5) { number in
            if number == 0 {
                lock.withLock { _ in
                    entered.signal()
                    leaves.wait()
                }
                return
            }
            entered.wait()
            entered.signal()
            lock.withLock(
                waiting: { isOver in
                    notes.withLock { $0.append(isOver ? "goes on" : "waits") }
                    // The holder leaves when all four wait.
                    if !isOver { arrived.signal() }
                }, { $0.append(number) })
        } beside: {
            for _ in 0..<4 { arrived.wait() }
            leaves.signal()
        }
        #expect(lock.withLock { $0.sorted() } == [1, 2, 3, 4])
        let said = notes.withLock { $0 }
        #expect(said.count == 8 && said.prefix(4).allSatisfy { $0 == "waits" })
    }

    @Test("A lock is free again after an error")
    func errors() {
        struct Failure: Error {}
        let lock = Lock(1)
        #expect(throws: Failure.self) { try lock.withLock { _ in throw Failure() } }
        #expect(lock.withLock { $0 } == 1)
    }

    /// Runs `body` in so many threads of its own, and `other` in one more; returns when all have ended.
    private func inThreads(
        _ count: Int, _ body: @escaping @Sendable (Int) -> Void,
        beside other: @escaping @Sendable () -> Void = {}
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0...count {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            if number < count { body(number) } else { other() }
                            continuation.resume()
                        }
                    }
                }
            }
        }
    }
}
