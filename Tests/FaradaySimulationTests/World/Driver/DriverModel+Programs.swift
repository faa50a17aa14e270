import BluetoothTypes

@testable import FaradaySimulation

// What each actor does in one step: from one place where it holds the lock to the next.
extension DriverModel {
    /// The states after one step of an actor: none if it waits.
    func afterStep(of number: Int) -> [DriverModel] {
        var next = self
        let takesStep: Bool
        switch actors[number].kind {
        case .drain: takesStep = next.stepDrain(number)
        case .pacer(let pacer): takesStep = next.stepPacer(number, pacer)
        case .caller(let calls): takesStep = next.stepCaller(number, calls)
        case .run(let goal, let time): takesStep = next.stepRun(number, goal, time)
        case .task(let goal, let time, let actor): takesStep = next.stepTask(number, goal, time, actor)
        }
        let after = takesStep ? [next] : []
        guard case .task = actors[number].kind, actors[number].place == .asleep else {
            return after
        }
        // A run in a task does not sleep for ever.
        var impatient = self
        impatient.go(number, .leaving(.crowded))
        return after + [impatient]
    }

    private mutating func go(_ number: Int, _ place: Place) { actors[number].place = place }

    // MARK: Whoever has the turn

    /// As `World.runWork`: takes a callback or a job, or goes on.
    private mutating func stepWork(_ number: Int, then place: Place) {
        if calls > 0 {
            calls -= 1
            machine.callbackBegins(isPosted: false)
            return go(number, .inCallback)
        }
        machine.callbacksEnd()
        if jobs.isEmpty { return go(number, place) }
        runJob(number)
    }

    private mutating func runJob(_ number: Int) {
        let job = jobs.removeFirst()
        guard case .resumed(let resumption) = actors[job].place else {
            problem = "a job of a task that is \(actors[job].place)"
            return
        }
        (actors[job].thread, actors[job].host) = (actors[number].thread, number)
        go(number, .inJob)
        resume(job, resumption)
    }

    private mutating func endCallback(_ number: Int) {
        callbacksRun += 1
        if eventsOfCallbacks > 0 {
            eventsOfCallbacks -= 1
            schedule(.seconds(1))
            summon()
        }
        go(number, .working)
    }

    /// The task lets go of the driver's thread on which it ran.
    private mutating func letGoOfHost(_ number: Int) {
        guard let host = actors[number].host else { return }
        actors[number].host = nil
        if case .pacer = actors[host].kind { go(host, .posted) } else { go(host, .working) }
    }

    /// A driving run asks what to do, as `WorldState.advance`.
    private mutating func advanceRun(_ number: Int) {
        let limit = actors[number].limit
        if machine.isStopped { return go(number, .leaving(.over)) }
        switch machine.nextOfRun(until: limit, hasWork: hasWork) {
        case .work: go(number, .working)
        case .wait: go(number, .napping)
        case .wake(let runs):
            resume(runs, .look)
            go(number, .working)
        case .step(let near):
            checkThatNobodyWorks(besides: number)
            switch step(until: near) {
            case .stepped:
                machine.runs.addNews()
                go(number, .working)
            case .limit:
                now = max(now, near)
                machine.runs.addNews()
                go(number, near < limit ? .checking : .leaving(.over))
            case .dry:
                if machine.runs.parked.isEmpty { return go(number, .leaving(.over)) }
                resume(machine.runs.wakeAll(), .dry)
                go(number, .working)
            }
        }
    }

    /// As `Run.nap`.
    private mutating func stepNap(_ number: Int) -> Bool {
        if actors[number].place == .napping {
            go(number, machine.isWaiting ? .asleep : .working)
            return true
        }
        guard driverSignals > 0 else { return false }
        driverSignals -= 1
        go(number, .working)
        return true
    }

    // MARK: A run on a thread

    private mutating func stepRun(_ number: Int, _ goal: Int, _ time: Nanoseconds) -> Bool {
        switch actors[number].place {
        case .beginning:
            actors[number].limit = now + time
            go(number, .entering)
        case .entering:
            if machine.isStopped {
                go(number, .over)
                return true
            }
            switch machine.enter(actors[number].thread, mayNest: true, waitsInRealTime: true) {
            case .granted:
                machine.runs.begin()
                go(number, .working)
            case .taken: go(number, .waitingForTurn(machine.wait(as: number)))
            case .paced: go(number, .waitingInRealTime)
            case .insideCallback: problem = "a run on a thread of its own is inside a callback"
            }
        case .waitingForTurn(let waiter):
            guard turnSignals.contains(waiter.number) else { return false }
            turnSignals.remove(waiter.number)
            go(number, .entering)
        case .working: stepWork(number, then: .checking)
        case .inCallback: endCallback(number)
        case .checking: go(number, callbacksRun >= goal ? .leaving(.over) : .advancing)
        case .advancing: advanceRun(number)
        case .napping, .asleep: return stepNap(number)
        case .leaving:
            machine.runs.end()
            signal(machine.leave())
            summon()
            go(number, .over)
        case .waitingInRealTime: return stepRealTime(number, goal, .over)
        default: return false
        }
        return true
    }

    private mutating func stepRealTime(_ number: Int, _ goal: Int, _ end: Place) -> Bool {
        if callbacksRun >= goal {
            go(number, end)
        } else if !machine.motion.isPaced {
            go(number, .entering)
        } else if events.isEmpty, !hasWork, !machine.isPosting {
            // The time of the run passes.
            go(number, end)
        } else {
            return false
        }
        return true
    }

    // MARK: A run in a task

    private mutating func stepTask(_ number: Int, _ goal: Int, _ time: Nanoseconds, _ actor: Int?) -> Bool {
        switch actors[number].place {
        case .beginning:
            if machine.isStopped {
                go(number, .over)
                return true
            }
            if let actor, isBusy(actor) { return false }
            actors[number].limit = now + time
            machine.runs.begin()
            if actor == nil { resumeLater(number, .enter) } else { go(number, .entering) }
        case .entering:
            switch machine.enter(actors[number].thread, mayNest: false, waitsInRealTime: true) {
            case .granted: go(number, .working)
            case .taken, .insideCallback: go(number, .parking)
            case .paced: go(number, .waitingInRealTime)
            }
        case .working:
            actors[number].didWork = actors[number].didWork || hasWork
            stepWork(number, then: .checking)
        case .inCallback: endCallback(number)
        case .checking:
            let isSlice = actors[number].didWork && actor != nil
            actors[number].didWork = false
            if callbacksRun >= goal {
                go(number, .leaving(.over))
            } else {
                go(number, isSlice ? .leaving(.visible) : .advancing)
            }
        case .advancing: advanceRun(number)
        case .napping, .asleep: return stepNap(number)
        case .leaving(let reason):
            actors[number].hasLooked = reason == .crowded
            signal(machine.leave())
            summon()
            switch reason {
            case .over: go(number, .ending)
            case .crowded: go(number, .parking)
            case .visible:
                letGoOfHost(number)
                resumeLater(number, .enter)
            }
        case .parking:
            let (limit, hasLooked) = (actors[number].limit, actors[number].hasLooked)
            let run = RunTally.Parked(number: number, limit: limit)
            if !machine.park(run, hasLooked: hasLooked, waitsInRealTime: true) { wakes[number] = .look }
            go(number, .parked)
            summon()
            letGoOfHost(number)
        case .parked:
            guard let wake = wakes.removeValue(forKey: number) else { return false }
            resumeLater(number, .look(wake))
        case .resumed(let resumption):
            guard let actor, !isBusy(actor) else { return false }
            resume(number, resumption)
        case .looking(let wake):
            actors[number].hasLooked = true
            let isOver = callbacksRun >= goal || wake != .look || now >= actors[number].limit
            go(number, isOver ? .ending : .entering)
        case .waitingInRealTime:
            if actors[number].host != nil {
                letGoOfHost(number)
                return true
            }
            guard stepRealTime(number, goal, .ending) else { return false }
            if actors[number].place == .entering { resumeLater(number, .enter) }
        case .ending:
            machine.runs.end()
            summon()
            go(number, .over)
            letGoOfHost(number)
        default: return false
        }
        return true
    }

    /// The task goes on when its actor, or a driver of the world, has time for it.
    private mutating func resumeLater(_ number: Int, _ resumption: Resumption) {
        go(number, .resumed(resumption))
        guard case .task(_, _, nil) = actors[number].kind else { return }
        jobs.append(number)
        summon()
    }

    private mutating func resume(_ number: Int, _ resumption: Resumption) {
        switch resumption {
        case .enter: go(number, .entering)
        case .look(let wake): go(number, .looking(wake))
        }
    }

    /// Whether a task runs on the actor with this number.
    private func isBusy(_ number: Int) -> Bool {
        actors.contains { task in
            guard case .task(_, _, number) = task.kind else { return false }
            switch task.place {
            case .beginning, .resumed, .parked, .waitingInRealTime, .over: return false
            default: return true
            }
        }
    }

    // MARK: The drain

    private mutating func stepDrain(_ number: Int) -> Bool {
        switch actors[number].place {
        case .beginning, .entering:
            let hasTurn = machine.drainEnters(actors[number].thread, hasWork: hasWork)
            go(number, hasTurn ? .working : .over)
        case .working: stepWork(number, then: .pausing)
        case .inCallback: endCallback(number)
        case .pausing:
            signal(machine.drainPauses())
            summon()
            go(number, .advancing)
        case .advancing: advanceDrain(number)
        default: return false
        }
        return true
    }

    /// As `WorldState.advanceForDrain`.
    private mutating func advanceDrain(_ number: Int) {
        switch machine.nextOfDrain(outlook, hasFailure: false) {
        case .leave: return go(number, .over)
        case .again: break
        case .wake(let runs, let wake): resume(runs, wake)
        case .step(let limit, _):
            checkThatNobodyWorks(besides: number)
            switch step(until: limit) {
            case .stepped: machine.runs.addNews()
            case .limit:
                now = max(now, limit)
                machine.runs.addNews()
            case .dry:
                if machine.drainIsDone() { return go(number, .over) }
                resume(machine.runs.wakeAll(), .dry)
            }
        }
        go(number, .entering)
    }

    // MARK: A pacer

    private mutating func stepPacer(_ number: Int, _ pacer: Int) -> Bool {
        switch actors[number].place {
        case .posting:
            callbacksRun += 1
            go(number, .posted)
        case .posted:
            machine.postingEnds()
            guard machine.nextOfPacer(pacer) == .stop else {
                go(number, .entering)
                return true
            }
            summon()
            go(number, .over)
        case .sleeping:
            guard pacerSignals.contains(pacer) || !events.isEmpty && machine.nextOfPacer(pacer) == .go else {
                return false
            }
            pacerSignals.remove(pacer)
            go(number, .entering)
        case .beginning, .entering:
            switch machine.nextOfPacer(pacer) {
            case .stop: go(number, .over)
            case .wait: go(number, .sleeping)
            case .go: letHappenWhatIsDue(number)
            }
        default: return false
        }
        return true
    }

    private mutating func letHappenWhatIsDue(_ number: Int) {
        if calls > 0 {
            calls -= 1
            machine.callbackBegins(isPosted: true)
            machine.postingBegins()
            return go(number, .posting)
        }
        if !jobs.isEmpty {
            machine.postingBegins()
            return runJob(number)
        }
        if case .stepped = step(until: Instant(nanoseconds: .max)) { return go(number, .entering) }
        go(number, .sleeping)
    }

    // MARK: A thread that calls the world

    private mutating func stepCaller(_ number: Int, _ calls: [Call]) -> Bool {
        guard let call = calls.first else {
            go(number, .over)
            return true
        }
        if call == .pace {
            guard let didPace = stepPacing(number) else { return false }
            guard didPace else { return true }
        } else {
            perform(call)
        }
        actors[number] = Actor(kind: .caller(Array(calls.dropFirst())), thread: actors[number].thread)
        return true
    }

    /// As `Pacer.start`. Returns whether the world is paced now, `nil` if the thread waits.
    private mutating func stepPacing(_ number: Int) -> Bool? {
        switch actors[number].place {
        case .waitingForTurn(let waiter):
            guard turnSignals.contains(waiter.number) else { return nil }
            turnSignals.remove(waiter.number)
            go(number, .entering)
        case .leaving:
            pacerSignals.insert(pacers)
            pacers += 1
            resume(machine.pace(by: pacers), .look)
            machine.runs.end()
            signal(machine.leave())
            summon()
            add(.pacer(pacers))
            return true
        default:
            switch machine.enter(actors[number].thread, mayNest: true, waitsInRealTime: false) {
            case .granted:
                machine.runs.begin()
                go(number, .leaving(.over))
            case .taken: go(number, .waitingForTurn(machine.wait(as: number)))
            case .paced, .insideCallback: problem = "a thread of its own can't pace the world"
            }
        }
        return false
    }

    private mutating func perform(_ call: Call) {
        switch call {
        case .pace: return
        case .schedule(let delay): schedule(delay)
        case .stopPacing:
            pacerSignals.insert(pacers)
            if machine.motion.isPaced { machine.motion = .byRuns }
        case .runFreely(let time):
            pacerSignals.insert(pacers)
            machine.motion = .free
            machine.bodyHorizon = now + time
        case .standStill: machine.motion.standStill()
        case .stop: resume(machine.stop(), .failed)
        }
        summon()
    }
}
