import Foundation
import Testing

@testable import BluetoothPort

/// The phone of the process: what is installed, what the fallback says, and who asks it.
@Suite struct ProcessProviderTests {
    private let process = ProcessProvider()
    private let asked = Lock(0)

    /// A fallback that counts how often it is asked.
    private func answer(_ name: String?) -> ProcessProvider.Question {
        { [asked] in
            asked.withLock { $0 += 1 }
            return name.map { NamedProvider($0) }
        }
    }

    @Test func whatIsInstalledComesBeforeTheFallback() {
        process.install(NamedProvider("installed"))
        process.setFallback(answer("fallback"))
        #expect(process.resolve()?.portName == "installed")
        #expect(asked.withLock { $0 } == 0)
        process.install(nil)
        #expect(process.resolve()?.portName == "fallback")
    }

    @Test func whatTheFallbackSaidIsThereAgainWhenAnotherIsTakenBack() {
        process.setFallback(answer("said"))
        #expect(process.resolve()?.portName == "said")
        process.install(NamedProvider("installed"))
        #expect(process.resolve()?.portName == "installed")
        process.install(nil)
        #expect(process.resolve()?.portName == "said")
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func theAttachmentComesBeforeTheFallbackAndBehindWhatIsInstalled() {
        process.setFallback(answer("fallback"))
        process.setAttachment(answer("attachment"))
        process.install(NamedProvider("installed"))
        #expect(process.resolve()?.portName == "installed")
        process.install(nil)
        #expect(process.resolve()?.portName == "attachment")
        #expect(process.resolve()?.portName == "attachment")
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func anAttachmentThatNamesNobodyLeavesTheFallback() {
        process.setAttachment(answer(nil))
        process.setFallback(answer("fallback"))
        #expect(process.resolve()?.portName == "fallback")
        #expect(process.resolve()?.portName == "fallback")
        #expect(asked.withLock { $0 } == 2)
    }

    @Test func theFallbackIsAskedOnce() {
        process.setFallback(answer(nil))
        #expect(process.resolve() == nil)
        #expect(process.resolve() == nil)
        #expect(asked.withLock { $0 } == 1)
        process.setFallback(answer("second"))
        #expect(process.resolve()?.portName == "second")
    }

    @Test func aFallbackThatIsSetMeanwhileIsAskedToo() {
        process.setFallback { [process, answer = answer("second")] in
            process.setFallback(answer)
            return NamedProvider("first")
        }
        #expect(process.resolve()?.portName == "second")
        #expect(process.resolve()?.portName == "second")
    }

    @Test func aPhoneMayAskAsItEnds() {
        let seen = Lock<[String?]>([])
        let leaving: ProcessProvider.Question = { [process] in
            NamedProvider("leaving") {
                let name = process.resolve()?.portName
                seen.withLock { $0.append(name) }
            }
        }
        process.install(leaving())
        process.install(NamedProvider("installed"))
        #expect(seen.withLock { $0 } == ["installed"])
        process.install(nil)
        process.setFallback(leaving)
        #expect(process.resolve()?.portName == "leaving")
        process.setFallback(answer("second"))
        #expect(seen.withLock { $0 } == ["installed", "second"])
    }

    @Test func whatTheFallbackCreatesFindsWhatThereIsWithoutIt() {
        let inside = Lock<[String?]>([])
        process.setFallback { [process] in
            inside.withLock { $0.append(process.resolve()?.portName) }
            process.install(NamedProvider("its own"))
            inside.withLock { $0.append(process.resolve()?.portName) }
            process.install(nil)
            return NamedProvider("fallback")
        }
        #expect(process.resolve()?.portName == "fallback")
        #expect(inside.withLock { $0 } == [nil, "its own"])
    }

    /// Threads and not tasks: one waits inside the fallback until the others are about to ask.
    @Test func whoComesWhileTheFallbackIsAskedHasItsAnswer() async {
        let arrived = Lock(0)
        process.setFallback { [asked] in
            asked.withLock { $0 += 1 }
            while arrived.withLock({ $0 }) < 3 { sched_yield() }
            for _ in 0..<1000 { sched_yield() }
            return NamedProvider("fallback")
        }
        let names = await withTaskGroup(of: String?.self) { group in
            for number in 0..<3 {
                group.addTask { [process] in
                    await onAThread {
                        arrived.withLock { $0 += 1 }
                        return process.resolve()?.portName ?? "nobody, asked by \(number)"
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names == ["fallback", "fallback", "fallback"])
        #expect(asked.withLock { $0 } == 1)
    }
}

/// Runs `body` on a thread of its own.
private func onAThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
