// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import Dispatch
import Foundation

/// A way in which apps do something ten seconds later; `begin` says how to cancel it, if that is possible.
public struct Mechanism: @unchecked Sendable, CustomStringConvertible {
    public typealias Cancel = () -> Void

    public let name: String
    public let begin: (_ done: @escaping @Sendable () -> Void) -> Cancel?

    init(_ name: String, _ begin: @escaping (_ done: @escaping @Sendable () -> Void) -> Cancel?) {
        (self.name, self.begin) = (name, begin)
    }

    /// One that can't be cancelled.
    init(only name: String, _ begin: @escaping (_ done: @escaping @Sendable () -> Void) -> Void) {
        self.init(name) { done in
            begin(done)
            return nil
        }
    }

    public var description: String { name }

    public static let all = dispatch + waits + timers + tasks + operations + threads
    public static var cancellable: [Mechanism] { all.filter(\.canBeCancelled) }
    private var canBeCancelled: Bool { Self.cancellableNames.contains(name) }
    private static let cancellableNames: Set<String> = [
        "asyncAfter with a work item", "timer source", "timer source that was suspended", "source of data",
        "timer source by the wall clock", "Timer that is fired by hand", "actor on a queue",
        "repeating timer source, cancelled in its handler", "Timer",
        "repeating Timer", "Task.sleep in a task", "Task.sleep in a detached task",
        "Task.sleep on the main actor",
        "operation that was not begun",
    ]
}

// MARK: - Dispatch

extension Mechanism {
    private static let dispatch: [Mechanism] = [
        Mechanism(only: "asyncAfter on a serial queue") { done in
            DispatchQueue(label: "app").asyncAfter(deadline: .now() + 10) { done() }
        },
        Mechanism(only: "asyncAfter on a concurrent queue") { done in
            DispatchQueue(label: "app", attributes: .concurrent).asyncAfter(deadline: .now() + .seconds(10)) {
                done()
            }
        },
        Mechanism(only: "asyncAfter on the main queue") { done in
            DispatchQueue.main.asyncAfter(deadline: .now() + 10) {
                dispatchPrecondition(condition: .onQueue(.main))
                MainActor.assumeIsolated { done() }
            }
        },
        Mechanism(only: "asyncAfter on a global queue, by the wall clock") { done in
            DispatchQueue.global().asyncAfter(wallDeadline: .now() + 10) { done() }
        },
        Mechanism("asyncAfter with a work item") { done in
            let item = DispatchWorkItem { done() }
            DispatchQueue(label: "app").asyncAfter(deadline: .now() + 10, execute: item)
            return { item.cancel() }
        },
        Mechanism("timer source") { done in
            let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "app"))
            source.schedule(deadline: .now() + 10)
            source.setEventHandler { done() }
            source.activate()
            return { source.cancel() }
        },
        Mechanism("timer source by the wall clock") { done in
            let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "app"))
            source.schedule(wallDeadline: .now() + 10)
            source.setEventHandler { done() }
            source.activate()
            return { source.cancel() }
        },
        Mechanism("repeating timer source, cancelled in its handler") { done in
            let source = DispatchSource.makeTimerSource(queue: .main)
            let count = Lock(0)
            source.schedule(deadline: .now() + 2, repeating: 2, leeway: .seconds(1))
            source.setEventHandler {
                let now = count.withLock { count in
                    count += 1
                    return count
                }
                if now == 5 {
                    source.cancel()
                    done()
                }
            }
            source.resume()
            return { source.cancel() }
        },
        Mechanism("timer source that was suspended") { done in
            let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "app"))
            source.schedule(deadline: .now() + 5)
            source.setEventHandler { done() }
            source.resume()
            source.suspend()
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) { source.resume() }
            return { source.cancel() }
        },
        Mechanism(only: "suspended queue") { done in
            let queue = DispatchQueue(label: "app")
            queue.suspend()
            queue.async { done() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) { queue.resume() }
        },
        Mechanism(only: "inactive queue") { done in
            let queue = DispatchQueue(label: "app", attributes: .initiallyInactive)
            queue.async { done() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) { queue.activate() }
        },
        Mechanism(only: "group that is left") { done in
            let group = DispatchGroup()
            group.enter()
            group.notify(queue: .main) { done() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) { group.leave() }
        },
        Mechanism(only: "group of blocks") { done in
            let group = DispatchGroup()
            let queue = DispatchQueue(label: "app", attributes: .concurrent)
            for seconds in [3.0, 10, 7] {
                queue.async(group: group) { Thread.sleep(forTimeInterval: seconds) }
            }
            group.notify(queue: queue) { done() }
        },
        Mechanism(only: "work item that notifies") { done in
            let item = DispatchWorkItem {}
            item.notify(queue: .main) { done() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: item)
        },
        Mechanism(only: "barrier") { done in
            let queue = DispatchQueue(label: "app", attributes: .concurrent)
            queue.async { Thread.sleep(forTimeInterval: 4) }
            queue.async { Thread.sleep(forTimeInterval: 10) }
            queue.async(flags: .barrier) { done() }
        },
        Mechanism(only: "work item as barrier") { done in
            let queue = DispatchQueue(label: "app", attributes: .concurrent)
            queue.async { Thread.sleep(forTimeInterval: 10) }
            queue.async(execute: DispatchWorkItem(flags: .barrier) { done() })
        },
        Mechanism(only: "target queue that is busy") { done in
            let target = DispatchQueue(label: "target")
            let queue = DispatchQueue(label: "app", target: target)
            target.async { Thread.sleep(forTimeInterval: 10) }
            // What comes for both at once has no order.
            queue.asyncAfter(deadline: .now() + 1) {
                dispatchPrecondition(condition: .onQueue(target))
                done()
            }
        },
        Mechanism(only: "sync to a busy queue") { done in
            let queue = DispatchQueue(label: "app")
            queue.async { Thread.sleep(forTimeInterval: 10) }
            DispatchQueue.global().async { queue.sync { done() } }
        },
        Mechanism(only: "sync to the main queue") { done in
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
                DispatchQueue.main.sync { done() }
            }
        },
        Mechanism(only: "concurrentPerform") { done in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: 5) { _ in Thread.sleep(forTimeInterval: 2) }
                done()
            }
        },
        Mechanism("source of data") { done in
            let source = DispatchSource.makeUserDataAddSource(queue: .main)
            source.setEventHandler { if source.data == 3 { done() } }
            source.resume()
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
                source.add(data: 1)
                source.add(data: 2)
            }
            return { source.cancel() }
        },
    ]
}

// MARK: - Waits

extension Mechanism {
    private static let waits: [Mechanism] = [
        Mechanism(only: "Thread.sleep") { done in
            DispatchQueue.global().async {
                Thread.sleep(forTimeInterval: 4)
                Thread.sleep(until: Date() + 6)
                done()
            }
        },
        Mechanism(only: "usleep, sleep") { done in
            DispatchQueue.global().async {
                usleep(1_000_000)
                sleep(9)
                done()
            }
        },
        Mechanism(only: "semaphore's timeout") { done in
            DispatchQueue.global().async {
                if DispatchSemaphore(value: 0).wait(timeout: .now() + 10) == .timedOut { done() }
            }
        },
        Mechanism(only: "semaphore") { done in
            let semaphore = DispatchSemaphore(value: 0)
            DispatchQueue(label: "waits").async {
                if semaphore.wait(timeout: .now() + 20) == .success { done() }
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 10) { semaphore.signal() }
        },
        Mechanism(only: "group's timeout") { done in
            DispatchQueue.global().async {
                let group = DispatchGroup()
                group.enter()
                if group.wait(timeout: .now() + 10) == .timedOut { done() }
                group.leave()
            }
        },
        Mechanism(only: "group's timeout by the wall clock") { done in
            DispatchQueue.global().async {
                let group = DispatchGroup()
                group.enter()
                if group.wait(wallTimeout: .now() + 10) == .timedOut { done() }
                group.leave()
            }
        },
        Mechanism(only: "work item that is waited for") { done in
            let item = DispatchWorkItem { Thread.sleep(forTimeInterval: 10) }
            DispatchQueue(label: "works").async(execute: item)
            DispatchQueue(label: "waits").async {
                item.wait()
                done()
            }
        },
        Mechanism(only: "NSCondition") { done in
            let condition = NSCondition()
            let isReady = Lock(false)
            DispatchQueue(label: "waits").async {
                condition.lock()
                while !isReady.withLock({ $0 }) { condition.wait() }
                condition.unlock()
                done()
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
                condition.lock()
                isReady.withLock { $0 = true }
                condition.signal()
                condition.unlock()
            }
        },
        Mechanism(only: "NSCondition's timeout") { done in
            DispatchQueue.global().async {
                let condition = NSCondition()
                condition.lock()
                let isSignalled = condition.wait(until: Date() + 10)
                condition.unlock()
                if !isSignalled { done() }
            }
        },
        Mechanism(only: "NSLock") { done in
            let lock = NSLock()
            DispatchQueue(label: "holds").async {
                lock.lock()
                Thread.sleep(forTimeInterval: 10)
                lock.unlock()
            }
            DispatchQueue(label: "wants").asyncAfter(deadline: .now() + 1) {
                lock.lock()
                lock.unlock()
                done()
            }
        },
        Mechanism(only: "NSLock's timeout") { done in
            let lock = NSLock()
            DispatchQueue(label: "holds").async {
                lock.lock()
                Thread.sleep(forTimeInterval: 15)
                lock.unlock()
            }
            DispatchQueue(label: "wants").asyncAfter(deadline: .now() + 1) {
                if !lock.lock(before: Date() + 9) { done() }
            }
        },
        Mechanism(only: "RunLoop.run(until:) on a queue") { done in
            DispatchQueue.global().async {
                let timer = Timer(fire: Date() + 10, interval: 0, repeats: false) { _ in done() }
                RunLoop.current.add(timer, forMode: .default)
                RunLoop.current.run(until: Date() + 12)
            }
        },
    ]
}

// MARK: - Run loops' timers

extension Mechanism {
    private static let timers: [Mechanism] = [
        Mechanism("Timer") { done in
            let timer = Lock<Timer?>(nil)
            DispatchQueue.main.async {
                let made = Timer.scheduledTimer(withTimeInterval: 10, repeats: false) { _ in done() }
                timer.withLock { $0 = made }
            }
            return { DispatchQueue.main.async { timer.withLock { $0 }?.invalidate() } }
        },
        Mechanism("repeating Timer") { done in
            let timer = Lock<Timer?>(nil)
            let count = Lock(0)
            DispatchQueue.main.async {
                let made = Timer(fire: Date() + 2.5, interval: 2.5, repeats: true) { timer in
                    let now = count.withLock { count in
                        count += 1
                        return count
                    }
                    if now == 4 {
                        timer.invalidate()
                        done()
                    }
                }
                RunLoop.main.add(made, forMode: .common)
                timer.withLock { $0 = made }
            }
            return { DispatchQueue.main.async { timer.withLock { $0 }?.invalidate() } }
        },
        Mechanism(only: "Timer whose date is moved") { done in
            DispatchQueue.main.async {
                let timer = Timer.scheduledTimer(withTimeInterval: 100, repeats: false) { _ in done() }
                timer.fireDate = Date() + 10
            }
        },
        Mechanism("Timer that is fired by hand") { done in
            let timer = Lock<Timer?>(nil)
            DispatchQueue.main.async {
                let made = Timer.scheduledTimer(withTimeInterval: 30, repeats: false) { _ in done() }
                timer.withLock { $0 = made }
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 10) { timer.withLock { $0 }?.fire() }
            return { DispatchQueue.main.async { timer.withLock { $0 }?.invalidate() } }
        },
        Mechanism(only: "RunLoop.perform") { done in
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) { RunLoop.main.perform { done() } }
        },
    ]
}

// MARK: - Tasks

extension Mechanism {
    private actor Worker {
        func wait() async throws { try await Task.sleep(nanoseconds: 10_000_000_000) }
    }

    private static func onMain() { MainActor.assumeIsolated {} }

    private static let tasks: [Mechanism] = [
        Mechanism("Task.sleep in a task") { done in
            let task = Task {
                try await Task.sleep(for: .seconds(10))
                done()
            }
            return { task.cancel() }
        },
        Mechanism("Task.sleep in a detached task") { done in
            let task = Task.detached {
                try await Task.sleep(nanoseconds: 10_000_000_000)
                done()
            }
            return { task.cancel() }
        },
        Mechanism("Task.sleep on the main actor") { done in
            let task = Task { @MainActor in
                try await Task.sleep(for: .seconds(10), tolerance: .seconds(1))
                onMain()
                done()
            }
            return { task.cancel() }
        },
        Mechanism(only: "Task.sleep in an actor") { done in
            Task {
                try await Worker().wait()
                done()
            }
        },
        Mechanism(only: "continuous clock") { done in
            Task {
                try await Task.sleep(until: .now + .seconds(10), clock: .continuous)
                done()
            }
        },
        Mechanism(only: "suspending clock") { done in
            Task {
                let start = SuspendingClock().now
                try await Task.sleep(until: start + .seconds(10), clock: .suspending)
                if SuspendingClock().now - start == .seconds(10) { done() }
            }
        },
        Mechanism(only: "async stream") { done in
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            Task {
                for await number in stream where number == 3 { done() }
            }
            Task {
                for number in 1...3 {
                    try await Task.sleep(for: .milliseconds(3_333_333 / 1000))
                    if number == 3 { try await Task.sleep(for: .milliseconds(1)) }
                    continuation.yield(number)
                }
                continuation.finish()
            }
        },
        Mechanism(only: "continuation") { done in
            Task {
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 10) { continuation.resume() }
                }
                done()
            }
        },
        Mechanism(only: "task group with a time limit") { done in
            Task {
                await withTaskGroup(of: Bool.self) { group in
                    group.addTask {
                        try? await Task.sleep(for: .seconds(1_000))
                        return false
                    }
                    group.addTask {
                        try? await Task.sleep(for: .seconds(10))
                        return true
                    }
                    if await group.next() == true { done() }
                    group.cancelAll()
                }
            }
        },
    ]
}

// MARK: - Operations

extension Mechanism {
    private static let operations: [Mechanism] = [
        Mechanism(only: "operation") { done in
            let queue = OperationQueue()
            queue.addOperation {
                Thread.sleep(forTimeInterval: 10)
                done()
            }
        },
        Mechanism(only: "operations one after the other") { done in
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation { Thread.sleep(forTimeInterval: 4) }
            queue.addOperation { Thread.sleep(forTimeInterval: 6) }
            queue.addOperation { done() }
        },
        Mechanism(only: "operations that are waited for") { done in
            DispatchQueue(label: "waits").async {
                let queue = OperationQueue()
                queue.addOperation { Thread.sleep(forTimeInterval: 10) }
                queue.waitUntilAllOperationsAreFinished()
                done()
            }
        },
        Mechanism("operation that was not begun") { done in
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            queue.addOperation { Thread.sleep(forTimeInterval: 10) }
            queue.addOperation { done() }
            return { queue.cancelAllOperations() }
        },
    ]
}
#endif
