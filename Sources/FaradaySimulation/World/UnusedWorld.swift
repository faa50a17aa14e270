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
    private static let telling =
        _typeByName("14FaradayTesting17UnusedWorldNoticeV") as? any UnusedWorldTelling.Type

    static func tell(_ first: FirstManager) {
        guard let telling else { return }
        let offsets = CallPlace.offsets(of: [first.caller].compactMap(\.self))
        telling.tellOfUnusedWorld(offsets) { first.caller?.text }
    }
}

extension WorldState {
    /// The first manager of a world that nobody has run, and that belongs to no test: that one has a trace, and a report.
    var firstManagerInVain: FirstManager? {
        guard !trace.isOn, refusal == nil, shell.lastSite == nil, scheduler.eventCount == 0, now == .zero,
            !driver.motion.isPaced
        else { return nil }
        return kept[ObjectIdentifier(FirstManager.self)] as? FirstManager
    }

    /// An app makes a manager.
    mutating func noteFirstManager() {
        let key = ObjectIdentifier(FirstManager.self)
        guard !trace.isOn, kept[key] == nil else { return }
        kept[key] = FirstManager(caller: CallPlace.here)
    }
}
