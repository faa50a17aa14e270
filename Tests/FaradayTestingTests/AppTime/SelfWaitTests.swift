// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// A piece that calls `sync` for the queue that it is on: dispatch would trap, or wait for ever.
@Suite(.enabled(if: World().holdsAppWork)) struct SelfWaitTests {
    /// How a run ends beside a device that advertises, so that something is always due.
    private static func end(_ begin: () -> Void) throws -> [String] {
        var text = ""
        try withWorld { world in
            world.add(.heartRateMonitor())
            world.addPhone()
            begin()
            do { try world.run(for: .seconds(60)) } catch let error as World.RunError { text = "\(error)" }
        }
        return text.split(separator: "\n").map(String.init)
    }

    enum Circle: CaseIterable {
        case main, serial, target, source, barrier, nested, callback

        /// Who waits, and for which queue.
        var names: (who: String, queue: String) {
            switch self {
            case .main, .callback: ("main", "main")
            case .serial: ("ble", "ble")
            case .target: ("ble", "store")
            case .source, .nested: ("store", "ble")
            case .barrier: ("all", "all")
            }
        }
    }

    @Test(
        "A piece that calls sync for a queue that it is on ends the run at once, with the queue and the function",
        arguments: Circle.allCases)
    func calls(_ circle: Circle) throws {
        let app = App()
        let lines = try Self.end { app.begin(circle) }
        #expect(lines.first?.hasPrefix("deadlock at 0.0") == true, "\(lines)")
        let (who, queue) = circle.names
        let line = "  \(who) waits for its turn on \(queue) (in App."
        #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)")
    }

    @Test("The test itself does so on main, and its next run says it")
    @MainActor func callsOfTheTest() throws {
        let lines = try Self.end { DispatchQueue.main.sync {} }
        #expect(lines.first == "deadlock at 0.000000 s: nobody can go on")
        #expect(lines.contains { $0.contains("waits for its turn on main (in SelfWaitTests.") }, "\(lines)")
    }

    @Test("A call of sync for another queue, and on a concurrent one, is none")
    func callsForOthers() throws {
        let ran = World.Lock(0)
        let count: @Sendable () -> Void = { ran.withLock { $0 += 1 } }
        let lines = try Self.end {
            let all = DispatchQueue(label: "all", attributes: .concurrent)
            let (one, other) = (
                DispatchQueue(label: "one", target: all), DispatchQueue(label: "other", target: all)
            )
            all.async { all.sync(execute: count) }
            one.async { other.sync { DispatchQueue.main.sync(execute: count) } }
            one.async { DispatchQueue.global().sync { DispatchQueue.global().sync(execute: count) } }
            DispatchQueue(label: "ble").async { all.sync { other.sync(execute: count) } }
        }
        #expect(lines.isEmpty, "\(lines)")
        #expect(ran.withLock { $0 } == 4)
    }

    @Test("After such a piece its queue serves the tests that follow")
    func queuesGoOn() throws {
        for _ in 0..<20 {
            #expect(try Self.end { App().waitOnMain() }.first?.hasPrefix("deadlock") == true)
            try withWorld { world in
                let isDone = World.Lock(false)
                DispatchQueue.main.asyncAfter(deadline: .now() + 1) { isDone.withLock { $0 = true } }
                try world.run(until: { isDone.withLock { $0 } })
                #expect(world.now == .zero + .seconds(1))
            }
        }
    }
}

private final class App: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager?

    func begin(_ circle: SelfWaitTests.Circle) {
        let store = DispatchQueue(label: "store")
        let ble = DispatchQueue(label: "ble")
        let onStore = DispatchQueue(label: "ble", target: store)
        let all = DispatchQueue(label: "all", attributes: .concurrent)
        switch circle {
        case .main: waitOnMain()
        case .serial: ble.async { ble.sync {} }
        case .target: onStore.async { store.sync {} }
        case .source: store.async { onStore.sync {} }
        case .barrier: all.async(flags: .barrier) { all.sync {} }
        case .nested: ble.async { store.sync { ble.sync {} } }
        case .callback: manager = CBCentralManager(delegate: self, queue: nil)
        }
    }

    func waitOnMain() { DispatchQueue.main.async { DispatchQueue.main.sync {} } }

    func centralManagerDidUpdateState(_ central: CBCentralManager) { DispatchQueue.main.sync {} }
}
#endif
