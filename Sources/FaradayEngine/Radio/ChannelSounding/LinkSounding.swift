import BluetoothTypes
import BluetoothWire

/// What the two ends of a link share of Channel Sounding: the common random numbers, the channels, and the timetable of
/// procedures, events and subevents.
///
/// A subevent is processed as a whole at its begin, in one event of the scheduler; the hosts get its results when its
/// last step has ended.
final class LinkSounding {
    /// The procedures of one configuration, from LL_CS_IND on.
    struct Run {
        let configID: UInt8
        /// With the role of the initiator.
        let agreed: ChannelSounding.AgreedConfiguration
        let initiatorIsCentral: Bool
        let timing: SoundingTiming
        let signal: LL.CSSignal
        let durations: StepDurations
        /// The connection event of the first procedure.
        let first: Int64
        /// Whether the peripheral has received LL_CS_IND.
        var isKnown = false
        // Which subevent is next.
        var procedure: Int64 = 0
        var event: Int64 = 0
        var subevent = 0
        /// The rest of the running procedure, and when that began; nil between procedures.
        var sequence: StepSequence?
        var began: Int64 = 0

        var paths: Int { signal.toneAntennas.paths }
        var counter: Int64 {
            first + procedure * Int64(timing.procedureInterval)
                + event * Int64(timing.subevents.eventInterval)
        }
        /// From the anchor of `counter` to the next subevent, in nanoseconds.
        var offset: Int64 { (Int64(timing.offset) + Int64(subevent) * Int64(timing.spacing)) * 1_000 }
        var length: Int64 { Int64(timing.subevents.subeventLength) * 1_000 }
    }

    /// The channels that one end classifies as good, and those that it will from a connection event on.
    struct Classification {
        var map: ChannelSounding.ChannelMap = .all
        var next: (map: ChannelSounding.ChannelMap, instant: Int64, isKnown: Bool)?

        /// What is in force at connection event `counter`; nil if the other end did not know in time.
        mutating func effective(at counter: Int64) -> ChannelSounding.ChannelMap? {
            guard let next, counter >= next.instant else { return map }
            guard next.isKnown else { return nil }
            (map, self.next) = (next.map, nil)
            return map
        }
    }

    /// The link owns this object.
    private let owner: Unmanaged<RadioLink>
    var link: RadioLink { owner.takeUnretainedValue() }
    /// Draws for what is measured: noise, losses, phases.
    var draws: EntropyStream
    /// Both ends' random numbers in one; nil before the security start.
    var seed: UInt64?
    /// How many procedures there were since the security start.
    private(set) var procedureCounter: UInt16 = 0
    private(set) var run: Run?
    var centralClassification = Classification()
    var peripheralClassification = Classification()

    /// When the next subevent begins and ends, `.max` for none; the link's own events take turns with it.
    private(set) var nextBegin: Int64 = .max
    private(set) var nextEnd: Int64 = .max
    /// The end of the subevent that was begun last.
    private(set) var busyUntil: Int64 = 0
    /// The end of the link's last event.
    var linkBusyUntil: Int64 = 0
    /// Used again by each subevent.
    private var steps: [StepSequence.Step] = []
    var responses: [Phasor] = []

    init(_ link: RadioLink) {
        owner = .passUnretained(link)
        draws = link.medium.entropy.stream(
            "channel sounding \(link.central.controller.node.rawValue) \(link.accessAddress)")
    }

    /// The security start has given both ends common random numbers.
    func secure(_ central: LL.CSSecurity, _ peripheral: LL.CSSecurity) {
        var mixed: UInt64 = 0
        for part in [central, peripheral] {
            for number in [part.iv, UInt64(part.nonce), part.pv] {
                mixed = EntropyStream.mix(mixed ^ number &+ EntropyStream.step)
            }
        }
        seed = mixed
        procedureCounter = 0
    }

    // The timetable

    /// LL_CS_IND has been sent.
    func begin(_ new: Run) {
        run = new
        scheduleNext()
    }

    /// LL_CS_IND has been received.
    func peripheralKnows() { run?.isKnown = true }

    /// The next subevent from now on; procedures whose time has passed are left out, and reported so.
    private func scheduleNext() {
        guard var run else { return }
        let now = link.medium.scheduler.now.nanoseconds
        while link.anchor(run.counter) + run.offset < now, !hasEnded(run) {
            var left = Subevent(
                counter: run.counter, procedure: procedureCounter, begin: now,
                progress: .init(procedure: .complete))
            left.abort(.noResources)
            report(left, run)
            run.sequence = nil
            (run.procedure, run.event, run.subevent) = (run.procedure + 1, 0, 0)
            procedureCounter &+= 1
        }
        self.run = run
        guard !hasEnded(run) else { return end() }
        nextBegin = link.anchor(run.counter) + run.offset
        nextEnd = nextBegin + run.length
        link.scheduleSubevent(at: nextBegin)
    }

    private func hasEnded(_ run: Run) -> Bool {
        let count = Int64(run.timing.procedureCount)
        return count > 0 && run.procedure >= count
    }

    /// The link has another interval: later events lie elsewhere.
    func intervalDidChange() {
        if run != nil { scheduleNext() }
    }

    /// All procedures have ended, or are ended.
    private func end() {
        run = nil
        (nextBegin, nextEnd) = (.max, .max)
        link.voidSubevent()
        for end in [link.central, link.peripheral] { end.sounding?.settings.enabled = nil }
    }

    /// Ends all procedures now; one that is running is reported as aborted.
    func stop(_ reason: ChannelSounding.ProcedureAbortReason) {
        guard let run else { return }
        if run.sequence != nil { reportAborted(run, reason) }
        end()
    }

    /// The link is not encrypted any more: all that was agreed for security is void.
    func encryptionEnded() {
        end()
        seed = nil
    }

    /// Whether a connection event at `time` would fall into a subevent.
    func isBusy(at time: Int64) -> Bool { time < busyUntil }

    // Subevents

    /// The next subevent begins.
    func subeventDue() {
        guard var run, let seed else { return }
        let counter = run.counter
        if run.sequence == nil {
            guard let map = channels(run, at: counter) else { return }
            run.began = nextBegin
            run.sequence = StepSequence(
                run.agreed.configuration, run.durations, map: map, paths: run.paths,
                seed: EntropyStream.mix(seed ^ (UInt64(procedureCounter) &+ 1) &* EntropyStream.step))
        }
        let length = Int(run.timing.subevents.subeventLength)
        run.sequence?.nextSubevent(length: length, into: &steps)
        let begin = nextBegin
        let isLast = advance(&run)
        self.run = run
        (nextBegin, nextEnd) = (.max, .max)
        var subevent = Subevent(
            counter: counter, procedure: procedureCounter, begin: begin,
            progress: .init(procedure: isLast ? .complete : .partial))
        measure(&subevent, run)
        if isLast {
            self.run?.sequence = nil
            procedureCounter &+= 1
        }
        scheduleNext()
    }

    /// The channels of a new procedure. With too few of them, or with a map that one end does not know, there are no
    /// procedures any more.
    private func channels(_ run: Run, at counter: Int64) -> ChannelSounding.ChannelMap? {
        var problem: ChannelSounding.ProcedureAbortReason?
        var map = run.agreed.configuration.channelMap
        if let one = centralClassification.effective(at: counter),
            let other = peripheralClassification.effective(at: counter)
        {
            map = map.intersection(one).intersection(other)
            if !map.hasEnough { problem = .tooFewChannels }
        } else {
            problem = .instantPassed
        }
        guard let problem else { return map }
        reportAborted(run, problem)
        end()
        return nil
    }

    /// Moves on to the subevent after this one; returns whether this one is the last of its procedure.
    private func advance(_ run: inout Run) -> Bool {
        guard let sequence = run.sequence else { return true }
        var next = run
        next.subevent += 1
        if next.subevent >= Int(run.timing.subevents.subeventsPerEvent) {
            (next.event, next.subevent) = (next.event + 1, 0)
        }
        let following = run.first + (run.procedure + 1) * Int64(run.timing.procedureInterval)
        let isFree = next.counter < following || hasEnded(after: run)
        let end = link.anchor(next.counter) + next.offset + next.length
        let isLast = sequence.isDone || !isFree || end > run.began + Int64(run.timing.longest) * 1_000
        if isLast {
            (run.procedure, run.event, run.subevent) = (run.procedure + 1, 0, 0)
        } else {
            (run.event, run.subevent) = (next.event, next.subevent)
        }
        return isLast
    }

    /// Whether the running procedure is the last one, so that nothing limits its time but its length.
    private func hasEnded(after run: Run) -> Bool {
        let count = Int64(run.timing.procedureCount)
        return count > 0 && run.procedure + 1 >= count
    }

    /// The steps of a subevent, and their report to both hosts.
    private func measure(_ subevent: inout Subevent, _ run: Run) {
        let isComplete: Bool
        if linkBusyUntil > subevent.begin {
            subevent.abort(.noResources)
            isComplete = false
        } else {
            isComplete = link.measure(steps, of: run, into: &subevent, self)
        }
        let ending = isComplete ? steps.last : steps.last { $0.mode == 0 }
        let duration = ending.map { Int64($0.start) + Int64(run.durations.step($0.mode)) } ?? 0
        if subevent.progress.subeventAbort != .noResources { busyUntil = subevent.begin + duration * 1_000 }
        link.medium.moment = max(link.medium.moment, subevent.begin + duration * 1_000)
        report(subevent, run)
    }

    private func reportAborted(_ run: Run, _ reason: ChannelSounding.ProcedureAbortReason) {
        var subevent = Subevent(
            counter: run.counter, procedure: procedureCounter, begin: nextBegin,
            progress: .init(procedure: .aborted, procedureAbort: reason))
        subevent.abort(reason == .requested ? .requested : .unspecified)
        report(subevent, run)
        procedureCounter &+= 1
    }

    private func report(_ subevent: Subevent, _ run: Run) {
        for end in [link.central, link.peripheral] where end.isOpen && (end.isCentral || run.isKnown) {
            let isInitiator = end.isCentral == run.initiatorIsCentral
            let hasTones = [run.agreed.configuration.mainMode, run.agreed.configuration.subMode]
                .contains { $0 == .tones || $0 == .packetsAndTones }
            let result = HCI.LECSSubeventResult(
                connectionHandle: end.handle, configID: run.configID,
                startACLConnectionEvent: UInt16(truncatingIfNeeded: subevent.counter),
                procedureCounter: subevent.procedure,
                frequencyCompensation: isInitiator ? subevent.compensation : .notAvailable,
                referencePowerLevel: isInitiator ? subevent.initiatorPower : subevent.reflectorPower,
                progress: subevent.progress, numAntennaPaths: hasTones ? UInt8(run.paths) : 0,
                steps: isInitiator ? subevent.initiator : subevent.reflector)
            for event in result.packets() { end.controller.emit(event) }
        }
    }
}

/// A subevent with its results.
struct Subevent {
    let counter: Int64
    let procedure: UInt16
    let begin: Int64
    var progress: ChannelSounding.Progress
    var initiator: [ChannelSounding.Step] = []
    var reflector: [ChannelSounding.Step] = []
    var compensation: ChannelSounding.FrequencyOffset = .notAvailable
    var initiatorPower: Int8?
    var reflectorPower: Int8?

    init(counter: Int64, procedure: UInt16, begin: Int64, progress: ChannelSounding.Progress) {
        (self.counter, self.procedure, self.begin, self.progress) = (counter, procedure, begin, progress)
    }

    mutating func abort(_ reason: ChannelSounding.SubeventAbortReason) {
        (progress.subevent, progress.subeventAbort) = (.aborted, reason)
    }
}
