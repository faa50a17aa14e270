// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// Sources and channels of dispatch in a world: what they keep, and what dispatch does for them by itself.
@Suite(.enabled(if: World().holdsAppWork)) struct SourceTests {
    private final class Watchdog: @unchecked Sendable {
        var source: (any DispatchSourceTimer)?
        var ticks = 0

        func start(cancelHandler: Bool) {
            let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watchdog"))
            source.schedule(deadline: .now() + 1, repeating: 1)
            // The usual circle, which the source breaks when it is cancelled.
            source.setEventHandler { self.tick() }
            if cancelHandler { source.setCancelHandler { self.source = nil } }
            source.resume()
            self.source = source
        }

        func tick() {
            ticks += 1
            if ticks == 3 { source?.cancel() }
        }
    }

    @Test(
        "A source that is cancelled releases its handlers, also while one of them runs", .simulated,
        arguments: [false, true])
    func released(cancelHandler: Bool) async throws {
        weak var seen: Watchdog?
        do {
            let watchdog = Watchdog()
            seen = watchdog
            watchdog.start(cancelHandler: cancelHandler)
        }
        try await World.current.run(for: .milliseconds(2500))
        #expect(seen?.ticks == 2)
        try await World.current.run(for: .seconds(1))
        #expect(seen == nil)
    }

    @Test("More sources than dispatch is told of at once fire, are cancelled and go", .simulated)
    func many() async throws {
        let (fired, ended) = (World.Lock(0), World.Lock(0))
        for _ in 0..<3 {
            for _ in 0..<300 {
                let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "many"))
                source.schedule(deadline: .now() + 1)
                source.setEventHandler {
                    fired.withLock { $0 += 1 }
                    source.cancel()
                }
                source.setCancelHandler { ended.withLock { $0 += 1 } }
                source.activate()
            }
            try await World.current.run(for: .seconds(2))
        }
        #expect(fired.withLock { $0 } == 900)
        #expect(ended.withLock { $0 } == 900)
    }

    @Test(
        "A source for a pipe gets its turn on a queue of the app that is never free", .simulated,
        arguments: 0..<10)
    func pipe(_: Int) async throws {
        let world = World.current
        let (pipe, queue) = (Pipe(), DispatchQueue(label: "app"))
        let bytes = World.Lock<[UInt8]>([])
        let source = DispatchSource.makeReadSource(
            fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: queue)
        source.setEventHandler {
            dispatchPrecondition(condition: .onQueue(queue))
            let read = pipe.fileHandleForReading.availableData
            bytes.withLock { $0 += read }
        }
        source.resume()
        for number in UInt8(0)..<20 {
            try pipe.fileHandleForWriting.write(contentsOf: [number])
            while bytes.withLock({ $0.last }) != number {
                queue.async { sched_yield() }
                try await world.run(for: .milliseconds(1))
            }
        }
        #expect(bytes.withLock { $0 } == Array(0..<20))
        let isCancelled = World.Lock(false)
        source.setCancelHandler {
            dispatchPrecondition(condition: .onQueue(queue))
            isCancelled.withLock { $0 = true }
        }
        source.cancel()
        while !isCancelled.withLock({ $0 }) { try await world.run(for: .milliseconds(1)) }
    }

    @Test("A channel of DispatchIO, whose queue dispatch suspends while it is made, reads a pipe", .simulated)
    func channel() async throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("abc".utf8))
        try pipe.fileHandleForWriting.close()
        let bytes = await withCheckedContinuation { continuation in
            let channel = DispatchIO(
                type: .stream, fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: .global()
            ) { _ in }
            var read: [UInt8] = []
            channel.read(offset: 0, length: .max, queue: DispatchQueue(label: "reads")) { isDone, data, _ in
                if let data { read += data }
                if isDone { continuation.resume(returning: read) }
            }
        }
        #expect(bytes == Array("abc".utf8))
    }
}
#endif
