#if os(Linux)
import BluetoothPort
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Code of an app that ends its process: the story comes first.
@Suite struct CrashTests {
    /// Does something wrong when it is connected.
    private final class App: StrapApp {
        let fail: (CBPeripheral) -> Void
        init(_ fail: @escaping (CBPeripheral) -> Void) { self.fail = fail }
        override func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            fail(peripheral)
        }
    }

    private struct Failure: Error {}

    private static func crash(_ fail: @escaping (CBPeripheral) -> Void) {
        try? withWorld(seed: 61, name: "AppTests.connects") { world in
            world.add(.heartRateMonitor(name: "HR-1"))
            let app = world.addPhone().run { App(fail) }
            try world.run(until: { app.isConnected })
        }
    }

    /// Swift's handler takes half a minute to print all calls of a large program.
    private static func withoutBacktrace(_ body: () -> Void) {
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { signal(number, SIG_DFL) }
        body()
    }

    // A macro's closure has lines of its own, so what goes wrong is here.

    private static let unwrapLine = #line + 1
    private static func unwraps() { crash { _ = $0.services!.count } }

    private static let tryLine = #line + 1
    private static func tries() { crash { _ in try! { throw Failure() }() } }

    private static let preconditionLine = #line + 1
    private static func expects() { crash { precondition($0.name == "HR-2", "another strap") } }

    private static let managerLine = #line + 4
    private static func runsNothing() {
        let world = World(seed: 62)
        world.add(.heartRateMonitor(name: "HR-1"))
        let manager = world.addPhone().run { CBCentralManager(delegate: nil, queue: nil) }
        withExtendedLifetime(manager) {}
    }

    /// What the process has printed has the story up to the callback, the line, and what to write.
    private func check(_ result: ExitTest.Result?, _ line: Int, _ words: String..., swift: Bool = true) {
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let expected =
            [
                "AppTests.connects ended its process", "seed 61, ", "phone  <- didConnect HR-1",
                "hint: code of the app or of the test has trapped", "childProcesses: true",
            ] + words + (swift ? ["CrashTests.swift:\(line)"] : [])
        for word in expected {
            let isThere = text.contains(word)
            #expect(isThere, "\(word) is not in:\n\(text)")
        }
    }

    @Test("A force-unwrap of nil in a callback")
    func forceUnwrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CrashTests.withoutBacktrace { CrashTests.unwraps() }
        }
        check(result, Self.unwrapLine, "unwrapping an Optional value", "guard let")
    }

    @Test("try! in a callback")
    func forcedTry() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CrashTests.withoutBacktrace { CrashTests.tries() }
        }
        check(result, Self.tryLine, "'try!' expression")
    }

    @Test("A failed precondition in a callback")
    func failedPrecondition() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CrashTests.withoutBacktrace { CrashTests.expects() }
        }
        check(result, Self.preconditionLine, "another strap")
    }

    @Test("abort, and a bad pointer, which Swift prints nothing of")
    func signals() async {
        let aborted = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            CrashTests.withoutBacktrace { CrashTests.crash { _ in abort() } }
        }
        check(aborted, 0, "SIGABRT", swift: false)
        let wild = await #expect(processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]) {
            CrashTests.withoutBacktrace {
                CrashTests.crash { _ in UnsafeMutablePointer<UInt8>(bitPattern: 8)!.pointee = 1 }
            }
        }
        check(wild, 0, "SIGSEGV", swift: false)
    }

    @Test("A handler that was there before is called after ours")
    func chain() async {
        let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
            signal(SIGABRT) { _ in _exit(7) }
            CrashTests.crash { _ in abort() }
        }
        check(result, 0, "SIGABRT", swift: false)
    }

    // MARK: Worlds that nobody runs

    @Test("A world of the test's own that nobody runs says so when it ends")
    func neverRun() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            CrashTests.runsNothing()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for word in [
            "nobody has run", "world.run(until:", "wait(for:)", "CrashTests.swift:\(Self.managerLine)",
        ] {
            let isThere = text.contains(word)
            #expect(isThere, "\(word) is not in:\n\(text)")
        }
    }

    @Test("A world that was run says nothing, and neither does one without a manager")
    func run() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let world = World(seed: 63)
            let manager = world.addPhone().run { CBCentralManager(delegate: nil, queue: nil) }
            try world.run(for: .seconds(1))
            withExtendedLifetime(manager) {}
            World(seed: 64).addPhone()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!text.contains("nobody has run"))
    }
}
#endif
