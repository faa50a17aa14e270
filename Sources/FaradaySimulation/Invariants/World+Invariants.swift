import BluetoothTypes

extension World {
    /// A rule of a test that did not hold.
    public struct BrokenInvariant: Error, Hashable, Sendable, CustomStringConvertible {
        /// What the test calls the rule.
        public let rule: String
        /// The time within which the rule had to hold once; `nil` for a rule that has to hold always.
        public let limit: Nanoseconds?
        /// When the rule did not hold for the first time, or when its time was over.
        public let time: Instant
        /// The line of the rule.
        public let place: SourcePlace

        /// The rule, the time and the line, in one line.
        public var description: String { "\(text) (\(place))" }

        /// The rule and the time, in one line.
        package var text: String {
            let said = rule.asciiText
            guard let limit else { return "always \"\(said)\" does not hold at \(time) s" }
            return "eventually \"\(said)\" has not held within \(limit.shortText), at \(time) s"
        }
    }

    /// Sets a rule that has to hold always: after every callback and job of the app, and before each event that moves the
    /// clock.
    ///
    /// The first breach of each rule is kept, with its time: in `brokenInvariants`, in the trace and in the story. With
    /// FaradayTesting it is a failure at the line of this call. The run goes on. The world calls `holds` on the driving
    /// thread, without its lock, and never two rules at once: it may look at objects of the app that are not `Sendable`. Keep
    /// it cheap, and do not change anything in it.
    ///
    /// ```swift
    /// world.always("a shown value is from this connection") { app.heartRate == nil || app.isConnected }
    /// ```
    public func always(
        _ rule: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, _ holds: @escaping () -> Bool
    ) {
        Invariants.of(self).add(
            rule, nil, SourcePlace(fileID: fileID, filePath: filePath, line: line), holds, self)
    }

    /// Sets a rule that has to hold once within `limit` of virtual time from now on; afterwards it is not checked any
    /// more.
    ///
    /// The rule is checked as that of `always(_:_:)` is, and broken when so much virtual time has passed without it
    /// holding once. It is not broken if the test ends earlier. The world has something left to happen until then, so that a
    /// rule that can't come true any more is found: `runUntilIdle()` runs at least so long.
    ///
    /// ```swift
    /// strap.move(to: .outOfRange, for: .seconds(10))
    /// world.eventually("the app is connected again", within: .seconds(30)) { app.isConnected }
    /// ```
    public func eventually(
        _ rule: String, within limit: Nanoseconds, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, _ holds: @escaping () -> Bool
    ) {
        Invariants.of(self).add(
            rule, max(limit, .zero), SourcePlace(fileID: fileID, filePath: filePath, line: line), holds, self)
    }

    /// The rules of `always` and `eventually` that did not hold, in the order of their breaches, each once.
    public var brokenInvariants: [BrokenInvariant] { kept(as: Invariants.self)?.broken ?? [] }

    /// Sets the handler for broken rules. It is called on the driving thread, without the lock.
    package func onBrokenInvariant(_ handler: (@Sendable (BrokenInvariant) -> Void)?) {
        Invariants.of(self).setHandler(handler)
    }
}

/// A rule of a test.
private struct Invariant: Sendable {
    let rule: String
    /// When it must have held once, and how long that was from its beginning.
    let due: (time: Instant, limit: Nanoseconds)?
    let place: SourcePlace
    /// Called on the driving thread only, one call at a time.
    nonisolated(unsafe) let holds: () -> Bool
}

/// The rules of a test, and those that did not hold.
private final class Invariants: Sendable {
    private struct State {
        /// The rules that are still checked, by number.
        var open: [(number: Int, invariant: Invariant)] = []
        var count = 0
        var broken: [World.BrokenInvariant] = []
        var handler: (@Sendable (World.BrokenInvariant) -> Void)?
        /// A rule that runs the world must not be checked in that run.
        var isChecking = false
    }

    private let state = World.Lock(State())

    var broken: [World.BrokenInvariant] { state.withLock { $0.broken } }

    func setHandler(_ handler: (@Sendable (World.BrokenInvariant) -> Void)?) {
        let old = state.withLock { state in
            defer { state.handler = handler }
            return state.handler
        }
        _ = old
    }

    /// The rules of a world, which keeps them.
    static func of(_ world: World) -> Invariants {
        world.lock.withLock { state in
            let key = ObjectIdentifier(Invariants.self)
            if let kept = state.kept[key] as? Invariants { return kept }
            let made = Invariants()
            state.kept[key] = made
            return made
        }
    }

    /// Adds a rule: it has to hold always, or once within `limit`.
    func add(
        _ rule: String, _ limit: Nanoseconds?, _ place: SourcePlace,
        _ holds: @escaping () -> Bool, _ world: World
    ) {
        let due = limit.map { (time: world.now + $0, limit: $0) }
        let invariant = Invariant(rule: rule, due: due, place: place, holds: holds)
        state.withLock { state in
            state.count += 1
            state.open.append((state.count, invariant))
        }
        world.lock.withLock { state in
            state.watch = { [weak world] in if let world { self.check(in: world) } }
        }
        // Something happens when the time is over, so that the rule is checked then.
        if let limit { world.after(limit) {} }
    }

    /// Checks the rules, each outside the lock.
    func check(in world: World) {
        let open = state.withLock { state -> [(number: Int, invariant: Invariant)] in
            guard !state.isChecking else { return [] }
            state.isChecking = true
            return state.open
        }
        guard !open.isEmpty else { return }
        var done: [Int] = []
        for (number, invariant) in open where isDone(invariant, in: world) { done.append(number) }
        let (isLast, released) = state.withLock { state in
            state.isChecking = false
            guard !done.isEmpty else { return (false, [(number: Int, invariant: Invariant)]()) }
            let released = state.open.filter { done.contains($0.number) }
            state.open.removeAll { done.contains($0.number) }
            return (state.open.isEmpty, released)
        }
        if isLast { Self.endWatch(of: world) }
        withExtendedLifetime(released) {}
    }

    /// Checks one rule. Returns whether it need not be checked again.
    private func isDone(_ invariant: Invariant, in world: World) -> Bool {
        if invariant.holds() { return invariant.due != nil }
        let now = world.now
        if let due = invariant.due, now < due.time || !Self.isInstantOver(in: world) { return false }
        let broken = World.BrokenInvariant(
            rule: invariant.rule, limit: invariant.due?.limit, time: now, place: invariant.place)
        let handler = state.withLock { state in
            state.broken.append(broken)
            return state.handler
        }
        world.lock.withLock { state in
            if state.trace.isOn {
                state.trace.record(nil, .none, .world(.brokenInvariant(broken.text)))
            }
        }
        handler?(broken)
        return true
    }

    /// Whether all work of this instant is done, and the next event is later.
    private static func isInstantOver(in world: World) -> Bool {
        world.lock.withLock { state in
            !state.hasWork && state.scheduler.nextTime.map { $0 > state.now } ?? true
        }
    }

    /// No rule is left to check.
    private static func endWatch(of world: World) {
        world.lock.replace(with: nil) { swap(&$0.watch, &$1) }
    }
}
