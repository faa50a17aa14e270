import BluetoothPort
import FaradayExploration
import FaradaySimulation
import Foundation

/// Prints the story of a test's world when code of the app or of the test ends the process: a force-unwrap of `nil`, `try!`, an
/// index out of range.
///
/// Such code traps, which is a signal on its own thread. Where it is not our code that traps, no lock of ours is held, and the
/// handler can do what any code can. If it can't, the process ends after some seconds anyway. The handler that was there before
/// comes next: Swift's own, which prints the calls, or the system's.
enum CrashStories {
    private static let numbers = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE]
    /// After so many seconds the process ends, whatever the handler does.
    private static let limit: UInt32 = 10
    private static let running = Lock<[SimulationReport]>([])
    /// What was there before; written once, before any handler of ours can run.
    nonisolated(unsafe) private static var earlier: [(number: Int32, action: sigaction)] = []

    // MARK: Tests

    /// A test begins whose world's story is printed if its process ends.
    static func begin(_ report: SimulationReport) {
        _ = installation
        running.withLock { $0.append(report) }
    }

    static func end(_ report: SimulationReport) {
        running.withLock { $0.removeAll { $0.world === report.world } }
    }

    // MARK: Signals

    /// In a child of an exploration the parent tells what happened.
    private static let installation: Void = {
        guard ProcessInfo.processInfo.environment[ChildLaunch.variable] == nil else { return }
        for number in numbers {
            var old = sigaction()
            guard sigaction(number, nil, &old) == 0 else { continue }
            earlier.append((number, old))
        }
        for number in numbers {
            var new = sigaction()
            #if canImport(Darwin)
            new.__sigaction_u.__sa_handler = { CrashStories.came($0) }
            #else
            new.__sigaction_handler.sa_handler = { CrashStories.came($0) }
            #endif
            new.sa_flags = Int32(SA_ONSTACK)
            sigaction(number, &new, nil)
        }
    }()

    private static func came(_ number: Int32) {
        // What goes wrong from here on ends the process at once.
        for (number, action) in earlier {
            var action = action
            sigaction(number, &action, nil)
        }
        alarm(limit)
        outsideWorlds { tell(number) }
        alarm(0)
        // It comes when this handler has returned.
        raise(number)
    }

    /// The world whose code runs on this thread, or else each one that has a test.
    private static func tell(_ number: Int32) {
        let all = running.withLock { $0 }
        let own = (AppCode.runningWorld ?? World.scoped).flatMap { world in all.first { $0.world === world } }
        for report in own.map({ [$0] }) ?? Array(all.suffix(most)) {
            let text =
                "\(report.capture.name) ended its process (\(name(number))). Its world up to there:\n"
                + report.text(hasCapture: false, looksUpLines: false) + "\n" + mend + "\n"
            FileHandle.standardError.write(Data(text.utf8))
        }
    }

    private static let most = 3

    /// What to write, if not the story alone helps.
    private static let mend =
        "hint: code of the app or of the test has trapped, at the line that Swift prints as Fatal error. Write guard let or "
        + "if let there, not ! or try!. On Linux, @Test(.explored(runs: 1, childProcesses: true)) makes a trap a failure of "
        + "its own test: the others go on."

    private static func name(_ number: Int32) -> String {
        switch number {
        case SIGILL: "SIGILL"
        case SIGTRAP: "SIGTRAP"
        case SIGABRT: "SIGABRT"
        case SIGSEGV: "SIGSEGV"
        case SIGBUS: "SIGBUS"
        default: "SIGFPE"
        }
    }
}
