// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// The system's libraries wait by themselves, for what a thread of another world does in them. No world lets others of its
/// code go on meanwhile.
@Suite(.enabled(if: World().holdsAppWork)) struct LibraryWaitTests {
    @Test("A world waits in real time for what a library does once in a process")
    func onceInAProcess() async {
        // The first regular expression of a process makes tables, and all others wait for them.
        await #expect(processExitsWith: .success) {
            let gate = Gate(3)
            let overtakings = Lock(0)
            let threads = (0..<gate.count).map { _ in
                Thread {
                    try? withWorld { _ in
                        let hasRun = Lock(false)
                        gate.pass()
                        DispatchQueue.global().async { hasRun.withLock { $0 = true } }
                        _ = try NSRegularExpression(pattern: "[a-z]+\\b\\s")
                        if hasRun.withLock({ $0 }) { overtakings.withLock { $0 += 1 } }
                    }
                    gate.leave()
                }
            }
            for thread in threads { thread.start() }
            gate.waitForAll()
            let count = overtakings.withLock { $0 }
            if count > 0 {
                FileHandle.standardError.write(Data("\(count) worlds went on\n".utf8))
                exit(EXIT_FAILURE)
            }
        }
    }
}

/// Threads that go on together, without a call that a world would take over.
private final class Gate: Sendable {
    let count: Int
    private let inside = Lock(0)
    private let done = DispatchSemaphore(value: 0)

    init(_ count: Int) { self.count = count }

    func pass() {
        inside.withLock { $0 += 1 }
        while inside.withLock({ $0 }) < count {}
    }

    func leave() { done.signal() }
    func waitForAll() { for _ in 0..<count { done.wait() } }
}
#endif
