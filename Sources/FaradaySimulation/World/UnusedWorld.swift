import BluetoothPort
import FaradayAppTime

/// Kept with a world in which an app has made a manager: where that was.
struct FirstManager: Sendable {
    let caller: CallPlace?
}

/// Tells that nobody has run a world of a test's own. A test that neither has `.simulated` nor is a `SimulatedTestCase` fails
/// without any report of ours.
package protocol UnusedWorldTelling {
    /// - Parameters:
    ///   - offsets: The calls whose lines may be looked up.
    ///   - place: Where the app's first manager was made.
    static func tellOfUnusedWorld(_ offsets: [UInt32: UInt], _ place: () -> String?)
}

enum UnusedWorlds {
    /// The mangled name of `FaradayTesting.UnusedWorldNotice`: only a test has somebody to tell.
    private static var telling: (any UnusedWorldTelling.Type)? {
        _typeByName("14FaradayTesting17UnusedWorldNoticeV") as? any UnusedWorldTelling.Type
    }

    /// Outside of tests nothing is noted: worlds are made and ended often there, and a note takes as long as reading the stack.
    private static let hasListener = telling != nil

    /// The first manager of a world that nobody has run, and that belongs to no test: that one has a trace, and a report.
    private static func firstManager(ofUnused state: borrowing WorldState) -> FirstManager? {
        guard !state.trace.isOn, state.refusal == nil, state.shell.lastSite == nil,
            state.scheduler.eventCount == 0, state.now == .zero, !state.driver.motion.isPaced
        else { return nil }
        return state.kept[ObjectIdentifier(FirstManager.self)] as? FirstManager
    }

    /// An app makes a manager.
    static func noteManager(in state: inout WorldState) {
        if state.driver.motion.isPaced { state.shell.newestManager = monotonicNanoseconds() }
        let key = ObjectIdentifier(FirstManager.self)
        guard hasListener, !state.trace.isOn, state.kept[key] == nil else { return }
        state.kept[key] = FirstManager(caller: CallPlace.here)
    }

    /// A world ends that has this lock.
    static func end(_ lock: WorldLock) {
        guard hasListener, let first = lock.withLock({ firstManager(ofUnused: $0) }) else { return }
        tell(first)
    }

    private static func tell(_ first: FirstManager) {
        guard let telling else { return }
        let offsets = CallPlace.offsets(of: [first.caller].compactMap(\.self))
        telling.tellOfUnusedWorld(offsets) { first.caller?.text }
    }
}
