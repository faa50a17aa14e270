import BluetoothTypes
import BluetoothWire

extension Host {
    /// Channel Sounding on one link: the way from `.start` to measurements, and what the peer starts.
    ///
    /// The steps of the set-up follow each other as in `RangingStep`; what is done already on the link is left out. A
    /// reflector only enables its role; its controller does the rest, and reports it.
    ///
    /// Source: Core 6.0, Vol 6, Part D, 6.37 to 6.43 (message sequences); ledger of Channel Sounding, 1.2 and 1.3.
    struct LinkRanging: Sendable {
        /// What `.start` began.
        struct Own: Hashable, Sendable {
            var parameters: RangingParameters
            var step = RangingStep.remoteFeatures
            /// Until when the step must be done.
            var deadline: Instant?
            /// `.stop` came before procedures began.
            var isStopping = false
            /// The step waits for the end of what an earlier `.start` asked of the controller, which is then looked at anew.
            var isAdopting = false
            /// The link is getting a new key, and the step waits for that.
            var awaitsKey = false
        }

        /// Procedures run.
        struct Running: Hashable, Sendable {
            var session: RangingSession
            var configID: UInt8
            /// How many procedures are left; nil without limit.
            var left: Int?
            /// The last procedure's number.
            var lastCounter: UInt16?
            /// All procedures are over; the peer's reports about them have until then to come.
            var reportDeadline: Instant?
            /// The controller gave the procedures up; it has until then to report their end.
            var abort: (reason: ChannelSounding.ProcedureAbortReason, deadline: Instant)? {
                get { abortReason.flatMap { reason in abortDeadline.map { (reason, $0) } } }
                set { (abortReason, abortDeadline) = (newValue?.reason, newValue?.deadline) }
            }
            private var abortReason: ChannelSounding.ProcedureAbortReason?
            private var abortDeadline: Instant?

            init(session: RangingSession, configID: UInt8) {
                (self.session, self.configID) = (session, configID)
                left = session.procedureCount == 0 ? nil : Int(session.procedureCount)
            }

            /// A procedure is over. Those that the controller left out count too: their numbers are missing.
            mutating func count(_ counter: UInt16) {
                let step = lastCounter.map { counter &- $0 } ?? 1
                lastCounter = counter
                // A number that is lower than the last one says nothing.
                left = left.map { $0 - (step < 0x8000 ? Int(step) : 1) }
            }
        }

        /// What the controller does with its peer, and of which it takes no second one meanwhile.
        struct Outstanding: Hashable, Sendable {
            let step: RangingStep
            /// Which configuration is made or removed.
            let configID: UInt8?
        }

        /// A configuration that both controllers have.
        struct Known: Hashable, Sendable {
            let id: UInt8
            let agreed: ChannelSounding.AgreedConfiguration
        }

        var own: Own?
        var running: Running?
        var results = ProcedureResults()
        /// The peer's Ranging Service, and measurements that wait for it.
        var requestor = RangingRequestor()
        /// The roles that the controller allows on the link.
        var enabledRoles: ChannelSounding.Roles = []
        /// The roles that the upper layer allows on this link; nil if as on all.
        var ownAllowedRoles: ChannelSounding.Roles?
        var peer: ChannelSoundingCapabilities?
        var known: [Known] = []
        /// The security start has been done with the link's present key.
        var isSecured = false
        /// What the controller was asked for and has not ended. It takes no second request of that kind meanwhile, and a
        /// stop does not call it back.
        var outstanding: Outstanding?
        /// What the link's bearer had for the client of the Ranging Service.
        var inbox: [Event] = []
        /// The frequency errors are with the controller, or the peer has none to give.
        var hasFrequencyErrors = false

        /// How long a step may take: as long as a link layer procedure (Core 6.0, Vol 6, Part B, 5.2).
        static let patience = Nanoseconds.seconds(40)
        /// How long the report of the end may take after an abort.
        static let abortPatience = Nanoseconds.seconds(2)
        /// How long the peer's reports may take after the last procedure.
        static let reportPatience = Nanoseconds.seconds(5)

        init() {}

        /// Whether the client of the Ranging Service has something to do.
        var hasWork: Bool { !inbox.isEmpty || requestor.hasRequests }

        var nextDeadline: Instant? {
            let waits = [own?.deadline, running?.abort?.deadline, running?.reportDeadline]
            return waits.compactMap { $0 }.min()
        }

        /// What is wrong between two inputs; nil if nothing is.
        var brokenInvariant: String? {
            if let own, own.step != .running, own.deadline == nil {
                return "the set-up of ranging waits for nothing"
            }
            if known.count > 4 { return "\(known.count) configurations of Channel Sounding" }
            return nil
        }

        // MARK: Ends

        /// Ends what `.start` began.
        mutating func end(_ failure: RangingFailure?, _ turn: RangingTurn, into sink: inout Sink) {
            own = nil
            if running?.session.role == .initiator { running = nil }
            giveUpReports(turn, into: &sink)
            sink.emit(.ranging(turn.id, .ended(failure)))
        }

        /// Procedures whose report has not come have no distance.
        private mutating func giveUpReports(_ turn: RangingTurn, into sink: inout Sink) {
            for counter in requestor.expireWaiting() {
                sink.emit(
                    .ranging(
                        turn.id,
                        .missed(
                            RangingGap(
                                procedureCounter: counter, time: turn.now, reason: .reportMissing))))
            }
        }

        /// The link has a new key. Both controllers have ended all procedures when encryption was paused, without an event,
        /// and need a new security start: what runs is set up again from there.
        ///
        /// Source: Core 6.0, Vol 6, Part B, 5.1.3.2; ledger of Channel Sounding, 1.3.
        mutating func keyChanged(_ turn: RangingTurn, into sink: inout Sink) {
            isSecured = false
            // The controller answers the command that is on its way.
            guard own?.step != .disabling else { return }
            let wasRunning = running != nil
            (running, results) = (nil, ProcedureResults())
            guard let own else {
                if wasRunning { sink.emit(.ranging(turn.id, .ended(.endedByPeer))) }
                return
            }
            guard own.awaitsKey || own.step == .running else { return }
            self.own?.awaitsKey = false
            giveUpReports(turn, into: &sink)
            proceed(from: .security, turn, into: &sink)
        }

        /// The link is not encrypted any more, and stays so.
        mutating func encryptionLost(_ turn: RangingTurn, into sink: inout Sink) {
            isSecured = false
            if own != nil { return end(.notEncrypted, turn, into: &sink) }
            finished(.notEncrypted, turn, into: &sink)
        }

        /// The link has ended.
        mutating func linkLost(_ id: LinkID, into sink: inout Sink) {
            guard own != nil || running != nil else { return }
            (own, running) = (nil, nil)
            sink.emit(.ranging(id, .ended(.linkLost)))
        }

        /// Gives up what is overdue; does nothing if called early.
        mutating func deadlineReached(_ turn: RangingTurn, into sink: inout Sink) {
            if let own, let deadline = own.deadline, deadline <= turn.now {
                if outstanding?.step == own.step { outstanding = nil }
                end(.timedOut(own.step), turn, into: &sink)
            }
            if let abort = running?.abort, abort.deadline <= turn.now {
                finished(.aborted(abort.reason), turn, into: &sink)
            }
            if let deadline = running?.reportDeadline, deadline <= turn.now {
                finished(nil, turn, into: &sink)
            }
        }

        /// Procedures run no more.
        mutating func finished(_ failure: RangingFailure?, _ turn: RangingTurn, into sink: inout Sink) {
            guard running != nil else { return }
            running = nil
            if own != nil {
                end(failure, turn, into: &sink)
            } else {
                sink.emit(.ranging(turn.id, .ended(failure)))
            }
        }
    }
}

extension Host.RangingStep: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
