import Bugs
import FaradayExploration
import FaradayTesting
import Testing

/// Which of the two apps a story is about.
enum Version: String, Sendable, CaseIterable {
    case buggy, mended
}

/// A bug: a story with an app, in which the buggy app fails once something goes wrong, and the mended one never does.
///
/// A story holds for a right app whatever goes wrong. So it checks only what its user would see: a spinner ends, what
/// the app says is true, nothing happens twice.
struct Bug: Sendable, CustomTestStringConvertible {
    /// The folder of the apps.
    let folder: String
    /// What may go wrong.
    var faults = FaultVocabulary.anything
    /// The simplest faults in which the buggy app fails.
    let plan: FaultPlan
    let story: @Sendable (World, Version) async throws -> Void

    var testDescription: String { folder }

    /// Plays the story in a world where things go wrong.
    func play(_ version: Version, in world: World) async throws { try await story(world, version) }

    static let all = [
        doorLock, badge, thermometer, heartView, lamp, tag, printer, garage, settings, finder, safe,
        pedometer,
    ]

    /// Bugs that need no fault: another order of the app's own pieces is enough. The sanitizers see these apps as the
    /// system runs them, so there these tests do not run.
    static let races = [logbook, gauge, leash, scale, vending, journal]

    /// Bugs that need no fault and no other order: phones differ in what they do, and the app knows one kind. With the name of the
    /// switch of `OSProfile`, and the value that it has on the other kind.
    static let systems = [
        (bug: pump, part: Schedule.Parts.restoredConnects, switched: "restoredConnectsGoOn is false"),
        (bug: plotter, part: Schedule.Parts.firstWrites, switched: "canSendBeforeFirstWrite is true"),
    ]
}

/// What a user sees that is not right.
enum Flaw: Error {
    /// A spinner that does not end.
    case endless(String)
    /// The app says something that is not true.
    case untrue(String)
    /// Something happens more often than it should.
    case repeated(String)
    /// Something is still there that should be gone.
    case left(String)
}

extension Flaw: CustomStringConvertible {
    var description: String {
        switch self {
        case .endless(let what): "the user waits without end: \(what)"
        case .untrue(let what): "the app says something that is not true: \(what)"
        case .repeated(let what): "more often than it should be: \(what)"
        case .left(let what): "still there, and should be gone: \(what)"
        }
    }
}

/// Throws `flaw`, unless the app is right.
func expect(_ isRight: Bool, or flaw: Flaw) throws {
    if !isRight { throw flaw }
}

extension Phone {
    /// Waits for the end of something that the app does. While the app is suspended, its user does not wait.
    func waitForEnd(
        of what: String, within seconds: Int = 60, until condition: () -> Bool
    ) async throws {
        var waited = 0
        while await !world.attempt(until: condition, timeout: .seconds(1)).isMet {
            if appState == .foreground { waited += 1 }
            try expect(waited <= seconds, or: .endless(what))
        }
    }

    /// The user opens the app if it is suspended, and uses it as soon as it knows what has happened meanwhile.
    func open() async throws {
        guard appState == .suspended else { return }
        enterForeground()
        try await world.run(for: .milliseconds(100))
    }

    /// The time of the world, for an app on this phone. As on a phone, a suspended app's work waits.
    var later: Later {
        { [self] seconds, work in
            nonisolated(unsafe) let work = work
            wait(.seconds(seconds)) { work() }
        }
    }

    private func wait(_ time: Nanoseconds, _ work: @escaping @Sendable () -> Void) {
        world.after(time) { [self] in
            switch appState {
            case .terminated: return
            case .suspended: wait(.seconds(1), work)
            default: work()
            }
        }
    }
}

extension ExplorationFailure {
    /// The first failure that an exploration finds; `nil` if it finds none.
    static func found(by exploration: () async throws -> Void) async throws -> ExplorationFailure? {
        do {
            try await exploration()
        } catch let error as ExplorationError {
            return error.result.failures.first
        }
        return nil
    }
}
